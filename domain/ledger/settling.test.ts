import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sum } from '../values/money.ts';
import { after, allocationLines, crossedLines, settleInOrder, stepOf } from './settling.ts';
import { readPositive } from './amounts.ts';

const item = (outstanding: bigint, baseOutstanding = outstanding) => ({ outstanding, baseOutstanding });

describe('settling items in order', () => {
  test.each([
    ['the first takes what it can', { open: [100n, 50n], amount: 120n }, { steps: [100n, 20n], rest: 0n }],
    ['credits give with their own sign', { open: [-100n, -50n], amount: 120n }, { steps: [-100n, -20n], rest: 0n }],
    ['what no item takes is left', { open: [100n], amount: 120n }, { steps: [100n], rest: 20n }],
    ['settled items are passed over', { open: [0n, 70n], amount: 10n }, { steps: [10n], rest: 0n }],
  ] as const)('%s', (_, { open, amount }, expected) => {
    const settled = settleInOrder(
      open.map((one) => item(one)),
      amount,
    );
    expect({ steps: settled.steps.map((step) => step.amount), rest: settled.rest }).toEqual(expected);
  });

  test('however an item is settled, it gives up exactly its base', () => {
    const whole = fc.record({
      parts: fc.array(fc.bigInt(1n, 10n ** 12n), { minLength: 1, maxLength: 8 }),
      base: fc.bigInt(0n, 10n ** 15n),
      credit: fc.boolean(),
    });
    fc.assert(
      fc.property(whole, ({ parts, base, credit }) => {
        const sign = credit ? -1n : 1n;
        let open = item(sum(parts) * sign, base * sign);
        const bases = parts.map((part) => {
          const step = stepOf(open, part);
          open = after(open, step);
          return step.base;
        });
        expect(open).toEqual({ outstanding: 0n, baseOutstanding: 0n });
        expect(sum(bases)).toBe(base * sign);
      }),
    );
  });
});

describe('lines', () => {
  test.each([
    [
      'cash worth more than the note was booked at',
      { cash: -13000n, note: 12900n },
      [
        ['UNALLOCATED_CASH', 13000n],
        ['a receivable', -12900n],
        ['EXCHANGE_GAIN', -100n],
      ],
    ],
    [
      'cash worth less',
      { cash: -12800n, note: 12900n },
      [
        ['UNALLOCATED_CASH', 12800n],
        ['a receivable', -12900n],
        ['EXCHANGE_LOSS', 100n],
      ],
    ],
    [
      'the same',
      { cash: -12900n, note: 12900n },
      [
        ['UNALLOCATED_CASH', 12900n],
        ['a receivable', -12900n],
      ],
    ],
  ] as const)('an allocation of %s', (_, { cash, note }, expected) => {
    const item = { outstanding: 100n, baseOutstanding: note, account: 'a receivable' };
    const lines = allocationLines(1, { account: 'UNALLOCATED_CASH', amount: -100n, base: cash }, [stepOf(item, 100n)]);
    const named = lines.map(({ account, base }) => [typeof account === 'string' ? account : account.code, base]);
    expect(named).toEqual(expected);
    expect([sum(lines.map((line) => line.amount)), sum(lines.map((line) => line.base))]).toEqual([0n, 0n]);
  });
});

test.each([
  ['562500.00', 'KES', 56250000n],
  ['1', 'JPY', 1n],
  ['1.5', 'JPY', 'JPY amounts have fewer decimals.'],
  ['0', 'KES', 'Amount must be more than 0.'],
  ['-1', 'KES', 'Amount must be more than 0.'],
  ['9999999999999.99', 'KES', 999999999999999n],
  ['10000000000000', 'KES', 'Amount must be at most 9,999,999,999,999.99.'],
] as const)('an amount of %s %s', (text, currency, expected) => {
  expect(readPositive(text, currency)).toBe(expected);
});

