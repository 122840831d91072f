import { describe, expect, test } from 'vitest';
import { notificationOf } from './notification.ts';

const slip = { start: '2026-03-01', notifiedOn: null, cancelledFrom: null };

describe('signed lines are notified within 30 days of inception', () => {
  test.each([
    ['2026-02-01', 'NOT_DUE'],
    ['2026-03-25', 'NOT_DUE'],
    ['2026-03-26', 'WARNING'],
    ['2026-03-31', 'WARNING'],
    ['2026-04-01', 'OVERDUE'],
  ])('on %s: %s', (day, state) => {
    expect(notificationOf(slip, day)).toMatchObject({ state, dueOn: '2026-03-31' });
  });

  test('once notified nothing is due', () => {
    expect(notificationOf({ ...slip, notifiedOn: '2026-03-10' }, '2026-09-01')).toMatchObject({
      state: 'NOTIFIED',
      sentence: null,
    });
  });

  test('of a slip that was cancelled from its first day nothing is due, of one that ran for a while it is', () => {
    const on = (cancelledFrom: string) => notificationOf({ ...slip, cancelledFrom }, '2026-04-10').state;
    expect([on('2026-03-01'), on('2026-03-20')]).toEqual(['NOT_DUE', 'OVERDUE']);
  });

  test('the sentence names the last day', () => {
    expect(notificationOf(slip, '2026-03-28').sentence).toBe(
      'Signed lines are to be notified by Mar 31, 2026, 30 days from inception.',
    );
  });
});
