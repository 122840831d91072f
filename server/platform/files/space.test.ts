import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from './open-store.ts';
import { asAppError } from '../http/problems.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedPolicy, examplePolicy, makeBook, type Book } from '../../testing/factories.ts';
import { pdfFile } from '../../testing/files.ts';
import os from 'node:os';
import path from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';

const SCA = '/api/sca/v1';
const folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-space-'));
const store = openStore({ kind: 'folder', folder });
let full = false;
let t: TestApp;
let book: Book;

beforeAll(async () => {
  const put = async (key: string, bytes: Uint8Array) => {
    if (full) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    await store.put(key, bytes);
  };
  t = await testApp({ services: { files: { ...store, put } } });
  book = await makeBook(t);
});
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true, force: true });
});

const ready = async () => (await t.call(null, 'GET /api/ready')).status;

test('a full store of files is 503 with Retry-After and not ready, and both recover by themselves', async () => {
  const policy = await approvedPolicy(t, book);
  const upload = () =>
    t.call('underwriter.nbo', `POST ${SCA}/attachment/save`, {
      query: { entity: 'policy', id: policy, name: 'slip.pdf' },
      body: pdfFile('no room'),
      headers: { 'content-type': 'application/octet-stream' },
    });
  expect(await ready()).toBe(200);
  full = true;
  const refused = await upload();
  expect([refused.status, refused.body.code]).toEqual([503, 'UNAVAILABLE']);
  expect(refused.headers['retry-after']).toBe('2');
  expect([await ready(), await ready()]).toEqual([503, 503]);
  // Reading goes on, and so does what needs no file.
  expect((await t.call('underwriter.nbo', `GET ${SCA}/underwriting/${policy}`)).status).toBe(200);
  expect((await t.call('underwriter.nbo', `POST ${SCA}/underwriting/save`, { body: examplePolicy(book) })).status).toBe(
    200,
  );
  full = false;
  expect(await ready()).toBe(200);
  expect((await upload()).status).toBe(200);
  const { rows } = await t.ownerPool.query(`select 1 from jobs where kind = 'room'`);
  expect(rows).toEqual([]);
});

test('a full disk of the database is 503, and is found out to have room again', async () => {
  await t.ownerPool.query(`create function no_room() returns trigger language plpgsql as $f$ begin
    raise exception 'could not extend file' using errcode = '53100'; end $f$`);
  const tables = ['policies', 'jobs'];
  for (const table of tables)
    await t.ownerPool.query(`create trigger no_room before insert on ${table} for each row execute function no_room()`);
  const save = () => t.call('underwriter.nbo', `POST ${SCA}/underwriting/save`, { body: examplePolicy(book) });
  const refused = await save();
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2']);
  expect([await ready(), await ready()]).toEqual([503, 503]);
  for (const table of tables) await t.ownerPool.query(`drop trigger no_room on ${table}`);
  expect(await ready()).toBe(200);
  expect((await save()).status).toBe(200);
});

test('reading goes on where not even that somebody was here can be written', async () => {
  const token = await t.signIn('underwriter.nbo');
  await t.ownerPool.query(`create trigger no_room before update on sessions for each row execute function no_room()`);
  await t.ownerPool.query(`alter table sessions disable trigger no_room`);
  await t.ownerPool.query(`update sessions set last_seen_at = last_seen_at - interval '5 minutes'`);
  await t.ownerPool.query(`alter table sessions enable trigger no_room`);
  expect((await t.call(token, `GET ${SCA}/underwriting/items`)).status).toBe(200);
  await t.ownerPool.query(`drop trigger no_room on sessions`);
});

test('a pool that is exhausted queues, up to a bound: who comes then is told at once to ask again', async () => {
  const held = await Promise.all(Array.from({ length: 8 }, () => t.pool.connect()));
  const ask = (count: number) => Array.from({ length: count }, () => t.call(null, 'GET /api/ready'));
  const queued = ask(200);
  try {
    while (t.pool.waitingCount < 200) await new Promise((resolve) => setImmediate(resolve));
    // Those over the bound are answered while nobody has a connection.
    for (const { status, headers } of await Promise.all(ask(60)))
      expect([status, headers['retry-after']]).toEqual([503, '2']);
    expect(t.pool.waitingCount).toBe(200);
  } finally {
    for (const client of held) client.release();
  }
  for (const { status } of await Promise.all(queued)) expect(status).toBe(200);
});

test.each([
  '53100',
  '53200',
  '57014',
  '25P03',
  '57P03',
  '08006',
  'ENOSPC',
  'EDQUOT',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EAGAIN',
])('what fails with %s may be asked for again', (code) => expect(asAppError({ code }).code).toBe('UNAVAILABLE'));
