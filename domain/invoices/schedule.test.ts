import { describe, expect, test } from 'vitest';
import { type Calendar, daysDue, nextDay, scheduleFaults, whyNotDrafted } from './schedule.ts';

const calendar = (changes: Partial<Calendar> = {}): Calendar => ({
  every: 'MONTH',
  firstOn: '2026-01-31',
  lastOn: null,
  ...changes,
});

describe('the days of a schedule', () => {
  test.each([
    ['the first before any came', { of: calendar(), reached: null, next: '2026-01-31' }],
    ['clamped to the end of a shorter month', { of: calendar(), reached: '2026-01-31', next: '2026-02-28' }],
    ['and back at the end of a longer one', { of: calendar(), reached: '2026-02-28', next: '2026-03-31' }],
    ['by quarters', { of: calendar({ every: 'QUARTER' }), reached: '2026-01-31', next: '2026-04-30' }],
    ['by years', { of: calendar({ every: 'YEAR', firstOn: '2024-02-29' }), reached: '2024-02-29', next: '2025-02-28' }],
    ['on its last day', { of: calendar({ lastOn: '2026-02-28' }), reached: '2026-01-31', next: '2026-02-28' }],
    ['none after its last day', { of: calendar({ lastOn: '2026-02-28' }), reached: '2026-02-28', next: null }],
    ['none that came', { of: calendar({ firstOn: '2026-02-15' }), reached: '2026-03-20', next: '2026-04-15' }],
  ])('%s', (_what, { of, reached, next }) => {
    expect(nextDay(of, { reached })).toBe(next);
  });

  test('a pause is made up for, a day for each that was missed, and never one to come', () => {
    expect(daysDue(calendar(), { reached: '2026-01-31', today: '2026-04-30' })).toEqual([
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
    ]);
    expect(daysDue(calendar(), { reached: '2026-04-30', today: '2026-05-30' })).toEqual([]);
  });
});

test('a schedule begins today or later and ends after it began; one that is kept may have begun', () => {
  type Typed = { first: string; last?: string; kept?: string; terms?: string };
  const faults = ({ first, last, kept, terms = 'LUMP_30' }: Typed) =>
    scheduleFaults({ first, last: last ?? null, terms }, { today: '2026-03-02', kept: kept ?? null }).map(
      (fault) => fault.field,
    );
  expect(faults({ first: '2026-03-02' })).toEqual([]);
  expect(faults({ first: '2026-03-01' })).toEqual(['first_on']);
  expect(faults({ first: '2026-03-01', kept: '2026-03-01' })).toEqual([]);
  expect(faults({ first: '2026-04-01', last: '2026-03-31' })).toEqual(['last_on']);
  expect(faults({ first: '2026-04-01', last: '2026-04-01', terms: 'SOON' })).toEqual(['terms']);
});

test('a reversed invoice and a party that is not active are not drafted again', () => {
  const party = { name: 'Savannah', status: 'ACTIVE' };
  expect(whyNotDrafted({ status: 'APPROVED', party })).toBeNull();
  expect(whyNotDrafted({ status: 'REVERSED', party })).toMatch(/was reversed/);
  expect(whyNotDrafted({ status: 'APPROVED', party: { ...party, status: 'INACTIVE' } })).toBe(
    'Savannah is not active.',
  );
});
