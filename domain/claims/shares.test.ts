import { describe, expect, test } from 'vitest';
import { chance } from '../testing/chance.ts';
import { RUNS, SEED } from '../testing/runs.ts';
import { sum } from '../values/money.ts';
import { divideCall, divideSalvage, exGratiaParts, oursOf } from './shares.ts';

const percent = (value: number) => BigInt(value) * 1_000_000n;
const bearers = (lines: readonly number[], before: readonly bigint[] = []) =>
  lines.map((line, index) => ({ securityId: index + 1, line: percent(line), before: before[index] ?? 0n }));
const afterOf = (parts: readonly { after: bigint }[]) => parts.map((one) => one.after);

/** Divides one cumulative amount after the other, each on what the last one left. */
function calls(lines: readonly number[], totals: readonly bigint[]): bigint[][] {
  let before: bigint[] = [];
  return totals.map((total) => (before = afterOf(divideCall(total, bearers(lines, before)))));
}

describe('C1', () => {
  test('three calls of 0.01 at 60 % make 0.02', () => {
    const cumulative = [1n, 2n, 3n].map((amount) => oursOf(amount, percent(60)));
    expect(cumulative).toEqual([1n, 1n, 2n]);
    expect(cumulative.map((one, index) => one - (cumulative[index - 1] ?? 0n))).toEqual([1n, 0n, 1n]);
  });

  test.each([
    [44n, [22n, 13n, 8n, 1n]],
    // By largest remainder 23/13/9/0: the last would fall by what it was called.
    [45n, [22n, 13n, 9n, 1n]],
  ])('lines 50/30/19/1 after 0.44: %s cents', (total, expected) => {
    expect(calls([50, 30, 19, 1], [44n, total]).at(-1)).toEqual(expected);
  });

  test('lines 49/5/35/41/41/27 from 98 to 101 cents need two passes, and nobody falls', () => {
    const [first = [], second = []] = calls([49, 5, 35, 41, 41, 27], [98n, 101n]);
    expect(first).toEqual([24n, 3n, 17n, 20n, 20n, 14n]);
    // At first 5 would fall to 2; with it held at 3, 27 would fall to 13.
    expect(second).toEqual([25n, 3n, 17n, 21n, 21n, 14n]);
  });

  test('less in all than was called before is refused', () => {
    expect(() => divideCall(5n, bearers([60, 40], [3n, 3n]))).toThrow(RangeError);
  });

  test('one that has no line any more keeps what was called of it', () => {
    expect(afterOf(divideCall(100n, bearers([0, 60, 40], [10n, 0n, 0n])))).toEqual([10n, 54n, 36n]);
  });
});

test(`nobody's part falls and the parts are ours, in ${RUNS} histories (SEED=${SEED})`, () => {
  const c = chance(SEED);
  const faults: string[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const lines = Array.from({ length: c.int(1, 8) }, () => c.int(1, 60));
    let total = 0n;
    let before: bigint[] = [];
    for (let step = 0; step < 5; step += 1) {
      total += c.happens(0.7) ? c.big(0, 9) : c.big(0, 1_000_000_000);
      const parts = divideCall(total, bearers(lines, before));
      if (sum(afterOf(parts)) !== total) faults.push(`run ${run}: ${total} is not divided in full`);
      if (parts.some((part) => part.now < 0n)) faults.push(`run ${run}: a part falls at ${total}`);
      before = afterOf(parts);
    }
  }
  expect(faults).toEqual([]);
});

const EXAMPLE = bearers([25, 20, 15]);

describe('C9', () => {
  test('A and C agree, B does not', () => {
    const { parts, leftWithReinsured } = exGratiaParts(100_000_000n, {
      share: percent(60),
      bearers: EXAMPLE,
      agreed: new Set([1, 3]),
    });
    expect(parts.map((one) => [one.securityId, one.now])).toEqual([
      [1, 25_000_000n],
      [3, 15_000_000n],
    ]);
    expect(leftWithReinsured).toBe(20_000_000n);
  });
});

describe('C11', () => {
  test('5,000,000 recovered is divided as the call of 10,000,000 was borne', () => {
    const called = [250_000_000n, 200_000_000n, 150_000_000n];
    const borne = called.map((one, index) => ({ securityId: index + 1, borne: one, before: 0n }));
    const parts = divideSalvage(oursOf(500_000_000n, percent(60)), borne);
    expect(afterOf(parts)).toEqual([125_000_000n, 100_000_000n, 75_000_000n]);
  });
});
