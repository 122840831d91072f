import { VOUCHERS } from '../../../domain/vouchers/kinds.ts';
import { FormDay, FormPicker, FormSelect, FormSwitch, FormText } from '../../ui/forms/FormFields.tsx';
import { FormSection } from '../../ui/forms/FormPage.tsx';
import type { Form } from '../../ui/forms/use-contract-form.ts';
import { BankAccountField } from '../ledger/BankAccountField.tsx';
import { searchSecurities } from '../ledger/use-lookups.ts';
import type { PremiumValues } from './premium-form.ts';

type Props = { form: Form<PremiumValues>; currency: string; currencies: readonly string[] };

export function PremiumFields({ form, currency, currencies }: Props) {
  const options = (currencies.length === 0 ? [currency] : currencies).map((value) => ({ value, label: value }));
  // What was typed belongs to the other security's or currency's notes.
  const startAgain = () => form.set({ amounts: {}, nets: {}, fill: true, bank_account: null });
  return (
    <FormSection title="Payment">
      <FormPicker
        {...{ form }}
        name="security"
        className="lg:col-span-2"
        label="Security"
        noun="security"
        placeholder="Reinsurer to pay…"
        search={searchSecurities}
        onChanged={startAgain}
      />
      <FormSelect {...{ form, options }} name="currency" label="Currency" shown={currency} onChanged={startAgain} />
      <FormDay {...{ form }} name="bank_date" label="To be paid on" />
      <BankAccountField
        className="lg:col-span-2"
        {...{ form, currency }}
        name="bank_account"
        purpose={VOUCHERS.PREMIUM.from}
      />
      <FormText {...{ form }} name="narration" label="Narration" className="col-span-full" />
      <div className="col-span-full">
        <FormSwitch
          {...{ form }}
          name="override"
          label="Pay ahead of what was received"
          hint="A manager approves it for a reason. The client bank is short by it until the money comes."
        />
      </div>
    </FormSection>
  );
}
