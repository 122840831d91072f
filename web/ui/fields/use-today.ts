import { createContext, use } from 'react';
import { dayIn, type Day } from '../../../domain/values/day.ts';
import { localToday } from './read-day.ts';

/** The firm's time zone, by which fields read "today"; null before the sign-in. */
export const TimeZone = createContext<string | null>(null);

/** Today where the firm is; where the user sits as long as the firm is not known. */
export function useToday(): Day {
  const zone = use(TimeZone);
  return zone === null ? localToday() : dayIn(zone, new Date());
}
