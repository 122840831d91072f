import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { authenticateRequest } from './session.ts';

let app: TestApp;
/** The manager and the cashier of the first branch. */
let ids: { manager: number; cashier: number; branch: number };

beforeAll(async () => {
  app = await testApp();
  const { rows } = await app.ownerPool.query(`
    select m.id as manager, c.id as cashier, b.id as branch from users m, users c, branches b
    where m.email = 'manager.nbo@slipway.test' and c.email = 'cashier.nbo@slipway.test' and b.code = 'NBO'`);
  ids = rows[0];
  await app.ownerPool.query(
    `insert into roles (code, name, name_key, permissions) values ('ROLE_OWN', 'Own', 'own', array['policies.create'])`,
  );
  await app.ownerPool.query(`insert into user_roles (user_id, branch_id, role) values ($1, $2, 'ROLE_OWN')`, [
    ids.manager,
    ids.branch,
  ]);
});
afterAll(() => app.close());

const own = (sql: string): Promise<unknown> =>
  app.ownerPool.query(sql.replace(/\{(\w+)\}/g, (_whole, name: keyof typeof ids) => String(ids[name])));

async function callerBy(pool: TestApp['pool'], now = app.clock.now()) {
  const authorization = `Bearer ${await app.signIn('manager.nbo')}`;
  return authenticateRequest({ pool, keys: app.keys }, { authorization, background: true }, now);
}
/** As the application knows its caller, and as a server that has just started reads them. */
const kept = (now?: Date) => callerBy(app.pool, now);
const fresh = (now?: Date) => callerBy(Object.create(app.pool), now);

const TABLES = [
  'users',
  'user_roles',
  'roles',
  'authority_limits',
  'lendings',
  'branches',
  'firm',
  'totp_secrets',
  'passkeys',
] as const;
const LENT = `insert into lendings (branch_id, permission, lender_id, borrower_id, from_day, to_day, reason, lent_at)
  values ({branch}, 'receipts.create', {cashier}, {manager}, '2026-01-01', '2026-03-02', 'Away', now())`;

/** Changes of what the manager may do, each with what takes it back. */
const CHANGES: readonly (readonly [name: string, change: string, back: string])[] = [
  [
    'their name',
    `update users set name = 'Changed' where id = {manager}`,
    `update users set name = 'manager.nbo' where id = {manager}`,
  ],
  [
    'their address',
    `update users set email = 'changed@slipway.test' where id = {manager}`,
    `update users set email = 'manager.nbo@slipway.test' where id = {manager}`,
  ],
  [
    'that they are active',
    `update users set status = 'DISABLED' where id = {manager}`,
    `update users set status = 'ACTIVE' where id = {manager}`,
  ],
  [
    'a role that is taken from them',
    `delete from user_roles where user_id = {manager} and role = 'ROLE_OWN'`,
    `insert into user_roles (user_id, branch_id, role) values ({manager}, {branch}, 'ROLE_OWN')`,
  ],
  [
    'another role in place of it',
    `update user_roles set role = 'ROLE_CASHIER' where user_id = {manager} and role = 'ROLE_OWN'`,
    `update user_roles set role = 'ROLE_OWN' where user_id = {manager} and role = 'ROLE_CASHIER'`,
  ],
  [
    'what a role allows',
    `update roles set permissions = array['vouchers.create'] where code = 'ROLE_OWN'`,
    `update roles set permissions = array['policies.create'] where code = 'ROLE_OWN'`,
  ],
  [
    'that a role counts',
    `update roles set status = 'INACTIVE' where code = 'ROLE_OWN'`,
    `update roles set status = 'ACTIVE' where code = 'ROLE_OWN'`,
  ],
  [
    'that a role asks for a second factor',
    `update roles set second_factor_required = true where code = 'ROLE_OWN'`,
    `update roles set second_factor_required = false where code = 'ROLE_OWN'`,
  ],
  [
    'up to what a role approves',
    `insert into authority_limits (role, kind, amount) values ('ROLE_OWN', 'policy', 100)`,
    `delete from authority_limits where role = 'ROLE_OWN'`,
  ],
  ['what is lent to them', LENT, `delete from lendings`],
  [
    'the name of a branch',
    `update branches set name = 'Changed' where id = {branch}`,
    `update branches set name = 'Nairobi' where id = {branch}`,
  ],
  ['the days of a claim', 'update firm set claim_days = 31', 'update firm set claim_days = 30'],
];
const SECRET = `insert into totp_secrets (user_id, sealed, created_at, confirmed_at) values ({manager}, 'x', now(), now())`;
/** Where a second factor is asked for. */
const FACTORS: typeof CHANGES = [
  ['an application of theirs that shows codes', SECRET, 'delete from totp_secrets'],
  [
    'a passkey of theirs',
    `insert into passkeys (user_id, credential_id, public_key, name, created_at) values ({manager}, 'x', '', 'Key', now())`,
    'delete from passkeys',
  ],
];

