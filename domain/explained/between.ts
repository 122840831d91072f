import { addDays, type Day } from '../values/day.ts';

/**
 * The days whose entries make the difference of a day from another one; where the other day is the later one, they have the
 * other sign.
 */
export function daysBetween(other: Day, day: Day): { days: { from: Day; to: Day }; later: boolean } {
  const [first, last] = other < day ? [other, day] : [day, other];
  return { days: { from: addDays(first, 1), to: last }, later: other > day };
}
