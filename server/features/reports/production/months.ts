import { addMonths, firstOfMonth, type Day } from '../../../../domain/values/day.ts';
import { monthsOfYear } from '../../../../domain/values/financial-year.ts';

/** "2026-03". */
export function monthOf(day: Day): string {
  return day.slice(0, 7);
}

/** First days of the twelve months that end in a day's own, oldest first. */
export function lastTwelve(day: Day): Day[] {
  return Array.from({ length: 12 }, (_, index) => addMonths(firstOfMonth(day), index - 11));
}

/** First days of the months of a calendar year. */
export const calendarMonths = (year: number): Day[] => monthsOfYear(year, 1);
