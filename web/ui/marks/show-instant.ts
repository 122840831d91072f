import { dayIn } from '../../../domain/values/day.ts';
import { hasHalfDays, showDay } from './format.ts';

const CLOCKS = new Map<string, Intl.DateTimeFormat>();

function clockIn(timeZone: string): Intl.DateTimeFormat {
  const language = hasHalfDays() ? 'en-US' : 'en-GB';
  const key = `${language} ${timeZone}`;
  const known = CLOCKS.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone });
  CLOCKS.set(key, made);
  return made;
}

/**
 * An instant of the wire (ISO 8601) where the firm is: "Nov 20, 2026, 3:12 PM", so that its day is the day on which the
 * firm books. Without a firm, before the sign-in, in the user's own time.
 */
export function showInstant(value: string, timeZone: string | null): string {
  const at = new Date(value);
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return `${showDay(dayIn(zone, at))}, ${clockIn(zone).format(at)}`;
}
