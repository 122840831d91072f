import { expect, test } from 'vitest';
import { inTurns } from './turns.ts';

/** Works for some milliseconds without giving anybody a turn. */
function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until) continue;
}

test('rows keep their order, and others have their turn while they are worked out', async () => {
  let turns = 0;
  const others = setInterval(() => (turns += 1), 0);
  const made = await inTurns([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], (row) => (work(10), row * 2));
  clearInterval(others);
  expect(made).toEqual([2, 4, 6, 8, 10, 12, 14, 16, 18, 20]);
  expect(turns).toBeGreaterThan(1);
});

test('what fails of a row fails the whole', async () => {
  const failing = (row: number) => {
    if (row === 2) throw new RangeError('not two');
    return row;
  };
  await expect(inTurns([1, 2, 3], failing)).rejects.toThrow('not two');
});
