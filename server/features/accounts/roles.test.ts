import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RESERVED_PERMISSIONS, type Permission } from '../../../domain/permissions.ts';
import { allRoutes } from '../../app.ts';
import type { Services } from '../../services.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const ROLE = '/api/sca/v1/role';
const USER = '/api/sca/v1/user';
const SESSION = 'GET /api/sca/v1/auth/session';
const NBO = 1;
const LON = 2;
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const LOOKING: readonly Permission[] = ['registers.view', 'policies.view', 'dashboard.view'];

async function saveRole(name: string, permissions: readonly Permission[], changes: object = {}) {
  const body = { name, permissions, secondFactorRequired: false, ...changes };
  return app.call('root', `POST ${ROLE}/save`, { body });
}

async function roleNamed(name: string) {
  const { body } = await app.call('root', `GET ${ROLE}/items`, { query: { searchValue: name } });
  return body.data[0];
}

/** A user of an own role in a branch, whose token is answered. */
async function holder(name: string, role: string, branch = NBO): Promise<{ id: number; token: string }> {
  const email = `${name}@slipway.test`;
  const made = await app.call('root', `POST ${USER}/create`, { body: { name, email, role, branch } });
  expect(made.status).toBe(200);
  return { id: made.body.id, token: await app.signIn(email) };
}

describe('roles of the firm’s own', () => {
  test('are made from rights, listed with their holders beside the seven, and given', async () => {
    const saved = await saveRole('Desk clerk', LOOKING);
    expect(saved.body).toMatchObject({ version: 1, status: 'ACTIVE' });
    const { token } = await holder('desk', 'ROLE_DESK_CLERK');
    const { user } = (await app.call(token, SESSION)).body;
    expect(user.roles).toMatchObject([{ role: 'ROLE_DESK_CLERK', roleName: 'Desk clerk', branchCode: 'NBO' }]);
    expect(user.permissions.toSorted()).toEqual([...LOOKING].toSorted());
    expect((await app.call(token, 'GET /api/sca/v1/underwriting/items')).status).toBe(200);
    expect((await app.call(token, 'GET /api/sca/v1/receivable/items')).status).toBe(403);
    const { data } = (await app.call('manager.nbo', `GET ${ROLE}/items`)).body;
    expect(data).toHaveLength(8);
    expect(data.find((one: { code: string }) => one.code === 'ROLE_DESK_CLERK')).toMatchObject({
      users: 1,
      builtIn: false,
    });
    const found = await app.call('root', `GET ${USER}/items`, { query: { role: 'ROLE_DESK_CLERK' } });
    expect(found.body.data).toMatchObject([{ name: 'desk' }]);
    const lookup = (await app.call('cashier.nbo', `GET ${ROLE}/findAllRoles`)).body.data;
    expect(lookup.at(-1)).toMatchObject({ role: 'ROLE_DESK_CLERK', name: 'Desk clerk' });
  });

  test('hold neither root’s own rights, nor none, nor a right without the one it needs; names are theirs alone', async () => {
    for (const right of RESERVED_PERMISSIONS) {
      const refused = await saveRole('Too much', [...LOOKING, right]);
      expect(refused.body.errors[0]).toMatchObject({ field: 'permissions' });
    }
    expect((await saveRole('Nothing', [])).body.errors[0].message).toBe('Choose at least one right.');
    const blind = await saveRole('Blind', ['policies.create']);
    expect(blind.body.errors[0].message).toBe('Add what these rights need: See policies.');
    expect((await saveRole('desk CLERK', LOOKING)).status).toBe(409);
    expect((await saveRole('manager', LOOKING)).status).toBe(409);
    expect((await saveRole('وكيل', LOOKING)).status).toBe(200);
    expect((await roleNamed('وكيل')).code).toBe('ROLE_OWN');
    // Even written past us, a reserved right opens nothing.
    await expect(
      app.ownerPool.query(`update roles set permissions = '{firm.manage}' where code = 'ROLE_OWN'`),
    ).rejects.toThrow(/reserved_rights_stay/);
  });

  test('are changed by root alone', async () => {
    const role = await roleNamed('Desk clerk');
    const body = { id: role.id, version: 1, name: 'X role', permissions: LOOKING, secondFactorRequired: false };
    for (const who of ['manager.nbo', 'auditor', 'accountant.nbo']) {
      expect((await app.call(who, `PUT ${ROLE}/edit`, { body })).status).toBe(403);
      expect((await app.call(who, `POST ${ROLE}/save`, { body: { ...body, id: undefined } })).status).toBe(403);
    }
  });

  // ASVS 5.0 8.3.2: a change of rights holds at once.
  test('changed rights hold from the next request, and their holders sign in again', async () => {
    await saveRole('Shifting', LOOKING);
    const { id, token } = await holder('shifty', 'ROLE_SHIFTING');
    const role = await roleNamed('Shifting');
    const edit = (version: number, permissions: readonly Permission[], name = 'Shifting') =>
      app.call('root', `PUT ${ROLE}/edit`, {
        body: { id: role.id, version, name, permissions, secondFactorRequired: false },
      });
    // Another name alone signs nobody out.
    expect((await edit(1, LOOKING, 'Shifting desk')).body.version).toBe(2);
    expect((await app.call(token, SESSION)).body.user.roles[0].roleName).toBe('Shifting desk');
    expect((await edit(1, LOOKING)).status).toBe(409);
    expect((await edit(2, ['registers.view'])).status).toBe(200);
    expect((await app.call(token, SESSION)).status).toBe(401);
    app.clock.advance(1000);
    const again = await app.signIn('shifty@slipway.test');
    expect((await app.call(again, 'GET /api/sca/v1/underwriting/items')).status).toBe(403);
    expect(id).toBeGreaterThan(0);
  });

  test('held ones stay in use, and say by whom; free ones go and are no longer given', async () => {
    const held = await roleNamed('Shifting');
    const status = (id: number, version: number, to: string) =>
      app.call('root', `PUT ${ROLE}/status`, { body: { id, version, status: to } });
    const refused = await status(held.id, held.version, 'INACTIVE');
    expect(refused.body).toMatchObject({ status: 409, code: 'ROLE_HELD' });
    expect(refused.body.title).toBe('This role is held by shifty. Give them another one first.');
    await saveRole('Passing', LOOKING);
    const free = await roleNamed('Passing');
    expect((await status(free.id, 1, 'INACTIVE')).body.status).toBe('INACTIVE');
    const body = { name: 'Nobody', email: 'nobody@slipway.test', role: 'ROLE_PASSING', branch: NBO };
    expect((await app.call('root', `POST ${USER}/create`, { body })).body.errors[0].field).toBe('role');
    expect((await status(free.id, 2, 'ACTIVE')).body.status).toBe('ACTIVE');
  });
});

