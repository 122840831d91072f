import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressLimit } from './limits.ts';
import { PASSWORD } from '../../testing/test-firm.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const AUTH = '/api/sca/v1/auth';
let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const signIn = (email: string, password: string) =>
  app.call(null, `POST ${AUTH}/authenticate`, { body: { email, password } });

describe('signing in', () => {
  test('gives a token, its length and who it is with rights by branch', async () => {
    const reply = await signIn('  Manager.NBO@slipway.test', PASSWORD);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      expires_in: 12 * 3600,
      user: {
        name: 'manager.nbo',
        roles: [{ branchCode: 'NBO', branchName: 'Nairobi', role: 'ROLE_MANAGER' }],
        branch: { code: 'NBO' },
        firm: { name: 'Baobab Reinsurance Brokers', baseCurrency: 'KES', timeZone: 'Africa/Nairobi' },
      },
    });
    expect(reply.body.user.permissions).toContain('policies.decide');
    expect(reply.body.user.permissions).not.toContain('policies.create');
    const me = await app.call(reply.body.access_token, `GET ${AUTH}/session`);
    expect(me.status).toBe(200);
    expect(me.body.user).toEqual(reply.body.user);
    expect(new Date(me.body.expires_at).getTime()).toBe(app.clock.now().getTime() + 12 * 3_600_000);
  });

  test('wrong password, unknown address, inactive and disabled users, and one without a role answer alike', async () => {
    await app.ownerPool.query(`insert into users (email, email_key, name, status, password_hash)
      select s || '@slipway.test', s || '@slipway.test', s, case s when 'norole' then 'ACTIVE' else upper(s) end, password_hash
      from users, unnest(array['inactive', 'disabled', 'norole']) s where users.name = 'root'`);
    await app.ownerPool.query(`insert into user_roles (user_id, branch_id, role)
      select u.id, b.id, 'ROLE_MANAGER' from users u, branches b where u.name in ('inactive', 'disabled') and b.code = 'NBO'`);
    const replies = await Promise.all([
      signIn('cashier.nbo@slipway.test', 'not the right one'),
      signIn('cashier.nbo@slipway.test', 'x'.repeat(900)),
      signIn('nobody@slipway.test', PASSWORD),
      signIn('inactive@slipway.test', PASSWORD),
      signIn('disabled@slipway.test', PASSWORD),
      signIn('norole@slipway.test', PASSWORD),
    ]);
    for (const reply of replies) {
      expect(reply.status).toBe(401);
      expect(reply.body).toEqual(replies[0]?.body);
    }
    expect(replies[0]?.body.title).toBe('Email or password is not right.');
    const opened = await app.ownerPool.query(
      `select 1 from sessions s join users u on u.id = s.user_id where u.name in ('inactive', 'disabled', 'norole')`,
    );
    expect(opened.rowCount).toBe(0);
  });

  test('is audited, and the trail holds neither password nor token', async () => {
    const { rows } = await app.ownerPool.query(`select to_jsonb(a)::text as row from audit_trail a`);
    expect(rows.some(({ row }) => row.includes('sign_in'))).toBe(true);
    for (const { row } of rows) expect(row).not.toMatch(/lighthouse|eyJ/);
  });

  test('stores Argon2id of at least 19 MiB and two passes', async () => {
    const { rows } = await app.ownerPool.query(`select password_hash from users where name = 'root'`);
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  });

  test('a body with an unknown or missing field is 400 at that field', async () => {
    const reply = await app.call(null, `POST ${AUTH}/authenticate`, {
      body: { email: 'root@slipway.test', role: 'ROLE_ROOT' },
    });
    expect(reply.status).toBe(400);
    expect(reply.body.errors.map((error: { field: string }) => error.field).toSorted()).toEqual(['password', 'role']);
  });
});

