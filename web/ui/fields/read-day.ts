import { addDays, addMonths, dayIn, type Day } from '../../../domain/values/day.ts';
import { readWrittenDay } from '../../../domain/values/written-day.ts';
import { wholeNumber } from './whole-number.ts';

/** Today where the user sits, as long as the firm is not known. */
export function localToday(): Day {
  return dayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date());
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

/** Reads "2026-11-20", "20/11/2026", "20 nov 26", "Nov 20, 2026", "20/11", "today", "+30", "+3m" as from the firm's day; null when none. */
export function readTypedDay(text: string, today: Day): Day | null {
  const typed = text.trim().toLowerCase().replaceAll('−', '-');
  return readRelative(typed, today) ?? readWrittenDay(typed, today);
}
