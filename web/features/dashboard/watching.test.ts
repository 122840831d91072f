import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watch } from './watching.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Writer = ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>;

/** Streams that a test writes and ends, and how often something was said to have changed. */
function watched(refused: () => Promise<void> = async () => undefined) {
  const stop = new AbortController();
  const streams: Writer[] = [];
  const onChange = vi.fn<() => void>();
  const open = vi.fn(async () => {
    await refused();
    return new Response(new ReadableStream<Uint8Array<ArrayBuffer>>({ start: (writer) => void streams.push(writer) }));
  });
  const ended = watch({ open, signal: stop.signal, onChange });
  return { stop, streams, onChange, open, ended };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const say = (stream: Writer | undefined, line: string) => stream?.enqueue(new TextEncoder().encode(`${line}\n`));

test('each line that says so is a change', async () => {
  const { streams, onChange } = watched();
  await pass(0);
  say(streams[0], '');
  await pass(0);
  expect(onChange).not.toHaveBeenCalled();
  say(streams[0], 'changed');
  await pass(0);
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('what happened between a stream and the next one is asked for once that is open', async () => {
  let opens: (() => void) | undefined;
  let count = 0;
  const { streams, onChange, open } = watched(() =>
    (count += 1) === 1 ? Promise.resolve() : new Promise((resolve) => (opens = resolve)),
  );
  await pass(0);
  streams[0]?.close();
  await pass(0);
  expect(open).toHaveBeenCalledTimes(2);
  expect(onChange).not.toHaveBeenCalled();
  opens?.();
  await pass(0);
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('while none opens it is asked for every fifteen seconds', async () => {
  const { onChange, open } = watched(() => Promise.reject(new Error('refused')));
  await pass(31_000);
  expect(open).toHaveBeenCalledTimes(3);
  expect(onChange).toHaveBeenCalledTimes(2);
});

test('one that is stopped while it opens, or waits to open again, ends and asks for nothing', async () => {
  for (const after of [0, 5_000]) {
    const { stop, onChange, ended } = watched(
      () => new Promise((_, reject) => void setTimeout(() => reject(new Error('refused')), 1_000)),
    );
    await pass(after);
    stop.abort();
    let over = false;
    void ended.then(() => (over = true));
    await pass(1_000);
    expect(over).toBe(true);
    await pass(60_000);
    expect(onChange).not.toHaveBeenCalled();
  }
});
