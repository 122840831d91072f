import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, makeBook } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

// Who works where is read before a request has a scope.
const BEFORE_SCOPE = ['sessions', 'user_roles'];

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

test('every table that belongs to a branch has row-level security', async () => {
  const { rows } = await t.ownerPool.query<{ name: string; walled: boolean }>(
    `select c.relname as name, c.relrowsecurity as walled from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'branch_id' and not a.attisdropped order by 1`,
  );
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.filter((row) => !row.walled).map((row) => row.name)).toEqual(BEFORE_SCOPE);
});

test('without a scope, or in another branch, the application’s role sees nothing of what was done', async () => {
  await approvedPolicy(t, await makeBook(t));
  const seen = async (branches: string) => {
    const client = await t.pool.connect();
    try {
      await client.query('begin');
      await client.query(`select set_config('slipway.branches', $1, true)`, [branches]);
      const { rows } = await client.query<{ policies: bigint; lines: bigint; numbers: bigint; acts: bigint }>(
        `select (select count(*) from policies) as policies, (select count(*) from journal_lines) as lines,
           (select count(*) from counters) as numbers, (select count(*) from audit_trail where branch_id is not null) as acts`,
      );
      await client.query('rollback');
      return Object.values(rows[0] ?? {});
    } finally {
      client.release();
    }
  };
  const { rows } = await t.ownerPool.query<{ id: number; code: string }>('select id, code from branches');
  const id = (code: string) => String(rows.find((row) => row.code === code)?.id);
  expect(await seen('')).toEqual([0n, 0n, 0n, 0n]);
  expect(await seen(`{${id('LON')}}`)).toEqual([0n, 0n, 0n, 0n]);
  expect((await seen(`{${id('NBO')}}`)).every((count) => count > 0n)).toBe(true);
});
