import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { inTurns, readInTurns } from './turns.ts';

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

test('others have their turn while a long answer is read, all of which arrives', async () => {
  const read = async (reading: (stream: PassThrough) => void) => {
    const stream = new PassThrough({ highWaterMark: 1_000 });
    const chunks = Array.from({ length: 40 }, (_, at) => String.fromCharCode(65 + at));
    for (const chunk of chunks) stream.write(chunk);
    stream.end();
    let text = '';
    let turns = 0;
    const others = setInterval(() => (turns += 1), 0);
    stream.on('data', (chunk) => {
      work(3);
      text += String(chunk);
    });
    reading(stream);
    await finished(stream);
    clearInterval(others);
    expect(text).toBe(chunks.join(''));
    return turns;
  };
  expect(await read(() => undefined)).toBeLessThan(5);
  expect(await read(readInTurns)).toBeGreaterThan(5);
});