describe('a note settled in another currency (M5)', () => {
  const crossed = (cash: { currency: string; amount: bigint; base: bigint }, note: Priced & { base: bigint }) => {
    const item = { outstanding: note.amount, baseOutstanding: note.base, account: 'a receivable' };
    const spent = { account: 'UNALLOCATED_CASH' as const, ...cash, amount: -cash.amount, base: -cash.base };
    const steps = [stepOf(item, note.amount)];
    return crossedLines(1, spent, { currency: note.currency, base: 'KES', steps });
  };
  type Priced = { currency: string; amount: bigint };
  const shown = (lines: ReturnType<typeof crossed>) =>
    lines.map(({ account, currency, amount, base }) => [
      typeof account === 'string' ? account : account.code,
      currency,
      amount,
      base,
    ]);

  test.each([
    [
      'KES 1,301,000.00 for USD 10,000.00 booked at 129.50',
      {
        cash: { currency: 'KES', amount: 130_100_000n, base: 130_100_000n },
        note: { currency: 'USD', amount: 1_000_000n, base: 129_500_000n },
      },
      [
        ['UNALLOCATED_CASH', 'KES', 130_100_000n, 130_100_000n],
        ['EXCHANGE_CLEARING', 'KES', -130_100_000n, -130_100_000n],
        ['EXCHANGE_CLEARING', 'USD', 1_000_000n, 130_100_000n],
        ['a receivable', 'USD', -1_000_000n, -129_500_000n],
        ['EXCHANGE_GAIN', 'USD', 0n, -600_000n],
      ],
    ],
    [
      'USD for KES: the note’s side is in base, and the difference is of the dollars',
      {
        cash: { currency: 'USD', amount: 1_000_000n, base: 130_100_000n },
        note: { currency: 'KES', amount: 129_900_000n, base: 129_900_000n },
      },
      [
        ['UNALLOCATED_CASH', 'USD', 1_000_000n, 130_100_000n],
        ['EXCHANGE_CLEARING', 'USD', -1_000_000n, -129_900_000n],
        ['EXCHANGE_CLEARING', 'KES', 129_900_000n, 129_900_000n],
        ['a receivable', 'KES', -129_900_000n, -129_900_000n],
        ['EXCHANGE_GAIN', 'USD', 0n, -200_000n],
      ],
    ],
    [
      'JPY for KWD: neither is in base',
      {
        cash: { currency: 'JPY', amount: 1_000_000n, base: 86_740_000n },
        note: { currency: 'KWD', amount: 2_047_928n, base: 86_800_000n },
      },
      [
        ['UNALLOCATED_CASH', 'JPY', 1_000_000n, 86_740_000n],
        ['EXCHANGE_CLEARING', 'JPY', -1_000_000n, -86_740_000n],
        ['EXCHANGE_CLEARING', 'KWD', 2_047_928n, 86_740_000n],
        ['a receivable', 'KWD', -2_047_928n, -86_800_000n],
        ['EXCHANGE_LOSS', 'KWD', 0n, 60_000n],
      ],
    ],
  ])('%s', (_, { cash, note }, expected) => {
    expect(shown(crossed(cash, note))).toEqual(expected);
  });

  test('balances in each currency and in base, leaves clearing without base, and every line in base is worth its amount', () => {
    const units = fc.bigInt({ min: 1n, max: 900_000_000n });
    const side = (currency: string) =>
      fc.record({ amount: units, base: units }).map(({ amount, base }) => ({
        currency,
        amount,
        base: currency === 'KES' ? amount : base,
      }));
    const pair = fc
      .shuffledSubarray(['JPY', 'KES', 'KWD', 'USD'], { minLength: 2, maxLength: 2 })
      .chain(([cash = '', note = '']) => fc.tuple(side(cash), side(note)));
    fc.assert(
      fc.property(pair, ([cash, note]) => {
        const lines = crossed(cash, note);
        for (const currency of [cash.currency, note.currency])
          expect(sum(lines.filter((line) => line.currency === currency).map((line) => line.amount))).toBe(0n);
        expect(sum(lines.map((line) => line.base))).toBe(0n);
        expect(sum(lines.filter((line) => line.account === 'EXCHANGE_CLEARING').map((line) => line.base))).toBe(0n);
        expect(lines.filter((line) => line.currency === 'KES' && line.base !== line.amount)).toEqual([]);
      }),
    );
  });
});
