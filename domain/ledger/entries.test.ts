import { describe, expect, test } from 'vitest';
import { sum } from '../values/money.ts';
import { passedLines } from './entries.ts';

describe('cash that is used in another branch', () => {
  const { leaves, comes } = passedLines(7, { amount: 333_333n, base: 43_166_624n });

  test('leaves the one and comes into the other, each in an entry of its own', () => {
    expect(leaves).toEqual([
      { account: 'UNALLOCATED_CASH', partyId: 7, amount: 333_333n, base: 43_166_624n },
      { account: 'INTER_BRANCH', amount: -333_333n, base: -43_166_624n },
    ]);
    expect(comes).toEqual([
      { account: 'INTER_BRANCH', amount: 333_333n, base: 43_166_624n },
      { account: 'UNALLOCATED_CASH', partyId: 7, amount: -333_333n, base: -43_166_624n },
    ]);
  });

  test('sums to nothing in each, and leaves nothing between branches, in its currency and in base', () => {
    const between = [...leaves, ...comes].filter(({ account }) => account === 'INTER_BRANCH');
    for (const lines of [leaves, comes, between])
      expect([sum(lines.map(({ amount }) => amount)), sum(lines.map(({ base }) => base))]).toEqual([0n, 0n]);
  });
});
