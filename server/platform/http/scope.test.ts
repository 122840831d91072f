import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../domain/permissions.ts';
import { examplePolicy, makeBook, userId, type Book } from '../../testing/factories.ts';
import { decideIn } from '../../testing/decide-record.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { exampleReceipt } from '../../features/receipts/receipts.factories.ts';

let t: TestApp;
let book: Book;
let london: { id: number; number: string };

const SCA = '/api/sca/v1';

/** Somebody who holds another role in each branch. */
async function person(name: string, roles: Readonly<Record<string, Role>>): Promise<void> {
  const { rows } = await t.ownerPool.query<{ id: number }>(
    `insert into users (email, email_key, name, status, password_hash)
     select $1, $1, $2, 'ACTIVE', password_hash from users where name = 'root' returning id`,
    [`${name}@slipway.test`, name],
  );
  for (const [code, role] of Object.entries(roles))
    await t.ownerPool.query(
      'insert into user_roles (user_id, branch_id, role) select $1, id, $2 from branches where code = $3',
      [rows[0]?.id, role, code],
    );
}

type Row = { branch: string };
const branchesOf = (rows: readonly Row[]) => [...new Set(rows.map(({ branch }) => branch))].toSorted();
const list = async (who: string, path: string, query: Record<string, string>) => {
  const { status, body } = await t.call(who, `GET ${SCA}/${path}`, { query });
  return { status, total: body.recordsTotal, branches: branchesOf(body.data ?? []), code: body.code };
};

/** A policy that somebody makes in a branch that they name, approved there by somebody else. */
async function approvedIn(code: string): Promise<{ id: number; number: string }> {
  const { status, body } = await t.call('broker', `POST ${SCA}/underwriting/save`, {
    headers: { 'slipway-branch': code },
    body: examplePolicy(book),
  });
  expect([status, body.errors]).toEqual([200, undefined]);
  await t.call('broker', `PUT ${SCA}/underwriting/submit/${body.id}`);
  const decided = await decideIn(t)(
    'director',
    `PUT ${SCA}/underwriting/approve/${body.id}/APPROVED/${await userId(t, 'director')}`,
  );
  expect([decided.status, decided.body.status]).toEqual([200, 'APPROVED']);
  return { id: body.id, number: body.broker_reference ?? body.number };
}

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await person('director', { NBO: 'ROLE_MANAGER', LON: 'ROLE_MANAGER' });
  await person('half', { NBO: 'ROLE_ACCOUNTANT', LON: 'ROLE_UNDERWRITER' });
  await person('reader', { NBO: 'ROLE_MANAGER', LON: 'ROLE_AUDITOR' });
  await person('broker', { NBO: 'ROLE_UNDERWRITER', LON: 'ROLE_UNDERWRITER' });
  await approvedIn('NBO');
  london = await approvedIn('LON');
  for (const who of ['accountant.nbo', 'accountant.lon'])
    expect((await t.call(who, `POST ${SCA}/receivable/save`, { body: exampleReceipt(book) })).status).toBe(200);
});
afterAll(() => t?.close());

