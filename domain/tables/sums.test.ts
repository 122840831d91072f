import { expect, test } from 'vitest';
import { baseMoney, count, money, optional, text } from './columns.ts';
import { sumsByCurrency, sumsOf } from './sums.ts';
import { table } from './table.ts';

const totals = table({
  currency: text('Currency'),
  notes: count('Notes'),
  due: money('Due'),
  released: optional(money('Released')),
  base_due: baseMoney('Due in base'),
});
const row = { name: 'Acme', notes: 1, due: 100n, released: null, base_due: 12_950n };

test('the amounts of rows are added up, and nothing else of them', () => {
  const sums = sumsOf(totals, [row, { ...row, due: -40n, base_due: 50n }]);
  expect(sums).toEqual({ due: 60n, released: null, base_due: 13_000n });
});

test('what is not known of some is what is known of the others, and of none nothing', () => {
  expect(sumsOf(totals, [row, { ...row, released: 5n }, { ...row, released: 0n }]).released).toBe(5n);
  expect(sumsOf(totals, [])).toEqual({ due: 0n, released: null, base_due: 0n });
});

test('each currency is added up by itself, in the order of their codes', () => {
  const rows = ['USD', 'KES', 'USD'].map((currency) => ({ ...row, currency }));
  expect(sumsByCurrency(totals, rows)).toEqual([
    { currency: 'KES', due: 100n, released: null, base_due: 12_950n },
    { currency: 'USD', due: 200n, released: null, base_due: 25_900n },
  ]);
  expect(sumsByCurrency(totals, [])).toEqual([]);
});
