import type { ReactNode } from 'react';
import { adjustmentCalls, getAdjustment } from '../../../domain/adjustments/contract.ts';
import { ADJUSTMENTS, adjustmentRules } from '../../../domain/adjustments/kinds.ts';
import { ADJUSTMENT_STATES } from '../../../domain/adjustments/states.ts';
import { KINDS } from '../../../domain/records/kinds.ts';
import { mayIn } from '../../../domain/states.ts';
import { can, useSession } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useWorkIn } from '../../api/work-in.ts';
import { AppLink } from '../../ui/buttons/AppLink.tsx';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { later } from '../../ui/later/later.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { EmptyState } from '../../ui/notices/States.tsx';
import { StatementTable, type StatementColumn } from '../../ui/tables/StatementTable.tsx';
import { claimHref, LISTS, noteHref, policyHref } from '../../paths.ts';
import { FactList } from '../records/PeopleCard.tsx';
import { RecordView } from '../records/RecordView.tsx';
import { useAct, useOpened } from '../records/use-act.ts';
import { NetCards } from './NetCards.tsx';
import { adjustmentEdit, adjustmentName, type AdjustmentRecord } from './adjustment-words.ts';
import { PartyLink } from '../../ui/marks/NameLink.tsx';
import { showDay } from '../../ui/marks/format.ts';
import { AsOpened } from '../../ui/dialogs/AsOpened.tsx';

const AdjustmentPapers = later(async () => (await import('./AdjustmentPapers.tsx')).AdjustmentPapers);
const NetSettlementDialog = later(async () => (await import('./NetSettlementDialog.tsx')).NetSettlementDialog);

export function AdjustmentPage() {
  const id = useRecordId();
  const { data, error, refetch } = useEndpoint(getAdjustment, { params: { id } });
  useWorkIn(data?.branch);
  if (data === undefined) return <NoPage title="Adjustment" {...{ error, refetch }} list={LISTS.adjustments} />;
  return <AdjustmentView key={data.id} record={data} />;
}

function AdjustmentView({ record }: { record: AdjustmentRecord }) {
  const { act, onAct } = useAct();
  const { currency, kind, note, party } = record;
  const { label } = ADJUSTMENTS[kind];
  const session = useSession();
  const { claim } = record;
  const edits =
    claim !== null && mayIn(ADJUSTMENT_STATES, record.status, 'edit') && can(session, KINDS.adjustment.create);
  const editing = useOpened(act === 'edit', edits);
  return (
    <>
      <RecordView
        {...{ act, onAct }}
        record={{ ...record, kind: 'adjustment', name: adjustmentName(record) }}
        state={ADJUSTMENT_STATES[record.status]}
        acts={{
          calls: adjustmentCalls,
          editHref: adjustmentEdit(record),
          next: undefined,
          more: edits ? [{ label: 'Edit', shortcut: 'E', onSelect: () => onAct('edit') }] : [],
        }}
        parent={LISTS.adjustments}
        subtitle={
          <>
            <PartyLink inText party={party} /> · {label}
          </>
        }
        glance={[
          { label: 'Amount', value: record.amount, currency },
          { label: 'Note', value: note.number, href: noteHref(note.id) },
          { label: 'Booked on', value: showDay(record.day) },
          { label: 'Certificate', value: record.certificate === '' ? null : record.certificate },
        ]}
        tab={{ value: 'parts', label: 'What it is for', content: <AdjustmentParts {...{ record }} /> }}
        decider="a manager"
        description={`${label} of ${party.name}, made by ${record.edited_by.name}`}
        approval={approvalEffects(record)}
        reversal={{
          effects: [
            <>
              {note.number} is open again by <MoneyText withCurrency value={record.amount} currency={currency} />.
            </>,
            `${record.number ?? 'It'} keeps its number and stays in the list as reversed.`,
          ],
          warning: 'Where securities have been paid on it already, the excess is due back from them.',
        }}
      />
      {editing && claim !== null && (
        <AsOpened of={record}>
          {(draft) => (
            <NetSettlementDialog
              claim={{ id: claim.id, number: claim.name, currency, reinsured: party.name }}
              {...{ draft }}
              onClose={() => onAct(undefined)}
            />
          )}
        </AsOpened>
      )}
    </>
  );
}

