import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '../../testing/test-firm.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const USER = '/api/sca/v1/user';
const SESSION = 'GET /api/sca/v1/auth/session';
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 <script>';
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function idOf(name: string): Promise<number> {
  const { rows } = await app.ownerPool.query('select id from users where name = $1', [name]);
  return rows[0].id;
}

async function knock(who: string, agent = WINDOWS): Promise<string> {
  const body = { email: `${who}@slipway.test`, password: PASSWORD };
  const headers = { 'user-agent': agent };
  return (await app.call(null, 'POST /api/sca/v1/auth/authenticate', { body, headers })).body.access_token;
}

// ASVS 5.0 7.5.2: one sees one's sessions and ends them.
describe('sessions', () => {
  test('are listed with browser, address and the one that asks; one or all others end at once', async () => {
    const [first, second, third] = [
      await knock('claims.nbo'),
      await knock('claims.nbo', 'curl'),
      await knock('claims.nbo'),
    ];
    const { data } = (await app.call(first, 'GET /api/sca/v1/session/items')).body;
    expect(data).toHaveLength(3);
    expect(data.map((one: { agent: string }) => one.agent).toSorted()).toEqual([
      '',
      'Chrome on Windows',
      'Chrome on Windows',
    ]);
    expect(data.filter((one: { current: boolean }) => one.current)).toHaveLength(1);
    expect(data[0]).toMatchObject({ address: '127.0.0.1', factor: 'PASSWORD' });
    const own = (await app.call(second, 'GET /api/sca/v1/session/items')).body.data;
    const { id } = own.find((one: { current: boolean }) => one.current);
    expect((await app.call(first, 'PUT /api/sca/v1/session/end', { query: { session: id } })).body).toEqual({
      ended: 1,
    });
    expect((await app.call(second, SESSION)).status).toBe(401);
    expect((await app.call(first, 'PUT /api/sca/v1/session/end')).body).toEqual({ ended: 1 });
    expect((await app.call(third, SESSION)).status).toBe(401);
    expect((await app.call(first, SESSION)).status).toBe(200);
  });

  test('another’s is as if not there; who manages users ends theirs, a reader only sees them', async () => {
    const token = await knock('claims.nbo');
    const stranger = await knock('claims.lon');
    const { data } = (await app.call(token, 'GET /api/sca/v1/session/items')).body;
    const session = data.find((one: { current: boolean }) => one.current).id;
    expect((await app.call(stranger, 'PUT /api/sca/v1/session/end', { query: { session } })).status).toBe(404);
    const id = await idOf('claims.nbo');
    expect((await app.call('manager.nbo', `GET ${USER}/sessions`, { query: { id } })).body.data).toHaveLength(2);
    expect((await app.call('manager.lon', `GET ${USER}/sessions`, { query: { id } })).status).toBe(404);
    const root = { query: { id: await idOf('root') } };
    expect((await app.call('manager.nbo', `GET ${USER}/sessions`, root)).body.code).toBe('BEYOND_OWN_USERS');
    expect((await app.call('root', `GET ${USER}/sessions`, root)).status).toBe(200);
    expect((await app.call('manager.nbo', `PUT ${USER}/signout`, { query: { id } })).status).toBe(403);
    expect((await app.call('root', `PUT ${USER}/signout`, { query: { id } })).body).toEqual({ ended: 2 });
    expect((await app.call(token, SESSION)).status).toBe(401);
  });
});

describe('a user’s record', () => {
  test('shows roles, factors and history to who may see the branch', async () => {
    const id = await idOf('claims.nbo');
    const { body } = await app.call('manager.nbo', `GET ${USER}/${id}`);
    expect(body).toMatchObject({
      name: 'claims.nbo',
      status: 'ACTIVE',
      deleted: false,
      invited: false,
      roles: [{ role: 'ROLE_CLAIMS', roleName: 'Claims', branchCode: 'NBO' }],
      factors: { totp: null, passkeys: [], recoveryLeft: 0 },
      secondFactorRequired: false,
      mayChange: false,
    });
    expect(body.history[0]).toMatchObject({ action: 'sessions_ended', by: 'root', by_id: await idOf('root') });
    expect(JSON.stringify(body)).not.toMatch(/argon2|password_hash|sealed/);
    expect((await app.call('root', `GET ${USER}/${id}`)).body.mayChange).toBe(true);
    expect((await app.call('manager.lon', `GET ${USER}/${id}`)).status).toBe(404);
    expect((await app.call('cashier.nbo', `GET ${USER}/${id}`)).status).toBe(403);
  });

  test('a changed address is told to both, ends the sessions, and is unique', async () => {
    const id = await idOf('cashier.nbo');
    const token = await app.signIn('cashier.nbo');
    const edit = (email: string, version = 1) =>
      app.call('root', `PUT ${USER}/edit`, { body: { id, version, name: 'Caro Cashier', email } });
    expect((await edit('CLAIMS.nbo@slipway.test')).body.errors[0].field).toBe('email');
    expect((await edit('caro@slipway.test', 7)).status).toBe(409);
    expect((await edit('caro@slipway.test')).body.version).toBe(2);
    expect((await app.call(token, SESSION)).status).toBe(401);
    const { rows } = await app.ownerPool.query(
      `select payload->>'to' as "to" from jobs where payload->>'subject' = 'Your email address was changed' order by id`,
    );
    expect(rows.map((row) => row.to)).toEqual(['cashier.nbo@slipway.test', 'caro@slipway.test']);
  });
});