describe('limits', () => {
  const from = (ip: number) => ({ remoteAddress: `10.0.0.${ip}` });
  const tryFrom = async (ip: number, email: string, password: string) => {
    const reply = await app.app.inject({
      method: 'POST',
      url: `${AUTH}/authenticate`,
      payload: { email, password },
      ...from(ip),
    });
    return { status: reply.statusCode, headers: reply.headers, body: reply.json() };
  };

  test('the sixth try at an account within 15 minutes is 429 with Retry-After, even with the right password', async () => {
    const email = 'claims.nbo@slipway.test';
    const first = await Promise.all([1, 2, 3, 4, 5].map((ip) => tryFrom(ip, email, 'guess guess guess')));
    expect(first.map((reply) => reply.status)).toEqual([401, 401, 401, 401, 401]);
    const refused = await tryFrom(6, email, PASSWORD);
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    expect(refused.body.title).toBe('Too many attempts. Wait 15 minutes and try again.');
    app.clock.advance(14 * 60_000);
    expect((await tryFrom(6, email, PASSWORD)).body.title).toBe('Too many attempts. Wait 1 minutes and try again.');
    app.clock.advance(60_000);
    expect((await tryFrom(6, email, PASSWORD)).status).toBe(200);
  });

  test('guesses sent all at once are counted one by one', async () => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, ip) => tryFrom(20 + ip, 'claims.lon@slipway.test', 'guess guess guess')),
    );
    expect(replies.filter((reply) => reply.status === 401)).toHaveLength(5);
    expect(replies.filter((reply) => reply.status === 429)).toHaveLength(7);
  });

  test('an unknown address is slowed down in the same way', async () => {
    for (let n = 0; n < 5; n += 1) expect((await tryFrom(40 + n, 'ghost@slipway.test', 'x')).status).toBe(401);
    expect((await tryFrom(46, 'ghost@slipway.test', 'x')).status).toBe(429);
  });

  test('an office of forty behind one address signs in; thirty failures from one address are slowed down', async () => {
    for (let n = 0; n < 40; n += 1) expect((await tryFrom(50, 'root@slipway.test', PASSWORD)).status).toBe(200);
    for (let n = 0; n < 30; n += 1) expect((await tryFrom(60, `u${n}@slipway.test`, 'x')).status).toBe(401);
    expect((await tryFrom(60, 'another@slipway.test', 'x')).status).toBe(429);
    expect((await tryFrom(61, 'another@slipway.test', 'x')).status).toBe(401);
  });

  test('guesses from elsewhere never lock an owner out from an address that the account knows', async () => {
    const email = 'accountant.lon@slipway.test';
    expect((await tryFrom(80, email, PASSWORD)).status).toBe(200);
    for (let n = 0; n < 5; n += 1) expect((await tryFrom(81 + n, email, 'guess guess guess')).status).toBe(401);
    expect((await tryFrom(86, email, PASSWORD)).status).toBe(429);
    expect((await tryFrom(80, email, 'mistyped')).status).toBe(401);
    expect((await tryFrom(80, email, PASSWORD)).status).toBe(200);
    // A success at home gives nobody elsewhere new tries.
    expect((await tryFrom(86, email, PASSWORD)).status).toBe(429);
    const recover = async (ip: number) =>
      (await app.app.inject({ method: 'POST', url: `${AUTH}/recoverpassword`, query: { email }, ...from(ip) }))
        .statusCode;
    for (let n = 0; n < 5; n += 1) expect(await recover(81 + n)).toBe(200);
    expect([await recover(86), await recover(80)]).toEqual([429, 200]);
  });

  test('at an address that the account knows its own tries are counted as well, and lapse with the address', async () => {
    const email = 'underwriter.lon@slipway.test';
    expect((await tryFrom(90, email, PASSWORD)).status).toBe(200);
    await app.ownerPool.query(
      `insert into attempts (subject, at) select subject, at from (
         select 'account:' || encode(sha256($1::bytea), 'hex') || '@10.0.0.90' as subject, $2::timestamptz as at) a, generate_series(1, 29)`,
      [email, app.clock.now()],
    );
    expect((await tryFrom(90, email, 'x')).status).toBe(401);
    expect((await tryFrom(90, email, PASSWORD)).status).toBe(429);
    await app.ownerPool.query(
      `update sessions set created_at = created_at - interval '181 days' where network = '10.0.0.90'`,
    );
    for (let n = 0; n < 5; n += 1) expect((await tryFrom(91 + n, email, 'x')).status).toBe(401);
    expect((await tryFrom(90, email, PASSWORD)).status).toBe(429);
  });

  test('a success starts the account afresh', async () => {
    const email = 'cashier.lon@slipway.test';
    for (let n = 0; n < 4; n += 1) expect((await tryFrom(70, email, 'x')).status).toBe(401);
    expect((await tryFrom(70, email, PASSWORD)).status).toBe(200);
    for (let n = 0; n < 4; n += 1) expect((await tryFrom(70, email, 'x')).status).toBe(401);
    expect((await tryFrom(70, email, PASSWORD)).status).toBe(200);
  });
});

test.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['2001:db8:1:2:aaaa::1', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8:1::9', '2001:db8:1:0'],
  ['2001:db8:1:0:a:b:c:d', '2001:db8:1:0'],
  ['::1', '0:0:0:0'],
])('the address %s counts as %s', (address, counted) =>
  expect(addressLimit('address', address).subject).toBe(`address:${counted}`),
);
