import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sum } from '../values/money.ts';
import {
  addedInstalments,
  byHand,
  openUnderWarranty,
  following,
  scheduleFaults,
  setAgainst,
  type SetOffOrder,
  warrantyDay,
  warrantyState,
  type KeyedInstalment,
} from './instalments.ts';
import { BY_HAND, type Instalment, instalments, remittances } from './terms.ts';

const rows = (...of: [string, bigint][]): KeyedInstalment[] => of.map(([dueOn, amount]) => ({ dueOn, amount }));
const NOTE = { total: 100_000n, currency: 'KES' };
const GOOD = rows(['2026-03-01', 40_000n], ['2026-06-01', 60_000n]);

describe('a schedule by hand', () => {
  test('a good one has no fault and keeps its order', () => {
    expect(scheduleFaults(GOOD, NOTE)).toEqual([]);
    expect(byHand(GOOD)).toEqual([
      { sequence: 1, dueOn: '2026-03-01', amount: 40_000n },
      { sequence: 2, dueOn: '2026-06-01', amount: 60_000n },
    ]);
  });
  test.each<[KeyedInstalment[], string, string]>([
    [[], 'instalments', 'Enter at least one instalment.'],
    [Array.from({ length: 61 }, () => ({ dueOn: '2026-03-01', amount: 1n })), 'instalments', 'At most 60 instalments.'],
    [
      rows(['2026-06-01', 40_000n], ['2026-03-01', 60_000n]),
      'instalments.1.due_on',
      'Due day must be after Jun 1, 2026.',
    ],
    [
      rows(['2026-06-01', 40_000n], ['2026-06-01', 60_000n]),
      'instalments.1.due_on',
      'Due day must be after Jun 1, 2026.',
    ],
    [rows(['2026-03-01', 0n], ['2026-06-01', 100_000n]), 'instalments.0.amount', 'Amount must be more than 0.'],
    [rows(['2026-03-01', -1n], ['2026-06-01', 100_001n]), 'instalments.0.amount', 'Amount must be more than 0.'],
    [rows(['2026-03-01', 90_000n]), 'instalments', 'Instalments total KES 900.00 but the debit note is KES 1,000.00.'],
    [
      rows(['2026-03-01', 100_001n]),
      'instalments',
      'Instalments total KES 1,000.01 but the debit note is KES 1,000.00.',
    ],
  ])('case %#', (schedule, field, message) => {
    expect(scheduleFaults(schedule, NOTE)).toContainEqual({ field, message });
  });
  test('it is said in the decimals of its currency', () => {
    expect(scheduleFaults(rows(['2026-03-01', 1n]), { total: 2n, currency: 'JPY' })[0]?.message).toBe(
      'Instalments total JPY 1 but the debit note is JPY 2.',
    );
  });
});

describe('a credit note follows its debit note', () => {
  test('in proportion, rounded down, the last takes the rest', () => {
    expect(following(byHand(GOOD), { total: 33_333n, remittanceDays: 30 })).toEqual([
      { sequence: 1, dueOn: '2026-03-31', amount: 13_333n },
      { sequence: 2, dueOn: '2026-07-01', amount: 20_000n },
    ]);
  });
  test('what comes to nothing is left out', () => {
    expect(following(byHand(GOOD), { total: 1n, remittanceDays: 0 })).toEqual([
      { sequence: 1, dueOn: '2026-06-01', amount: 1n },
    ]);
    expect(following([], { total: 1n, remittanceDays: 0 })).toEqual([]);
  });
  test('of equal instalments it is what the terms say', () => {
    const note = { start: '2026-01-31', noteDay: '2026-02-10', total: 120_000n };
    expect(following(instalments('INSTALMENTS_4', note), { total: 40_000n, remittanceDays: 30 })).toEqual(
      remittances('INSTALMENTS_4', { ...note, total: 40_000n, remittanceDays: 30 }),
    );
  });
});