async function noticed(change: string, back: string): Promise<void> {
  const before = await kept();
  await own(change);
  const changed = await fresh();
  expect(changed, 'the change is one').not.toEqual(before);
  expect(await kept()).toEqual(changed);
  await own(back);
  expect(await fresh()).toEqual(before);
  expect(await kept()).toEqual(before);
}

/** Where a role of theirs asks for a second factor. */
async function asking(work: () => Promise<void>): Promise<void> {
  await own(`update roles set second_factor_required = true where code = 'ROLE_OWN'`);
  await work();
  await own(`update roles set second_factor_required = false where code = 'ROLE_OWN'`);
}

const triggers = (state: 'enable' | 'disable') =>
  own(TABLES.map((table) => `alter table ${table} ${state} trigger rights_changed`).join(';'));

describe('what a caller may do is known anew with the commit that changes it', () => {
  test.each(CHANGES)('%s', (_name, change, back) => noticed(change, back));

  test.each(FACTORS)('%s', (_name, change, back) => asking(() => noticed(change, back)));

  test('a second factor once it is confirmed', async () => {
    await own(SECRET.replace('now())', 'null)'));
    await asking(() =>
      noticed('update totp_secrets set confirmed_at = now()', 'update totp_secrets set confirmed_at = null'),
    );
    await own('delete from totp_secrets');
  });

  test('and not before that commit', async () => {
    const before = await kept();
    const client = await app.ownerPool.connect();
    await client.query('begin');
    await client.query(`update users set status = 'DISABLED' where id = ${ids.manager}`);
    expect(await kept()).toEqual(before);
    await client.query('rollback');
    client.release();
    expect(await kept()).toEqual(before);
  });
});

async function missed(change: string, back: string): Promise<void> {
  const before = await kept();
  await triggers('disable');
  await own(change);
  expect(await fresh()).not.toEqual(before);
  expect(await kept()).toEqual(before);
  await own(back);
  await triggers('enable');
}

describe('without its trigger nobody would know of it', () => {
  test.each(CHANGES)('%s', (_name, change, back) => missed(change, back));
  test.each(FACTORS)('%s', (_name, change, back) => asking(() => missed(change, back)));
});

test('what was lent ends with its last day, in a session that goes on', async () => {
  await own(LENT);
  // Ten minutes before midnight in Nairobi.
  app.clock.set('2026-03-02T20:50:00Z');
  const lentAt = async (time: string) => {
    const caller = await kept(new Date(time));
    return caller?.user.lent.get(ids.branch)?.length;
  };
  expect(await lentAt('2026-03-02T20:59:00Z')).toBe(1);
  expect(await lentAt('2026-03-02T21:01:00Z')).toBe(0);
  await own('delete from lendings');
});

test('a thousand calls of one session read what it may do once', async () => {
  await kept();
  let read = 0;
  const counted: TestApp['pool'] = Object.assign(Object.create(app.pool), {
    query: (statement: { name?: string }, ...rest: unknown[]) => {
      if (statement.name === 'session user') read += 1;
      return app.pool.query(statement as never, ...(rest as []));
    },
  });
  for (let nth = 0; nth < 1_000; nth += 1) await callerBy(counted);
  expect(read).toBe(1);
});
