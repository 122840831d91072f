import * as z from 'zod/mini';
import type { FieldError } from '../../../../domain/errors.ts';
import { emptyOf } from '../../../../domain/forms.ts';
import { readPositive } from '../../../../domain/ledger/amounts.ts';
import { saveVoucher } from '../../../../domain/vouchers/contract.ts';
import { VOUCHERS } from '../../../../domain/vouchers/kinds.ts';
import { useFirmToday } from '../../../api/firm-day.ts';
import { useWrite } from '../../../api/use-endpoint.ts';
import { voucherHref } from '../../../paths.ts';
import { useGo } from '../../../ui/buttons/AppLink.tsx';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { useDialogForm } from '../../../ui/dialogs/use-dialog-form.ts';
import { FormArea, FormDay, FormMoney, FormRecord } from '../../../ui/forms/FormFields.tsx';
import { ofShape } from '../../../ui/forms/use-contract-form.ts';
import { Notice } from '../../../ui/notices/Notice.tsx';
import { BankAccountField } from '../../ledger/BankAccountField.tsx';
import { unitsOf } from '../../ledger/wire-amounts.ts';
import type { ClaimRecord } from '../form/claim-form.ts';
import { showMoney } from '../../../ui/marks/format.ts';

const SHAPE = z.pick(saveVoucher.body, {
  payee: true,
  amount: true,
  bank_date: true,
  bank_account: true,
  narration: true,
});
type Due = ClaimRecord['salvage_due'][number];

const least = (a: bigint, b: bigint) => (a < b ? a : b);
const mostOf = ({ payable, against }: Due, currency: string): bigint =>
  against === null ? unitsOf(payable, currency) : least(unitsOf(payable, currency), unitsOf(against.open, currency));
const proposed = (due: Due, currency: string): string =>
  due.against !== null && unitsOf(due.against.open, currency) < unitsOf(due.payable, currency)
    ? due.against.open
    : due.payable;

/** No more than what came in of its salvage and is free, nor than the invoice is open by that it is set against. C11. */
function amountFaults(amount: string, due: Due | undefined, currency: string): FieldError[] {
  const read = amount === '' ? 'Amount must be more than 0.' : readPositive(amount, currency);
  if (typeof read === 'string') return [{ field: 'amount', message: read }];
  const most = due === undefined ? read : mostOf(due, currency);
  return read <= most
    ? []
    : [{ field: 'amount', message: `At most ${showMoney({ amount: most, currency })} can be taken.` }];
}

/** Drafts the voucher by which a security has its part of the salvage: paid, or set against what it still owes. C11. */
export function SalvageDialog({ claim, onClose }: { claim: ClaimRecord; onClose: () => void }) {
  const go = useGo();
  const today = useFirmToday();
  const save = useWrite(saveVoucher);
  const { currency, number, salvage_due: dues } = claim;
  const dueOf = (id: string | undefined) => dues.find((one) => String(one.security.id) === id);
  const [only] = dues.length === 1 ? dues : [];
  const { form, dialog } = useDialogForm({
    ...ofShape(SHAPE),
    initial: {
      ...emptyOf(SHAPE),
      ...(only && {
        payee: { id: String(only.security.id), label: only.security.name },
        amount: proposed(only, currency),
      }),
      bank_date: today,
      narration: `Salvage, claim ${number}`,
    },
    faultsOf: ({ payee, amount }) => [
      ...(payee === null ? [{ field: 'payee', message: 'Choose the security.' }] : []),
      ...amountFaults(amount, dueOf(payee?.id), currency),
    ],
    send: (body, { payee }) =>
      save.mutateAsync({
        body: { ...body, kind: 'SALVAGE', claim: claim.id, currency, note: dueOf(payee?.id)?.against?.id ?? null },
      }),
    done: () => ['Voucher drafted', 'Submit it on its page: a manager approves it.'],
    onDone: (saved) => {
      onClose();
      go(voucherHref(saved.id));
    },
  });
  const due = dueOf(form.values.payee?.id);
  const shown = (amount: string) => showMoney({ amount: unitsOf(amount, currency), currency });
  return (
    <FormDialog
      title="Pay salvage"
      description={`What came in of the salvage of ${number}, to the security that bore it.`}
      action="Draft voucher"
      {...{ ...dialog, onClose }}
    >
      <FormRecord
        {...{ form }}
        name="payee"
        label="Security"
        required
        options={dues.map(({ security, payable }) => ({
          value: String(security.id),
          label: security.name,
          detail: shown(payable),
        }))}
        onChanged={(chosen) => {
          const own = dueOf(chosen?.id);
          if (own) form.set({ payee: chosen, amount: proposed(own, currency) });
        }}
      />
      {due !== undefined && due.against !== null && (
        <Notice tone="warn">
          {due.security.name} still owes {shown(due.against.open)} on {due.against.name}: its salvage is set against
          that, and the bank does not move.
        </Notice>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <FormMoney {...{ form, currency }} name="amount" label="Amount" />
        <FormDay {...{ form }} name="bank_date" label={due?.against ? 'Booked on' : 'To be paid on'} />
      </div>
      {!due?.against && (
        <BankAccountField {...{ form, currency }} name="bank_account" purpose={VOUCHERS.SALVAGE.from} />
      )}
      <FormArea {...{ form }} name="narration" label="Narration" rows={2} />
    </FormDialog>
  );
}
