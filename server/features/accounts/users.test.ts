import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '../../testing/test-firm.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const ITEMS = 'GET /api/sca/v1/user/items';
const ACTIVATE = 'PUT /api/sca/v1/user/activate';
const DISABLE = 'PUT /api/sca/v1/user/disable';
let app: TestApp;
let ids: Record<string, number>;

beforeAll(async () => {
  app = await testApp();
  await app.ownerPool.query(`insert into users (email, email_key, name, status, password_hash)
    select 'new@slipway.test', 'new@slipway.test', 'Zoë New', 'INACTIVE', password_hash from users where name = 'root'`);
  const { rows } = await app.ownerPool.query('select id, name from users');
  ids = Object.fromEntries(rows.map((row) => [row.name, row.id]));
});
afterAll(() => app.close());

const names = (reply: { body: { data: { name: string }[] } }) => reply.body.data.map((user) => user.name);

describe('the list of users', () => {
  test('shows a manager the users of the branch, root everybody', async () => {
    const manager = await app.call('manager.nbo', ITEMS);
    expect(names(manager)).toEqual([
      'accountant.nbo',
      'auditor',
      'cashier.nbo',
      'claims.nbo',
      'manager.nbo',
      'root',
      'underwriter.nbo',
    ]);
    const auditor = manager.body.data.find((user: { name: string }) => user.name === 'auditor');
    expect(auditor.roles).toEqual([
      { branch: expect.any(Number), branchCode: 'NBO', role: 'ROLE_AUDITOR', roleName: 'Auditor' },
    ]);
    expect((await app.call('root', ITEMS)).body.recordsTotal).toBe(13);
    expect(names(await app.call('root', ITEMS, { query: { branch: 'LON' } }))).not.toContain('manager.nbo');
  });

  test('filters by role and status, searches and sorts', async () => {
    const managers = await app.call('root', ITEMS, { query: { role: 'ROLE_MANAGER', sort: 'name,desc' } });
    expect(names(managers)).toEqual(['manager.nbo', 'manager.lon']);
    expect(managers.body).toMatchObject({ recordsTotal: 13, recordsFiltered: 2 });
    expect(names(await app.call('root', ITEMS, { query: { status: 'INACTIVE' } }))).toEqual(['Zoë New']);
    expect(names(await app.call('root', ITEMS, { query: { searchValue: 'ZOE' } }))).toEqual(['Zoë New']);
    expect((await app.call('root', ITEMS, { query: { role: '' } })).body).toEqual((await app.call('root', ITEMS)).body);
    expect((await app.call('root', ITEMS, { query: { role: 'ROLE_GOD' } })).status).toBe(400);
    expect((await app.call('root', ITEMS, { query: { sort: 'password_hash,asc' } })).status).toBe(400);
  });

  test('is refused without the right, and for another branch', async () => {
    for (const who of ['underwriter.nbo', 'claims.nbo', 'accountant.nbo', 'cashier.nbo'])
      expect((await app.call(who, ITEMS)).status).toBe(403);
    expect((await app.call('manager.nbo', ITEMS, { query: { branch: 'LON' } })).status).toBe(403);
    expect(JSON.stringify((await app.call('root', ITEMS)).body)).not.toMatch(/argon2|password/);
  });
});

