import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { confirm, one, ready, SCA, work } from './imports.factories.ts';
import { clearImports } from './upkeep.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

describe('what happens while it is written', () => {
  const many = (word: string, count: number) =>
    `Name,Address\n${Array.from({ length: count }, (_, n) => `${word} ${n} Ltd,Box 1`).join('\n')}`;
  const countOf = async (like: string) =>
    (
      await t.ownerPool.query<{ count: number }>(`select count(*)::int as count from parties where name like $1`, [
        like,
      ])
    ).rows[0]?.count;
  const underWay = async (id: number) =>
    expect.poll(async () => (await one(t, 'manager.nbo', id)).progress, { interval: 10 }).toBeGreaterThan(0);
  const writing = async (word: string, count: number) => {
    const found = await ready(t, 'manager.nbo', { target: 'insureds', name: 'm.csv', bytes: many(word, count) });
    await t.call('manager.nbo', `PUT ${SCA}/import/confirm/${found.id}`, { body: { version: found.version } });
    return found.id;
  };

  test('given up in the middle, all of it is taken back', async () => {
    const id = await writing('Taken back', 6_000);
    const done = work(t);
    await underWay(id);
    expect(await countOf('Taken back%')).toBe(0);
    expect((await t.call('manager.nbo', `PUT ${SCA}/import/cancel/${id}`)).status).toBe(200);
    await done;
    expect(await one(t, 'manager.nbo', id)).toMatchObject({ state: 'CANCELLED', counts: { written: 0 } });
    expect(await countOf('Taken back%')).toBe(0);
  });

  test('two workers that hold the same job write it once', async () => {
    const id = await writing('Once only', 3_000);
    const first = work(t);
    await underWay(id);
    await t.ownerPool.query(`update jobs set run_after = now() - interval '1 minute' where state = 'RUNNING'`);
    await Promise.all([first, work(t)]);
    expect(await one(t, 'manager.nbo', id)).toMatchObject({ state: 'DONE', counts: { written: 3_000 } });
    expect(await countOf('Once only%')).toBe(3_000);
  });

  test('what somebody else added since the check is skipped and said', async () => {
    const id = await writing('Meanwhile', 3);
    await t.call('underwriter.nbo', `POST ${SCA}/insurancecompany/save`, {
      query: { name: 'MEANWHILE 1 LTD', address: 'Box 2' },
    });
    await work(t);
    expect(await one(t, 'manager.nbo', id)).toMatchObject({ state: 'DONE', counts: { written: 2, skipped: 1 } });
    expect(await countOf('%eanwhile 1 %')).toBe(0);
    expect(await countOf('MEANWHILE 1 LTD')).toBe(1);
  });
});

test('what served its time is cleared, and what was imported stays', async () => {
  const found = await ready(t, 'manager.nbo', {
    target: 'insureds',
    name: 'old.csv',
    bytes: 'Name,Address\nKept for long Ltd,Box 1\n',
  });
  const waiting = await ready(t, 'manager.nbo', {
    target: 'insureds',
    name: 'w.csv',
    bytes: 'Name,Address\nNever confirmed Ltd,Box 1\n',
  });
  await confirm(t, 'manager.nbo', found);
  await t.ownerPool.query(
    `update imports set created_at = now() - interval '40 days', finished_at = now() - interval '31 days' where id = any($1)`,
    [[found.id, waiting.id]],
  );
  await clearImports(t.pool);
  const { rows } = await t.ownerPool.query(
    `select import_id, cells, label, record_id is not null as linked from import_rows where import_id = any($1)`,
    [[found.id, waiting.id]],
  );
  expect(rows).toEqual([{ import_id: found.id, cells: [], label: null, linked: true }]);
  expect((await one(t, 'manager.nbo', waiting.id)).state).toBe('CANCELLED');
  expect((await t.ownerPool.query(`select 1 from import_files where import_id = $1`, [waiting.id])).rows).toEqual([]);

  // As long as the firm says, two years here, and then the import itself goes; what came of it is in the register.
  await t.ownerPool.query(`update imports set finished_at = now() - interval '25 months' where id = $1`, [found.id]);
  await clearImports(t.pool);
  await clearImports(t.pool);
  expect((await t.ownerPool.query(`select 1 from imports where id = $1`, [found.id])).rows).toEqual([]);
  expect((await t.ownerPool.query(`select 1 from parties where name = 'Kept for long Ltd'`)).rows).toHaveLength(1);
});
