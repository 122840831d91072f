import { dayIn, timeIn } from '../../../domain/values/day.ts';
import { readCount } from '../../../domain/values/decimal.ts';
import { hasHalfDays, showDay } from './format.ts';

/** "3:12 PM" or "15:12", as the form of days has it. */
function showTime(time: string): string {
  const [hours = '', minutes = ''] = time.split(':');
  if (!hasHalfDays()) return `${hours}:${minutes}`;
  const hour = readCount(hours);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minutes}\u202f${hour < 12 ? 'AM' : 'PM'}`;
}

/**
 * An instant of the wire (ISO 8601) where the firm is: "Nov 20, 2026, 3:12 PM", so that its day is the day on which the
 * firm books. Without a firm, before the sign-in, in the user's own time.
 */
export function showInstant(value: string, timeZone: string | null): string {
  const at = new Date(value);
  const zone = timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return `${showDay(dayIn(zone, at))}, ${showTime(timeIn(zone, at))}`;
}
