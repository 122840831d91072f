import * as z from 'zod/mini';
import type { FieldError } from '../../../../domain/errors.ts';
import { readPositive } from '../../../../domain/ledger/amounts.ts';
import { showMoney } from '../../../../domain/values/money.ts';
import { saveVoucher } from '../../../../domain/vouchers/contract.ts';
import { VOUCHERS } from '../../../../domain/vouchers/kinds.ts';
import { useFirmToday } from '../../../api/firm-day.ts';
import { useWrite } from '../../../api/use-endpoint.ts';
import { voucherHref } from '../../../paths.ts';
import { useGo } from '../../../ui/buttons/AppLink.tsx';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { useDialogForm } from '../../../ui/dialogs/use-dialog-form.ts';
import { FormArea, FormDay, FormMoney, FormSwitch } from '../../../ui/forms/FormFields.tsx';
import { ofShape } from '../../../ui/forms/use-contract-form.ts';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { BankAccountField } from '../../ledger/BankAccountField.tsx';
import { isNothing, sumOf, unitsOf } from '../../ledger/wire-amounts.ts';
import type { ClaimRecord } from '../form/claim-form.ts';

const SHAPE = z.pick(saveVoucher.body, {
  amount: true,
  bank_date: true,
  bank_account: true,
  override: true,
  narration: true,
});

/** No more than what was collected or made good and is on no other voucher, but by an override. C5, C6. */
function amountFaults(amount: string, override: boolean, { currency, figures }: ClaimRecord): FieldError[] {
  const read = amount === '' ? 'Amount must be more than 0.' : readPositive(amount, currency);
  if (typeof read === 'string') return [{ field: 'amount', message: read }];
  const free = unitsOf(figures.payable, currency) + unitsOf(figures.made_good, currency);
  if (override || read <= free) return [];
  const what = isNothing(figures.made_good, currency) ? 'collected' : 'collected or made good';
  return [{ field: 'amount', message: `Only ${showMoney({ amount: free, currency })} is ${what} and not paid.` }];
}

/** Drafts the voucher by which what was collected is paid to the reinsured. C5. */
export function PayClaimDialog({ claim, onClose }: { claim: ClaimRecord; onClose: () => void }) {
  const go = useGo();
  const today = useFirmToday();
  const { currency, figures, number, policy } = claim;
  const save = useWrite(saveVoucher);
  const free = sumOf([figures.payable, figures.made_good], currency);
  const { form, dialog } = useDialogForm({
    ...ofShape(SHAPE),
    initial: {
      amount: isNothing(free, currency) ? '' : free,
      bank_date: today,
      bank_account: null,
      override: false,
      narration: `Claim ${number}`,
    },
    faultsOf: ({ amount, override }) => amountFaults(amount, override, claim),
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
          {!isNothing(figures.made_good, currency) && (
            <>
              {' '}
              <MoneyText withCurrency value={figures.made_good} {...{ currency }} /> more was made good.
            </>
          )}
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
      <FormSwitch
        {...{ form }}
        name="override"
        label="Ahead of what was collected"
        hint="The client bank is short until the securities pay: a manager says why."
      />
      <FormArea {...{ form }} name="narration" label="Narration" rows={2} />
    </FormDialog>
  );
}
