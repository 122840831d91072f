import { describe, expect, test } from 'vitest';
import { heaviest, reminderDue, stoppedOn, type ReminderLevel } from './reminders.ts';

const DAYS = { first: 7, second: 21, final: 35 };
const due = (today: string, last: { level: ReminderLevel; on: string } | null = null) =>
  reminderDue({ dueOn: '2026-04-01', today, last }, DAYS);

describe('M12: which reminder is due', () => {
  test.each([
    ['2026-04-07', null, null],
    ['2026-04-08', null, 'FIRST'],
    // Nothing was sent for a long time: they begin with the first all the same.
    ['2026-08-01', null, 'FIRST'],
    ['2026-04-21', { level: 'FIRST', on: '2026-04-08' }, null],
    ['2026-04-22', { level: 'FIRST', on: '2026-04-08' }, 'SECOND'],
    // The first was late: the second leaves it the same 14 days.
    ['2026-05-13', { level: 'FIRST', on: '2026-05-01' }, null],
    ['2026-05-15', { level: 'FIRST', on: '2026-05-01' }, 'SECOND'],
    ['2026-05-28', { level: 'SECOND', on: '2026-05-15' }, null],
    ['2026-05-29', { level: 'SECOND', on: '2026-05-15' }, 'FINAL'],
    ['2027-01-01', { level: 'FINAL', on: '2026-05-29' }, null],
  ] as const)('on %s after %j: %s', (today, last, expected) => {
    expect(due(today, last)).toBe(expected);
  });

  test('a letter has the heaviest of its reminders', () => {
    expect(heaviest(['FIRST', 'FINAL', 'SECOND'])).toBe('FINAL');
    expect(heaviest(['FIRST'])).toBe('FIRST');
  });
});

describe('M12: reminders stop on the warranty day', () => {
  const scheduleWith = (first: bigint, second = 0n) => [
    { sequence: 1, dueOn: '2026-03-31', amount: 100n, settled: first },
    { sequence: 2, dueOn: '2026-09-30', amount: 100n, settled: second },
  ];
  const on = (today: string, settled: bigint, kind: 'PPW' | 'PPC' = 'PPW') =>
    stoppedOn({ kind, days: 60 }, { from: '2026-03-01', today, schedule: scheduleWith(settled) });

  test.each([
    ['2026-04-29', 0n, null],
    ['2026-04-30', 0n, '2026-04-30'],
    ['2026-06-01', 99n, '2026-04-30'],
    // What it asks for by its day is paid: later instalments are reminded of as ever.
    ['2026-10-30', 100n, null],
  ])('on %s with %s settled: %s', (today, settled, expected) => {
    expect(on(today, settled)).toBe(expected);
    expect(on(today, settled, 'PPC')).toBe(expected);
  });

  test('a return that is set against the last instalment pays none of the first', () => {
    const schedule = scheduleWith(50n, 100n);
    expect(stoppedOn({ kind: 'PPW', days: 60 }, { from: '2026-03-01', today: '2026-06-01', schedule })).toBe(
      '2026-04-30',
    );
  });

  test('without a warranty they go on', () => {
    expect(stoppedOn(null, { from: '2026-03-01', today: '2027-03-01', schedule: scheduleWith(0n) })).toBeNull();
  });
});
