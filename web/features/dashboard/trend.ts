import { shortMonth } from '../../../domain/values/day.ts';
import { divideRounded } from '../../../domain/values/decimal.ts';
import { sum } from '../../../domain/values/money.ts';
import { formatRate } from '../../../domain/values/rate.ts';
import { unitsOf } from '../ledger/wire-amounts.ts';

/** By how much a figure is above (or, with a minus, below) another in percent with one decimal; none from nothing. */
export function changeOf(now: bigint, before: bigint): string | undefined {
  if (before <= 0n) return undefined;
  // Tenths of a percent, in the scale of a rate.
  return formatRate(divideRounded((now - before) * 1000n, before) * 100_000n);
}

type TrendPoint = { month: string; base: string };

type Months = readonly { month: string; premium: string; brokerage: string }[];

/**
 * The year's months that are over against the same months of the year before: a month that has just begun says nothing.
 * None in January, or where there was nothing to compare with.
 */
export function yearChange(
  { months, before, currency }: { months: Months; before: Months; currency: string },
  figure: 'premium' | 'brokerage',
  today: string,
): { change: string; label: string } | undefined {
  const over = months.filter((month) => month.month < today.slice(0, 7));
  const last = over.at(-1);
  const total = (rows: Months) => sum(rows.map((month) => unitsOf(month[figure], currency)));
  const change = changeOf(total(over), total(before.slice(0, over.length)));
  if (last === undefined || change === undefined) return undefined;
  const span = over.length === 1 ? shortMonth(last.month) : `Jan–${shortMonth(last.month)}`;
  return { change, label: `${span} on ${before[0]?.month.slice(0, 4) ?? ''}` };
}

/** The last month's end against the one before. */
export function monthChange(
  trend: readonly TrendPoint[],
  currency: string,
): { change: string; label: string } | undefined {
  const [before, now] = trend.slice(-2);
  if (before === undefined || now === undefined) return undefined;
  const change = changeOf(unitsOf(now.base, currency), unitsOf(before.base, currency));
  return change === undefined ? undefined : { change, label: `since end of ${shortMonth(before.month)}` };
}

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
