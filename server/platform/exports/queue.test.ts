import { expect, test } from 'vitest';
import { queueOf } from './queue.ts';

/** Work that ends when it is told to. */
function held() {
  const { promise, resolve } = Promise.withResolvers<string>();
  let began = false;
  const work = () => {
    began = true;
    return promise;
  };
  return { work, end: resolve, began: () => began };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('who leaves while they wait gives up their place at once; where no place is left it is said what to do', async () => {
  const inTurn = queueOf({ atOnce: 1, waiting: 2 });
  const [first, second, third, late] = [held(), held(), held(), held()];
  const leaving = new AbortController();
  const one = inTurn(undefined, first.work);
  const two = inTurn(leaving.signal, second.work);
  const three = inTurn(new AbortController().signal, third.work);
  await expect(inTurn(undefined, late.work)).rejects.toMatchObject({
    code: 'EXPORTS_FULL',
    message: 'Too many files are being made right now. Try again in a few minutes.',
  });
  leaving.abort();
  await expect(two).rejects.toThrow('aborted');
  const four = inTurn(undefined, late.work);
  first.end('first');
  expect(await one).toBe('first');
  await settled();
  expect([second.began(), third.began(), late.began()]).toEqual([false, true, false]);
  third.end('third');
  expect(await three).toBe('third');
  late.end('late');
  expect(await four).toBe('late');
});

test('what fails passes its turn on, and who has left before is not kept', async () => {
  const inTurn = queueOf({ atOnce: 1, waiting: 1 });
  const failing = inTurn(undefined, () => Promise.reject(new Error('No room.')));
  const next = inTurn(undefined, () => Promise.resolve('next'));
  await expect(failing).rejects.toThrow('No room.');
  expect(await next).toBe('next');
  await expect(inTurn(AbortSignal.abort(), () => Promise.resolve('left'))).rejects.toThrow('aborted');
});
