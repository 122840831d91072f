import { purposeOf } from '../../../domain/receipts/rules.ts';
import { FormDay, FormMoney, FormPicker, FormSelect, FormText } from '../../ui/forms/FormFields.tsx';
import { FormSection } from '../../ui/forms/FormPage.tsx';
import type { Form } from '../../ui/forms/use-contract-form.ts';
import { BankAccountField } from '../ledger/BankAccountField.tsx';
import { searchParties, searchPayers, searchSecurities, useAccounting } from '../ledger/use-lookups.ts';
import { UNALLOCATED, type ReceiptValues } from './receipt-form.ts';
import {
  RECEIPT_METHOD_LABELS,
  RECEIPT_TYPE_LABELS,
  RECEIPT_TYPES,
  TYPED_METHODS,
} from '../../../domain/receipts/states.ts';
import { OFFSETS } from '../../../domain/receipts/offset.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { LISTS, paths, withQuery } from '../../paths.ts';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';

const TYPES = RECEIPT_TYPES.map((value) => ({ value, label: RECEIPT_TYPE_LABELS[value] }));
const METHODS = TYPED_METHODS.map((value) => ({ value, label: RECEIPT_METHOD_LABELS[value] }));

/** What the bank statement says: who paid, when, how much, under which reference. */
export function ReceiptFields({ form }: { form: Form<ReceiptValues> }) {
  const { currencies } = useAccounting();
  // Another payer or currency has other notes: what was ticked belongs to the old ones.
  const unallocate = () => form.set(UNALLOCATED);
  const { receiptType, currency } = form.values;
  const today = useFirmToday();
  // Claims are recovered from securities; a fee may come from anybody, all other money from reinsureds and securities.
  const recovers = receiptType === 'CLAIM';
  const onType = (next: string) => {
    form.set({ bank_account: null });
    if (recovers !== (next === 'CLAIM')) form.set({ reinsured: null, ...UNALLOCATED });
    // A fee settles invoices of ours alone.
    else if ((receiptType === 'FEE') !== (next === 'FEE')) form.set(UNALLOCATED);
  };
  return (
    <>
      <FormSection title="Payer" columns={2}>
        <FormPicker
          {...{ form }}
          name="reinsured"
          label="Payer"
          noun={recovers ? 'security' : 'payer'}
          placeholder={recovers ? 'Security that paid…' : 'Party that paid…'}
          search={recovers ? searchSecurities : receiptType === 'FEE' ? searchParties : searchPayers}
          onChanged={unallocate}
        />
        <FormSelect {...{ form }} name="receiptType" label="Received for" options={TYPES} onChanged={onType} />
      </FormSection>
      <FormSection title="Money" hint="As on the bank statement.">
        <FormDay {...{ form }} name="dateOfIssue" label="Bank date" max={today} />
        <FormSelect
          {...{ form }}
          name="currency"
          label="Currency"
          options={currencies}
          onChanged={() => form.set({ ...UNALLOCATED, bank_account: null })}
        />
        <FormMoney {...{ form, currency }} name="receiptAmount" label="Amount" />
        <BankAccountField
          className="lg:col-span-2"
          {...{ form, currency }}
          name="bank_account"
          purpose={purposeOf(receiptType)}
        />
        <FormSelect {...{ form }} name="method" label="Came in by" options={METHODS} />
        <FormText {...{ form }} name="bank_reference" label="Bank reference" />
        <FormText {...{ form }} name="narrationRef" label="Narration" className="sm:col-span-1 lg:col-span-2" />
        {form.values.method === 'OFFSET' && <OffsetNotice {...form.values} />}
      </FormSection>
    </>
  );
}

/** Where an offset is entered: it moves no bank and is no receipt. C7, C8, M15. */
function OffsetNotice({ receiptType, reinsured, currency }: ReceiptValues) {
  const { message, on } = OFFSETS[receiptType];
  const voucher = withQuery(paths.voucherNew, { security: reinsured?.id, currency });
  return (
    <div className="col-span-full">
      <Notice
        tone="warn"
        action={
          on !== null && (
            <LinkButton size="sm" href={on === 'CLAIM' ? LISTS.claims.href : voucher}>
              {on === 'CLAIM' ? 'Claims' : 'New premium voucher'}
            </LinkButton>
          )
        }
      >
        {message}
      </Notice>
    </div>
  );
}