describe('several branches read together', () => {
  test('`branch` absent or ALL stays the branch of the session; `branches` has all of them', async () => {
    expect(await list('director', 'underwriting/items', {})).toMatchObject({ total: 1, branches: ['NBO'] });
    expect(await list('director', 'underwriting/items', { branch: 'ALL' })).toMatchObject({
      total: 1,
      branches: ['NBO'],
    });
    expect(await list('director', 'underwriting/items', { branches: 'ALL' })).toMatchObject({
      total: 2,
      branches: ['LON', 'NBO'],
    });
    expect(await list('director', 'underwriting/items', { branches: 'LON,NBO' })).toMatchObject({ total: 2 });
    expect(await list('director', 'underwriting/items', { branches: 'LON' })).toMatchObject({
      total: 1,
      branches: ['LON'],
    });
  });

  test('a branch beside them narrows, and one that is not among them is named as the fault', async () => {
    const both = { branches: 'ALL', branch: 'LON' };
    expect(await list('director', 'underwriting/items', both)).toMatchObject({ total: 1, branches: ['LON'] });
    const query = { branches: 'NBO', branch: 'LON' };
    const { status, body } = await t.call('director', `GET ${SCA}/underwriting/items`, { query });
    expect([status, body.errors[0].field]).toEqual([400, 'branch']);
  });

  test('each call has the branches in which its own right is held', async () => {
    expect(await list('half', 'underwriting/items', { branches: 'ALL' })).toMatchObject({
      total: 2,
      branches: ['LON', 'NBO'],
    });
    expect(await list('half', 'receivable/items', { branches: 'ALL' })).toMatchObject({ total: 1, branches: ['NBO'] });
    expect((await list('half', 'receivable/items', { branches: 'LON' })).code).toBe('FORBIDDEN');
  });

  test('a foreign branch answers like a missing one', async () => {
    const [foreign, missing] = [
      await t.call('manager.nbo', `GET ${SCA}/underwriting/items`, { query: { branches: 'NBO,LON' } }),
      await t.call('manager.nbo', `GET ${SCA}/underwriting/items`, { query: { branches: 'NBO,NOWHERE' } }),
    ];
    expect([foreign.status, foreign.body.title]).toEqual([403, 'You do not work in this branch, but in NBO.']);
    expect(foreign.body).toEqual(missing.body);
  });

  test('who audits anywhere reads one branch at a time', async () => {
    for (const who of ['auditor', 'reader'])
      expect(await list(who, 'underwriting/items', { branches: 'ALL' })).toMatchObject({
        status: 403,
        code: 'ONE_BRANCH_ALONE',
      });
    expect(await list('root', 'underwriting/items', { branches: 'ALL' })).toMatchObject({ total: 2 });
  });

  test('a write is of one branch and does not take them', async () => {
    const { status, body } = await t.call('director', `POST ${SCA}/receivable/save`, {
      query: { branches: 'ALL' },
      body: exampleReceipt(book),
    });
    expect([status, body.errors?.[0]?.field ?? body.code]).toEqual([403, 'FORBIDDEN']);
    const saved = await t.call('broker', `POST ${SCA}/underwriting/save`, { query: { branches: 'ALL' }, body: {} });
    expect([saved.status, saved.body.errors[0].field]).toEqual([400, 'branches']);
  });

  test('figures of the branches add up to the figure of all, and the file names them', async () => {
    const read = async (query: Record<string, string>) =>
      (await t.call('director', `GET ${SCA}/trialbalance/items`, { query })).body.data as Record<string, string>[];
    const [all, nairobi, london] = [
      await read({ branches: 'ALL' }),
      await read({ branch: 'NBO' }),
      await read({ branch: 'LON' }),
    ];
    const sum = (rows: Record<string, string>[], column: string) =>
      rows.reduce((total, row) => total + BigInt((row[column] ?? '0').replace('.', '')), 0n);
    expect(all.length).toBeGreaterThan(0);
    const columns = Object.keys(all[0] ?? {}).filter((name) => /^-?\d+\.\d{2}$/.test(all[0]?.[name] ?? ''));
    expect(columns.length).toBeGreaterThan(0);
    for (const column of columns) expect(sum(all, column)).toBe(sum(nairobi, column) + sum(london, column));
    const { rows: before } = await t.ownerPool.query<{ last: string }>(
      'select coalesce(max(id), 0) as last from audit_trail',
    );
    await t.call('director', `GET ${SCA}/underwriting/items`, { query: { branches: 'ALL', format: 'csv' } });
    const { rows } = await t.ownerPool.query<{ facts: { branches: number[] } }>(
      `select facts from audit_trail where action = 'exported' and id > $1`,
      [before[0]?.last],
    );
    expect(rows[0]?.facts.branches).toHaveLength(2);
  });
});

describe('the branch in which something is made', () => {
  test('is the one that is named: its number, its row and its history, whatever branch the session is in', async () => {
    expect(london.number).toMatch(/^LON\/FAC\//);
    const { rows } = await t.ownerPool.query(
      `select b.code as branch, (select array_agg(distinct h.code) from audit_trail a join branches h on h.id = a.branch_id
         where a.entity = 'policy' and a.entity_id = p.id) as history
       from policies p join branches b on b.id = p.branch_id where p.id = $1`,
      [london.id],
    );
    expect(rows).toEqual([{ branch: 'LON', history: ['LON'] }]);
  });

  test('a key that was used in one branch is not used again in another', async () => {
    const save = (code: string) =>
      t.call('broker', `POST ${SCA}/underwriting/save`, {
        headers: { 'idempotency-key': 'the-same-key', 'slipway-branch': code },
        body: examplePolicy(book),
      });
    const [first, again, other] = [await save('LON'), await save('LON'), await save('NBO')];
    expect([first.status, again.body, other.status]).toEqual([200, first.body, 422]);
  });

  test('needs the right there; a foreign branch answers like a missing one', async () => {
    const save = (who: string, code: string) =>
      t.call(who, `POST ${SCA}/receivable/save`, { headers: { 'slipway-branch': code }, body: exampleReceipt(book) });
    expect((await save('half', 'LON')).status).toBe(403);
    const made = await save('half', 'NBO');
    expect(made.status).toBe(200);
    const [foreign, missing] = [await save('accountant.nbo', 'LON'), await save('accountant.nbo', 'NOWHERE')];
    expect([foreign.status, foreign.body.code]).toEqual([403, 'FOREIGN_BRANCH']);
    expect(foreign.body).toEqual(missing.body);
  });
});
