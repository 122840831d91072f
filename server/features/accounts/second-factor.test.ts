import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { softAuthenticator } from '../../testing/authenticator.ts';
import { PASSWORD } from '../../testing/test-firm.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const AUTH = '/api/sca/v1/auth';
const USER = '/api/sca/v1/user';
const SESSION = `GET ${AUTH}/session`;
const ORIGIN = 'http://localhost:3000';
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const emailOf = (who: string) => `${who}@slipway.test`;
const knock = (who: string, password = PASSWORD) =>
  app.call(null, `POST ${AUTH}/authenticate`, { body: { email: emailOf(who), password } });
const second = (body: object) => app.call(null, `POST ${AUTH}/secondfactor`, { body });
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now().getTime() + steps * 30_000 });
const later = (seconds: number) => app.clock.advance(seconds * 1000);

async function addApp(who: string): Promise<{ secret: string; recovery: string[]; token: string }> {
  const token = await app.signIn(who);
  const begun = await app.call(token, `POST ${USER}/totp/begin`, { body: {} });
  expect(begun.status).toBe(200);
  const { secret } = begun.body;
  const done = await app.call(token, `POST ${USER}/totp/confirm`, { body: { code: codeOf(secret) } });
  expect(done.status).toBe(200);
  later(60);
  return { secret, recovery: done.body.recovery, token };
}

async function auditOf(who: string): Promise<string[]> {
  const { rows } = await app.ownerPool.query(
    `select action from audit_trail where entity = 'user' and entity_id = (select id from users where email = $1) order by id`,
    [emailOf(who)],
  );
  return rows.map((row) => row.action);
}

const mailsTo = async (who: string) =>
  (
    await app.ownerPool.query(`select payload->>'subject' as subject from jobs where payload->>'to' = $1 order by id`, [
      emailOf(who),
    ])
  ).rows.map((row) => row.subject);

