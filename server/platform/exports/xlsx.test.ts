import { spawnSync } from 'node:child_process';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Worker } from 'node:worker_threads';
import { readXlsx } from 'hucre/xlsx';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exportTable } from './table.ts';
import { writeXlsx } from './xlsx.ts';

const columns = [{ name: 'Text', kind: 'text' as const, cell: (row: string) => row }];
/** Writes a file of these rows under a path of its folder; gives what it then says. */
async function written(rows: Iterable<string> | AsyncIterable<string>, name = 'file.xlsx') {
  await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'slipway-test-'));
  const file = path.join(folder.path, name);
  await writeXlsx(exportTable({ name: 'file', columns, rows }), file);
  return (await readXlsx(await readFile(file))).sheets[0]?.rows;
}

let started: Worker[];
const onStart = (worker: Worker) => void started.push(worker);
beforeEach(async () => {
  started = [];
  process.on('worker', onStart);
  // A file that fails ends its thread: what others left waiting is gone once one was started for it.
  while (started.length === 0) await expect(written(['lost'], 'no/folder.xlsx')).rejects.toThrow(/ENOENT/);
  started = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  process.off('worker', onStart);
});

test('a text is in it as it is, what XML cannot hold by a mark in its place', async () => {
  const texts = ['_x0041_', '_x0041', 'x_x0041_x', 'a\tb', 'a\u0001b', '<a> & "b"', '🦁 Simba'];
  expect(await written(texts)).toEqual([['Text'], ...texts.map((text) => [text])]);
  expect(await written(['a\uFFFEb', 'a\uFFFFb'])).toEqual([['Text'], ['a\uFFFDb'], ['a\uFFFDb']]);
});

test('rows are read no further once the file cannot be written', async () => {
  let read = 0;
  const rows = function* () {
    for (; read < 100_000; read += 1) yield `row ${read}`;
  };
  await expect(written(rows(), 'no/folder.xlsx')).rejects.toThrow(/ENOENT/);
  expect(read).toBeLessThan(10_000);
});

test('a thread is kept for ten seconds for the next file, and is ended then', async () => {
  await written(['first']);
  const [thread] = started;
  if (!thread) throw new Error('No thread was started.');
  const end = vi.spyOn(thread, 'terminate');
  // The ten seconds begin anew with each file.
  for (const text of ['second', 'third']) {
    vi.advanceTimersByTime(9_999);
    expect(await written([text])).toEqual([['Text'], [text]]);
  }
  vi.advanceTimersByTime(9_999);
  expect([started.length, end.mock.calls.length]).toEqual([1, 0]);
  vi.advanceTimersByTime(1);
  expect(end).toHaveBeenCalledOnce();
  expect(await written(['fourth'])).toEqual([['Text'], ['fourth']]);
  expect(started).toHaveLength(2);
});

test('one that was taken for a file does not end within it, however long that takes', async () => {
  await written(['first']);
  const rows = (async function* () {
    yield 'one';
    vi.advanceTimersByTime(100_000);
    yield 'two';
  })();
  expect(await written(rows)).toEqual([['Text'], ['one'], ['two']]);
  expect(started).toHaveLength(1);
});

test('one that ended while it waited is not taken', async () => {
  await written(['first']);
  await started[0]?.terminate();
  const second = written(['second']);
  await expect.poll(() => started.length).toBe(2);
  expect(await second).toEqual([['Text'], ['second']]);
});

/** Writes a file and has nothing more to do; prints when the thread is ended and when nothing is left to wait for. */
const PROGRAM = `
  import { Worker } from 'node:worker_threads';
  const { exportTable } = await import('./table.ts');
  const { writeXlsx } = await import('./xlsx.ts');
  const { terminate } = Worker.prototype;
  Worker.prototype.terminate = function () { console.log('ended'); return terminate.call(this); };
  process.once('beforeExit', () => { console.log('free'); process.exit(); });
  const columns = [{ name: 'Text', kind: 'text', cell: (row) => row }];
  await writeXlsx(exportTable({ name: 'file', columns, rows: ['first'] }), process.argv[1]);
`;

test('one that waits holds nobody’s end up', async () => {
  await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'slipway-test-'));
  const words = ['--input-type=module', '--eval', PROGRAM, path.join(folder.path, 'file.xlsx')];
  const { stdout, stderr } = spawnSync(process.execPath, words, { cwd: import.meta.dirname, encoding: 'utf8' });
  expect({ stdout, stderr }).toEqual({ stdout: 'free\n', stderr: '' });
});