describe('an additional premium', () => {
  const schedule = instalments('INSTALMENTS_4', { start: '2026-03-01', noteDay: '2026-03-01', total: 100n });
  const note = { schedule, effective: '2026-08-15', noteDay: '2026-08-20', total: 1001n };
  test.each([
    [
      'INSTALMENTS_4',
      note,
      [
        ['2026-09-01', 500n],
        ['2026-12-01', 501n],
      ],
    ],
    ['INSTALMENTS_4', { ...note, noteDay: '2026-09-02' }, [['2026-12-01', 1001n]]],
    ['INSTALMENTS_4', { ...note, effective: '2026-12-01' }, [['2026-12-01', 1001n]]],
    ['INSTALMENTS_4', { ...note, effective: '2026-12-02' }, [['2027-01-01', 1001n]]],
    ['INSTALMENTS_4', { ...note, total: 1n }, [['2026-12-01', 1n]]],
    [
      BY_HAND,
      { ...note, schedule: byHand(GOOD), effective: '2026-05-01', noteDay: '2026-05-01' },
      [['2026-06-01', 1001n]],
    ],
    [BY_HAND, { ...note, schedule: byHand(GOOD) }, [['2026-09-19', 1001n]]],
    ['LUMP_60', { ...note, schedule: [] }, [['2026-10-19', 1001n]]],
    ['LUMP_30', { ...note, schedule: [], effective: '2026-09-01' }, [['2026-10-01', 1001n]]],
  ] as const)('%s, case %#', (terms, one, expected) => {
    expect(addedInstalments(terms, one).map((of) => [of.dueOn, of.amount])).toEqual(expected);
  });
});

describe('a return', () => {
  const owed = [
    { key: 'a', dueOn: '2026-03-01', outstanding: 100n },
    { key: 'b', dueOn: '2026-06-01', outstanding: 250n },
    { key: 'c', dueOn: '2026-09-01', outstanding: 250n },
    { key: 'd', dueOn: '2026-09-01', outstanding: 50n },
  ];
  test.each([
    [40n, [['d', 40n, 10n]], 0n],
    [
      300n,
      [
        ['d', 50n, 0n],
        ['c', 250n, 0n],
      ],
      0n,
    ],
    [
      310n,
      [
        ['d', 50n, 0n],
        ['c', 250n, 0n],
        ['b', 10n, 240n],
      ],
      0n,
    ],
    [
      700n,
      [
        ['d', 50n, 0n],
        ['c', 250n, 0n],
        ['b', 250n, 0n],
        ['a', 100n, 0n],
      ],
      50n,
    ],
    [0n, [], 0n],
  ] as const)('of %s is set against the last first', (amount, taken, refund) => {
    const result = setAgainst(owed, amount);
    expect(result.taken.map((one) => [one.key, one.amount, one.outstanding])).toEqual(taken);
    expect(result.refund).toBe(refund);
  });
  test('nothing owed: all of it is refunded', () => {
    expect(setAgainst([{ key: 1, dueOn: '2026-01-01', outstanding: 0n }], 5n)).toEqual({ taken: [], refund: 5n });
  });

  // Overdue on the day, and three to come.
  const FOUR = [
    { key: 'overdue', dueOn: '2026-01-01', outstanding: 100n },
    { key: 'second', dueOn: '2026-04-01', outstanding: 100n },
    { key: 'third', dueOn: '2026-07-01', outstanding: 50n },
    { key: 'last', dueOn: '2026-10-01', outstanding: 101n },
  ];
  test.each<{ order: SetOffOrder; amount: bigint; taken: [string, bigint][]; refund: bigint }>([
    {
      order: 'LAST',
      amount: 120n,
      taken: [
        ['last', 101n],
        ['third', 19n],
      ],
      refund: 0n,
    },
    {
      order: 'NEXT',
      amount: 120n,
      taken: [
        ['second', 100n],
        ['third', 20n],
      ],
      refund: 0n,
    },
    {
      order: 'SPREAD',
      amount: 100n,
      taken: [
        ['second', 40n],
        ['third', 20n],
        ['last', 40n],
      ],
      refund: 0n,
    },
    {
      order: 'NEXT',
      amount: 300n,
      taken: [
        ['second', 100n],
        ['third', 50n],
        ['last', 101n],
        ['overdue', 49n],
      ],
      refund: 0n,
    },
    {
      order: 'SPREAD',
      amount: 400n,
      taken: [
        ['second', 100n],
        ['third', 50n],
        ['last', 101n],
        ['overdue', 100n],
      ],
      refund: 49n,
    },
  ])('$amount against $order', ({ order, amount, taken, refund }) => {
    const set = setAgainst(FOUR, amount, { order, day: '2026-04-01' });
    expect(set.taken.map((one) => [one.key, one.amount])).toEqual(taken);
    expect(set.refund).toBe(refund);
  });
  test('on 10,000 random debts what is taken and what is refunded make the return', () => {
    const item = fc.record({
      key: fc.nat(),
      dueOn: fc.constantFrom('2026-01-01', '2026-02-01', '2026-03-01'),
      outstanding: fc.bigInt({ min: 0n, max: 1000n }),
    });
    fc.assert(
      fc.property(fc.array(item, { maxLength: 8 }), fc.bigInt({ min: 0n, max: 5000n }), (items, amount) => {
        const { taken, refund } = setAgainst(items, amount);
        expect(sum(taken.map((one) => one.amount)) + refund).toBe(amount);
        expect(taken.every((one) => one.amount > 0n && one.outstanding >= 0n)).toBe(true);
        expect(refund === 0n || taken.every((one) => one.outstanding === 0n)).toBe(true);
      }),
      { numRuns: 10_000 },
    );
  });
});

