import { addDays, addMonths, dayIn, parseDay, yearOf, type Day } from '../../domain/values/day.ts';
import { wholeNumber } from './whole-number.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Today where the user sits. Rules take the firm's day from the server; this one only helps typing. */
export function localToday(): Day {
  return dayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date());
}

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

function readRelative(text: string, today: Day): Day | null {
  if (text === 'today' || text === 't') return today;
  if (text === 'tomorrow') return addDays(today, 1);
  if (text === 'yesterday') return addDays(today, -1);
  const match = /^([+-])(\d{1,4})([dwmy]?)$/.exec(text);
  if (!match) return null;
  const count = wholeNumber(match[2], 0) * (match[1] === '-' ? -1 : 1);
  if (match[3] === 'm') return addMonths(today, count);
  if (match[3] === 'y') return addMonths(today, count * 12);
  return addDays(today, match[3] === 'w' ? count * 7 : count);
}

/** Reads "2026-11-20", "20/11/2026", "20 nov 26", "Nov 20, 2026", "20/11", "today", "+30", "+3m"; null when none. */
export function readTypedDay(text: string, today: Day = localToday()): Day | null {
  const typed = text.trim().toLowerCase().replaceAll('−', '-');
  const relative = readRelative(typed, today);
  if (relative !== null) return relative;
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(typed);
  if (iso) return compose(iso[1] ?? '', iso[2] ?? '', iso[3] ?? '');
  const dayFirst = /^(\d{1,2})[-/. ](\d{1,2})(?:[-/. ](\d{4}|\d{2}))?$/.exec(typed);
  if (dayFirst) return compose(fullYear(dayFirst[3], today), dayFirst[2] ?? '', dayFirst[1] ?? '');
  const named = /^(\d{1,2})[-/. ]?([a-z]{3,9})\.?[-/., ]*(\d{4}|\d{2})?$/.exec(typed);
  const american = /^([a-z]{3,9})\.? ?(\d{1,2})(?:[, ]+(\d{4}|\d{2}))?$/.exec(typed);
  const name = named?.[2] ?? american?.[1];
  const month = name === undefined ? null : monthNumber(name);
  if (month === null) return null;
  return compose(fullYear(named?.[3] ?? american?.[3], today), month, named?.[1] ?? american?.[2] ?? '');
}
