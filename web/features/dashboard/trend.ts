import { divideRounded } from '../../../domain/values/decimal.ts';
import { formatRate } from '../../../domain/values/rate.ts';
import { unitsOf } from '../ledger/wire-amounts.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** "Mar" for "2026-03". */
export function monthLabel(month: string): string {
  return MONTHS.find((_, index) => month.endsWith(`-${String(index + 1).padStart(2, '0')}`)) ?? month;
}

/** By how much a figure is above (or, with a minus, below) another in percent with one decimal; none from nothing. */
export function changeOf(now: bigint, before: bigint): string | undefined {
  if (before <= 0n) return undefined;
  // Tenths of a percent, in the scale of a rate.
  return formatRate(divideRounded((now - before) * 1000n, before) * 100_000n);
}

export type TrendPoint = { month: string; base: string };

const HEIGHT = 24n;
const WIDTH = 100n;

/** A line of a trend in a box of 100 by 24, as the points of an SVG; the highest touches the top, zero the bottom. */
export function sparkPoints(trend: readonly TrendPoint[], currency: string): string {
  const values = trend.map((point) => unitsOf(point.base, currency));
  const least = values.reduce((low, value) => (value < low ? value : low), 0n);
  const most = values.reduce((high, value) => (value > high ? value : high), least);
  const span = most - least === 0n ? 1n : most - least;
  const steps = BigInt(Math.max(1, values.length - 1));
  return values
    .map((value, index) => `${(BigInt(index) * WIDTH) / steps},${HEIGHT - ((value - least) * HEIGHT) / span}`)
    .join(' ');
}