describe('built-in roles', () => {
  test('take another name and may require a second factor; what they allow stays as it is in the code', async () => {
    const role = await roleNamed('Cashier');
    const edit = (changes: object) =>
      app.call('root', `PUT ${ROLE}/edit`, {
        body: {
          id: role.id,
          version: 1,
          name: 'Teller',
          permissions: role.permissions,
          secondFactorRequired: false,
          ...changes,
        },
      });
    const refused = await edit({ permissions: [...role.permissions, 'users.manage'] });
    expect(refused.body.errors[0].field).toBe('permissions');
    expect((await edit({})).status).toBe(200);
    expect((await app.call('cashier.nbo', SESSION)).body.user.roles[0].roleName).toBe('Teller');
    const off = await app.call('root', `PUT ${ROLE}/status`, { body: { id: role.id, version: 2, status: 'INACTIVE' } });
    expect(off.status).toBe(409);
    await expect(
      app.ownerPool.query(`update roles set permissions = '{users.manage}' where code = 'ROLE_CASHIER'`),
    ).rejects.toThrow(/built_in_role_is_code/);
  });
});

// ASVS 5.0 8.2.1, 8.2.2, 8.3.1: nobody gives or takes over what they do not hold.
describe('who manages users without being root', () => {
  const RIGHTS: readonly Permission[] = [...LOOKING, 'users.view', 'users.manage', 'vouchers.view'];
  let lead: string;
  let leadId: number;
  const create = (body: object, who = lead) => app.call(who, `POST ${USER}/create`, { body });

  test('gives roles whose rights are all among their own, in their branch alone', async () => {
    await saveRole('Team lead', RIGHTS);
    await saveRole('Voucher reader', ['vouchers.view']);
    await saveRole('Voucher payer', ['vouchers.view', 'vouchers.pay']);
    ({ id: leadId, token: lead } = await holder('lead', 'ROLE_TEAM_LEAD'));
    const person = (name: string, role: string, branch: number | null = NBO) => ({
      name,
      email: `${name}@slipway.test`,
      role,
      branch,
    });
    expect((await create(person('reader', 'ROLE_VOUCHER_READER'))).status).toBe(200);
    const beyond = await create(person('payer', 'ROLE_VOUCHER_PAYER'));
    expect(beyond.body).toMatchObject({ status: 403, code: 'BEYOND_OWN_RIGHTS' });
    expect(beyond.body.title).toBe('You can give only rights that you hold there yourself. Missing: pay vouchers.');
    expect((await create(person('boss', 'ROLE_MANAGER'))).status).toBe(403);
    expect((await create(person('king', 'ROLE_ROOT', null))).body.code).toBe('BEYOND_OWN_RIGHTS');
    expect((await create(person('far', 'ROLE_VOUCHER_READER', LON))).body.errors[0].field).toBe('branch');
    // Nor to oneself.
    const self = await app.call(lead, `PUT ${USER}/activate`, {
      body: { id: leadId, role: 'ROLE_MANAGER', branch: NBO },
    });
    expect(self.body.code).toBe('BEYOND_OWN_RIGHTS');
  });

  test('changes nobody who holds more, and sees nobody of another branch', async () => {
    const { rows } = await app.ownerPool.query('select id, name from users');
    const idOf = (name: string) => rows.find((row) => row.name === name).id;
    for (const act of ['disable', 'invite', 'signout', 'enable']) {
      const above = await app.call(lead, `PUT ${USER}/${act}`, { query: { id: idOf('manager.nbo') } });
      expect(above.body.code, act).toBe('BEYOND_OWN_USERS');
      const root = await app.call(lead, `PUT ${USER}/${act}`, { query: { id: idOf('root') } });
      expect(root.body.code, act).toBe('BEYOND_OWN_USERS');
      const foreign = await app.call(lead, `PUT ${USER}/${act}`, { query: { id: idOf('manager.lon') } });
      const missing = await app.call(lead, `PUT ${USER}/${act}`, { query: { id: 999_999 } });
      expect(foreign.status, act).toBe(404);
      expect(foreign.body).toEqual(missing.body);
    }
    const remove = { query: { id: idOf('manager.nbo') } };
    expect((await app.call(lead, 'DELETE /api/kilakitu/v1/user/delete', remove)).status).toBe(403);
    expect((await app.call(lead, `PUT ${USER}/secondfactor/remove`, remove)).status).toBe(403);
    expect((await app.call(lead, `GET ${USER}/${idOf('manager.nbo')}`)).body.mayChange).toBe(false);
  });

  test('and whom they may change they invite again, edit, sign out and disable; an address is root’s to change', async () => {
    const { rows } = await app.ownerPool.query(`select id, version from users where name = 'reader'`);
    const { id, version } = rows[0];
    expect((await app.call(lead, `PUT ${USER}/invite`, { query: { id } })).status).toBe(200);
    const edit = (email: string, who: string) =>
      app.call(who, `PUT ${USER}/edit`, { body: { id, version, name: 'Rita Reader', email } });
    expect((await edit('other@slipway.test', lead)).status).toBe(403);
    expect((await edit('reader@slipway.test', lead)).body.version).toBe(version + 1);
    expect((await app.call(lead, `PUT ${USER}/disable`, { query: { id } })).body.status).toBe('DISABLED');
    expect((await app.call(lead, `PUT ${USER}/enable`, { query: { id } })).body.status).toBe('ACTIVE');
  });
});

