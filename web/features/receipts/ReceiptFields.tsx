import type { UseFormReturn } from 'react-hook-form';
import { RECEIPT_TYPES } from '../../../domain/receipts/states.ts';
import { Bound } from '../../ui/Bound.tsx';
import { DayField } from '../../ui/DayField.tsx';
import { FormSection } from '../../ui/FormPage.tsx';
import { MoneyField } from '../../ui/MoneyField.tsx';
import { Picker } from '../../ui/Picker.tsx';
import { localToday } from '../../ui/read-day.ts';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { searchReinsureds, useAccounting } from '../ledger/use-lookups.ts';
import type { ReceiptValues } from './receipt-form.ts';
import { RECEIPT_TYPE_LABELS } from './receipt-words.ts';

const TYPES = RECEIPT_TYPES.map((value) => ({ value, label: RECEIPT_TYPE_LABELS[value] }));

/** What the bank statement says: who paid, when, how much, under which reference. */
export function ReceiptFields({ form, currency }: { form: UseFormReturn<ReceiptValues>; currency: string }) {
  const { control } = form;
  const { currencies } = useAccounting();
  // Another payer or currency has other notes: what was ticked belongs to the old ones.
  const unallocate = () => form.setValue('allocations', {});
  return (
    <>
      <FormSection title="Payer" columns={2}>
        <Bound control={control} name="reinsured">
          {(field) => (
            <Picker
              label="Payer"
              required
              noun="reinsured"
              placeholder="Reinsured that paid…"
              search={searchReinsureds}
              {...field}
              onChange={(found) => {
                field.onChange(found);
                unallocate();
              }}
            />
          )}
        </Bound>
        <Bound control={control} name="receiptType">
          {(field) => (
            <Select
              label="Received for"
              required
              options={TYPES}
              {...field}
              onChange={(value) => field.onChange(value as ReceiptValues['receiptType'])}
            />
          )}
        </Bound>
      </FormSection>
      <FormSection title="Money" hint="As on the bank statement.">
        <Bound control={control} name="dateOfIssue">
          {(field) => <DayField label="Bank date" required max={localToday()} {...field} />}
        </Bound>
        <Bound control={control} name="currency">
          {(field) => (
            <Select
              label="Currency"
              required
              options={currencies}
              {...field}
              onChange={(code) => {
                field.onChange(code);
                unallocate();
              }}
            />
          )}
        </Bound>
        <Bound control={control} name="receiptAmount">
          {(field) => <MoneyField label="Amount" required currency={currency} {...field} />}
        </Bound>
        <Bound control={control} name="bank_reference">
          {(field) => <TextField label="Bank reference" maxLength={60} {...field} />}
        </Bound>
        <Bound control={control} name="narrationRef">
          {(field) => (
            <TextField label="Narration" maxLength={500} className="sm:col-span-1 lg:col-span-2" {...field} />
          )}
        </Bound>
      </FormSection>
    </>
  );
}
