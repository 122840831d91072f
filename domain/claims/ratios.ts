import { divideRounded } from '../values/decimal.ts';
import { type Day, daysInPeriod, earlierOf } from '../values/day.ts';
import { HUNDRED, type Rate } from '../values/rate.ts';

const TENTH: Rate = 100_000n;

/**
 * Incurred and what is paid ex gratia by those who agreed, ÷ premium in percent, to a tenth; null where there is no premium to
 * measure against. C9, C16.
 */
export function lossRatio(loss: { incurred: bigint; exGratia: bigint }, premium: bigint): Rate | null {
  const borne = loss.incurred + loss.exGratia;
  return premium <= 0n ? null : divideRounded((borne * HUNDRED) / TENTH, premium) * TENTH;
}

/** Premium of one layer, ours in minor units, over its own days, both of them covered. */
type PremiumLayer = { start: Day; end: Day; premium: bigint };

/**
 * What of some layers is earned by the end of a day, in minor units, each rounded once; a return is a layer below nothing
 * over the days that it gives back. C16.
 */
export function earnedBy(layers: readonly PremiumLayer[], day: Day): bigint {
  return layers.reduce((earned, { start, end, premium }) => {
    if (day < start) return earned;
    const days = BigInt(daysInPeriod(start, end));
    return earned + divideRounded(premium * BigInt(daysInPeriod(start, earlierOf(day, end))), days);
  }, 0n);
}

/**
 * The premium of a reinstatement at 100 %: premium at the loss × amount reinstated ÷ limit × percent, and × days left ÷
 * days where it is as to time; minor units, rounded once. C12.
 */
export function reinstatementPremium(terms: {
  premium: bigint;
  reinstated: bigint;
  limit: bigint;
  percent: Rate;
  /** Days left from the loss and days of the period; null where it is not as to time. */
  time: { left: number; days: number } | null;
}): bigint {
  const { premium, reinstated, limit, percent, time } = terms;
  const numerator = premium * reinstated * percent * BigInt(time?.left ?? 1);
  return divideRounded(numerator, limit * HUNDRED * BigInt(time?.days ?? 1));
}

const RISE: Rate = 25_000_000n;

/**
 * Whether the securities are to be advised of a large loss: from the class's threshold, and at each rise by 25 % over what
 * was advised last; incurred at 100 %, all in base minor units. C18.
 */
export function adviceIsDue(loss: { incurred: bigint; threshold: bigint | null; advised: bigint | null }): boolean {
  const { incurred, threshold, advised } = loss;
  if (threshold === null || incurred < threshold) return false;
  return advised === null || incurred * HUNDRED >= advised * (HUNDRED + RISE);
}