// ASVS 5.0 6.3.3 (a second factor), 6.5.1 and 6.5.5 (codes are good once and for a short time).
describe('an authenticator app', () => {
  test('is added by a code of it, with ten recovery codes and a mail; other sessions end', async () => {
    const other = (await knock('claims.nbo')).body.access_token;
    const { recovery, token } = await addApp('claims.nbo');
    expect(recovery).toHaveLength(10);
    expect(new Set(recovery).size).toBe(10);
    expect((await app.call(other, SESSION)).status).toBe(401);
    expect((await app.call(token, `GET ${USER}/secondfactor`)).body).toMatchObject({ recoveryLeft: 10, passkeys: [] });
    expect(await auditOf('claims.nbo')).toContain('second_factor_added');
    expect(await mailsTo('claims.nbo')).toEqual(['An authenticator app was added to your account']);
  });

  test('is asked for after the password, and gives the usual reply', async () => {
    const { secret } = await addApp('claims.lon');
    const challenge = await knock('claims.lon');
    expect(challenge.status).toBe(200);
    expect(challenge.body).toEqual({ second_factor: { token: expect.any(String), methods: ['TOTP', 'RECOVERY'] } });
    const { token } = challenge.body.second_factor;
    // The token is no session.
    expect(
      (await app.app.inject({ url: `${AUTH}/session`, headers: { authorization: `Bearer ${token}` } })).statusCode,
    ).toBe(401);
    const reply = await second({ token, code: codeOf(secret) });
    expect(Object.keys(reply.body)).toEqual(['access_token', 'expires_in', 'user']);
    expect((await app.call(reply.body.access_token, SESSION)).status).toBe(200);
    // The same step again, by another sign-in: somebody looked over the shoulder.
    const again = await knock('claims.lon');
    const replay = await second({ token: again.body.second_factor.token, code: codeOf(secret) });
    expect(replay.status).toBe(401);
    expect(replay.body.code).toBe('SECOND_FACTOR_WRONG');
    expect(await auditOf('claims.lon')).toContain('second_factor_refused');
    // One token is good for one sign-in.
    expect((await second({ token, code: codeOf(secret, 1) })).body.code).toBe('SIGN_IN_LAPSED');
  });

  test('its codes are good one step early or late, and no more', async () => {
    const { secret } = await addApp('cashier.nbo');
    for (const [steps, status] of [
      [-2, 401],
      [2, 401],
      [-1, 200],
      [1, 200],
    ] as const) {
      const { token } = (await knock('cashier.nbo')).body.second_factor;
      expect((await second({ token, code: codeOf(secret, steps) })).status, `${steps} steps`).toBe(status);
    }
    // The step that was just used and every one before it are spent.
    const { token } = (await knock('cashier.nbo')).body.second_factor;
    expect((await second({ token, code: codeOf(secret, 0) })).status).toBe(401);
  });

  test('two at once with one code: one gets in', async () => {
    const { secret } = await addApp('cashier.lon');
    const tokens = [await knock('cashier.lon'), await knock('cashier.lon')].map((one) => one.body.second_factor.token);
    const code = codeOf(secret);
    const statuses = (await Promise.all(tokens.map((token) => second({ token, code })))).map((one) => one.status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401]);
  });

  // ASVS 5.0 6.3.1: guessing is slowed down for the second factor, too.
  test('the sixth guess within 15 minutes is 429, even the right one', async () => {
    const { secret } = await addApp('accountant.nbo');
    for (let n = 0; n < 5; n += 1) {
      const { token } = (await knock('accountant.nbo')).body.second_factor;
      expect((await second({ token, code: '000000' })).status).toBe(401);
    }
    const { token } = (await knock('accountant.nbo')).body.second_factor;
    expect((await second({ token, code: codeOf(secret) })).status).toBe(429);
    later(15 * 60 + 1);
    const fresh = (await knock('accountant.nbo')).body.second_factor;
    expect((await second({ token: fresh.token, code: codeOf(secret) })).status).toBe(200);
  });

  test('the secret is sealed where it is kept', async () => {
    const { secret } = await addApp('accountant.lon');
    const { rows } = await app.ownerPool.query('select sealed from totp_secrets');
    const bytes = Buffer.from(Secret.fromBase32(secret).bytes);
    for (const { sealed } of rows) {
      expect(sealed).not.toContain(secret);
      expect(Buffer.from(sealed.split('.').at(-1), 'base64url').includes(bytes)).toBe(false);
    }
    // Another user's sealed secret does not open as one's own.
    await app.ownerPool.query(
      `update totp_secrets set sealed = (select sealed from totp_secrets t join users u on u.id = t.user_id where u.name = 'claims.nbo')
       where user_id = (select id from users where name = 'accountant.lon')`,
    );
    const { token } = (await knock('accountant.lon')).body.second_factor;
    expect((await second({ token, code: codeOf(secret) })).status).toBe(401);
  });

  test('a wrong code does not confirm it, and it does not count before', async () => {
    const token = await app.signIn('manager.lon');
    await app.call(token, `POST ${USER}/totp/begin`, { body: {} });
    const wrong = await app.call(token, `POST ${USER}/totp/confirm`, { body: { code: '123' } });
    expect(wrong.body.errors[0]).toMatchObject({ field: 'code' });
    expect((await knock('manager.lon')).body.access_token).toEqual(expect.any(String));
  });
});

