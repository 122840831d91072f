import { addMonths, type Day, firstOfMonth, lastOfMonth } from '../values/day.ts';
import { daysOfYear, financialYearOf } from '../values/financial-year.ts';

/** The firm’s day, and the month that its financial year begins with. */
export type FirmDay = { today: Day; yearStart: number };

/** Periods that move with the day on which they are looked at; "year" is the calendar's. */
export const PRESETS = [
  'month',
  'last-month',
  'year',
  'last-year',
  'financial-year',
  'last-financial-year',
  'start',
] as const;
export type Preset = (typeof PRESETS)[number];
export const PRESET_LABELS: Record<Preset, string> = {
  month: 'This month',
  'last-month': 'Last month',
  year: 'This year',
  'last-year': 'Last year',
  'financial-year': 'Financial year',
  'last-financial-year': 'Last financial year',
  start: 'From the start',
};

const JANUARY = 1;
const FINANCIAL: readonly Preset[] = ['financial-year', 'last-financial-year'];

/** The periods that a firm chooses from: its financial year apart from the calendar's where it is another. */
export const presetsOf = (yearStart: number): Preset[] =>
  PRESETS.filter((preset) => yearStart !== JANUARY || !FINANCIAL.includes(preset));

/** What a report of a period is of until another is chosen: the firm's year to date. */
export const usualPreset = (yearStart: number): Preset => (yearStart === JANUARY ? 'year' : 'financial-year');

/** The days of such a period; from nothing: everything up to the last day. */
export function presetDays(preset: Preset, { today, yearStart }: FirmDay): { from: Day | null; to: Day } {
  if (preset === 'start') return { from: null, to: today };
  if (preset === 'month') return { from: firstOfMonth(today), to: today };
  if (preset === 'last-month') {
    const day = addMonths(firstOfMonth(today), -1);
    return { from: day, to: lastOfMonth(day) };
  }
  const start = FINANCIAL.includes(preset) ? yearStart : JANUARY;
  const year = financialYearOf(today, start);
  const isLast = preset === 'last-year' || preset === 'last-financial-year';
  return isLast ? daysOfYear(year - 1, start) : { from: daysOfYear(year, start).from, to: today };
}
