import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, makeBook } from '../../../testing/factories.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';

const SCA = '/api/sca/v1';
const LIST = `GET ${SCA}/audit/access` as const;
let t: TestApp;

const fail = (email: string) =>
  t.call(null, `POST ${SCA}/auth/authenticate`, { body: { email, password: 'not the right one' } });

beforeAll(async () => {
  t = await testApp();
  const policy = await approvedPolicy(t, await makeBook(t));
  const paper = await t.call('underwriter.nbo', `PUT ${SCA}/underwriting/debitnote`, { query: { id: policy } });
  await t.call('claims.nbo', `GET ${paper.body.url}`);
  await t.call('underwriter.lon', `GET ${SCA}/underwriting/items`, { query: { format: 'csv' } });
  for (const who of ['cashier.nbo@slipway.test', 'root@slipway.test', 'nobody.at.all@slipway.test']) await fail(who);
});
afterAll(() => t.close());

type Row = { action: string; user: string; subject: string; branch: string; address: string };
const seen = async (who: string, query: Record<string, string> = {}) => {
  const { status, body } = await t.call(who, LIST, { query });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.map(({ action, user, branch }: Row) => [action, user, branch]);
};
const OPENED = ['opened', 'claims.nbo', 'NBO'];
const CASHIER = ['sign_in_failed', 'cashier.nbo', ''];

test('a branch sees what was given out of it and who tried its users’ accounts; root alone where root and strangers came from', async () => {
  expect(await seen('manager.nbo')).toEqual([CASHIER, OPENED]);
  expect(await seen('auditor', { branch: 'NBO' })).toEqual([CASHIER, OPENED]);
  expect(await seen('manager.lon')).toEqual([['exported', 'underwriter.lon', 'LON']]);
  expect(await seen('root')).toEqual([
    ['sign_in_failed', '', ''],
    ['sign_in_failed', 'root', ''],
    CASHIER,
    ['exported', 'underwriter.lon', 'LON'],
    OPENED,
  ]);
});

test('is filtered by kind and searched by user and file; with the address of who tried', async () => {
  expect(await seen('manager.nbo', { kind: 'OUT' })).toEqual([OPENED]);
  expect(await seen('manager.nbo', { kind: 'TRIED' })).toEqual([CASHIER]);
  expect(await seen('manager.nbo', { searchValue: 'CASHIER' })).toEqual([CASHIER]);
  expect(await seen('manager.nbo', { searchValue: 'dn/nbo' })).toEqual([OPENED]);
  const { body } = await t.call('manager.nbo', LIST, { query: { kind: 'TRIED' } });
  expect(body.data[0].address).toBe('127.0.0.1');
  expect((await t.call('manager.nbo', LIST, { query: { kind: 'OTHER' } })).status).toBe(400);
  expect((await t.call('cashier.nbo', LIST)).status).toBe(403);
});

test('comes as a file, which is among what was given out from then on', async () => {
  const file = await t.call('manager.nbo', LIST, { query: { format: 'csv' } });
  expect(file.bytes.toString()).toContain('Given out,Paper opened,claims.nbo,');
  expect((await seen('manager.nbo'))[0]).toEqual(['exported', 'manager.nbo', 'NBO']);
});

test('the latest are found by their own index, however long the trail', async () => {
  await t.ownerPool.query(`alter table audit_trail disable trigger user;
    insert into audit_trail (at, entity, entity_id, action, facts, digest, branch_id)
      select now(), 'policy', n, 'edited', '{}', '\\x00', 1 from generate_series(1, 20000) n; analyze audit_trail`);
  const client = await t.pool.connect();
  await client.query(`begin; select set_config('slipway.branches', '{1}', true)`);
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain select * from audit_trail a where a.action in ('exported', 'downloaded', 'opened', 'sent') order by id desc limit 25`,
  );
  await client.query('rollback');
  client.release();
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('audit_trail_access');
});
