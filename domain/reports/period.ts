import { addMonths, type Day, firstOfMonth, lastOfMonth, yearOf } from '../values/day.ts';

/** Periods that move with the day on which they are looked at. */
export const PRESETS = ['month', 'last-month', 'year', 'last-year', 'start'] as const;
export type Preset = (typeof PRESETS)[number];
export const PRESET_LABELS: Record<Preset, string> = {
  month: 'This month',
  'last-month': 'Last month',
  year: 'This year',
  'last-year': 'Last year',
  start: 'From the start',
};

/** The days of such a period; from nothing: everything up to the last day. */
export function presetDays(preset: Preset, today: Day): { from: Day | null; to: Day } {
  const year = yearOf(today);
  if (preset === 'month') return { from: firstOfMonth(today), to: today };
  if (preset === 'last-month') {
    const day = addMonths(firstOfMonth(today), -1);
    return { from: day, to: lastOfMonth(day) };
  }
  if (preset === 'last-year') return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
  return { from: preset === 'start' ? null : `${year}-01-01`, to: today };
}