// ASVS 5.0 6.3.3: who must have a second factor does nothing without one.
describe('a role that requires a second factor', () => {
  const routes = allRoutes({} as Services).filter(({ endpoint }) => endpoint.access !== 'public');

  test('leaves its holder nothing but adding one, at once and on every call', async () => {
    await saveRole('Guarded', [...LOOKING, 'users.view', 'users.manage']);
    const { token } = await holder('guarded', 'ROLE_GUARDED');
    expect((await app.call(token, 'GET /api/sca/v1/underwriting/items')).status).toBe(200);
    const role = await roleNamed('Guarded');
    const body = { ...role, id: role.id, version: 1, secondFactorRequired: true };
    await app.call('root', `PUT ${ROLE}/edit`, {
      body: { id: role.id, version: 1, name: 'Guarded', permissions: body.permissions, secondFactorRequired: true },
    });
    const session = await app.call(token, SESSION);
    expect(session.body.user.secondFactorNeeded).toBe(true);
    let open = 0;
    for (const { endpoint } of routes.filter((route) => route.endpoint.path !== '/api/sca/v1/auth/signout')) {
      const path = endpoint.path.replace(/\{\w+\}/g, '1');
      const reply = await app.call(token, `${endpoint.method} ${path}`, endpoint.method === 'GET' ? {} : { body: {} });
      const name = `${endpoint.method} ${endpoint.path}: ${reply.status}`;
      if (endpoint.beforeSecondFactor) {
        open += 1;
        expect(reply.body.code, name).not.toBe('SECOND_FACTOR_NEEDED');
      } else if (!endpoint.upload) expect(reply.body.code, name).toBe('SECOND_FACTOR_NEEDED');
      else expect(reply.status, name).toBeGreaterThanOrEqual(400);
    }
    expect(open).toBe(6);
    expect(routes.length).toBeGreaterThan(90);
  });

  test('opens everything again once there is one', async () => {
    app.clock.advance(1000);
    const token = await app.signIn('guarded@slipway.test');
    expect((await app.call(token, 'GET /api/sca/v1/underwriting/items')).status).toBe(403);
    const { secret } = (await app.call(token, `POST ${USER}/totp/begin`, { body: {} })).body;
    const { Secret, TOTP } = await import('otpauth');
    const timestamp = app.clock.now().getTime();
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
    expect((await app.call(token, `POST ${USER}/totp/confirm`, { body: { code } })).status).toBe(200);
    expect((await app.call(token, 'GET /api/sca/v1/underwriting/items')).status).toBe(200);
  });
});
