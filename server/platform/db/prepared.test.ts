import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { policyStanding } from '../../../domain/endorsements/standing.ts';
import { isOfOneRecord } from '../../../domain/endpoint.ts';
import { firstOf } from '../../../domain/errors.ts';
import { getReceipt, listReceipts, passCashOn } from '../../../domain/receipts/contract.ts';
import { recordHistory } from '../../../domain/reports/history.ts';
import { recordLinks } from '../../../domain/reports/linked.ts';
import { scheduleOfSecurities } from '../../../domain/reports/securities.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { inTransaction } from '../http/transaction.ts';
import { PLANNER } from './planner.ts';
import { openDatabase, openPool, plannedOnce, send } from './pool.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t?.close());

test('a statement that comes often is prepared on each connection, for all query builders of its pool', async () => {
  const pool = openPool({ url: String(t.pool.options.connectionString), max: 1 });
  const [one, other] = [openDatabase(pool), openDatabase(pool)];
  const answered = async (database: typeof one, number: number) => {
    const { rows } = await sql<{ number: number }>`select ${number}::int + 0 as number`.execute(database);
    return rows[0]?.number;
  };
  const prepared = async () => {
    const { rows } = await pool.query<{ statement: string; times: bigint }>(
      'select statement, generic_plans + custom_plans as times from pg_prepared_statements',
    );
    return rows;
  };
  for (const number of [1, 2, 3, 4]) expect(await answered(one, number)).toBe(number);
  expect(await prepared()).toEqual([]);
  for (const number of [5, 6]) expect(await answered(one, number)).toBe(number);
  expect(await answered(other, 7)).toBe(7);
  expect(await prepared()).toEqual([{ statement: 'select $1::int + 0 as number', times: 3n }]);
  // Another text under a builder that shares the connection has a name of its own.
  for (const number of [1, 2, 3, 4, 5, 6]) {
    const { rows } = await sql<{ twice: number }>`select ${number}::int * 2 as twice`.execute(other);
    expect(rows).toEqual([{ twice: number * 2 }]);
  }
  expect(await prepared()).toHaveLength(2);
  // Without parameters a single read is prepared; several statements in one text cannot be.
  for (let time = 0; time < 6; time += 1) {
    const { rows } = await sql<{ number: number }>`select 8 as number`.execute(one);
    expect(rows).toEqual([{ number: 8 }]);
    await sql.raw('begin; select 9 as number').execute(one);
    await sql.raw('rollback').execute(one);
  }
  expect((await prepared()).map(({ statement }) => statement)).toContain('select 8 as number');
  expect(await prepared()).toHaveLength(3);
  await pool.end();
});

test('a connection is prepared once, however many query builders share its pool', async () => {
  const pool = openPool({ url: String(t.pool.options.connectionString), max: 1 });
  const listeners = async () => {
    const client = await pool.connect();
    client.release();
    return client.connection.stream.listenerCount('data');
  };
  const before = await listeners();
  for (let number = 1; number <= 12; number += 1) await sql`select ${number}::int`.execute(openDatabase(pool));
  expect(await listeners()).toBe(before + 1);
  await pool.end();
});

test('a read is planned for its own parameters, one of a record and a write as the database thinks best', async () => {
  const modeOf = (readOnly: boolean, oneRecord = false) =>
    inTransaction(t.platform.database, { readOnly, oneRecord, scope: [] }, async (db) => {
      const { rows } = await sql<{ plan_cache_mode: string }>`show plan_cache_mode`.execute(db);
      return rows[0]?.plan_cache_mode;
    });
  expect(await modeOf(true)).toBe('force_custom_plan');
  expect(await modeOf(true, true)).toBe('auto');
  expect(await modeOf(false)).toBe('auto');
});

test('a read is of one record where its path ends in its id, or where it says that its query names one', () => {
  for (const one of [getReceipt, policyStanding, recordHistory, recordLinks, scheduleOfSecurities])
    expect(isOfOneRecord(one), one.path).toBe(true);
  for (const other of [listReceipts, passCashOn]) expect(isOfOneRecord(other), other.path).toBe(false);
});

test('one statement of a read is planned once, and those that leave with it for their own parameters', async () => {
  const mode = sql<{ plan_cache_mode: string }>`select current_setting('plan_cache_mode') as plan_cache_mode`;
  const modes = await inTransaction(t.platform.database, { readOnly: true, scope: [] }, async (db) => {
    const [before, once, after] = await Promise.all([mode.execute(db), plannedOnce(db, mode), mode.execute(db)]);
    return [before.rows, once, after.rows].map((rows) => firstOf([...rows]).plan_cache_mode);
  });
  expect(modes.toSorted()).toEqual(['force_custom_plan', 'force_custom_plan', 'force_generic_plan']);
  expect(modes[1]).toBe('force_generic_plan');
  const failing = inTransaction(t.platform.database, { readOnly: true, scope: [] }, (db) =>
    plannedOnce(db, sql`select 1 / 0`),
  );
  await expect(failing).rejects.toThrow('division by zero');
});

test('what is sent is carried out in its order, and what fails of it fails the transaction with its own reason', async () => {
  const { database } = t.platform;
  const { rows: users } = await t.ownerPool.query<{ id: number }>('select min(id) as id from users');
  const userId = firstOf(users).id;
  const writing = { readOnly: false, scope: [], userId };
  const keyed = (key: string) =>
    sql`insert into idempotency_keys (user_id, endpoint, key, input_hash) values (${userId}, 'sent', ${key}, '\\x00')`;
  const kept = async () => {
    const { rows } = await t.ownerPool.query<{ key: string }>(
      `select key from idempotency_keys where endpoint = 'sent' order by key`,
    );
    return rows.map(({ key }) => key);
  };
  const seen = await inTransaction(database, writing, async (db) => {
    await send(db, keyed('sent-key-one'));
    await send(db, sql`update idempotency_keys set key = 'sent-key-two' where key = 'sent-key-one'`);
    const { rows } = await sql<{ key: string }>`select key from idempotency_keys where endpoint = 'sent'`.execute(db);
    return rows;
  });
  expect(seen).toEqual([{ key: 'sent-key-two' }]);
  expect(await kept()).toEqual(['sent-key-two']);
  const twice = { constraint: 'idempotency_keys_pkey' };
  // Noticed at the commit, and noticed by a statement that was waited for.
  const unnoticed = inTransaction(database, writing, async (db) => {
    await send(db, keyed('sent-key-three'));
    await send(db, keyed('sent-key-two'));
    await send(db, keyed('sent-key-four'));
  });
  await expect(unnoticed).rejects.toMatchObject(twice);
  const noticed = inTransaction(database, writing, async (db) => {
    await send(db, keyed('sent-key-two'));
    await sql`select 1 as one`.execute(db);
  });
  await expect(noticed).rejects.toMatchObject(twice);
  expect(await kept()).toEqual(['sent-key-two']);
  // The connections are as they were.
  expect(await inTransaction(database, writing, async (db) => (await sql`select 1 as one`.execute(db)).rows)).toEqual([
    { one: 1 },
  ]);
});

test('a connection plans as ours do, whatever its database says', async () => {
  await t.ownerPool.query(
    `do $$ begin execute format('alter database %I set random_page_cost = 4', current_database());
      execute format('alter database %I set jit = on', current_database()); end $$`,
  );
  const pool = openPool({ url: String(t.pool.options.connectionString), max: 1 });
  const { rows } = await pool.query('select name, setting from pg_settings where name = any($1)', [
    Object.keys(PLANNER),
  ]);
  await pool.end();
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual(PLANNER);
});