describe('premium payment warranty', () => {
  const warranty = { kind: 'PPW' as const, days: 60 };
  const lump = byHand(rows(['2026-05-30', 1000n]));
  const quarters = byHand(rows(['2026-03-01', 250n], ['2026-06-01', 250n], ['2026-09-01', 500n]));
  const settled = (schedule: readonly Instalment[], ...amounts: bigint[]) =>
    schedule.map((one, index) => ({ ...one, settled: amounts[index] ?? 0n }));
  test('its day is its own days from the start', () => {
    expect(warrantyDay(warranty, '2026-03-01')).toBe('2026-04-30');
  });
  test('it asks for a lump whatever its credit, of instalments those due by its day and the first at least', () => {
    expect(openUnderWarranty(settled(lump), '2026-04-30')).toBe(1000n);
    expect(openUnderWarranty(settled(quarters), '2026-04-30')).toBe(250n);
    expect(openUnderWarranty(settled(quarters), '2026-06-01')).toBe(500n);
    expect(openUnderWarranty(settled(quarters), '2026-02-01')).toBe(250n);
  });
  test('what is settled of instalments that it does not ask for meets none of it', () => {
    expect(openUnderWarranty(settled(quarters, 250n, 0n, 500n), '2026-06-01')).toBe(250n);
    expect(openUnderWarranty(settled(quarters, 250n, 250n), '2026-06-01')).toBe(0n);
  });
  test.each([
    ['2026-03-01', 0n, 'RUNNING'],
    ['2026-04-15', 999n, 'RUNNING'],
    ['2026-04-16', 999n, 'FALLING_DUE'],
    ['2026-04-30', 999n, 'FALLING_DUE'],
    ['2026-05-01', 999n, 'BROKEN'],
    ['2026-05-01', 1000n, 'MET'],
    ['2026-03-01', 1000n, 'MET'],
  ] as const)('on %s with %s settled it is %s', (today, amount, state) => {
    expect(warrantyState(warranty, { from: '2026-03-01', today, schedule: settled(lump, amount) })).toBe(state);
  });
});
