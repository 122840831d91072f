import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import type { Database } from '../db/pool.ts';
import { inputHash, keepReply, takeKey } from './idempotency.ts';
import { inTransaction } from './transaction.ts';

let t: TestApp;
let userId: number;
beforeAll(async () => {
  t = await testApp();
  const { rows } = await t.ownerPool.query<{ id: number }>('select min(id) as id from users');
  userId = rows[0]?.id ?? 0;
});
afterAll(() => t?.close());

const writing = <T>(lockTimeout: string, work: (db: Database) => Promise<T>) =>
  inTransaction(t.platform.database, { readOnly: false, scope: [1], userId, lockTimeout }, work);

test('a key is waited for no longer than its time, and other locks as long as ever', async () => {
  const use = { userId, endpoint: 'PUT /x', key: 'a-key-of-mine', inputHash: inputHash(['x']) };
  await writing('5s', async (db) => {
    expect(await takeKey(db, use)).toBeNull();
    const { rows: shown } = await sql`show lock_timeout`.execute(db);
    expect(shown).toEqual([{ lock_timeout: '0' }]);
    await expect(writing('50ms', (other) => takeKey(other, use))).rejects.toMatchObject({ code: '55P03' });
    await keepReply(db, use, { id: 7 });
  });
  expect(await writing('50ms', (db) => takeKey(db, use))).toEqual({ reply: { id: 7 } });
  const differing = { ...use, inputHash: inputHash(['y']) };
  await expect(writing('50ms', (db) => takeKey(db, differing))).rejects.toMatchObject({ code: 'KEY_REUSED' });
});

test('a transaction in which a statement failed is not taken for committed', async () => {
  const swallowing = writing('5s', async (db) => {
    await sql`select 1 / 0`.execute(db).catch(() => undefined);
    return 'done';
  });
  await expect(swallowing).rejects.toThrow('was not committed');
});
