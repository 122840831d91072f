import { divideRounded } from '../values/decimal.ts';
import { type Day, daysInPeriod, wholeMonths } from '../values/day.ts';
import { HUNDRED, type Rate } from '../values/rate.ts';

/** Premium (100 %) of a whole period and sum insured, minor units: of what expires as its endorsements have made it, of a renewal as it is agreed at first. */
export type Rated = { premium: bigint; sumInsured: bigint; start: Day; end: Day };

const TENTH: Rate = 100_000n;
/** The lengths of two periods in one unit: in months where both are whole, so that a year with a leap day is a year. */
function lengths(was: Rated, is: Rated): [bigint, bigint] {
  const [before, now] = [wholeMonths(was.start, was.end), wholeMonths(is.start, is.end)];
  if (before !== undefined && now !== undefined) return [BigInt(before), BigInt(now)];
  return [BigInt(daysInPeriod(was.start, was.end)), BigInt(daysInPeriod(is.start, is.end))];
}

/**
 * By how much the rate of a renewal, premium ÷ sum insured over its period, is above that of what it renews, in percent to a tenth; below it, less
 * than nothing. A longer period or a larger sum insured is no change of rate. Null where either has no rate.
 */
export function rateChange(was: Rated, is: Rated): Rate | null {
  const [wasLong, isLong] = lengths(was, is);
  const [before, now] = [was.premium * is.sumInsured * isLong, is.premium * was.sumInsured * wasLong];
  if (before <= 0n || now <= 0n) return null;
  return divideRounded(((now - before) * HUNDRED) / TENTH, before) * TENTH;
}
