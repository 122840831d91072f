import { addDays, addMonths, daysBetween, firstOfMonth, lastOfMonth, type Day } from '../../../domain/values/day.ts';

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

// 1970-01-05 was a Monday.
function weekday(day: Day): number {
  return ((daysBetween('1970-01-05', day) % 7) + 7) % 7;
}

/** The weeks that a month touches, Monday first; days of other months are null. */
export function weeksOf(month: Day): (Day | null)[][] {
  const first = firstOfMonth(month);
  const last = lastOfMonth(month);
  const weeks: (Day | null)[][] = [];
  for (let monday = addDays(first, -weekday(first)); monday <= last; monday = addDays(monday, 7)) {
    const start = monday;
    weeks.push(
      WEEKDAYS.map((_, index) => addDays(start, index)).map((day) => (day < first || day > last ? null : day)),
    );
  }
  return weeks;
}

type Key = { key: string; shiftKey: boolean };

/** Where a key leads in a calendar, by the ARIA authoring practices; null when the key means nothing there. */
export function dayAfterKey(day: Day, { key, shiftKey }: Key): Day | null {
  if (key === 'ArrowLeft') return addDays(day, -1);
  if (key === 'ArrowRight') return addDays(day, 1);
  if (key === 'ArrowUp') return addDays(day, -7);
  if (key === 'ArrowDown') return addDays(day, 7);
  if (key === 'Home') return addDays(day, -weekday(day));
  if (key === 'End') return addDays(day, 6 - weekday(day));
  if (key === 'PageUp') return addMonths(day, shiftKey ? -12 : -1);
  if (key === 'PageDown') return addMonths(day, shiftKey ? 12 : 1);
  return null;
}
