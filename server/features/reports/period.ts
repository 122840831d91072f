import { invalid } from '../../../domain/errors.ts';
import type { Day } from '../../../domain/values/day.ts';

/** Refuses a period that begins after its last day: its figures would look like those of a period in which nothing happened. */
export function assertPeriod({ from, last }: { from: Day | undefined; last: Day }): void {
  if (from !== undefined && from > last)
    throw invalid({ field: 'from', message: 'The period cannot begin after its last day.' });
}
