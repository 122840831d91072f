import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { amountOut } from '../../../domain/wire.ts';
import { encodeReply, textOf } from './encode.ts';

const row = z.object({
  id: z.int(),
  day: z.codec(z.string(), z.date(), { decode: (text) => new Date(text), encode: (day) => day.toISOString() }),
});
const reply = z.object({ as_at: z.string(), data: z.array(row), more: z.optional(z.boolean()), total: amountOut });
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, id) => ({
    id,
    day: new Date(Date.UTC(2026, 0, 1, 0, id)),
    hidden: 'not of the reply',
  }));
const answerOf = (count: number) => ({
  as_at: '2026-03-02',
  data: rowsOf(count),
  total: '1.00',
  hidden: 'not of the reply',
});

test.each([0, 1, 200, 201, 5_000])('%i rows travel as the shape of the reply says', async (count) => {
  const encoded = await encodeReply(reply, answerOf(count));
  expect(encoded).toEqual(z.encode(reply, answerOf(count)));
  expect(JSON.stringify(encoded)).not.toContain('hidden');
});

test('a row that is none of the reply fails, however many there are', async () => {
  for (const count of [10, 1_000]) {
    const answer = answerOf(count);
    await expect(encodeReply(reply, { ...answer, data: [...answer.data, { id: 'x' }] })).rejects.toThrow();
    await expect(encodeReply(reply, { ...answer, total: 1 })).rejects.toThrow();
  }
});

test('a reply without rows is as it is', async () => {
  expect(await encodeReply(z.null(), null)).toBeNull();
  expect(await encodeReply(z.array(z.int()), [1, 2])).toEqual([1, 2]);
  expect(await encodeReply(z.object({ data: z.record(z.string(), z.int()) }), { data: { one: 1 } })).toEqual({
    data: { one: 1 },
  });
});

test.each([0, 200, 201, 5_000])('the text of %i rows is their JSON', async (count) => {
  const answer = { ...answerOf(count), 'a "name"': undefined, more: null, deep: { data: [1] } };
  expect(await textOf(answer)).toBe(JSON.stringify(answer));
  expect(await textOf({ data: 'no rows' })).toBe('{"data":"no rows"}');
  expect(await textOf(rowsOf(count))).toBe(JSON.stringify(rowsOf(count)));
});

test.each([
  ['encoded', (answer: ReturnType<typeof answerOf>) => encodeReply(reply, answer)],
  ['written', textOf],
])('others have their turn while many rows are %s', async (_what, work) => {
  let turns = 0;
  const others = setInterval(() => (turns += 1), 0);
  await work(answerOf(100_000));
  clearInterval(others);
  expect(turns).toBeGreaterThan(1);
});