describe('roles are taken', () => {
  test('one by one, never the last, and the sessions end', async () => {
    const id = await idOf('underwriter.nbo');
    const give = { id, role: 'ROLE_CLAIMS', branch: 2 };
    await app.call('root', `PUT ${USER}/activate`, { body: give });
    const token = await app.signIn('underwriter.nbo');
    const remove = (body: object) => app.call('root', `PUT ${USER}/removerole`, { body });
    expect((await remove({ id, role: 'ROLE_CASHIER', branch: 1 })).status).toBe(404);
    expect((await remove(give)).status).toBe(200);
    expect((await app.call(token, SESSION)).status).toBe(401);
    expect((await remove({ id, role: 'ROLE_UNDERWRITER', branch: 1 })).body.code).toBe('LAST_ROLE');
  });

  test('somebody stays root', async () => {
    const root = await idOf('root');
    const takeRoot = (id: number, who = 'root') =>
      app.call(who, `PUT ${USER}/removerole`, { body: { id, role: 'ROLE_ROOT', branch: null } });
    expect((await takeRoot(root)).body.code).toBe('LAST_ROOT');
    const second = await idOf('manager.lon');
    await app.call('root', `PUT ${USER}/activate`, { body: { id: second, role: 'ROLE_ROOT' } });
    app.clock.advance(1000);
    // Both take it from each other at once: one of them fails.
    const both = await Promise.all([takeRoot(second), takeRoot(root, 'manager.lon')]);
    expect(both.filter((one) => one.status === 200).length).toBeLessThanOrEqual(1);
    const { rows } = await app.ownerPool.query(`select user_id from user_roles where role = 'ROLE_ROOT'`);
    expect(rows).toHaveLength(1);
    await app.ownerPool.query(`update user_roles set user_id = $1 where role = 'ROLE_ROOT'`, [root]);
  });
});

// ASVS 5.0 14.2.4, 14.2.7: what is personal goes, what the books need stays.
test('deleting disables for good, erases who it was, and keeps what was done', async () => {
  app.clock.advance(1000);
  const { branches } = (await app.call('root', SESSION)).body.user;
  const person = { name: 'Wanjiru Kamau', email: 'wanjiru@slipway.test', role: 'ROLE_CLAIMS', branch: branches[0].id };
  const { id } = (await app.call('root', `POST ${USER}/create`, { body: person })).body;
  const token = await app.signIn(person.email);
  await app.call(token, 'POST /api/sca/v1/user/totp/begin', { body: {} });
  await app.call('root', `PUT ${USER}/invite`, { query: { id } });
  await app.ownerPool.query(`update jobs set state = 'FAILED' where payload->>'to' = $1`, [person.email]);
  const gone = await app.call('root', 'DELETE /api/kilakitu/v1/user/delete', { query: { id } });
  expect(gone.body.status).toBe('DISABLED');
  expect((await app.call(token, SESSION)).status).toBe(401);
  const tables = ['users', 'audit_trail', 'sessions', 'jobs', 'totp_secrets', 'password_links', 'idempotency_keys'];
  for (const table of tables) {
    const { rows } = await app.ownerPool.query(`select 1 from ${table} t where to_jsonb(t)::text ~* 'wanjiru|kamau'`);
    expect(rows, table).toEqual([]);
  }
  const record = (await app.call('root', `GET ${USER}/${id}`)).body;
  expect(record).toMatchObject({ name: `Former user ${id}`, email: '', deleted: true, status: 'DISABLED', roles: [] });
  expect(record.history.map((one: { action: string }) => one.action)).toContain('added');
  for (const act of ['enable', 'invite', 'disable'])
    expect((await app.call('root', `PUT ${USER}/${act}`, { query: { id } })).status, act).toBe(409);
  const role = { id, role: 'ROLE_CLAIMS', branch: branches[0].id };
  expect((await app.call('root', `PUT ${USER}/activate`, { body: role })).status).toBe(409);
  // The address is free again.
  expect((await app.call('root', `POST ${USER}/create`, { body: person })).status).toBe(200);
});
