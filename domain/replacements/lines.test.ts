import { describe, expect, test } from 'vitest';
import { lineOf, replacedLines, successorsFault } from './lines.ts';

const line = (securityId: number, share: bigint, commission: bigint | null = null) => ({
  securityId,
  resident: true,
  share,
  commission,
  brokerage: null,
});
const to = (security: number, share: bigint) => ({ security, resident: false, share });
const HALF = 50_000_000n;

describe('the line of one security is given to others', () => {
  test('to one, on the terms of the line that leaves', () => {
    const lines = [line(1, 40_000_000n), line(2, 20_000_000n, 25_000_000n)];
    expect(replacedLines(lines, { leaving: 2, successors: [to(9, 100_000_000n)] })).toEqual([
      line(1, 40_000_000n),
      { ...line(9, 20_000_000n, 25_000_000n), resident: false },
    ]);
  });

  test('to several, the last millionth by largest remainder, so that as much is placed as before', () => {
    const lines = [line(1, 33_333_333n), line(2, 10_000_001n)];
    const replaced = replacedLines(lines, { leaving: 2, successors: [to(8, HALF), to(9, HALF)] });
    expect(replaced.map(({ securityId, share }) => [securityId, share])).toEqual([
      [1, 33_333_333n],
      [8, 5_000_001n],
      [9, 5_000_000n],
    ]);
  });

  test('who has a line already has more of it, on its own terms', () => {
    const lines = [line(1, 40_000_000n, 30_000_000n), line(2, 20_000_000n, 25_000_000n)];
    const replaced = replacedLines(lines, { leaving: 2, successors: [to(1, HALF), to(9, HALF)] });
    expect(replaced).toEqual([
      line(1, 50_000_000n, 30_000_000n),
      { ...line(9, 10_000_000n, 25_000_000n), resident: false },
    ]);
  });

  test('who has no line is replaced by nobody', () => {
    const lines = [line(1, 40_000_000n)];
    expect(replacedLines(lines, { leaving: 2, successors: [to(9, 100_000_000n)] })).toEqual(lines);
    expect(lineOf(lines, 2)).toBe(0n);
  });
});

test.each([
  [[{ security: 9, share: 100_000_000n }], null],
  [[{ security: 2, share: 100_000_000n }], 'A security cannot replace itself.'],
  [
    [
      { security: 9, share: HALF },
      { security: 9, share: HALF },
    ],
    'Name each security once.',
  ],
  [
    [
      { security: 8, share: 0n },
      { security: 9, share: 100_000_000n },
    ],
    'Each share must be more than 0.',
  ],
  [[{ security: 9, share: 99_999_999n }], 'The shares must add up to 100% of its line.'],
])('%o in place of security 2: %s', (successors, expected) => {
  expect(successorsFault(2, successors)).toBe(expected);
});
