import { expect, test } from 'vitest';
import { MOST_WAITING, waitingOf } from './work.ts';

test('what waits is counted to a thousand', () => {
  expect(MOST_WAITING).toBe(1_000);
  expect([0, 1, 1_000, 1_001].map(waitingOf)).toEqual([
    { count: 0 },
    { count: 1 },
    { count: 1_000 },
    { count: 1_000, more: true },
  ]);
});
