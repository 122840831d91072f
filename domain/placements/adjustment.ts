import type { FieldError } from '../errors.ts';
import { laterOf, type Day } from '../values/day.ts';
import { showMoney, type CurrencyCode } from '../values/money.ts';
import { formatRate, percentOf, type Rate } from '../values/rate.ts';

/** What a cancellation keeps of the minimum premium. §2. */
export const MINIMUM_KEPT = ['FULL', 'PRO_RATA'] as const;
export type MinimumKept = (typeof MINIMUM_KEPT)[number];
export const MINIMUM_KEPT_LABELS: Record<MinimumKept, string> = { FULL: 'In full', PRO_RATA: 'Pro rata' };

/** Minimum and deposit: the premium booked is a deposit; what was declared, at a rate, not below the minimum, is due. */
export type Adjustment = {
  /** What is declared: "Annual turnover". */
  basis: string;
  rate: Rate;
  /** 100 %, in minor units. */
  minimum: bigint;
  kept: MinimumKept;
};
type TypedAdjustment = { basis: string | null; rate: Rate | null; minimum: bigint | null };

/** An adjustable premium as it was entered; null where nothing was. Ask `adjustmentFaults` first. */
export function readAdjustment({ basis, rate, minimum }: TypedAdjustment, kept: MinimumKept): Adjustment | null {
  return basis === null || basis === '' || rate === null || minimum === null ? null : { basis, rate, minimum, kept };
}

/** What is missing or wrong in an adjustable premium; one of which nothing was entered is a flat premium, and sound. */
export function adjustmentFaults(typed: TypedAdjustment, { sumInsured }: { sumInsured: bigint }): FieldError[] {
  const basis = typed.basis ?? '';
  if (basis === '' && typed.rate === null && typed.minimum === null) return [];
  const faults: FieldError[] = [];
  if (basis === '')
    faults.push({ field: 'adjustment_basis', message: 'Say what is declared, such as annual turnover.' });
  if (typed.rate === null || typed.rate <= 0n)
    faults.push({ field: 'adjustment_rate', message: 'Adjustment rate must be more than 0.' });
  if (typed.minimum === null)
    faults.push({ field: 'minimum_premium', message: 'Enter the minimum premium, or 0 where there is none.' });
  else if (typed.minimum < 0n)
    faults.push({ field: 'minimum_premium', message: 'Minimum premium must not be less than 0.' });
  else if (sumInsured > 0n && typed.minimum > sumInsured)
    faults.push({ field: 'minimum_premium', message: 'Minimum premium cannot exceed the sum insured.' });
  return faults;
}

/** What a declaration comes to; amounts of 100 %, in minor units. */
export type Declared = {
  byRate: bigint;
  adjusted: bigint;
  /** Adjusted premium less the premium on the policy: above nothing to be paid, below it to be given back. */
  difference: bigint;
  type: 'AP' | 'RP' | 'NIL';
};

/**
 * The premium that a declaration adjusts a policy to: rate × what was declared, not below the minimum. The difference from
 * the premium on the policy, its endorsements in it, is due for the whole period, so no days are counted. §2 is silent.
 */
export function declaredPremium(
  { rate, minimum }: Pick<Adjustment, 'rate' | 'minimum'>,
  { declared, premiumNow }: { declared: bigint; premiumNow: bigint },
): Declared {
  const byRate = percentOf(declared, rate);
  const adjusted = byRate < minimum ? minimum : byRate;
  const difference = adjusted - premiumNow;
  return { byRate, adjusted, difference, type: difference > 0n ? 'AP' : difference < 0n ? 'RP' : 'NIL' };
}

/** From when the difference holds: the first day, or the last endorsement's where one was made since. §2 Effective date. */
export function adjustedFrom(start: Day, lastEndorsed: Day | null): Day {
  return lastEndorsed === null ? start : laterOf(start, lastEndorsed);
}

/** The premium clause of a slip. */
export function adjustmentClause({ basis, rate, minimum }: Omit<Adjustment, 'kept'>, currency: CurrencyCode): string {
  const least = showMoney({ amount: minimum, currency });
  return `The premium is a deposit. It is adjusted at expiry at ${formatRate(rate)}% of the declared ${basis}, not below a minimum premium of ${least} (100%).`;
}
