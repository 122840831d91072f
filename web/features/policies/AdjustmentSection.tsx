import { Bound } from '../../ui/Bound.tsx';
import { Switch } from '../../ui/Choice.tsx';
import { FormSection } from '../../ui/FormPage.tsx';
import { MoneyField } from '../../ui/MoneyField.tsx';
import { RateField } from '../../ui/RateField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { SectionProps } from './form-parts.ts';

/** Minimum and deposit: what the premium is adjusted to at expiry. A flat premium has none of it. */
export function AdjustmentSection({ form, values, errors }: Pick<SectionProps, 'form' | 'values' | 'errors'>) {
  const { control } = form;
  return (
    <FormSection title="Adjustment of premium" hint="The premium above is then a deposit.">
      <div className="col-span-full">
        <Bound control={control} name="adjustable">
          {(field) => (
            <Switch
              label="Adjustable premium"
              hint="The deposit is adjusted at expiry to a declaration, such as of turnover, wages or sums at risk"
              checked={field.value}
              onChange={field.onChange}
            />
          )}
        </Bound>
      </div>
      {values.adjustable && (
        <>
          <Bound control={control} name="adjustment_basis">
            {(field) => (
              <TextField
                {...field}
                label="What is declared"
                required
                maxLength={200}
                placeholder="annual turnover"
                error={errors['adjustment_basis']}
              />
            )}
          </Bound>
          <Bound control={control} name="adjustment_rate">
            {(field) => (
              <RateField
                {...field}
                label="Adjustment rate"
                required
                hint="Of what is declared"
                error={errors['adjustment_rate']}
              />
            )}
          </Bound>
          <Bound control={control} name="minimum_premium">
            {(field) => (
              <MoneyField
                {...field}
                label="Minimum premium, 100%"
                required
                currency={values.currency}
                hint="0 where there is none"
                error={errors['minimum_premium']}
              />
            )}
          </Bound>
        </>
      )}
    </FormSection>
  );
}