describe('letting somebody in and out', () => {
  const signIn = () =>
    app.call(null, 'POST /api/sca/v1/auth/authenticate', { body: { email: 'new@slipway.test', password: PASSWORD } });

  test('root gives a role in a branch; before that nobody signs in', async () => {
    const id = ids['Zoë New'];
    const { branches } = (await app.call('root', 'GET /api/sca/v1/auth/session')).body.user;
    expect((await signIn()).status).toBe(401);
    const made = await app.call('root', ACTIVATE, { body: { id, role: 'ROLE_CLAIMS', branch: branches[0].id } });
    expect(made.body).toEqual({ id, version: 2, status: 'ACTIVE' });
    const session = await signIn();
    expect(session.body.user.roles).toMatchObject([{ branchCode: 'NBO', role: 'ROLE_CLAIMS' }]);
    // One more role ends the session, and twice the same role is one.
    const token = session.body.access_token;
    for (let n = 0; n < 2; n += 1)
      await app.call('root', ACTIVATE, { body: { id, role: 'ROLE_CASHIER', branch: branches[1].id } });
    expect((await app.call(token, 'GET /api/sca/v1/auth/session')).status).toBe(401);
    const again = await signIn();
    expect(again.body.user.roles).toHaveLength(2);
    const disabled = await app.call('root', DISABLE, { query: { id: id ?? 0 } });
    expect(disabled.body.status).toBe('DISABLED');
    expect((await app.call(again.body.access_token, 'GET /api/sca/v1/auth/session')).status).toBe(401);
    expect((await signIn()).status).toBe(401);
  });

  test('bad fields and unknown users', async () => {
    const id = ids['cashier.lon'];
    const bad = async (body: object) => (await app.call('root', ACTIVATE, { body })).body.errors;
    expect(await bad({ id, role: 'ROLE_CASHIER' })).toEqual([{ field: 'branch', message: 'Choose a branch.' }]);
    expect(await bad({ id, role: 'ROLE_CASHIER', branch: 999 })).toEqual([
      { field: 'branch', message: 'Choose a branch.' },
    ]);
    expect((await bad({ id, role: 'ROLE_ROOT', branch: 1 }))[0].field).toBe('branch');
    expect(await bad({ id, role: 'ROLE_GOD', branch: 1 })).toEqual([{ field: 'role', message: 'Choose a role.' }]);
    expect((await app.call('root', ACTIVATE, { body: { id: 9999, role: 'ROLE_ROOT' } })).status).toBe(404);
    expect((await app.call('root', DISABLE, { query: { id: 9999 } })).status).toBe(404);
  });

  test('root cannot disable itself; nobody else manages users', async () => {
    const self = await app.call('root', DISABLE, { query: { id: ids['root'] ?? 0 } });
    expect(self.status).toBe(409);
    expect(self.body.title).toBe('This is your own account: disabling it is not possible.');
    for (const who of ['manager.nbo', 'auditor', 'accountant.nbo']) {
      expect((await app.call(who, DISABLE, { query: { id: ids['cashier.nbo'] ?? 0 } })).status).toBe(403);
      const body = { id: ids[who], role: 'ROLE_ROOT' };
      expect((await app.call(who, ACTIVATE, { body })).status).toBe(403);
    }
  });
});

describe('making a user', () => {
  const create = (body: object, who = 'root') => app.call(who, 'POST /api/sca/v1/user/create', { body });

  test('mails a link with which they choose their password and sign in; deleting disables them', async () => {
    const { branches } = (await app.call('root', 'GET /api/sca/v1/auth/session')).body.user;
    const person = {
      name: 'Grace Achieng',
      email: 'grace@slipway.test',
      role: 'ROLE_UNDERWRITER',
      branch: branches[1].id,
    };
    const made = await create(person);
    expect(made.body).toMatchObject({ version: 1, status: 'ACTIVE' });
    const again = await create({ ...person, email: 'GRACE@slipway.test' });
    expect(again.status).toBe(409);
    expect(again.body.errors).toEqual([{ field: 'email', message: 'A user with this email address already exists.' }]);
    const body = { email: person.email, password: 'oat ferry lantern 42' };
    expect((await app.call(null, 'POST /api/sca/v1/auth/authenticate', { body })).status).toBe(401);
    const { rows } = await app.ownerPool.query(
      `select payload->>'text' as text from jobs where payload->>'to' = 'grace@slipway.test'`,
    );
    const token = /#reset=([\w-]+)/.exec(rows[0].text)?.[1];
    const reset = { token, password: body.password };
    expect((await app.call(null, 'POST /api/sca/v1/auth/resetpassword', { body: reset })).status).toBe(200);
    const session = await app.call(null, 'POST /api/sca/v1/auth/authenticate', { body });
    expect(session.body.user.roles).toMatchObject([{ branchCode: 'LON', role: 'ROLE_UNDERWRITER' }]);
    const gone = await app.call('root', 'DELETE /api/kilakitu/v1/user/delete', { query: { id: made.body.id } });
    expect(gone.body.status).toBe('DISABLED');
    expect((await app.call(session.body.access_token, 'GET /api/sca/v1/auth/session')).status).toBe(401);
  });

  test('is root’s alone, with its fields checked', async () => {
    const bad = await create({ name: 'x', email: 'y', role: 'z', branch: 1 });
    expect(bad.body.errors.map((error: { field: string }) => error.field)).toEqual(['name', 'email', 'role']);
    const person = { name: 'Hamisi', email: 'hamisi@slipway.test', role: 'ROLE_CASHIER', branch: 1 };
    expect((await create(person, 'manager.nbo')).status).toBe(403);
    expect((await create({ ...person, branch: 77 })).body.errors).toEqual([
      { field: 'branch', message: 'Choose a branch.' },
    ]);
  });
});
