import { useEndpoint } from '../../api/use-endpoint.ts';
import { getReceipt } from '../../../domain/receipts/contract.ts';
import { isOfTax, isTransfer, VOUCHERS } from '../../../domain/vouchers/kinds.ts';
import { paidFrom } from '../../../domain/vouchers/paid-from.ts';
import { can, useSession } from '../../api/session.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { MoneyText } from '../../ui/marks/Figures.tsx';
import {
  FormDay,
  FormMoney,
  FormRadio,
  FormRecord,
  FormSelect,
  FormSwitch,
  FormText,
} from '../../ui/forms/FormFields.tsx';
import { FormSection } from '../../ui/forms/FormPage.tsx';
import type { Form } from '../../ui/forms/use-contract-form.ts';
import { differenceOf, isNothing, sumOf, unitsOf } from '../ledger/wire-amounts.ts';
import { BankAccountField } from '../ledger/BankAccountField.tsx';
import { useAccounting, useTaxes } from '../ledger/use-lookups.ts';
import { RefundFields, type Refundable } from './RefundFields.tsx';
import { TransferFields } from './TransferFields.tsx';
import type { OtherKind, OtherValues } from './other-form.ts';

const KINDS: readonly { value: OtherKind; label: string; hint: string }[] = [
  { value: 'DRAWING', label: VOUCHERS.DRAWING.label, hint: 'What is released of our brokerage, to the office bank.' },
  {
    value: 'FEE_DRAWING',
    label: VOUCHERS.FEE_DRAWING.label,
    hint: 'Our fees that were paid into the client bank, to the office bank.',
  },
  { value: 'TAX', label: VOUCHERS.TAX.label, hint: 'What is withheld for the tax authority.' },
  {
    value: 'INVOICE_TAX',
    label: VOUCHERS.INVOICE_TAX.label,
    hint: 'What was charged on our own invoices, less credits, from the office bank.',
  },
  { value: 'EXPENSE', label: VOUCHERS.EXPENSE.label, hint: 'A cost of the firm, from the office bank.' },
  {
    value: 'BANK_CHARGE',
    label: VOUCHERS.BANK_CHARGE.label,
    hint: 'Taken by our bank from the client account; its making good is drafted.',
  },
  {
    value: 'CLIENT_TRANSFER',
    label: VOUCHERS.CLIENT_TRANSFER.label,
    hint: 'Client money stays client money, in its currency or converted into another.',
  },
  {
    value: 'OFFICE_TRANSFER',
    label: VOUCHERS.OFFICE_TRANSFER.label,
    hint: 'The firm’s own money, in its currency or converted into another.',
  },
  { value: 'MAKE_GOOD', label: VOUCHERS.MAKE_GOOD.label, hint: 'From the office bank into the client bank.' },
  { value: 'REFUND', label: VOUCHERS.REFUND.label, hint: 'A return that came back, or what is left of a receipt.' },
];

type Props = { form: Form<OtherValues>; free: string | null; owed: string };

export function OtherFields({ form, free, owed, refunds }: Props & { refunds: readonly Refundable[] }) {
  const { kind, currency, receipt, claim } = form.values;
  const session = useSession();
  const { currencies, accounts } = useAccounting();
  const taxes = useTaxes();
  // What is left of a receipt goes out of the bank that it came into.
  const refunded = useEndpoint(getReceipt, { params: { id: String(receipt) } }, { enabled: receipt !== null });
  const unchooseBanks = () => form.set({ bank_account: null, into_currency: '', into_account: null });
  const expenses = accounts
    .filter((account) => account.type === 'EXPENSE' && account.status === 'ACTIVE' && account.sub_kind === 'NONE')
    // Exchange differences are booked by settlements alone.
    .filter((account) => account.function !== 'EXCHANGE_LOSS')
    .map((account) => ({ value: account.code, label: `${account.code} ${account.name}` }));
  return (
    <>
      <FormSection title="What for" columns={2}>
        {claim === null && kind !== 'DRAW_BACK' && kind !== 'EXCHANGE_DRAWING' ? (
          <FormRadio
            {...{ form }}
            name="kind"
            label="What it is for"
            options={KINDS.filter((one) => can(session, VOUCHERS[one.value].create))}
            onChanged={unchooseBanks}
          />
        ) : (
          <p>{[VOUCHERS[kind].label, (claim ?? form.values.note)?.label].filter(Boolean).join(', ')}</p>
        )}
        {kind === 'CLAIM' && (
          <FormSwitch
            {...{ form }}
            name="override"
            label="Ahead of what was collected"
            hint="The client bank is short until the securities pay: a manager says why."
          />
        )}
        {kind === 'REFUND' && receipt === null && <RefundFields {...{ form }} notes={refunds} />}
        {isOfTax(kind) && <FormRecord {...{ form }} name="tax" label="Tax" required options={taxes} />}
        {kind === 'EXPENSE' && (
          <FormSelect {...{ form }} name="account" label="Expense account" required options={expenses} />
        )}
      </FormSection>
      <FormSection title="Payment">
        <FormSelect {...{ form }} name="currency" label="Currency" options={currencies} onChanged={unchooseBanks} />
        <FormDay {...{ form }} name="bank_date" label="To be paid on" />
        <FormMoney
          {...{ form, currency }}
          name="amount"
          label="Amount"
          hint={
            free !== null && (
              <span className="flex items-center justify-between gap-2">
                <span>
                  Available <MoneyText withCurrency zero="digits" value={free} {...{ currency }} />
                </span>
                {!isNothing(free, currency) && (
                  <Button
                    size="sm"
                    variant="ghost"
                    onClick={() => form.set({ amount: differenceOf(free, form.values.set_off, currency) })}
                  >
                    Use it all
                  </Button>
                )}
              </span>
            )
          }
        />
        <BankAccountField
          className="lg:col-span-2"
          {...{ form, currency }}
          name="bank_account"
          purpose={paidFrom(kind, refunded.data?.receiptType ?? null)}
        />
        {isTransfer(kind) && <TransferFields {...{ form, currencies }} />}
        {(!isNothing(owed, currency) || form.values.set_off !== '') && <SetOffField {...{ form, free, owed }} />}
        <FormText
          {...{ form }}
          name="narration"
          label="Narration"
          className="col-span-full"
          {...(kind === 'EXPENSE' ? { hint: 'Who is paid, and for what.' } : {})}
        />
      </FormSection>
    </>
  );
}

/** What was paid too much before, to be left out of this payment. M15. */
function SetOffField({ form, free, owed }: Props) {
  const { currency, amount, set_off: setOff } = form.values;
  const taken = sumOf([amount, setOff], currency);
  // Something is left to pay: a voucher of nothing moves no bank.
  const fits = unitsOf(owed, currency) < unitsOf(free ?? taken, currency);
  const due = free !== null && isNothing(taken, currency) ? free : taken;
  return (
    <FormMoney
      {...{ form, currency }}
      name="set_off"
      label="Set off"
      hint={
        <span className="flex items-center justify-between gap-2">
          <span>
            Paid too much before <MoneyText withCurrency value={owed} {...{ currency }} />
          </span>
          {fits && (
            <Button
              size="sm"
              variant="ghost"
              onClick={() => form.set({ set_off: owed, amount: differenceOf(due, owed, currency) })}
            >
              Set it off
            </Button>
          )}
        </span>
      }
    />
  );
}
