import { addMonths, firstOfMonth, lastOfMonth, yearOf, type Day } from './day.ts';

/** The year in which a day's financial year began: with April as first month, 2026-03-31 is of 2025. */
export function financialYearOf(day: Day, startMonth: number): number {
  return yearOf(addMonths(firstOfMonth(day), 1 - startMonth));
}

const firstOfYear = (year: number, startMonth: number): Day =>
  `${String(year).padStart(4, '0')}-${String(startMonth).padStart(2, '0')}-01`;

/** The first days of the twelve months of the financial year that begins in a year. */
export function monthsOfYear(year: number, startMonth: number): Day[] {
  const first = firstOfYear(year, startMonth);
  return Array.from({ length: 12 }, (_, index) => addMonths(first, index));
}

/** The first and the last day of the financial year that begins in a year. */
export function daysOfYear(year: number, startMonth: number): { from: Day; to: Day } {
  const from = firstOfYear(year, startMonth);
  return { from, to: lastOfMonth(addMonths(from, 11)) };
}

/** "2026", or "2026/27" when it does not begin in January. */
export function yearLabel(year: number, startMonth: number): string {
  return startMonth === 1 ? String(year) : `${year}/${String(year + 1).slice(-2)}`;
}
