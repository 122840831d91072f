import { expect, test } from 'vitest';
import { sum } from '../../../../domain/values/money.ts';
import { linesOfWhole } from './bordereau-row.ts';

const ONE = 1_000_000n;

test('lines in percent of what is ceded become lines of the whole', () => {
  expect(linesOfWhole(60n * ONE, [50n * ONE, 30n * ONE, 20n * ONE])).toEqual([30n * ONE, 18n * ONE, 12n * ONE]);
  // Not everything that is ceded is placed.
  expect(linesOfWhole(60n * ONE, [50n * ONE])).toEqual([30n * ONE]);
  // More than everything stays more: the rules of the form refuse it.
  expect(linesOfWhole(60n * ONE, [100n * ONE, 10n * ONE])).toEqual([60n * ONE, 6n * ONE]);
});

test('in 100,000 random cases they add up to what is ceded, to the last decimal', () => {
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let n = 0; n < 100_000; n += 1) {
    const fac = BigInt(next(99_999_999) + 1);
    const count = next(9) + 1;
    const cuts = Array.from({ length: count - 1 }, () => BigInt(next(100_000_000))).toSorted((a, b) =>
      a < b ? -1 : 1,
    );
    const ends = [...cuts, 100n * ONE];
    const lines = ends.map((end, index) => end - (ends[index - 1] ?? 0n));
    const whole = linesOfWhole(fac, lines);
    if (sum(whole) !== fac) throw new Error(`${fac}: ${lines.join(', ')}`);
  }
});
