import { addMonths, firstOfMonth, type Day } from '../../../../domain/values/day.ts';

/** "2026-03". */
export function monthOf(day: Day): string {
  return day.slice(0, 7);
}

/** First days of the twelve months that end in a day's own, oldest first. */
export function lastTwelve(day: Day): Day[] {
  return Array.from({ length: 12 }, (_, index) => addMonths(firstOfMonth(day), index - 11));
}

/** First days of the months of a year. */
export function monthsOfYear(year: number): Day[] {
  return Array.from({ length: 12 }, (_, index) => addMonths(`${year}-01-01`, index));
}
