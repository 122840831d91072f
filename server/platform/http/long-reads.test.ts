import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SCA } from '../../../domain/endpoint.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { ageingSummary } from '../../../domain/reports/ageing.ts';
import { warranties } from '../../../domain/reports/warranties.ts';
import { inLine, isLong, LONG_READS } from './long-reads.ts';

let app: TestApp;
let address: string;
beforeAll(async () => {
  app = await testApp({ poolSize: LONG_READS + 4 });
  address = await app.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const SUMMARY = `GET ${SCA}/underwriting/s3` as const;

/** Connections that wait for the lock. */
async function waiting(): Promise<number> {
  const { rows } = await app.ownerPool.query<{ waiting: number }>(
    `select count(distinct l.pid)::int as waiting from pg_locks l join pg_database d on d.oid = l.database where not l.granted and d.datname = current_database()`,
  );
  return rows[0]?.waiting ?? 0;
}

/** While nobody can read policies, so that long reads last. */
async function held<T>(work: () => Promise<T>): Promise<T> {
  const owner = await app.ownerPool.connect();
  await owner.query('begin');
  await owner.query('lock table policies in access exclusive mode');
  try {
    return await work();
  } finally {
    await owner.query('commit');
    owner.release();
  }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await setTimeout(10);
}

test('of many long reads a few are answered at once, short ones beside them, and all in the end', async () => {
  const many = 3 * LONG_READS;
  const asked: Promise<{ status: number }>[] = [];
  await held(async () => {
    for (let nth = 0; nth < many; nth += 1) asked.push(app.call('root', SUMMARY));
    await until(async () => (await waiting()) >= LONG_READS);
    for (let nth = 0; nth < 10; nth += 1)
      expect(await app.call('root', `GET ${SCA}/reinsured/items`)).toMatchObject({ status: 200 });
    // Those that wait for their turn hold no connection: as many as there are would go on to the lock.
    expect(await waiting()).toBe(LONG_READS);
  });
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array<number>(many).fill(200));
});

test('one that fails gives its turn on', async () => {
  const refused = await Promise.all(
    Array.from({ length: 2 * LONG_READS }, () => app.call('root', SUMMARY, { query: { param: '999999' } })),
  );
  for (const { status } of refused) expect(status).toBe(404);
  expect(await app.call('root', SUMMARY)).toMatchObject({ status: 200 });
});

test('a report that is of one party or of all is long where it is of all', () => {
  expect(isLong(ageingSummary, { query: { param: 'ALL' } })).toBe(true);
  expect(isLong(ageingSummary, { query: { param: '12' } })).toBe(false);
  expect(isLong(ageingSummary, { query: { param: 'ALL', format: 'csv' } })).toBe(false);
});

test('premium warranties are long where they are laid beside another day', () => {
  expect(isLong(warranties, { query: { beside: '2026-02-28' } })).toBe(true);
  expect(isLong(warranties, { query: { asat: '2026-02-28' } })).toBe(false);
  expect(isLong(warranties, { query: { beside: '2026-02-28', format: 'csv' } })).toBe(false);
});

test('a file of it waits for nobody', async () => {
  const asked: Promise<{ status: number }>[] = [];
  await held(async () => {
    for (let nth = 0; nth < LONG_READS; nth += 1) asked.push(app.call('root', SUMMARY));
    await until(async () => (await waiting()) >= LONG_READS);
    asked.push(app.call('root', SUMMARY, { query: { format: 'csv' } }));
    await until(async () => (await waiting()) >= LONG_READS + 1);
  });
  for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
});

test('who has gone away before their turn is not read for', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const running = Array.from({ length: LONG_READS }, () => inLine(new AbortController().signal, () => promise));
  const gone = new AbortController();
  let read = false;
  const left = inLine(gone.signal, async () => {
    read = true;
  });
  gone.abort();
  resolve();
  await Promise.all(running);
  await expect(left).rejects.toMatchObject({ name: 'AbortError' });
  expect(read).toBe(false);
});

test('what runs for who has gone away is cancelled, and its turn and connection are free again', async () => {
  const authorization = `Bearer ${await app.signIn('root')}`;
  const leaving = new AbortController();
  await held(async () => {
    const left = Array.from({ length: LONG_READS }, () =>
      fetch(`${address}${SCA}/underwriting/s3`, { headers: { authorization }, signal: leaving.signal }),
    );
    await until(async () => (await waiting()) === LONG_READS);
    leaving.abort();
    for (const asked of await Promise.allSettled(left)) expect(asked.status).toBe('rejected');
    // Policies are locked still: nothing else would have ended their waiting.
    await until(async () => (await waiting()) === 0);
  });
  expect(await app.call('root', SUMMARY)).toMatchObject({ status: 200 });
  await until(async () => app.pool.idleCount === app.pool.totalCount);
});
