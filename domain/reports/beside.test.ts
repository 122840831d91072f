import { expect, test } from 'vitest';
import { besideOn, besideParam, periodBefore } from './beside.ts';

test.each([
  ['month_end', '2026-11-23', '2026-10-31'],
  ['month_end', '2026-11-30', '2026-10-31'],
  ['month_end', '2026-01-01', '2025-12-31'],
  ['last_year', '2026-11-23', '2025-11-23'],
  // A month's end stays one, also where February has a day less or more.
  ['last_year', '2028-02-29', '2027-02-28'],
  ['last_year', '2025-02-28', '2024-02-29'],
  ['last_year', '2028-02-28', '2027-02-28'],
  ['2026-03-05', '2026-11-23', '2026-03-05'],
  [undefined, '2026-11-23', undefined],
])('beside %s, of %s: %s', (beside, day, expected) => {
  expect(besideOn(beside, day)).toBe(expected);
});

test.each([
  ['2026-01-01', '2026-11-23', { from: '2025-01-01', to: '2025-11-23' }],
  // To a month's end; from the day itself, so that no day of the year before is left out.
  ['2025-02-28', '2025-03-31', { from: '2024-02-28', to: '2024-03-31' }],
  ['2025-01-01', '2025-02-28', { from: '2024-01-01', to: '2024-02-29' }],
  ['2028-02-29', '2028-02-29', { from: '2027-02-28', to: '2027-02-28' }],
])('a year before %s to %s: %o', (from, to, before) => {
  expect(periodBefore({ from, to })).toEqual(before);
});

test.each([
  ['month_end', true],
  ['last_year', true],
  ['2026-02-28', true],
  ['2026-02-30', false],
  ['yesterday', false],
  ['', false],
])('%s is taken: %s', (text, expected) => {
  expect(besideParam.safeParse(text).success).toBe(expected);
});
