import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { builtOnce } from './built-once.ts';
import { openDatabase, type Database } from './pool.ts';

let t: TestApp;
let db: Database;
beforeAll(async () => {
  t = await testApp();
  db = openDatabase(t.ownerPool);
});
afterAll(() => t?.close());

test('a statement is built for the first values, and sent with those of each call', async () => {
  let built = 0;
  const codes = builtOnce(({ ids, at }: { ids: readonly number[]; at: string }) => {
    built += 1;
    return (any) =>
      any
        .selectFrom('branches')
        .select(['id', sql<string>`${at}::text`.as('at'), sql<string>`'kept'`.as('kept')])
        .where(sql<boolean>`id = any(${ids}::int[])`)
        .where('code', '<>', 'none')
        .orderBy('id');
  });
  expect(await codes(db, { ids: [1], at: 'first' })).toEqual([{ id: 1, at: 'first', kept: 'kept' }]);
  expect(await codes(db, { ids: [2, 1], at: 'second' })).toEqual([
    { id: 1, at: 'second', kept: 'kept' },
    { id: 2, at: 'second', kept: 'kept' },
  ]);
  expect(built).toBe(1);
});
