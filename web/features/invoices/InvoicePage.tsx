import type { ReactNode } from 'react';
import { getInvoice, invoiceCalls, makeInvoiceDocument } from '../../../domain/invoices/contract.ts';
import { INVOICES } from '../../../domain/invoices/kinds.ts';
import { saveSchedule } from '../../../domain/invoices/schedule-contract.ts';
import { INVOICE_STATES } from '../../../domain/invoices/states.ts';
import { fetchFile } from '../../api/download.ts';
import { can, useSession } from '../../api/session.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { useWorkIn } from '../../api/work-in.ts';
import { atId, LISTS, paths, scheduleHref, withQuery } from '../../paths.ts';
import { useGo } from '../../ui/buttons/AppLink.tsx';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { later } from '../../ui/later/later.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { isNothing } from '../ledger/wire-amounts.ts';
import { RecordView } from '../records/RecordView.tsx';
import { useAct } from '../records/use-act.ts';
import { InvoiceDetails } from './InvoiceDetails.tsx';
import { dueWords, invoiceName, type InvoiceRecord } from './invoice-words.ts';
import { PartyLink } from '../../ui/marks/NameLink.tsx';

const ScheduleDialog = later(async () => (await import('./ScheduleDialog.tsx')).ScheduleDialog);

export function InvoicePage() {
  const id = useRecordId();
  const { data, error, refetch } = useEndpoint(getInvoice, { params: { id } });
  useWorkIn(data?.branch);
  if (data === undefined) return <NoPage title="Invoice" {...{ error, refetch }} list={LISTS.invoices} />;
  return <InvoiceView key={data.id} record={data} />;
}

function InvoiceView({ record }: { record: InvoiceRecord }) {
  const session = useSession();
  const { act, onAct } = useAct();
  const { currency, kind, party, note, credits } = record;
  const credit = credits !== null;
  const name = invoiceName({ ...record, credit });
  const title = credit ? 'Credit note' : 'Invoice';
  const open = record.status === 'APPROVED' && !credit && note !== null && !isNothing(note.outstanding, currency);
  const may = can(session, 'invoices.create');
  const repeats = may && record.status === 'APPROVED' && !credit;
  return (
    <>
      <RecordView
        {...{ act, onAct }}
        record={{ ...record, kind: 'invoice', name }}
        state={INVOICE_STATES[record.status]}
        acts={{
          calls: invoiceCalls,
          editHref: atId(paths.invoiceEdit, record.id),
          next: open && can(session, 'receipts.create') && (
            <LinkButton variant="primary" href={withQuery(paths.receiptNew, { invoice: record.id })}>
              Enter receipt
            </LinkButton>
          ),
          more: [
            ...(open && may ? [{ label: 'Credit it', href: withQuery(paths.invoiceNew, { credits: record.id }) }] : []),
            ...(repeats ? [{ label: 'Repeat…', onSelect: () => onAct('repeat') }] : []),
          ],
        }}
        parent={LISTS.invoices}
        subtitle={
          <>
            <PartyLink inText party={party} /> ·{' '}
            {credit ? `Credit of ${credits.number ?? 'an invoice'}` : INVOICES[kind].label}
          </>
        }
        glance={[
          { label: 'Total', value: record.amount, currency },
          { label: 'Tax', value: record.tax, currency },
          ...(note === null || credit ? [] : [{ label: 'Unpaid', value: note.outstanding, currency }]),
          ...(credit ? [] : [{ label: 'Due', value: dueWords(record) }]),
        ]}
        tab={{ value: 'lines', label: 'Lines', content: <InvoiceDetails {...{ record }} /> }}
        decider="a manager"
        description={`${title} to ${party.name}, made by ${record.edited_by.name}`}
        approval={approvalEffects(record)}
        reversal={{
          effects: [
            `${name} is void: ${party.name} owes nothing by it any more.`,
            `${name} keeps its number and stays in the list as reversed.`,
          ],
          warning: 'Where something was paid on it or credited, reverse the receipt first, or credit the rest.',
        }}
        paper={{
          button: title,
          title,
          load: () => fetchFile(makeInvoiceDocument, { query: { id: String(record.id) } }, { name: `${name}.pdf` }),
        }}
      />
      {repeats && act === 'repeat' && <RepeatDialog {...{ record, name }} onClose={() => onAct(undefined)} />}
    </>
  );
}

/** Has the invoice drafted again by the calendar. */
function RepeatDialog({ record, name, onClose }: { record: InvoiceRecord; name: string; onClose: () => void }) {
  const go = useGo();
  const save = useWrite(saveSchedule);
  return (
    <ScheduleDialog
      title={`Repeat ${name}`}
      description={`To ${record.party.name}, with the same lines.`}
      action="Repeat"
      initial={{
        invoice: { id: String(record.id), label: name },
        every: 'MONTH',
        first_on: '',
        last_on: '',
        terms: record.terms,
      }}
      kept={null}
      send={(body) => save.mutateAsync({ body })}
      done="Recurring invoice saved"
      onDone={({ id }) => go(scheduleHref(id))}
      {...{ onClose }}
    />
  );
}

/** What approving will do, in sentences. */
function approvalEffects({ party, amount, currency, credits }: InvoiceRecord): ReactNode[] {
  const money = <MoneyText withCurrency value={amount} currency={currency} />;
  if (credits === null)
    return [
      <>
        {party.name} owes {money}. The invoice gets its number, and can be sent.
      </>,
    ];
  return [
    <>
      A credit note of {money} is issued to {party.name} and set against {credits.number}.
    </>,
    'A credit is not reversed: what it gives back too much is invoiced again.',
  ];
}
