import { describe, expect, test } from 'vitest';
import { amendedBrokerage, brokerageCollectedLines, type DeferredPart } from './deferred.ts';

const part = (id: number, kind: string, effective: bigint): DeferredPart => ({ id, kind, effective, certified: 0n });
const amounts = (lines: readonly { amount: bigint; base: bigint }[]) => lines.map(({ amount, base }) => [amount, base]);

describe('brokerage collected', () => {
  const parts = [part(1, 'SECURITY', 69n), part(2, 'BROKERAGE', 31n)];
  test.each([
    ['half', { waiting: 31n, cash: 50n }, 15n],
    ['the rest, with the cents that waited', { waiting: 16n, cash: 100n }, 16n],
    ['nothing new', { waiting: 16n, cash: 50n }, null],
  ] as const)('%s', (_, deferred, amount) => {
    const lines = brokerageCollectedLines({ ...deferred, base: deferred.waiting, parts });
    const expected = amount === null ? [] : [amount, -amount].map((one) => [one, one]);
    expect(amounts(lines)).toEqual(expected);
  });

  test('M1: what a certificate paid is no cash, and is in no proportion', () => {
    const own = [
      part(1, 'SECURITY', 51_562_500n),
      part(2, 'BROKERAGE', 3_750_000n),
      { ...part(3, 'TAX', 937_500n), certified: 937_500n },
    ];
    const lines = brokerageCollectedLines({ waiting: 3_750_000n, base: 3_750_000n, parts: own, cash: 27_656_250n });
    expect(lines.map((line) => line.amount)).toEqual([1_875_000n, -1_875_000n]);
  });
});

describe('what an endorsement makes of it', () => {
  const line = { account: 'DEFERRED_BROKERAGE' as const };
  const before = { note: 7, waiting: 1_875_000n, base: 1_875_000n, cash: 28_125_000n };
  const securities = (amount: bigint) => part(1, 'SECURITY', amount);
  test('more of it waits as far as the note is not paid, the rest is income', () => {
    const after = [securities(52_000_000n), part(2, 'BROKERAGE', 3_750_000n), part(-1, 'BROKERAGE', 500_000n)];
    const lines = amendedBrokerage({ ...line, amount: -500_000n, base: -500_000n }, [
      { ...before, after, added: new Set([-1]) },
    ]);
    expect(lines.map(({ account, note, amount }) => [account, note, amount])).toEqual([
      ['DEFERRED_BROKERAGE', 7, -250_000n],
      ['BROKERAGE_INCOME', null, -250_000n],
    ]);
  });

  test('less of it is taken off what waits, at its base, and off income for what was collected, at the line’s', () => {
    const after = [securities(52_800_000n), part(2, 'BROKERAGE', 3_450_000n)];
    const lines = amendedBrokerage({ ...line, amount: 300_000n, base: 333n }, [
      { ...before, after, added: new Set<number>() },
    ]);
    expect(amounts(lines)).toEqual([
      [150_000n, 150_000n],
      [150_000n, 166n],
    ]);
  });

  test('of a note whose brokerage was income when it was issued nothing waits afterwards', () => {
    const after = [securities(52_800_000n), part(2, 'BROKERAGE', 3_450_000n)];
    const lines = amendedBrokerage({ ...line, amount: 300_000n, base: 300_000n }, [
      { ...before, waiting: 0n, base: 0n, cash: 0n, after, added: new Set<number>() },
    ]);
    expect(lines.map(({ account, note, amount }) => [account, note, amount])).toEqual([
      ['BROKERAGE_INCOME', null, 300_000n],
    ]);
  });
});