/** What approving will do, in sentences. */
function approvalEffects({ kind, note, amount, currency, tax, receipts }: AdjustmentRecord): ReactNode[] {
  const money = <MoneyText withCurrency value={amount} currency={currency} />;
  const settles = (
    <>
      {note.number} is settled by {money}.
    </>
  );
  if (adjustmentRules(kind).borneBy !== null)
    return [
      settles,
      <>{money} goes from the office bank into the client bank for it. Securities are released their part.</>,
    ];
  if (kind === 'CERTIFICATE')
    return [settles, `It pays ${tax?.name ?? 'the tax'} on the note and releases nothing to others.`];
  if (kind === 'NET_SETTLEMENT')
    return [
      settles,
      'Securities keep their premium back from what they owe of the claim; brokerage and taxes are released.',
      ...receipts
        .filter((one) => one.status === 'PENDING')
        .map((one) => (
          <>
            The receipt of <MoneyText withCurrency value={one.amount} currency={currency} /> from {one.payer} is
            approved with it.
          </>
        )),
    ];
  return [
    <>
      {note.number} is lessened by {money}. Securities lose their part of it, and we our brokerage.
    </>,
    'Each security is told by an advice under a number of the adjustment.',
  ];
}

type Part = AdjustmentRecord['parts'][number];

function columnsOf(currency: string): StatementColumn<Part>[] {
  return [
    {
      id: 'name',
      title: 'Part of the note',
      cell: ({ party, name }) =>
        party === null ? <span dir="auto">{name}</span> : <PartyLink party={{ id: party, name }} />,
    },
    {
      id: 'amount',
      title: `Amount ${currency}`,
      align: 'right',
      cell: (part) => <MoneyText value={part.amount} currency={currency} />,
    },
  ];
}

const isTakenOff = ({ kind }: AdjustmentRecord) => {
  const { parts } = adjustmentRules(kind);
  return parts !== null && parts !== 'paid';
};

function AdjustmentParts({ record }: { record: AdjustmentRecord }) {
  const { currency, parts, policy } = record;
  return (
    <div className="grid gap-4">
      {record.kind === 'NET_SETTLEMENT' && <NetCards {...{ record }} />}
      {isTakenOff(record) && (
        <Card flush title="Taken off">
          {parts.length === 0 ? (
            <EmptyState title="Nothing yet.">It is divided over the parts of the note when it is approved.</EmptyState>
          ) : (
            <StatementTable
              caption="What it takes off the parts of the note"
              columns={columnsOf(currency)}
              groups={[{ id: 'parts', rows: parts }]}
              rowKey={(part) => String(part.part)}
              totals={{ name: 'Total', amount: <MoneyText value={record.amount} currency={currency} /> }}
            />
          )}
        </Card>
      )}
      {record.kind === 'UNCOLLECTABLE' && record.number !== null && <AdjustmentPapers {...{ record }} />}
      <Card title="Details">
        <FactList
          facts={[
            { label: 'For', value: ADJUSTMENTS[record.kind].label },
            {
              label: 'Policy',
              value: policy === null ? '' : <AppLink href={policyHref(policy.id)}>{policy.name}</AppLink>,
            },
            {
              label: 'Claim',
              value:
                record.claim === null ? '' : <AppLink href={claimHref(record.claim.id)}>{record.claim.name}</AppLink>,
            },
            { label: 'Tax', value: record.tax?.name ?? '' },
            { label: 'Branch', value: record.branch.name },
            { label: 'Reason', value: record.reason },
          ]}
        />
      </Card>
    </div>
  );
}
