import { invalid } from '../../../domain/errors.ts';
import type { Day } from '../../../domain/values/day.ts';

/**
 * Refuses a period that begins after its last day, the one of the report where none is sent: its figures would look like those of
 * a period in which nothing happened. One whose days are both sent is refused before. §8 period.
 */
export function assertPeriod({ from, last }: { from: Day | undefined; last: Day }): void {
  if (from !== undefined && from > last)
    throw invalid({ field: 'from', message: 'End date must not be before start date.' });
}