// ASVS 5.0 7.5.1: how one signs in changes only with the password.
describe('one’s own factors', () => {
  test('are added within ten minutes of signing in, later with the password; removed only with it', async () => {
    const token = await app.signIn('manager.nbo');
    later(11 * 60);
    const late = await app.call(token, `POST ${USER}/totp/begin`, { body: {} });
    expect(late.body).toMatchObject({ status: 400, code: 'WRONG_PASSWORD', errors: [{ field: 'password' }] });
    const begun = await app.call(token, `POST ${USER}/totp/begin`, { body: { password: PASSWORD } });
    await app.call(token, `POST ${USER}/totp/confirm`, { body: { code: codeOf(begun.body.secret) } });
    const refused = await app.call(token, `PUT ${USER}/totp/remove`, { body: { password: 'not it' } });
    expect(refused.body.code).toBe('WRONG_PASSWORD');
    const gone = await app.call(token, `PUT ${USER}/totp/remove`, { body: { password: PASSWORD } });
    expect(gone.body).toEqual({ done: true });
    const { rows } = await app.ownerPool.query(
      `select 1 from recovery_codes where user_id = (select id from users where name = 'manager.nbo')`,
    );
    expect(rows).toEqual([]);
    expect((await knock('manager.nbo')).body.access_token).toEqual(expect.any(String));
    expect(await mailsTo('manager.nbo')).toContain('The authenticator app was removed from your account');
  });

  test('root removes them for who lost theirs: sessions end, a mail tells it, and nobody else may', async () => {
    const { token } = await addApp('underwriter.lon');
    const { rows } = await app.ownerPool.query(`select id from users where name = 'underwriter.lon'`);
    const query = { id: rows[0].id };
    expect((await app.call('manager.lon', `PUT ${USER}/secondfactor/remove`, { query })).status).toBe(403);
    expect((await app.call('root', `PUT ${USER}/secondfactor/remove`, { query })).body).toEqual({ done: true });
    expect((await app.call(token, SESSION)).status).toBe(401);
    expect((await knock('underwriter.lon')).body.access_token).toEqual(expect.any(String));
    expect(await mailsTo('underwriter.lon')).toContain('The second factor was removed from your account');
    expect(await auditOf('underwriter.lon')).toContain('second_factors_removed');
  });
});

// ASVS 5.0 6.5.1, 6.5.2: recovery codes are good once and kept as digests.
test('a recovery code opens once, however it is written, and its use is told by mail', async () => {
  const { recovery } = await addApp('underwriter.nbo');
  const [code = ''] = recovery;
  const typed = code.toUpperCase().replaceAll('-', ' ');
  const first = (await knock('underwriter.nbo')).body.second_factor;
  expect((await second({ token: first.token, recovery: typed })).status).toBe(200);
  const next = (await knock('underwriter.nbo')).body.second_factor;
  expect((await second({ token: next.token, recovery: code })).status).toBe(401);
  expect((await second({ token: next.token, recovery: recovery[1] ?? '' })).status).toBe(200);
  const kept = await app.ownerPool.query(`select code_hash from recovery_codes`);
  expect(kept.rows.every((row) => row.code_hash.length === 32)).toBe(true);
  expect(await mailsTo('underwriter.nbo')).toContain('A recovery code was used to sign in to your account');
});

describe('between password and second factor', () => {
  test('five minutes pass, the password changes or the user is disabled: the sign-in lapses', async () => {
    const { secret } = await addApp('root');
    const expired = (await knock('root')).body.second_factor;
    later(5 * 60 + 1);
    expect((await second({ token: expired.token, code: codeOf(secret) })).body.code).toBe('SIGN_IN_LAPSED');
    const changed = (await knock('root')).body.second_factor;
    const before = await app.ownerPool.query(`select password_hash from users where name = 'root'`);
    await app.ownerPool.query(`update users set password_hash = password_hash || 'x' where name = 'root'`);
    expect((await second({ token: changed.token, code: codeOf(secret) })).body.code).toBe('SIGN_IN_LAPSED');
    await app.ownerPool.query(`update users set password_hash = $1 where name = 'root'`, [
      before.rows[0].password_hash,
    ]);
    const disabled = (await knock('root')).body.second_factor;
    await app.ownerPool.query(`update users set status = 'DISABLED' where name = 'root'`);
    expect((await second({ token: disabled.token, code: codeOf(secret) })).body.code).toBe('SIGN_IN_LAPSED');
    await app.ownerPool.query(`update users set status = 'ACTIVE' where name = 'root'`);
  });

  test('neither none nor two ways at once, nor a made-up token', async () => {
    expect((await second({ token: 'A'.repeat(43), code: '123456' })).body.code).toBe('SIGN_IN_LAPSED');
    const { token } = (await knock('root')).body.second_factor;
    expect((await second({ token })).status).toBe(400);
    expect((await second({ token, code: '123456', recovery: 'x' })).status).toBe(400);
  });
});

