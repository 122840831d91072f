import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from './testApp.ts';
import { vacuum } from './vacuum.ts';

let t: TestApp;

beforeAll(async () => {
  t = await testApp();
  await t.ownerPool.query('create table papers (id int, text text)');
  await t.ownerPool.query('create table neighbours (id int)');
});
afterAll(() => t.close());

test('all pages are marked, though a transaction from before the rows commits after them', async () => {
  const neighbour = await t.ownerPool.connect();
  try {
    await neighbour.query('begin');
    await neighbour.query('insert into neighbours values (1)');
    await t.ownerPool.query(`insert into papers select g, repeat('x', 200) from generate_series(1, 2000) g`);
    await neighbour.query('commit');
  } finally {
    neighbour.release();
  }
  await vacuum(t.ownerPool, 'papers');
  const { rows } = await t.ownerPool.query(
    `select relpages as pages, relallvisible as marked from pg_class where oid = 'papers'::regclass`,
  );
  expect(rows[0].pages).toBeGreaterThan(50);
  expect(rows[0].marked).toBe(rows[0].pages);
});
