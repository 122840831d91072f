import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { approvedPolicy, makeBook } from '../testing/factories.ts';
import { testApp, type TestApp } from '../testing/testApp.ts';
import { startSealer, verifyAudit } from './audit/sealer.ts';
import { openPool } from './db/pool.ts';
import { createSender, mailSettings } from './mail/mail.ts';
import { clearOld, startUpkeep } from './upkeep.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
afterEach(() => void vi.useRealTimers());

const count = async (query: string) => (await t.ownerPool.query<{ count: number }>(query)).rows[0]?.count;

test('what has served its time goes as the firm has set it; books, documents and what was done stay', async () => {
  await approvedPolicy(t, await makeBook(t));
  const made = `insert into jobs (kind, payload, state, created_at, finished_at) values`;
  await t.ownerPool.query(`${made} ('mail', '{}', 'DONE', now() - interval '30 months', now() - interval '30 months'),
    ('mail', '{}', 'DONE', now() - interval '18 months', now() - interval '18 months'),
    ('export', '{}', 'DONE', now() - interval '18 months', now() - interval '18 months'),
    ('export', '{}', 'WAITING', now() - interval '30 months', null),
    ('export', '{}', 'FAILED', now() - interval '30 months', null)`);
  await t.ownerPool.query(
    `update firm set retain_mails_years = 2, retain_personal_years = 3, retain_attempts_days = 7`,
  );
  await t.ownerPool.query(
    `insert into attempts (subject, at) values ('a', now() - interval '8 days'), ('b', now() - interval '6 days')`,
  );
  await t.ownerPool.query(
    `insert into audit_trail (at, entity, entity_id, action, facts, personal, digest)
     select now() - make_interval(years => y), 'user', 1, 'register', '{}', '{"name": "x"}', '\\x00' from unnest(array[2, 4]) as y`,
  );
  const kept =
    'select (select count(*) from journal_lines) + (select count(*) from audit_trail) + (select count(*) from documents) as count';
  const before = await count(kept);
  await clearOld(t.pool);
  const { rows } = await t.ownerPool.query(`select kind, state from jobs where kind in ('mail', 'export') order by id`);
  expect(rows).toEqual([
    { kind: 'mail', state: 'DONE' },
    { kind: 'export', state: 'WAITING' },
  ]);
  const trail = await t.ownerPool.query(
    `select personal is null as erased from audit_trail where action = 'register' and digest = '\\x00' order by at`,
  );
  expect(trail.rows.map((row) => row.erased)).toEqual([true, false]);
  expect(await count('select count(*)::int as count from attempts')).toBe(1);
  expect(await count(kept)).toEqual(before);
  expect(await verifyAudit(t.ownerPool)).not.toBe('');
});

test('it is done soon after the start and every hour; what fails is said without its text, and the rest is done', async () => {
  const done: string[] = [];
  const said: [string, Record<string, unknown>][] = [];
  const own = {
    broken: async () => void (await sql`select 'Wanjiku'::int`.execute(t.database)),
    several: async () => {
      throw new AggregateError([new TypeError('Wanjiku')], 'Wanjiku');
    },
    last: async () => void done.push('last'),
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const upkeep = startUpkeep(t.pool, own, (message, facts) => void said.push([message, { ...facts }]));
  await vi.advanceTimersByTimeAsync(61_000);
  await vi.waitFor(() => expect(done).toEqual(['last']));
  expect(said).toMatchObject([
    ['upkeep failed', { task: 'broken', error: 'error', code: '22P02' }],
    ['upkeep failed', { task: 'several', of: [{ error: 'TypeError', at: expect.stringContaining('upkeep.test') }] }],
  ]);
  expect(JSON.stringify(said)).not.toContain('Wanjiku');
  await vi.advanceTimersByTimeAsync(3_600_000);
  await vi.waitFor(() => expect(done).toEqual(['last', 'last']));
  upkeep.stop();
  await vi.advanceTimersByTimeAsync(7_200_000);
  expect(done).toHaveLength(2);
});

test('a trail that cannot be sealed is said once, until it can be again', async () => {
  const away = openPool({ url: 'postgresql://nobody@127.0.0.1:1/none' });
  const said: unknown[] = [];
  const sealer = startSealer(away, { head: () => undefined, failed: (...one) => void said.push(one) });
  await expect.poll(() => said).toMatchObject([['The audit trail could not be sealed', { code: 'ECONNREFUSED' }]]);
  await sealer.stop();
  await away.end();
  expect(said).toHaveLength(1);
});

test('mails leave in the firm’s name, with its address for replies and its signature', async () => {
  await t.ownerPool.query(
    `update firm set mail_from_name = 'Baobab Re', mail_reply_to = 'desk@baobab.example', mail_signature = 'Kind regards'`,
  );
  const outbox = await mkdtemp(path.join(os.tmpdir(), 'slipway-mail-'));
  const send = createSender({
    smtpUrl: null,
    from: 'Slipway <no-reply@slipway.test>',
    outbox,
    settings: () => mailSettings(t.pool),
  });
  await send({ to: 'a@b.example', subject: 'Hello', text: 'Text\n' });
  const [file = ''] = await readdir(outbox);
  const mail = await readFile(path.join(outbox, file), 'utf8');
  await rm(outbox, { recursive: true });
  expect(mail).toContain('From: Baobab Re <no-reply@slipway.test>');
  expect(mail).toContain('Reply-To: desk@baobab.example');
  expect(mail.replaceAll('\r\n', '\n')).toContain('Text\n\n--');
  expect(mail).toContain('Kind regards');
});
