import type { UseFormReturn } from 'react-hook-form';
import { can, useSession } from '../../api/session.ts';
import { Bound } from '../../ui/Bound.tsx';
import { Button } from '../../ui/Button.tsx';
import { RadioGroup } from '../../ui/Choice.tsx';
import { DayField } from '../../ui/DayField.tsx';
import { MoneyText } from '../../ui/Figures.tsx';
import { FormSection } from '../../ui/FormPage.tsx';
import { MoneyField } from '../../ui/MoneyField.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { isNothing } from '../ledger/wire-amounts.ts';
import { useAccounting, useTaxes } from '../ledger/use-lookups.ts';
import type { OtherKind, OtherValues } from './other-form.ts';

const KINDS: readonly { value: OtherKind; label: string; hint: string }[] = [
  { value: 'DRAWING', label: 'Brokerage drawing', hint: 'What is released of our brokerage, to the office bank.' },
  { value: 'TAX', label: 'Tax remittance', hint: 'What is withheld for the tax authority.' },
  { value: 'EXPENSE', label: 'Expense', hint: 'A cost of the firm, from the office bank.' },
];

type Props = { form: UseFormReturn<OtherValues>; values: OtherValues; free: string | null };

export function OtherFields({ form, values, free }: Props) {
  const { control } = form;
  const mayDraw = can(useSession(), 'drawings.create');
  const { currencies, accounts } = useAccounting();
  const taxes = useTaxes();
  const expenses = accounts
    .filter((account) => account.type === 'EXPENSE' && account.status === 'ACTIVE' && account.sub_kind === 'NONE')
    // Exchange differences are booked by settlements alone.
    .filter((account) => account.function !== 'EXCHANGE_LOSS')
    .map((account) => ({ value: account.code, label: `${account.code} ${account.name}` }));
  return (
    <>
      <FormSection title="What for" columns={2}>
        <Bound control={control} name="kind">
          {(field) => (
            <RadioGroup
              label="What it is for"
              options={KINDS.filter((kind) => kind.value !== 'DRAWING' || mayDraw)}
              value={field.value}
              onChange={(kind) => field.onChange(kind as OtherKind)}
              {...(field.error === undefined ? {} : { error: field.error })}
            />
          )}
        </Bound>
        {values.kind === 'TAX' && (
          <Bound control={control} name="tax">
            {(field) => <Select label="Tax" required options={taxes} {...field} />}
          </Bound>
        )}
        {values.kind === 'EXPENSE' && (
          <Bound control={control} name="account">
            {(field) => <Select label="Expense account" required options={expenses} {...field} />}
          </Bound>
        )}
      </FormSection>
      <FormSection title="Payment">
        <Bound control={control} name="currency">
          {(field) => <Select label="Currency" required options={currencies} {...field} />}
        </Bound>
        <Bound control={control} name="bank_date">
          {(field) => <DayField label="To be paid on" required {...field} />}
        </Bound>
        <Bound control={control} name="amount">
          {(field) => (
            <MoneyField
              label="Amount"
              required
              currency={values.currency}
              {...field}
              hint={
                free !== null && (
                  <span className="flex items-center justify-between gap-2">
                    <span>
                      Available <MoneyText withCurrency zero="digits" value={free} currency={values.currency} />
                    </span>
                    {!isNothing(free, values.currency) && (
                      <Button size="sm" variant="ghost" onClick={() => field.onChange(free)}>
                        Use it all
                      </Button>
                    )}
                  </span>
                )
              }
            />
          )}
        </Bound>
        <Bound control={control} name="narration">
          {(field) => (
            <TextField
              label="Narration"
              maxLength={500}
              className="col-span-full"
              {...(values.kind === 'EXPENSE' ? { hint: 'Who is paid, and for what.' } : {})}
              {...field}
            />
          )}
        </Bound>
      </FormSection>
    </>
  );
}
