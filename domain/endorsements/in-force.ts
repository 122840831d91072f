import type { Day } from '../values/day.ts';
import type { EndorsementType } from './endorsements.ts';

// What these give back or re-divide comes out of everything that was noted before them.
const TAKES_FROM_ALL: ReadonlySet<EndorsementType> = new Set([
  'RP',
  'SEC',
  'CANCEL_PRORATA',
  'CANCEL_SHORT',
  'CANCEL_FLAT',
]);

/**
 * Which approved endorsements, in order of approval, a policy's figures as at a day have in them: those that are in effect
 * by then, and those that one of them takes back or re-divides. A cancellation from the first day mirrors an additional
 * premium of next month too: leaving that out would show a premium below nothing. Without a day all are in. §2.
 */
export function standingOn<E extends { type: EndorsementType; date: Day }>(
  approved: readonly E[],
  day: Day | null,
): { standing: E[]; later: E[] } {
  if (day === null) return { standing: [...approved], later: [] };
  const last = approved.findLastIndex((one) => one.date <= day && TAKES_FROM_ALL.has(one.type));
  const isIn = (one: E, index: number) => index < last || one.date <= day;
  return {
    standing: approved.filter(isIn),
    later: approved.filter((one, index) => !isIn(one, index)),
  };
}