// ASVS 5.0 6.3.3, 6.7.2: a passkey is bound to origin, challenge and user.
describe('a passkey', () => {
  const key = softAuthenticator({ origin: ORIGIN });
  let token: string;

  async function add(authenticator: ReturnType<typeof softAuthenticator>, who = token) {
    const { options } = (await app.call(who, `POST ${USER}/passkey/begin`, { body: {} })).body;
    const passkey = authenticator.register(options);
    return app.call(who, `POST ${USER}/passkey/save`, { body: { name: 'Laptop', passkey } });
  }

  test('is added for our own origin and this session’s challenge, once', async () => {
    token = await app.signIn('auditor');
    const stranger = await add(softAuthenticator({ origin: 'https://slipway.example', rpId: 'localhost' }));
    expect(stranger.body).toMatchObject({ status: 400, code: 'PASSKEY_REFUSED' });
    const made = await add(key);
    expect(made.status).toBe(200);
    expect(made.body.recovery).toHaveLength(10);
    // Its challenge is used up.
    const again = await app.call(token, `POST ${USER}/passkey/save`, {
      body: { name: 'Again', passkey: softAuthenticator({ origin: ORIGIN }).register({ challenge: 'AAAA' }) },
    });
    expect(again.body.code).toBe('PASSKEY_REFUSED');
  });

  test('signs in; its answer is good for one challenge, from its owner and our origin', async () => {
    later(60);
    const challenge = (await knock('auditor')).body.second_factor;
    expect(challenge.methods).toEqual(['PASSKEY', 'RECOVERY']);
    const answer = key.answer(challenge.passkey);
    const done = await second({ token: challenge.token, passkey: answer });
    expect(done.status).toBe(200);
    token = done.body.access_token;
    const next = (await knock('auditor')).body.second_factor;
    expect((await second({ token: next.token, passkey: answer })).status).toBe(401);
    const other = softAuthenticator({ origin: ORIGIN });
    expect((await second({ token: next.token, passkey: other.answer(next.passkey) })).status).toBe(401);
    // A counter that goes back is a copy of the key.
    expect((await second({ token: next.token, passkey: key.answer(next.passkey, { counter: 1 }) })).status).toBe(401);
    expect((await second({ token: next.token, passkey: key.answer(next.passkey, { counter: 9 }) })).status).toBe(200);
  });

  test('is renamed and removed by its owner alone', async () => {
    later(60);
    const { passkeys } = (await app.call(token, `GET ${USER}/secondfactor`)).body;
    expect(passkeys).toMatchObject([{ name: 'Laptop', lastUsedAt: expect.any(String) }]);
    const { id } = passkeys[0];
    const stranger = await app.call('manager.lon', `PUT ${USER}/passkey/edit`, { body: { id, name: 'Mine' } });
    expect(stranger.status).toBe(404);
    const theirs = await app.call('manager.lon', `PUT ${USER}/passkey/remove`, { body: { id, password: PASSWORD } });
    expect(theirs.status).toBe(404);
    expect((await app.call(token, `PUT ${USER}/passkey/edit`, { body: { id, name: 'Desk' } })).body).toEqual({
      done: true,
    });
    const gone = await app.call(token, `PUT ${USER}/passkey/remove`, { body: { id, password: PASSWORD } });
    expect(gone.body).toEqual({ done: true });
    expect((await knock('auditor')).body.access_token).toEqual(expect.any(String));
  });
});
