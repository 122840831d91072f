import { mkdtemp, readdir, readlink, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { SCA } from '../../../domain/endpoint.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { clearSpooled, SPOOL } from './serve.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

/** Folders of exports that there are. */
const left = async () => (await readdir(os.tmpdir())).filter((name) => name.startsWith(path.basename(SPOOL)));

test('an export leaves nothing where a connection is refused at any point of it, and no file open', async () => {
  const open = async () =>
    (
      await Promise.all((await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
    ).filter((name) => name.includes(path.basename(SPOOL)));
  const before = await left();
  await t.signIn('root');
  const connect: (done?: unknown) => Promise<unknown> = t.pool.connect.bind(t.pool);
  let [asked, refused] = [0, 0];
  // A query of the pool itself asks by a callback.
  const spy = vi.spyOn(t.pool, 'connect').mockImplementation(async (done?: unknown) => {
    if (done === undefined) asked += 1;
    if (done === undefined && asked === refused) throw new Error('no connection');
    return connect(done);
  });
  onTestFinished(() => spy.mockRestore());
  const failed: boolean[] = [];
  const tried = async () => {
    asked = 0;
    const { status } = await t.call('root', `GET ${SCA}/underwriting/items`, { query: { format: 'csv' } });
    failed.push(status >= 500);
    return asked;
  };
  const all = await tried();
  for (refused = 1; refused <= all; refused += 1) await tried();
  expect(failed).toEqual([false, ...Array<boolean>(all).fill(true)]);
  expect(all).toBeGreaterThan(2);
  await expect.poll(async () => (await left()).filter((name) => !before.includes(name))).toEqual([]);
  await expect.poll(open).toEqual([]);
});

test('what a server that was killed left is removed when nobody can be waiting for it', async () => {
  const [old, young] = [await mkdtemp(SPOOL), await mkdtemp(SPOOL)];
  await writeFile(path.join(old, 'export.csv'), 'rows');
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  await utimes(old, yesterday, yesterday);
  await clearSpooled();
  const names = await readdir(os.tmpdir());
  expect([old, young].map((folder) => names.includes(path.basename(folder)))).toEqual([false, true]);
  await rm(young, { recursive: true });
});
