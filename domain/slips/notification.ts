import { addDays, daysBetween, showDay, type Day } from '../values/day.ts';

/** Signed lines are notified within so many days of inception; from the second number on a slip says that it is time. */
export const NOTIFY_WITHIN_DAYS = 30;
export const NOTIFY_WARNING_DAYS = 25;

/**
 * Filters slips by their notification: all that are not notified; those for which it is time (`true`); those too late.
 */
export const NOT_NOTIFIED = ['all', 'true', 'overdue'] as const;
export const NOT_NOTIFIED_LABELS: Record<(typeof NOT_NOTIFIED)[number], string> = {
  all: 'Not notified',
  true: 'Not notified, due',
  overdue: 'Not notified, overdue',
};

type NotificationState = 'NOTIFIED' | 'NOT_DUE' | 'WARNING' | 'OVERDUE';

/**
 * How far the notification of a slip’s signed lines is: due on the 30th day after inception, a warning from the
 * 25th. `day` is today; `notifiedOn` null while nothing was notified. Of a slip that was cancelled from its first day nothing is due.
 */
export function notificationOf(
  slip: { start: Day; notifiedOn: Day | null; cancelledFrom: Day | null },
  day: Day,
): { state: NotificationState; dueOn: Day; sentence: string | null } {
  const dueOn = addDays(slip.start, NOTIFY_WITHIN_DAYS);
  if (slip.notifiedOn !== null) return { state: 'NOTIFIED', dueOn, sentence: null };
  if (slip.cancelledFrom !== null && slip.cancelledFrom <= slip.start)
    return { state: 'NOT_DUE', dueOn, sentence: null };
  const passed = daysBetween(slip.start, day);
  if (passed > NOTIFY_WITHIN_DAYS)
    return {
      state: 'OVERDUE',
      dueOn,
      sentence: `Signed lines were to be notified by ${showDay(dueOn)}, ${NOTIFY_WITHIN_DAYS} days from inception.`,
    };
  if (passed >= NOTIFY_WARNING_DAYS)
    return {
      state: 'WARNING',
      dueOn,
      sentence: `Signed lines are to be notified by ${showDay(dueOn)}, ${NOTIFY_WITHIN_DAYS} days from inception.`,
    };
  return { state: 'NOT_DUE', dueOn, sentence: null };
}
