import { expect, test } from 'vitest';
import { baseOfTax, chosenTaxes, type OpenTax } from './invoice-taxes.ts';

const open: OpenTax[] = [
  { id: 1, open: 100n },
  { id: 2, open: -30n },
  { id: 3, open: 50n },
];

test.each<[bigint, [number, bigint][]]>([
  [
    120n,
    [
      [2, -30n],
      [1, 100n],
      [3, 50n],
    ],
  ],
  [
    70n,
    [
      [2, -30n],
      [1, 100n],
    ],
  ],
  [
    1n,
    [
      [2, -30n],
      [1, 31n],
    ],
  ],
  [
    119n,
    [
      [2, -30n],
      [1, 100n],
      [3, 49n],
    ],
  ],
])('%s of what is open is of these documents', (amount, chosen) => {
  const taken = chosenTaxes(amount, open);
  expect(taken.map((one) => [one.id, one.amount])).toEqual(chosen);
  expect(taken.reduce((all, one) => all + one.amount, 0n)).toBe(amount);
});

test('the base of a tax is given up as it is remitted, all of it with the last of it', () => {
  const tax = { amount: 3n, base: 1000n };
  expect([0n, 1n, 2n].map((paid) => baseOfTax({ ...tax, paid }, 1n))).toEqual([333n, 334n, 333n]);
  expect(baseOfTax({ amount: -3n, base: -1000n, paid: 0n }, -3n)).toBe(-1000n);
});
