import * as z from 'zod/mini';
import { findSetOff } from '../../../../domain/claims/movement-contract.ts';
import type { WireReply } from '../../../../domain/endpoint.ts';
import type { FieldError } from '../../../../domain/errors.ts';
import { emptyOf } from '../../../../domain/forms.ts';
import { readPositive } from '../../../../domain/ledger/amounts.ts';
import { saveVoucher } from '../../../../domain/vouchers/contract.ts';
import { useFirmToday } from '../../../api/firm-day.ts';
import { useEndpoint, useWrite } from '../../../api/use-endpoint.ts';
import { voucherHref } from '../../../paths.ts';
import { useGo } from '../../../ui/buttons/AppLink.tsx';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { useDialogForm } from '../../../ui/dialogs/use-dialog-form.ts';
import { FormArea, FormDay, FormMoney, FormRecord } from '../../../ui/forms/FormFields.tsx';
import { ofShape } from '../../../ui/forms/use-contract-form.ts';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { Notice } from '../../../ui/notices/Notice.tsx';
import { unitsOf } from '../../ledger/wire-amounts.ts';
import type { ClaimRecord } from '../form/claim-form.ts';
import { showDay, showMoney } from '../../../ui/marks/format.ts';

const SHAPE = z.pick(saveVoucher.body, { note: true, amount: true, bank_date: true, narration: true });
type Offer = WireReply<typeof findSetOff>;

const least = (a: bigint, b: bigint) => (a < b ? a : b);

/** No more than what was collected and is free, and than what the note is open by. C7. */
function amountFaults(
  amount: string,
  offer: Offer | undefined,
  note: Offer['notes'][number] | undefined,
): FieldError[] {
  const { currency = '', free = '' } = offer ?? {};
  const read = amount === '' ? 'Amount must be more than 0.' : readPositive(amount, currency);
  if (typeof read === 'string') return [{ field: 'amount', message: read }];
  if (note === undefined) return [];
  const most = least(unitsOf(free, currency), unitsOf(note.outstanding, currency));
  if (read <= most) return [];
  const message = `At most ${showMoney({ amount: most, currency })}: what is collected, free, and open of the note.`;
  return [{ field: 'amount', message }];
}

/** Drafts the voucher by which what was collected on a claim settles a debit note of the reinsured. C7. */
export function SetOffDialog({ claim, onClose }: { claim: ClaimRecord; onClose: () => void }) {
  const go = useGo();
  const today = useFirmToday();
  const save = useWrite(saveVoucher);
  const { data: offer } = useEndpoint(findSetOff, { query: { claim: String(claim.id) } });
  const { currency, figures, number, policy } = claim;
  const noteOf = (id: string | undefined) => offer?.notes.find((one) => String(one.id) === id);
  const { form, dialog } = useDialogForm({
    ...ofShape(SHAPE),
    initial: { ...emptyOf(SHAPE), bank_date: today, narration: `Claim ${number} against premium` },
    faultsOf: ({ note, amount }) => [
      ...(note === null ? [{ field: 'note', message: 'Choose an open debit note.' }] : []),
      ...amountFaults(amount, offer, noteOf(note?.id)),
    ],
    send: (body) => save.mutateAsync({ body: { ...body, kind: 'SET_OFF', claim: claim.id, currency } }),
    done: () => ['Set-off drafted', 'Submit it on its page: a manager approves it.'],
    onDone: (saved) => {
      onClose();
      go(voucherHref(saved.id));
    },
  });
  const note = noteOf(form.values.note?.id);
  const shown = (amount: string) => showMoney({ amount: unitsOf(amount, currency), currency });
  const none = offer !== undefined && offer.notes.length === 0;
  return (
    <FormDialog
      title={`Set off against ${policy.reinsured.name}’s premium`}
      description={
        <>
          <MoneyText withCurrency value={figures.payable} {...{ currency }} /> of {number} is collected and not paid.
          The bank does not move.
        </>
      }
      action="Draft set-off"
      {...{ ...dialog, onClose }}
      {...(none && { disabledReason: `No debit note of this reinsured is open in ${currency}.` })}
    >
      {none && (
        <Notice tone="info">
          No debit note of {policy.reinsured.name} is open in {currency}. Pay the claim instead.
        </Notice>
      )}
      <FormRecord
        {...{ form }}
        name="note"
        label="Debit note"
        required
        options={(offer?.notes ?? []).map((one) => ({
          value: String(one.id),
          label: one.number,
          detail: `${one.policy.name} · ${shown(one.outstanding)} open · due ${showDay(one.due_on)}`,
        }))}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <FormMoney
          {...{ form, currency }}
          name="amount"
          label="Amount"
          {...(note !== undefined && { hint: `${shown(note.outstanding)} of ${note.number} is open.` })}
        />
        <FormDay {...{ form }} name="bank_date" label="Booked on" />
      </div>
      <FormArea {...{ form }} name="narration" label="Narration" rows={2} />
    </FormDialog>
  );
}
