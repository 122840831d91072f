/** How figures look on paper: the one place where a paper's amounts, percentages and days become text. */
import { longDay, parseDay, writtenDay, type Day } from '../../../domain/values/day.ts';
import { showAmount as amountIn, type CurrencyCode } from '../../../domain/values/money.ts';
import { formatRate, type Rate } from '../../../domain/values/rate.ts';

const MINUS = '−';

/** Minor units in digits: −123456750n of KES → `"−1,234,567.50"`. */
export const showAmount = (amount: bigint, currency: CurrencyCode): string => amountIn(amount, currency, 'digits');

/** In a table a zero is a dash, so that the figures that matter stand out. */
export const showAmountOrDash = (amount: bigint, currency: CurrencyCode): string => amountIn(amount, currency);

/** The space does not break: a figure is never parted from its currency. */
export const showMoney = (currency: CurrencyCode, amount: bigint): string =>
  `${currency}\u00a0${showAmount(amount, currency)}`;

/** What is taken off, with its sign turned: 18750000n of KES → `"−187,500.00"`; a return comes out positive. */
export const showDeduction = (amount: bigint, currency: CurrencyCode): string => showAmount(-amount, currency);

const digitsOf = (percent: Rate, atLeast = 0): string => formatRate(percent, atLeast).replace('-', MINUS);

/** 25_000_000n → `"25%"`: the decimals that it has and no empty ones. */
export const showPercent = (percent: Rate): string => `${digitsOf(percent)}%`;

/** A column of percentages, all with the decimals of the longest, so that the points align; none is an empty cell. */
export function showPercentColumn(percents: readonly (Rate | undefined)[]): string[] {
  const decimals = percents.map((percent) =>
    percent === undefined ? 0 : (formatRate(percent).split('.')[1] ?? '').length,
  );
  const longest = Math.max(0, ...decimals);
  return percents.map((percent) => (percent === undefined ? '' : `${digitsOf(percent, longest)}%`));
}

/** `"2026-03-31"` → `"31 March 2026"`: no reader takes the day for the month. What is no day stays as it is. */
export const showDay = (day: Day): string => (parseDay(day) === null ? day : longDay(day));

/** `"2026-03-31"` → `"31 Mar 2026"`, for columns. */
export const showShortDay = (day: Day): string => (parseDay(day) === null ? day : writtenDay(day));

export const showPeriod = (start: Day, end: Day): string => `${showDay(start)} to ${showDay(end)}, both days included`;
