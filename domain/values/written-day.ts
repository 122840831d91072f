import { parseDay, yearOf, type Day } from './day.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function fullYear(text: string | undefined, today: Day): string {
  if (text === undefined || text === '') return String(yearOf(today));
  return text.length === 2 ? `${String(yearOf(today)).slice(0, 2)}${text}` : text;
}

function compose(year: string, month: string, day: string): Day | null {
  return parseDay(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

function monthNumber(name: string): string | null {
  const index = MONTHS.indexOf(name.slice(0, 3));
  return index < 0 ? null : String(index + 1);
}

/**
 * Reads "2026-11-20", "20/11/2026", "20 nov 26", "Nov 20, 2026", "20/11": the year left out is that of today, and of two
 * digits in its century. With numbers alone the day comes first, unless the caller says that the month does. Null when
 * it is none.
 */
export function readWrittenDay(text: string, today: Day, order: 'DAY_FIRST' | 'MONTH_FIRST' = 'DAY_FIRST'): Day | null {
  const typed = text.trim().toLowerCase();
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(typed);
  if (iso) return compose(iso[1] ?? '', iso[2] ?? '', iso[3] ?? '');
  const numbers = /^(\d{1,2})[-/. ](\d{1,2})(?:[-/. ](\d{4}|\d{2}))?$/.exec(typed);
  if (numbers) {
    const [, first = '', second = '', year] = numbers;
    const [month, day] = order === 'DAY_FIRST' ? [second, first] : [first, second];
    return compose(fullYear(year, today), month, day);
  }
  const named = /^(\d{1,2})[-/. ]?([a-z]{3,9})\.?[-/., ]*(\d{4}|\d{2})?$/.exec(typed);
  const american = /^([a-z]{3,9})\.? ?(\d{1,2})(?:[, ]+(\d{4}|\d{2}))?$/.exec(typed);
  const name = named?.[2] ?? american?.[1];
  const month = name === undefined ? null : monthNumber(name);
  if (month === null) return null;
  return compose(fullYear(named?.[3] ?? american?.[3], today), month, named?.[1] ?? american?.[2] ?? '');
}
