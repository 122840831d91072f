import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFrames, writeFrames, type Piece } from './frames.ts';

const KEY = 'sixteen letters and more';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-frames-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const piece = (kind: Piece['kind'], text = ''): Piece => ({ kind, bytes: Buffer.from(text) });
const PIECES = [piece('head', 'h'), piece('table', 't'), piece('rows', 'x'.repeat(5_000)), piece('end', 'e')];

async function* given(pieces: readonly Piece[]): AsyncGenerator<Piece> {
  yield* pieces;
}

let files = 0;
async function written(key: string | null, pieces = PIECES): Promise<string> {
  files += 1;
  const file = path.join(folder, `${files}.backup`);
  await writeFrames(file, key, given(pieces));
  return file;
}

async function read(file: string, key: string | null): Promise<string[]> {
  const texts: string[] = [];
  for await (const { kind, bytes } of readFrames(file, key)) texts.push(`${kind} ${Buffer.from(bytes).toString()}`);
  return texts;
}

/** The file's frames and what comes before them. */
async function framesOf(file: string): Promise<{ lines: Buffer; frames: Buffer[] }> {
  const whole = await readFile(file);
  const start = whole.indexOf(10, whole.indexOf(10) + 1) + 1;
  const frames: Buffer[] = [];
  for (let at = start; at < whole.length;) {
    const end = at + 4 + whole.readUInt32BE(at);
    frames.push(whole.subarray(at, end));
    at = end;
  }
  return { lines: whole.subarray(0, start), frames };
}

describe.each([
  ['encrypted', KEY],
  ['unencrypted', null],
])('%s', (_name, key) => {
  test('what was written is read, and the text is not in the open when it is encrypted', async () => {
    const file = await written(key);
    expect(await read(file, key)).toEqual(PIECES.map(({ kind, bytes }) => `${kind} ${Buffer.from(bytes).toString()}`));
  });

  test('a cut at any place is refused', async () => {
    const whole = await readFile(await written(key));
    const file = path.join(folder, 'cut.backup');
    for (let length = 0; length < whole.length; length += 7) {
      await writeFile(file, whole.subarray(0, length));
      await expect(read(file, key), String(length)).rejects.toMatchObject({ code: 'BACKUP_REFUSED' });
    }
  });

  test('frames that are left out, moved, doubled, or of another file are refused', async () => {
    const file = await written(key);
    const { lines, frames } = await framesOf(file);
    const [head, table, rows, end] = frames;
    const foreign = (
      await framesOf(await written(key, [piece('head', 'h'), piece('rows', 'of another'), piece('end')]))
    ).frames[1];
    const orders = [
      [head, rows, end],
      [head, rows, table, end],
      [head, table, table, rows, end],
      [head, table, rows],
      [head, table, rows, end, end],
      ...(key === null ? [] : [[head, foreign, rows, end]]),
    ];
    for (const order of orders) {
      await writeFile(file, Buffer.concat([lines, ...order.map((frame) => frame ?? Buffer.alloc(0))]));
      await expect(read(file, key)).rejects.toMatchObject({ code: 'BACKUP_REFUSED' });
    }
  });

  test('a length that is out of all bounds is refused before memory is taken for it', async () => {
    const file = await written(key);
    const { lines } = await framesOf(file);
    await writeFile(file, Buffer.concat([lines, Buffer.from([0xff, 0xff, 0xff, 0xff]), Buffer.alloc(64)]));
    await expect(read(file, key)).rejects.toThrow('damaged');
  });
});

test('the key decides: none, another one, the right one', async () => {
  const file = await written(KEY);
  expect((await readFile(file)).includes('xxxxx')).toBe(false);
  await expect(read(file, null)).rejects.toThrow('SLIPWAY_BACKUP_KEY must hold its key');
  await expect(read(file, `${KEY}.`)).rejects.toThrow('not the one that this backup was made with');
  expect(await read(file, KEY)).toHaveLength(PIECES.length);
});

test('a file that is something else is named as that', async () => {
  const file = path.join(folder, 'letter.txt');
  await writeFile(file, 'Dear sirs, we enclose our slip.');
  await expect(read(file, KEY)).rejects.toThrow('This file is no backup of Slipway.');
});

test('a backup never overwrites a file, and leaves none when it fails', async () => {
  const file = await written(null);
  await expect(writeFrames(file, null, given(PIECES))).rejects.toThrow('does not overwrite');
  const failing = path.join(folder, 'failing.backup');
  async function* broken(): AsyncGenerator<Piece> {
    yield piece('head');
    throw new Error('The database went away.');
  }
  await expect(writeFrames(failing, null, broken())).rejects.toThrow('went away');
  for (const name of [failing, `${failing}.unfinished`])
    await expect(readFile(name)).rejects.toMatchObject({ code: 'ENOENT' });
});
