import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paced } from './paced.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** When each reading began, in milliseconds from now on. */
function readings(takes: number) {
  const start = Date.now();
  const began: number[] = [];
  const of = paced(async () => {
    began.push(Date.now() - start);
    await new Promise((resolve) => setTimeout(resolve, takes));
  });
  return { began, ...of };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('changes that come together are read together, soon', async () => {
  const { began, changed } = readings(50);
  changed();
  changed();
  await pass(10_000);
  expect(began).toEqual([400]);
});

test('a busy office is read every three seconds', async () => {
  const { began, changed } = readings(50);
  for (let second = 0; second < 10; second += 1) {
    changed();
    await pass(1_000);
  }
  expect(began).toEqual([400, 3_400, 6_400, 9_400]);
});

test('what takes two seconds is read for a fifth of the time', async () => {
  const { began, changed } = readings(2_000);
  for (let second = 0; second < 25; second += 1) {
    changed();
    await pass(1_000);
  }
  expect(began).toEqual([400, 10_400, 20_400]);
});

test('a change during a reading is read after it', async () => {
  const { began, changed } = readings(2_000);
  changed();
  await pass(1_000);
  changed();
  await pass(60_000);
  expect(began).toEqual([400, 10_400]);
});

test('nothing is read once it is stopped, though a reading ends later', async () => {
  const { began, changed, stop } = readings(2_000);
  changed();
  await pass(1_000);
  changed();
  stop();
  changed();
  await pass(60_000);
  expect(began).toEqual([400]);
});
