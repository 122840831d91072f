import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { AppError } from '../../../domain/errors.ts';
import { CREDENTIALS, openBucket } from '../../testing/bucket.ts';
import { folderStore } from './folder-store.ts';
import { s3Store } from './s3-store.ts';
import { signS3 } from './sign-s3.ts';
import type { FileStore } from './store.ts';

const sha = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const A = Buffer.from('first file');
const B = Buffer.from('second file');

/** What every store keeps, whatever it is made of. */
async function keepsItsWord(store: FileStore): Promise<void> {
  expect(await store.has(sha(A))).toBe(false);
  expect(await store.get(sha(A))).toBeNull();
  await store.put(sha(A), A);
  await store.put(sha(A), A);
  await store.put(sha(B), B);
  const stream = await store.get(sha(A));
  expect(stream && (await buffer(stream))).toEqual(A);
  const listed = await Array.fromAsync(store.list());
  expect(listed.map((one) => one.key).toSorted()).toEqual([sha(A), sha(B)].toSorted());
  expect(listed.every((one) => Math.abs(Date.now() - one.putAt.getTime()) < 60_000)).toBe(true);
  await store.delete(sha(A));
  await store.delete(sha(A));
  expect(await store.has(sha(A))).toBe(false);
  for (const key of ['../../etc/passwd', 'x', `${sha(A)}/..`, ''])
    await expect((async () => store.put(key, A))()).rejects.toThrow('SHA-256');
}

describe('a folder', () => {
  let root = '';
  beforeAll(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), 'slipway-store-'));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  test('keeps its word', () => keepsItsWord(folderStore(path.join(root, 'not-there-yet'))));
  test('two levels by digest, readable by nobody else, nothing half written', async () => {
    const store = folderStore(root);
    await Promise.all(Array.from({ length: 8 }, () => store.put(sha(A), A)));
    const folder = path.join(root, sha(A).slice(0, 2), sha(A).slice(2, 4));
    expect(await readdir(folder)).toEqual([sha(A)]);
    expect((await stat(path.join(folder, sha(A)))).mode & 0o777).toBe(0o600);
    await writeFile(path.join(folder, '.half'), 'x');
    expect((await Array.fromAsync(store.list())).map((one) => one.key)).toEqual([sha(A)]);
  });
  test('what is put while it is deleted and listed is refused to nobody', async () => {
    const store = folderStore(path.join(root, 'swept'));
    for (let round = 0; round < 200; round += 1)
      await Promise.all([
        store.put(sha(B), B),
        store.delete(sha(B)),
        Array.fromAsync(store.list()),
        store.put(sha(B), B),
      ]);
    await store.put(sha(B), B);
    expect((await Array.fromAsync(store.list())).map((one) => one.key)).toEqual([sha(B)]);
  });
});

// The examples that Amazon publishes for Signature Version 4 of S3.
test.each([
  ['GET', '/test.txt', { range: 'bytes=0-9' }, '', 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'],
  [
    'PUT',
    '/test%24file.text',
    { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    'Welcome to Amazon S3.',
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  ['GET', '/?lifecycle', {}, '', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  ['GET', '/?max-keys=2&prefix=J', {}, '', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
])('signature of %s %s', (...example) => {
  const [method, address, headers, body, signature] = example;
  const signed = signS3(CREDENTIALS, {
    method,
    url: new URL(address, 'https://examplebucket.s3.amazonaws.com'),
    bodyHash: sha(body),
    headers,
    now: new Date('2013-05-24T00:00:00.000Z'),
  });
  expect(signed['authorization']).toContain(`Signature=${signature}`);
});

describe('S3', () => {
  let bucket: Awaited<ReturnType<typeof openBucket>>;
  beforeAll(async () => {
    bucket = await openBucket();
  });
  afterAll(() => bucket.close());

  test('keeps its word, a list over several pages with it', async () => {
    await keepsItsWord(s3Store(bucket.settings));
    expect([...bucket.kept.keys()]).toEqual([`${sha(B).slice(0, 2)}/${sha(B).slice(2, 4)}/${sha(B)}`]);
  });
  test('a file that comes slowly comes whole; one that comes no further ends', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const own = await openBucket();
    onTestFinished(() => own.close());
    const patience = 60_000;
    const store = s3Store({ ...own.settings, patience });
    const file = Buffer.from('slow');
    await store.put(sha(file), file);
    own.stopAtEachByte();
    const came: string[] = [];
    for await (const piece of (await store.get(sha(file))) ?? []) {
      came.push(String(piece));
      vi.advanceTimersByTime(0.9 * patience);
      own.goOn();
    }
    expect(came.join('')).toBe('slow');
    const stopped = await store.get(sha(file));
    const whole = stopped && buffer(stopped);
    vi.advanceTimersByTime(patience);
    await expect(whole).rejects.toMatchObject({ name: 'AbortError' });
    own.goOn();
  });
  test('what is refused, or not there at all, is an outage and no fault of the caller', async () => {
    const wrong = s3Store({ ...bucket.settings, secret: 'another' });
    const nowhere = s3Store({ ...bucket.settings, endpoint: 'http://127.0.0.1:9' });
    for (const store of [wrong, nowhere]) {
      await expect(store.put(sha(A), A)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      await expect(store.get(sha(A))).rejects.toBeInstanceOf(AppError);
    }
  });
});
