/** When a reinsured is reminded of premium that is overdue, and when no more letters go. M12. */
import type { FieldError } from '../errors.ts';
import { openUnderWarranty, type SettledInstalment, type Warranty, warrantyDay } from '../placements/instalments.ts';
import { addDays, type Day, daysBetween } from '../values/day.ts';

/** The letters that an overdue amount may get, in their order, each once. */
export const REMINDER_LEVELS = ['FIRST', 'SECOND', 'FINAL'] as const;
export type ReminderLevel = (typeof REMINDER_LEVELS)[number];
export const REMINDER_LABELS: Record<ReminderLevel, string> = {
  FIRST: 'Reminder',
  SECOND: 'Second reminder',
  FINAL: 'Final reminder',
};

/** From how many days overdue each letter is due. */
export type ReminderDays = Record<'first' | 'second' | 'final', number>;

/** What is wrong with the days of the letters, by field: each comes after the one before. M12. */
export function reminderFaults({ first, second, final }: ReminderDays): FieldError[] {
  return [
    ...(second > first ? [] : [{ field: 'second', message: 'It comes after the first.' }]),
    ...(final > second ? [] : [{ field: 'final', message: 'It comes after the second.' }]),
  ];
}

const daysOf = (level: ReminderLevel, { first, second, final }: ReminderDays): number =>
  level === 'FIRST' ? first : level === 'SECOND' ? second : final;

type Reminded = { dueOn: Day; today: Day; last: { level: ReminderLevel; on: Day } | null };

/**
 * The letter that is due for an overdue amount today; null where none is. After the first they follow in their order, and
 * leave as many days between them as their settings do, however late the one before was sent. M12.
 */
export function reminderDue({ dueOn, today, last }: Reminded, days: ReminderDays): ReminderLevel | null {
  const level = REMINDER_LEVELS[last === null ? 0 : REMINDER_LEVELS.indexOf(last.level) + 1];
  if (level === undefined || daysBetween(dueOn, today) < daysOf(level, days)) return null;
  if (last === null) return level;
  return today < addDays(last.on, daysOf(level, days) - daysOf(last.level, days)) ? null : level;
}

/** The heaviest of the letters that one mail brings. */
export const heaviest = (levels: readonly ReminderLevel[]): ReminderLevel =>
  REMINDER_LEVELS.findLast((level) => levels.includes(level)) ?? 'FIRST';

type Standing = { from: Day; today: Day; schedule: readonly SettledInstalment[] };

/**
 * The day on which reminders of a note stop because its warranty is not met, once that day has come; null while they may go.
 * A demand that arrives after it affirms the cover, so a person decides otherwise with a reason. M12, C17.
 */
export function stoppedOn(warranty: Warranty | null, { from, today, schedule }: Standing): Day | null {
  if (warranty === null) return null;
  const day = warrantyDay(warranty, from);
  return today >= day && openUnderWarranty(schedule, day) > 0n ? day : null;
}
