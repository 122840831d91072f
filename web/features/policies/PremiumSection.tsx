import { premiumFromRate } from '../../../domain/policies/figures.ts';
import { divideRounded } from '../../../domain/values/decimal.ts';
import { formatAmount } from '../../../domain/values/money.ts';
import { formatRate, HUNDRED } from '../../../domain/values/rate.ts';
import { currency as currencyCalls } from '../../../domain/registers/currencies.ts';
import { addDays, showDay, type Day } from '../../../domain/values/day.ts';
import { can, useSession } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Bound } from '../../ui/Bound.tsx';
import { FormSection } from '../../ui/FormPage.tsx';
import { MoneyField } from '../../ui/MoneyField.tsx';
import { RateField } from '../../ui/RateField.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showWireAmount } from '../../ui/read-typed.ts';
import { focusRing } from '../../ui/styles.ts';
import { classDefaults, isFromClass, type ClassDefaults } from './class-defaults.ts';
import type { SectionProps } from './form-parts.ts';
import { amountOf, premiumOf, rateOf, type PolicyValues } from './policy-values.ts';

/** The firm's last rate of the currency, for information: the approval takes the one of its own day. */
function useRateHint(currency: string, today: Day): string | undefined {
  const session = useSession();
  const base = session?.user.firm.baseCurrency ?? currency;
  const asks = currency !== base && can(session, 'rates.view');
  const { data } = useEndpoint(
    currencyCalls.rates,
    { query: { currency, to: today, length: '1' } },
    { enabled: asks, staleTime: 60_000 },
  );
  if (currency === base) return 'The firm’s base currency';
  const last = data?.currency === currency ? data.data[0] : undefined;
  if (data === undefined || data.currency !== currency) return '\u00a0';
  if (last === undefined || last.day < addDays(today, -7))
    return `No ${currency} rate within 7 days: approval needs one`;
  return `1 ${currency} = ${last.rate} ${data.base} on ${showDay(last.day)}`;
}

/** The rate that a premium entered by hand comes to, for information. */
function impliedRate(values: PolicyValues): string {
  const sumInsured = amountOf(values.sum_insured, values.currency);
  const premium = amountOf(values.premium, values.currency);
  if (values.rate !== '' || sumInsured === null || sumInsured <= 0n || premium === null) return '';
  return formatRate(divideRounded(premium * HUNDRED, sumInsured));
}

function PremiumHint({ form, values }: Pick<SectionProps, 'form' | 'values'>) {
  const sumInsured = amountOf(values.sum_insured, values.currency);
  const rate = rateOf(values.rate);
  if (!values.premium_keyed) return rate === null ? 'Or enter the rate' : 'Sum insured × rate';
  if (rate === null || sumInsured === null) return 'Entered by hand';
  const byRate = formatAmount(premiumFromRate(sumInsured, rate), values.currency);
  if (byRate === values.premium) return 'Sum insured × rate';
  return (
    <>
      By rate {showWireAmount(byRate, values.currency)}{' '}
      <button
        type="button"
        onClick={() => form.setValue('premium_keyed', false, { shouldDirty: true })}
        className={`-my-1 inline-block min-h-6 rounded text-link underline underline-offset-2 ${focusRing}`}
      >
        Use it
      </button>
    </>
  );
}

/** Says quietly where a percentage comes from; space is kept, so that nothing moves when a class is chosen. */
function classHint(values: PolicyValues, given: ClassDefaults, field: 'cedant_commission' | 'brokerage'): string {
  if (given[field] === '') return '\u00a0';
  return isFromClass(values, given, field) ? 'From the class' : `The class has ${given[field]}%`;
}

export function PremiumSection(props: SectionProps & { today: Day }) {
  const { form, values, errors, info, today, market } = props;
  const { control } = form;
  const { currency } = values;
  const rateHint = useRateHint(currency, today);
  const implied = impliedRate(values);
  const premium = premiumOf(values);
  const byRate = premium === null ? '' : formatAmount(premium, currency);
  const given = classDefaults(info.classes, values.cover_type, market ?? 'LOCAL');
  return (
    <FormSection title="Sum insured and premium" hint="At 100%; the order is what is placed through us.">
      <Bound control={control} name="currency">
        {(field) => (
          <Select
            {...field}
            label="Currency"
            required
            options={info.currencies.map((one) => ({ value: one.code, label: `${one.code} · ${one.name}` }))}
            hint={rateHint}
            error={errors['currency']}
          />
        )}
      </Bound>
      <Bound control={control} name="sum_insured">
        {(field) => (
          <MoneyField {...field} label="Sum insured" required currency={currency} error={errors['sum_insured']} />
        )}
      </Bound>
      <Bound control={control} name="rate">
        {(field) => (
          <RateField
            {...field}
            label="Rate"
            hint={implied === '' ? 'Of the sum insured' : `The premium is ${implied}%`}
            error={errors['rate']}
          />
        )}
      </Bound>
      <Bound control={control} name="premium">
        {(field) => (
          <MoneyField
            {...field}
            label="Premium, 100%"
            required
            currency={currency}
            value={values.premium_keyed ? field.value : byRate}
            hint={<PremiumHint form={form} values={values} />}
            error={errors['premium']}
            onChange={(text) => {
              form.setValue('premium_keyed', true);
              field.onChange(text);
            }}
            onBlur={() => {
              // Left empty, it follows the rate again.
              if (form.getValues('premium') === '') form.setValue('premium_keyed', false);
              field.onBlur();
            }}
          />
        )}
      </Bound>
      <Bound control={control} name="fac">
        {(field) => <RateField {...field} label="Fac (order)" required hint="Of the whole" error={errors['fac']} />}
      </Bound>
      <Bound control={control} name="cedant_commission">
        {(field) => (
          <RateField
            {...field}
            label="Cedant commission"
            required
            hint={classHint(values, given, 'cedant_commission')}
            error={errors['cedant_commission']}
          />
        )}
      </Bound>
      <Bound control={control} name="brokerage">
        {(field) => (
          <RateField
            {...field}
            label="Brokerage"
            required
            hint={classHint(values, given, 'brokerage')}
            error={errors['brokerage']}
          />
        )}
      </Bound>
      <Bound control={control} name="excess_amount">
        {(field) => <MoneyField {...field} label="Excess amount" currency={currency} error={errors['excess_amount']} />}
      </Bound>
      {market !== 'LONDON' && (
        <Bound control={control} name="excess">
          {(field) => (
            <TextField
              {...field}
              label="Excess"
              maxLength={500}
              placeholder="1% of each loss"
              error={errors['excess']}
            />
          )}
        </Bound>
      )}
    </FormSection>
  );
}
