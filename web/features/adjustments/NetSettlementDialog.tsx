import * as z from 'zod/mini';
import { editAdjustment, getNettable, saveAdjustment } from '../../../domain/adjustments/contract.ts';
import { ADJUSTMENTS } from '../../../domain/adjustments/kinds.ts';
import type { WireReply } from '../../../domain/endpoint.ts';
import { emptyOf, valuesOf } from '../../../domain/forms.ts';
import { RECEIPT_STATES } from '../../../domain/receipts/states.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { adjustmentHref } from '../../paths.ts';
import { useGo } from '../../ui/buttons/AppLink.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { FormArea, FormDay, FormRecord, FormSeveral } from '../../ui/forms/FormFields.tsx';
import { ofShape } from '../../ui/forms/use-contract-form.ts';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { LongName } from '../../ui/marks/LongName.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { StatementTable, type StatementColumn } from '../../ui/tables/StatementTable.tsx';
import { sumOf, unitsOf } from '../ledger/wire-amounts.ts';
import type { AdjustmentRecord } from './adjustment-words.ts';
import { showDay, showMoney } from '../../ui/marks/format.ts';
import { StaleAction } from '../../ui/dialogs/AsOpened.tsx';

const SHAPE = z.pick(saveAdjustment.body, { note: true, receipts: true, day: true, reason: true });
type Nettable = WireReply<typeof getNettable>;
type Security = Nettable['securities'][number];

type Props = {
  /** Of which premium is kept back: its number, its reinsured. */
  claim: { id: number; number: string; currency: string; reinsured: string };
  /** The draft that is edited; none for a new one. */
  draft?: AdjustmentRecord;
  onClose: () => void;
};

function valuesOfDraft(draft: AdjustmentRecord) {
  const { note, day, reason, receipts } = draft;
  return valuesOf(SHAPE, {
    note: { id: note.id, name: note.number },
    day,
    reason,
    receipts: receipts.map(({ id }) => id),
  });
}

/** Drafts the net settlement by which securities keep a debit note's premium back from the claim. C8. */
export function NetSettlementDialog({ claim, draft, onClose }: Props) {
  const go = useGo();
  const today = useFirmToday();
  const save = useWrite(saveAdjustment);
  const edit = useWrite(editAdjustment);
  const query = { claim: String(claim.id) };
  const { data: offer } = useEndpoint(getNettable, { query });
  const notes = offer?.notes ?? [];
  const { form, refusal, dialog } = useDialogForm({
    ...ofShape(SHAPE),
    initial: draft === undefined ? { ...emptyOf(SHAPE), day: today } : valuesOfDraft(draft),
    send: (typed) => {
      const amount = notes.find((one) => one.id === typed.note)?.amount ?? '';
      const body = { ...typed, kind: 'NET_SETTLEMENT' as const, claim: claim.id, amount };
      return draft === undefined
        ? save.mutateAsync({ body })
        : edit.mutateAsync({ body: { ...body, id: draft.id, version: draft.version } });
    },
    done: () => [
      draft === undefined ? 'Net settlement drafted' : 'Net settlement changed',
      'Submit it on its page: a manager approves it with its receipts.',
    ],
    onDone: (saved) => {
      onClose();
      go(adjustmentHref(saved.id));
    },
  });
  const chosen = form.values.note?.id;
  const { data } = useEndpoint(
    getNettable,
    { query: { ...query, note: chosen ?? '', receipts: form.values.receipts.join(',') } },
    { enabled: chosen !== undefined },
  );
  const none = offer !== undefined && notes.length === 0;
  const { currency } = claim;
  const shown = (amount: string) => showMoney({ amount: unitsOf(amount, currency), currency });
  return (
    <FormDialog
      drawer
      size="lg"
      title={draft === undefined ? `Settle ${claim.number} net` : `Edit net settlement #${draft.id}`}
      description={ADJUSTMENTS.NET_SETTLEMENT.hint}
      action={draft === undefined ? 'Draft net settlement' : 'Save net settlement'}
      {...{ ...dialog, onClose }}
      refusalAction={<StaleAction problem={refusal} />}
      {...(none && { disabledReason: 'No debit note of this reinsured is whole: nothing may be settled on it.' })}
    >
      {none && (
        <Notice tone="info">
          No debit note of {claim.reinsured} in {currency} is whole. Set the claim off against one in part instead.
        </Notice>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <FormRecord
          {...{ form }}
          name="note"
          label="Debit note"
          required
          options={notes.map((one) => ({
            value: String(one.id),
            label: one.number,
            detail: `${one.policy} · ${shown(one.amount)} · due ${showDay(one.due_on)}`,
          }))}
        />
        <FormDay {...{ form }} name="day" label="Booked on" max={today} />
      </div>
      {offer !== undefined && offer.receipts.length > 0 && (
        <FormSeveral
          {...{ form }}
          name="receipts"
          label="Receipts approved with it"
          hint="What securities paid net, and waits for its approval."
          options={offer.receipts.map((one) => ({
            value: String(one.id),
            label: `${one.payer} · ${shown(one.amount)}`,
            detail: `#${one.id} · ${RECEIPT_STATES[one.status].label}`,
          }))}
        />
      )}
      {data !== undefined && chosen !== undefined && <Effect {...{ data, currency }} />}
      <FormArea {...{ form }} name="reason" label="Reason" rows={2} />
    </FormDialog>
  );
}

function columnsOf(currency: string): StatementColumn<Security>[] {
  const money = (id: 'owes' | 'premium' | 'pays', title: string): StatementColumn<Security> => ({
    id,
    title,
    align: 'right',
    cell: (row) => <MoneyText value={row[id]} {...{ currency }} />,
  });
  return [
    { id: 'name', title: 'Security', cell: ({ security }) => <LongName>{security.name}</LongName> },
    money('owes', `Owes of the claim ${currency}`),
    money('premium', 'Keeps back'),
    money('pays', 'Left to pay'),
  ];
}

/** What each security keeps back, and whether brokerage and taxes are covered; with the receipts that are chosen. */
function Effect({ data, currency }: { data: Nettable; currency: string }) {
  const { securities, refusals, in_hand: inHand, needed } = data;
  const total = (name: 'owes' | 'premium' | 'pays') => (
    <MoneyText
      value={sumOf(
        securities.map((one) => one[name]),
        currency,
      )}
      {...{ currency }}
    />
  );
  return (
    <section aria-label="Effect" aria-live="polite" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {refusals.map((refusal) => (
        <Notice key={refusal} tone="warn">
          {refusal}
        </Notice>
      ))}
      <div className="relative overflow-x-auto rounded border border-line">
        <StatementTable
          caption="What each security keeps back"
          columns={columnsOf(currency)}
          groups={[{ id: 'securities', rows: securities }]}
          rowKey={({ security }) => String(security.id)}
          totals={{ name: 'Total', owes: total('owes'), premium: total('premium'), pays: total('pays') }}
        />
      </div>
      <p className="text-mute">
        In hand with these receipts <MoneyText withCurrency value={inHand} {...{ currency }} />, of which our brokerage
        and the taxes of the note take <MoneyText withCurrency value={needed} {...{ currency }} />. The bank does not
        move.
      </p>
    </section>
  );
}
