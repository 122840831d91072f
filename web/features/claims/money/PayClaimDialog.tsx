import * as z from 'zod/mini';
import type { FieldError } from '../../../../domain/errors.ts';
import { readPositive } from '../../../../domain/ledger/amounts.ts';
import { saveVoucher } from '../../../../domain/vouchers/contract.ts';
import { VOUCHERS } from '../../../../domain/vouchers/kinds.ts';
import { useFirmToday } from '../../../api/firm-day.ts';
import { useWrite } from '../../../api/use-endpoint.ts';
import { voucherHref } from '../../../paths.ts';
import { useGo } from '../../../ui/buttons/AppLink.tsx';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { useDialogForm } from '../../../ui/dialogs/use-dialog-form.ts';
import { FormArea, FormDay, FormMoney, FormSelect, FormSwitch } from '../../../ui/forms/FormFields.tsx';
import { ofShape } from '../../../ui/forms/use-contract-form.ts';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { BankAccountField } from '../../ledger/BankAccountField.tsx';
import { differenceOf, isNothing, sumOf, unitsOf } from '../../ledger/wire-amounts.ts';
import type { ClaimRecord } from '../form/claim-form.ts';
import { showMoney } from '../../../ui/marks/format.ts';

const SHAPE = z.pick(saveVoucher.body, {
  amount: true,
  bank_date: true,
  bank_account: true,
  override: true,
  to_order: true,
  narration: true,
});

/** What may be paid to the reinsured, or to an expert the fees to whose order were collected: the rest is another's. C10. */
function payableTo(toOrder: string, { currency, figures }: ClaimRecord): string {
  const own = figures.to_order.find((one) => one.payee === toOrder);
  if (own) return own.payable;
  const others = sumOf(
    figures.to_order.map((one) => one.payable),
    currency,
  );
  return differenceOf(figures.payable, others, currency);
}

type Typed = { amount: string; override: boolean; to_order: string };

/** No more than what was collected or made good and is on no other voucher, but by an override. C5, C6. */
function amountFaults({ amount, override, to_order: toOrder }: Typed, claim: ClaimRecord): FieldError[] {
  const { currency, figures } = claim;
  const read = amount === '' ? 'Amount must be more than 0.' : readPositive(amount, currency);
  if (typeof read === 'string') return [{ field: 'amount', message: read }];
  const free = unitsOf(payableTo(toOrder, claim), currency) + unitsOf(figures.made_good, currency);
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
  const freeFor = (toOrder: string) => {
    const free = sumOf([payableTo(toOrder, claim), figures.made_good], currency);
    return isNothing(free, currency) ? '' : free;
  };
  const { form, dialog } = useDialogForm({
    ...ofShape(SHAPE),
    initial: {
      amount: freeFor(''),
      bank_date: today,
      bank_account: null,
      override: false,
      to_order: '',
      narration: `Claim ${number}`,
    },
    faultsOf: (typed) => amountFaults(typed, claim),
    send: (body) => save.mutateAsync({ body: { ...body, kind: 'CLAIM', claim: claim.id, currency } }),
    done: () => ['Voucher drafted', `Submit it on its page: a manager approves it.`],
    onDone: (saved) => {
      onClose();
      go(voucherHref(saved.id));
    },
  });
  const { to_order: toOrder } = form.values;
  return (
    <FormDialog
      title={`Pay ${toOrder || policy.reinsured.name}`}
      description={
        <>
          <MoneyText withCurrency zero="digits" value={payableTo(toOrder, claim)} {...{ currency }} /> of {number} is
          collected and not paid.
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
      {figures.to_order.length > 0 && (
        <FormSelect
          {...{ form }}
          name="to_order"
          label="Pay"
          options={figures.to_order.map(({ payee }) => ({ value: payee, label: payee }))}
          placeholder={policy.reinsured.name}
          clearable
          hint="Fees to the order of an expert are paid to the expert."
          onChanged={(name) => form.set({ to_order: name, amount: freeFor(name) })}
        />
      )}
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
