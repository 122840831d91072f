import * as z from 'zod/mini';
import type { FieldError } from '../../../domain/errors.ts';
import { readPositive } from '../../../domain/ledger/amounts.ts';
import { showMoney } from '../../../domain/values/money.ts';
import { saveVoucher } from '../../../domain/vouchers/contract.ts';
import { VOUCHERS } from '../../../domain/vouchers/kinds.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { voucherHref } from '../../paths.ts';
import { useGo } from '../../ui/buttons/AppLink.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { FormArea, FormDay, FormMoney } from '../../ui/forms/FormFields.tsx';
import { ofShape } from '../../ui/forms/use-contract-form.ts';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import { BankAccountField } from '../ledger/BankAccountField.tsx';
import { unitsOf } from '../ledger/wire-amounts.ts';
import type { ClaimRecord } from './claim-form.ts';

const SHAPE = z.pick(saveVoucher.body, { amount: true, bank_date: true, bank_account: true, narration: true });

/** No more than what was collected and is on no other voucher. C5. */
function amountFaults(amount: string, { currency, figures }: ClaimRecord): FieldError[] {
  const read = amount === '' ? 'Amount must be more than 0.' : readPositive(amount, currency);
  if (typeof read === 'string') return [{ field: 'amount', message: read }];
  const free = unitsOf(figures.payable, currency);
  if (read <= free) return [];
  return [{ field: 'amount', message: `Only ${showMoney({ amount: free, currency })} is collected and not paid.` }];
}

/** Drafts the voucher by which what was collected is paid to the reinsured. C5. */
export function PayClaimDialog({ claim, onClose }: { claim: ClaimRecord; onClose: () => void }) {
  const go = useGo();
  const today = useFirmToday();
  const { currency, figures, number, policy } = claim;
  const save = useWrite(saveVoucher);
  const { form, dialog } = useDialogForm({
    ...ofShape(SHAPE),
    initial: { amount: figures.payable, bank_date: today, bank_account: null, narration: `Claim ${number}` },
    faultsOf: ({ amount }) => amountFaults(amount, claim),
    send: (body) => save.mutateAsync({ body: { ...body, kind: 'CLAIM', claim: claim.id, currency } }),
    done: () => ['Voucher drafted', `Submit it on its page: a manager approves it.`],
    onDone: (saved) => {
      onClose();
      go(voucherHref(saved.id));
    },
  });
  return (
    <FormDialog
      title={`Pay ${policy.reinsured.name}`}
      description={
        <>
          <MoneyText withCurrency value={figures.payable} {...{ currency }} /> of {number} is collected and not paid.
        </>
      }
      action="Draft voucher"
      {...{ ...dialog, onClose }}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <FormMoney {...{ form, currency }} name="amount" label="Amount" />
        <FormDay {...{ form }} name="bank_date" label="To be paid on" />
      </div>
      <BankAccountField {...{ form, currency }} name="bank_account" purpose={VOUCHERS.CLAIM.from} />
      <FormArea {...{ form }} name="narration" label="Narration" rows={2} />
    </FormDialog>
  );
}
