import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SECRET } from '../../testing/rig.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const AUTH = '/api/sca/v1/auth';
const SESSION = `GET ${AUTH}/session` as const;
let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

type Json = Record<string, unknown>;
const part = (value: Json | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const read = (token: string, index: number): Json =>
  JSON.parse(Buffer.from(token.split('.')[index] ?? '', 'base64url').toString());

function mac(signed: string, secret: string | Buffer = SECRET, hash = 'sha256'): string {
  return createHmac(hash, secret).update(signed).digest('base64url');
}

/** The user's own good token with its header or claims changed, signed with whatever is given. */
function forge(
  good: string,
  ...[header, claims, signature = (s) => mac(s)]: [header: Json, claims: Json, signature?: (signed: string) => string]
): string {
  const signed = `${part({ ...read(good, 0), ...header })}.${part({ ...read(good, 1), ...claims })}`;
  return `${signed}.${signature(signed)}`;
}

describe('24 forged tokens are 24 times 401', () => {
  const seconds = () => Math.floor(app.clock.now().getTime() / 1000);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const forgeries: Record<string, (good: string) => string | Promise<string>> = {
    'no signature at all (alg none)': (good) => forge(good, { alg: 'none' }, {}, () => ''),
    'alg none with the old signature': (good) => forge(good, { alg: 'none' }, {}, () => good.split('.')[2] ?? ''),
    'alg None in capitals': (good) => forge(good, { alg: 'NONE' }, {}),
    'another key': (good) => forge(good, {}, {}, (s) => mac(s, 'u'.repeat(48))),
    'an empty key': (good) => forge(good, {}, {}, (s) => mac(s, '')),
    'HS512 with the right key': (good) => forge(good, { alg: 'HS512' }, {}, (s) => mac(s, SECRET, 'sha512')),
    'HS384 with the right key': (good) => forge(good, { alg: 'HS384' }, {}, (s) => mac(s, SECRET, 'sha384')),
    'RS256 by a stranger': (good) =>
      forge(good, { alg: 'RS256' }, {}, (s) => sign('sha256', Buffer.from(s), privateKey).toString('base64url')),
    'ES256 by a stranger with its key in the header': (good) =>
      forge(good, { alg: 'ES256', jwk: ec.publicKey.export({ format: 'jwk' }) }, {}, (s) =>
        sign('sha256', Buffer.from(s), { key: ec.privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url'),
      ),
    'another issuer': (good) => forge(good, {}, { iss: 'somebody' }),
    'another audience': (good) => forge(good, {}, { aud: 'another-app' }),
    'another type': (good) => forge(good, { typ: 'JWT' }, {}),
    'no type': (good) => forge(good, { typ: undefined }, {}),
    'an unknown kid': (good) => forge(good, { kid: 'other' }, {}),
    'no kid': (good) => forge(good, { kid: undefined }, {}),
    'expired by one second': (good) => forge(good, {}, { exp: seconds() - 1 }),
    'expired this very second': (good) => forge(good, {}, { exp: seconds() }),
    'without an expiry': (good) => forge(good, {}, { exp: undefined }),
    'another subject over this session': (good) => forge(good, {}, { sub: '1' }),
    'a jti without a session': (good) => forge(good, {}, { jti: randomUUID() }),
    'a jti that is no id': (good) => forge(good, {}, { jti: "x' or 1=1 --" }),
    'not valid yet': (good) => forge(good, {}, { nbf: seconds() + 60 }),
    'claims changed under the old signature': (good) => forge(good, {}, { sub: '1' }, () => good.split('.')[2] ?? ''),
    'a part missing': (good) => good.split('.').slice(0, 2).join('.'),
  };

  test('there are 24', () => expect(Object.keys(forgeries)).toHaveLength(24));

  test.each(Object.entries(forgeries))('%s', async (_name, forged) => {
    const good = await app.signIn('underwriter.nbo');
    expect(read(good, 1)['sub']).not.toBe('1');
    expect((await app.call(good, SESSION)).status).toBe(200);
    const reply = await app.app.inject({
      url: `${AUTH}/session`,
      headers: { authorization: `Bearer ${await forged(good)}` },
    });
    expect(reply.statusCode).toBe(401);
    expect(reply.json()).toMatchObject({ code: 'SESSION_ENDED', title: 'Your session has elapsed' });
  });

  test('an unchanged copy made in the same way is accepted', async () => {
    const good = await app.signIn('underwriter.nbo');
    expect((await app.call(forge(good, {}, {}), SESSION)).status).toBe(200);
  });

  test('the name of the scheme is read in either case', async () => {
    const token = await app.signIn('manager.nbo');
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const headers = { authorization: `${scheme} ${token}` };
      const reply = await app.app.inject({ method: 'GET', url: '/api/sca/v1/branch/findAll', headers });
      expect(reply.statusCode, scheme).toBe(200);
    }
  });

  test.each(['', 'Basic abc', 'bearer x.y.z', 'Bearer', 'Bearer  x.y.z', 'Bearer x.y.z extra'])(
    'the header "%s"',
    async (authorization) => {
      expect((await app.app.inject({ url: `${AUTH}/session`, headers: { authorization } })).statusCode).toBe(401);
    },
  );
});

describe('a session ends', () => {
  test('by signing out, at once', async () => {
    const token = await app.signIn('claims.nbo');
    expect((await app.call(token, `POST ${AUTH}/signout`)).body).toEqual({ done: true });
    expect((await app.call(token, SESSION)).status).toBe(401);
  });

  test('when its user is disabled or has no role any more, on the next request', async () => {
    const token = await app.signIn('cashier.nbo');
    await app.ownerPool.query(`update users set status = 'DISABLED' where name = 'cashier.nbo'`);
    expect((await app.call(token, SESSION)).status).toBe(401);
    const other = await app.signIn('cashier.lon');
    await app.ownerPool.query(
      `delete from user_roles where user_id = (select id from users where name = 'cashier.lon')`,
    );
    expect((await app.call(other, SESSION)).status).toBe(401);
  });

  test('12 hours after it began, to the second, however busy it was; and after 60 idle minutes', async () => {
    const start = app.clock.now().getTime();
    const token = await app.signIn('manager.lon');
    for (let minutes = 50; minutes < 720; minutes += 50) {
      app.clock.set(new Date(start + minutes * 60_000));
      expect((await app.call(token, SESSION)).status).toBe(200);
    }
    app.clock.set(new Date(start + 12 * 3_600_000 - 1));
    expect((await app.call(token, SESSION)).status).toBe(200);
    app.clock.set(new Date(start + 12 * 3_600_000));
    expect((await app.call(token, SESSION)).status).toBe(401);

    const idle = await app.signIn('manager.lon');
    app.clock.advance(59 * 60_000);
    const background = { headers: { 'slipway-background': '1' } };
    expect((await app.call(idle, SESSION, background)).status).toBe(200);
    app.clock.advance(60_000);
    expect((await app.call(idle, SESSION)).status).toBe(401);
  });
});

describe('the active branch', () => {
  test('is switched among one’s own, and kept for the next session', async () => {
    const token = await app.signIn('auditor');
    expect((await app.call(token, SESSION)).body.user.branch.code).toBe('NBO');
    const switched = await app.call(token, `PUT ${AUTH}/branch`, { body: { branch: 'LON' } });
    expect(switched.body.user.branch).toMatchObject({ code: 'LON', name: 'London' });
    expect((await app.call(token, SESSION)).body.user.branch.code).toBe('LON');
    app.clock.advance(1000);
    const next = await app.signIn('auditor');
    expect(next).not.toBe(token);
    expect((await app.call(next, SESSION)).body.user.branch.code).toBe('LON');
    const byId = switched.body.user.branches.find((branch: { code: string }) => branch.code === 'NBO').id;
    expect((await app.call(next, `PUT ${AUTH}/branch`, { body: { branch: byId } })).body.user.branch.code).toBe('NBO');
  });

  test('one that is not one’s own is 403, as is one that does not exist', async () => {
    for (const branch of ['LON', 'ALL', 'XYZ', 99]) {
      const reply = await app.call('manager.nbo', `PUT ${AUTH}/branch`, { body: { branch } });
      expect(reply.status).toBe(403);
      expect(reply.body.code).toBe('FOREIGN_BRANCH');
    }
  });

  test('root works in every branch with every right', async () => {
    const { user } = (await app.call('root', SESSION)).body;
    expect(user.branches.map((branch: { code: string }) => branch.code)).toEqual(['NBO', 'LON']);
    expect(user.permissions).toContain('users.manage');
    expect(Object.values(user.permissionsByBranch)).toHaveLength(2);
  });
});
