import type { UseFormReturn } from 'react-hook-form';
import { Bound } from '../../ui/Bound.tsx';
import { DayField } from '../../ui/DayField.tsx';
import { FormSection } from '../../ui/FormPage.tsx';
import { Picker } from '../../ui/Picker.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { searchSecurities } from '../ledger/use-lookups.ts';
import type { PremiumValues } from './premium-form.ts';

type Props = { form: UseFormReturn<PremiumValues>; currency: string; currencies: readonly string[] };

export function PremiumFields({ form, currency, currencies }: Props) {
  const { control } = form;
  const options = (currencies.length === 0 ? [currency] : currencies).map((value) => ({ value, label: value }));
  // What was typed belongs to the other security's or currency's notes.
  const startAgain = () => {
    form.setValue('amounts', {});
    form.setValue('fill', true);
  };
  return (
    <FormSection title="Payment">
      <Bound control={control} name="security">
        {(field) => (
          <Picker
            label="Security"
            required
            noun="security"
            placeholder="Reinsurer to pay…"
            search={searchSecurities}
            {...field}
            onChange={(found) => {
              field.onChange(found);
              startAgain();
            }}
          />
        )}
      </Bound>
      <Bound control={control} name="currency">
        {(field) => (
          <Select
            label="Currency"
            required
            options={options}
            {...field}
            value={currency}
            onChange={(code) => {
              field.onChange(code);
              startAgain();
            }}
          />
        )}
      </Bound>
      <Bound control={control} name="bank_date">
        {(field) => <DayField label="To be paid on" required {...field} />}
      </Bound>
      <Bound control={control} name="narration">
        {(field) => <TextField label="Narration" maxLength={500} className="col-span-full" {...field} />}
      </Bound>
    </FormSection>
  );
}
