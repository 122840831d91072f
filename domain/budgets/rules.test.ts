import { expect, test } from 'vitest';
import { NO_FIGURE } from '../values/money.ts';
import { readBudget, splitTyped, splitYear, yearOfBudget } from './rules.ts';

test.each([
  [1200n, Array(12).fill(100n)],
  [1205n, [101n, 101n, 101n, 101n, 101n, ...Array(7).fill(100n)]],
  [0n, Array(12).fill(0n)],
  [7n, [1n, 1n, 1n, 1n, 1n, 1n, 1n, 0n, 0n, 0n, 0n, 0n]],
])('%s over a year', (total, months) => {
  expect(splitYear(total)).toEqual(months);
});

test('a whole year comes out to the cent, and months are taken as they are', () => {
  const { months, faults } = readBudget({ premium: '1000000.01', brokerage: '50000' }, 'KES');
  expect(faults).toEqual([]);
  expect(yearOfBudget(months)).toEqual({ premium: 100000001n, brokerage: 5000000n });
  const typed = Array.from({ length: 12 }, (_, month) => ({ premium: `${month}.50`, brokerage: '0' }));
  expect(yearOfBudget(readBudget({ months: typed }, 'KES').months)).toEqual({ premium: 7200n, brokerage: 0n });
  expect(splitTyped('120', 'KES')).toEqual(Array(12).fill('10.00'));
  expect(splitTyped('x', 'KES')).toBeNull();
});

test.each([
  [{}, 'premium', 'Enter the months or the whole year.'],
  [{ premium: '1', months: [] }, 'months', 'Send the months or the whole year, not both.'],
  [{ premium: '-1' }, 'premium', 'Enter an amount from 0.'],
  [{ brokerage: '1.001' }, 'brokerage', 'KES amounts have fewer decimals.'],
  [{ months: [{ premium: 'a', brokerage: '0' }] }, 'months.0.premium', NO_FIGURE],
])('%j is refused at %s', (typed, field, message) => {
  expect(readBudget(typed, 'KES').faults).toEqual([{ field, message }]);
});
