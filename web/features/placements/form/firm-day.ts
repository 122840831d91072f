import { dayIn, type Day } from '../../../../domain/values/day.ts';

/** Today where the firm is: the day by which the server judges, too. */
export function firmToday(timeZone: string): Day {
  return dayIn(timeZone, new Date());
}
