import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { isQuiet, refreshQuietly } from './refresh.ts';

/** A read on the screen whose answers a test gives. */
function shown(client: QueryClient, name: string) {
  const queryKey = [name];
  const answers: ((figure: number) => void)[] = [];
  const asked: boolean[] = [];
  const observer = new QueryObserver<number>(client, {
    queryKey,
    queryFn: () => {
      asked.push(isQuiet(queryKey));
      return new Promise((resolve) => void answers.push(resolve));
    },
  });
  observer.subscribe(() => undefined);
  const answer = async (figure: number) => {
    answers.shift()?.(figure);
    await settle();
  };
  return { asked, answer, figure: () => observer.getCurrentResult().data };
}
const settle = () => new Promise((resolve) => void setTimeout(resolve, 10));

test('what is shown is read anew, as the screen’s own', async () => {
  const client = new QueryClient();
  const read = shown(client, 'figure');
  await read.answer(1);
  const done = refreshQuietly(client);
  await settle();
  await read.answer(2);
  await done;
  expect(read.figure()).toBe(2);
  expect(read.asked).toEqual([false, true]);
});

test('a read that began before the change ends, and is read once more after it', async () => {
  const client = new QueryClient();
  const [long, short] = [shown(client, 'long'), shown(client, 'short')];
  await short.answer(1);
  const done = refreshQuietly(client);
  await settle();
  expect([long.asked, short.asked]).toEqual([[false], [false, true]]);
  // Its answer is shown though it may be of before, and the next read waits for none of the others.
  await long.answer(1);
  expect(long.figure()).toBe(1);
  expect(long.asked).toEqual([false, true]);
  await long.answer(2);
  await short.answer(2);
  await done;
  expect([long.figure(), short.figure()]).toEqual([2, 2]);
  expect([long.asked.length, short.asked.length]).toEqual([2, 2]);
});
