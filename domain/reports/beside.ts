/** Beside which other day a report is shown: one of choice, or one that follows from the report's own. §7. */
import * as z from 'zod/mini';
import { addDays, addMonths, type Day, firstOfMonth, lastOfMonth, parseDay } from '../values/day.ts';

export const BESIDE_DAYS = ['month_end', 'last_year'] as const;
type BesideDay = (typeof BESIDE_DAYS)[number];
export const BESIDE_LABELS: Record<BesideDay, string> = {
  month_end: 'Last month’s end',
  last_year: 'Same day last year',
};
const MESSAGE = 'Enter a day, or choose last month’s end or last year.';

/** Which of the named days a text is; undefined: none. */
export const namedBeside = (text: string | undefined): BesideDay | undefined => BESIDE_DAYS.find((one) => one === text);

/** A day, or one that moves with the report's own, as in a view that is mailed. */
export const besideParam = z.optional(
  z.string(MESSAGE).check(z.refine((text) => namedBeside(text) !== undefined || parseDay(text) !== null, MESSAGE)),
);

/** Beside the same days of last year, for a report of a period. */
export const LAST_YEAR = 'last_year';
export const lastYearParam = z.optional(z.enum([LAST_YEAR], 'Choose last year.'));

/** The same day a year before; a month's last day is that of the month then. */
export function yearBefore(day: Day): Day {
  const then = addMonths(day, -12);
  return day === lastOfMonth(day) ? lastOfMonth(then) : then;
}

/** The first of the same days a year before, also where it is a month's last: no day is left out before 29 February. */
export const startBefore = (from: Day): Day => addMonths(from, -12);

/** The same days a year before. */
export const periodBefore = ({ from, to }: { from: Day; to: Day }) => ({ from: startBefore(from), to: yearBefore(to) });

/** The day that is meant for a report of a day; undefined where nothing is beside it. */
export function besideOn(beside: string | undefined, day: Day): Day | undefined {
  const named = namedBeside(beside);
  if (named === 'month_end') return addDays(firstOfMonth(day), -1);
  if (named === 'last_year') return yearBefore(day);
  return parseDay(beside ?? '') ?? undefined;
}
