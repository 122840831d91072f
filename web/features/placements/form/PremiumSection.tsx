import { premiumFromRate } from '../../../../domain/placements/figures.ts';
import { divideRounded } from '../../../../domain/values/decimal.ts';
import { formatAmount } from '../../../../domain/values/money.ts';
import { formatRate, HUNDRED } from '../../../../domain/values/rate.ts';
import { currency as currencyCalls } from '../../../../domain/registers/currencies.ts';
import { addDays, type Day } from '../../../../domain/values/day.ts';
import { can, useSession } from '../../../api/session.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { FormSection } from '../../../ui/forms/FormPage.tsx';
import { showWireAmount } from '../../../ui/fields/read-typed.ts';
import { focusRing } from '../../../ui/styles.ts';
import { classDefaults, type ClassDefaults, isFromClass } from './class-defaults.ts';
import { placementField, type SectionProps } from './form-parts.ts';
import { amountOf, rateOf } from './policy-amounts.ts';
import { type PolicyValues, premiumOf } from './policy-values.ts';
import { FormMoney, FormRate, FormSelect, FormText } from '../../../ui/forms/FormFields.tsx';
import { showDay } from '../../../ui/marks/format.ts';

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

function PremiumHint({ form }: Pick<SectionProps, 'form'>) {
  const { values } = form;
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
        onClick={() => form.set({ premium_keyed: false })}
        className={`-my-1 inline-block min-h-6 rounded text-link underline underline-offset-2 ${focusRing}`}
      >
        Use it
      </button>
    </>
  );
}

/** Says quietly of what a percentage is or where it comes from; it always says something, so that nothing moves when a class is chosen. */
function classHint(values: PolicyValues, defaults: ClassDefaults, field: 'cedant_commission' | 'brokerage'): string {
  if (defaults[field] === '') return 'Of the premium';
  return isFromClass(values, defaults, field) ? 'From the class' : `The class has ${defaults[field]}%`;
}

export function PremiumSection(props: SectionProps & { today: Day }) {
  const { form, info, today, market } = props;
  const { values } = form;
  const { currency } = values;
  const rateHint = useRateHint(currency, today);
  const implied = impliedRate(values);
  const premium = premiumOf(values);
  const byRate = premium === null ? '' : formatAmount(premium, currency);
  const defaults = classDefaults(info.classes, values.cover_type, market ?? 'LOCAL');
  return (
    <FormSection title="Sum insured and premium" hint="At 100%; the order is what is placed through us.">
      <FormSelect
        {...placementField(form, 'currency')}
        options={info.currencies.map((one) => ({ value: one.code, label: `${one.code} · ${one.name}` }))}
        hint={rateHint}
      />
      <FormMoney {...placementField(form, 'sum_insured')} currency={currency} />
      <FormRate
        {...placementField(form, 'rate')}
        hint={implied === '' ? 'Of the sum insured' : `The premium is ${implied}%`}
      />
      <FormMoney
        {...placementField(form, 'premium')}
        currency={currency}
        required
        {...(!values.premium_keyed && { shown: byRate })}
        hint={<PremiumHint {...{ form }} />}
        onChanged={() => form.set({ premium_keyed: true })}
        onBlur={() => {
          // Left empty, it follows the rate again.
          if (values.premium === '') form.set({ premium_keyed: false });
        }}
      />
      <FormRate {...placementField(form, 'fac')} hint="Of the whole" />
      <FormRate
        {...placementField(form, 'cedant_commission')}
        hint={classHint(values, defaults, 'cedant_commission')}
      />
      <FormRate {...placementField(form, 'brokerage')} hint={classHint(values, defaults, 'brokerage')} />
      <FormMoney {...placementField(form, 'excess_amount')} currency={currency} />
      {market !== 'LONDON' && <FormText {...placementField(form, 'excess')} hint="For example 1% of each loss" />}
    </FormSection>
  );
}
