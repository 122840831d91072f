import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WEAK_PASSWORD } from '../../../domain/accounts/password.ts';
import { runOneJob } from '../../platform/jobs/jobs.ts';
import { PASSWORD } from '../../testing/test-firm.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { recoveryJob } from './recovery.ts';

const AUTH = '/api/sca/v1/auth';
const NEW = 'oat ferry lantern 42';
let app: TestApp;

beforeAll(async () => {
  app = await testApp({ services: { publicUrl: 'https://slipway.example' } });
});
afterAll(() => app.close());

const recover = (email: string) => app.call(null, `POST ${AUTH}/recoverpassword`, { query: { email } });
/** What the worker does meanwhile. */
const work = async () => {
  const { database, clock } = app;
  const recovery = recoveryJob({ database, clock: clock.now, publicUrl: 'https://slipway.example' });
  while (await runOneJob(app.pool, { recovery }, () => undefined));
};
const reset = (token: string, password = NEW) =>
  app.call(null, `POST ${AUTH}/resetpassword`, { body: { token, password } });
const signIn = (email: string, password: string) =>
  app.call(null, `POST ${AUTH}/authenticate`, { body: { email, password } });

async function mailsTo(email: string): Promise<string[]> {
  await work();
  const { rows } = await app.ownerPool.query(
    `select payload->>'text' as text from jobs where kind = 'mail' and payload->>'to' = $1 order by id`,
    [email],
  );
  return rows.map((row) => row.text);
}

async function linkFor(email: string): Promise<string> {
  expect((await recover(email)).status).toBe(200);
  const text = (await mailsTo(email)).at(-1) ?? '';
  return /https:\/\/slipway\.example\/signin#reset=([\w-]{43})\n/.exec(text)?.[1] ?? '';
}

describe('a forgotten password', () => {
  test('asking answers the same sentence for anybody, and mails users alone', async () => {
    const known = await recover('Root@slipway.test');
    const unknown = await recover('nobody@slipway.test');
    const nonsense = await recover('%%');
    expect(known.status).toBe(200);
    expect(unknown.body).toEqual(known.body);
    expect(nonsense.body).toEqual(known.body);
    expect(await mailsTo('root@slipway.test')).toHaveLength(1);
    expect(await mailsTo('nobody@slipway.test')).toHaveLength(0);
  });

  test('what is written before the answer is the same for anybody, and its job keeps no address', async () => {
    const written = async (email: string) => {
      const count = `select (select count(*)::int from jobs where kind = 'recovery' and state = 'WAITING') as waiting,
        (select count(*)::int from jobs where kind = 'mail') as mails, (select count(*)::int from password_links) as links,
        (select count(*)::int from audit_trail) as trail, (select count(*)::int from attempts) as attempts`;
      await work();
      const before = (await app.ownerPool.query(count)).rows[0];
      await recover(email);
      const after = (await app.ownerPool.query(count)).rows[0];
      return Object.keys(before).map((name) => [name, after[name] - before[name]]);
    };
    const known = await written('cashier.nbo@slipway.test');
    expect(known).toEqual([
      ['waiting', 1],
      ['mails', 0],
      ['links', 0],
      ['trail', 0],
      ['attempts', 2],
    ]);
    expect(await written('no.such.person@slipway.test')).toEqual(known);
    await work();
    const { rows } = await app.ownerPool.query(`select distinct state, payload from jobs where kind = 'recovery'`);
    expect(rows).toEqual([{ state: 'DONE', payload: {} }]);
  });

  test('the link goes to the public address whatever Host was sent, and only its hash is stored', async () => {
    await app.call(null, `POST ${AUTH}/recoverpassword`, {
      query: { email: 'manager.nbo@slipway.test' },
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    });
    const [text = ''] = await mailsTo('manager.nbo@slipway.test');
    expect(text).toContain('https://slipway.example/signin#reset=');
    expect(text).not.toContain('evil');
    const token = /#reset=([\w-]+)/.exec(text)?.[1] ?? '';
    const { rows } = await app.ownerPool.query(`select to_jsonb(p)::text as row from password_links p`);
    for (const { row } of rows) expect(row).not.toContain(token);
  });

  test('the link sets the password once, ends every session and opens the account to the new one alone', async () => {
    const email = 'underwriter.nbo@slipway.test';
    const session = await app.signIn(email);
    const token = await linkFor(email);
    const weak = await reset(token, 'password1234');
    expect(weak.body.errors).toEqual([{ field: 'password', message: WEAK_PASSWORD }]);
    const [one, two] = await Promise.all([reset(token), reset(token, 'wharf onion gravel 77')]);
    expect(one.status + two.status).toBe(200 + 400);
    expect([one, two].find((reply) => reply.status === 400)?.body.code).toBe('LINK_SPENT');
    expect((await app.call(session, `GET ${AUTH}/session`)).status).toBe(401);
    expect((await signIn(email, PASSWORD)).status).toBe(401);
    expect((await signIn(email, one.status === 200 ? NEW : 'wharf onion gravel 77')).status).toBe(200);
    expect((await mailsTo(email)).at(-1)).toMatch(/password of your account was changed/);
  });

  test('a link ends after 30 minutes, with the next link, and with a change of the password', async () => {
    const email = 'claims.nbo@slipway.test';
    const late = await linkFor(email);
    app.clock.advance(30 * 60_000);
    expect((await reset(late)).body.code).toBe('LINK_SPENT');
    const older = await linkFor(email);
    const newer = await linkFor(email);
    expect((await reset(older)).body.code).toBe('LINK_SPENT');
    app.clock.advance(30 * 60_000 - 1);
    expect((await reset(newer)).status).toBe(200);
    for (const token of ['', 'x', 'a'.repeat(43)]) expect((await reset(token)).body.code).toBe('LINK_SPENT');
  });

  test('a disabled user gets no link, and a link sent before does not work', async () => {
    const email = 'cashier.lon@slipway.test';
    const token = await linkFor(email);
    await app.ownerPool.query(`update users set status = 'DISABLED' where email = $1`, [email]);
    expect((await reset(token)).body.code).toBe('LINK_SPENT');
    const before = (await mailsTo(email)).length;
    expect((await recover(email)).status).toBe(200);
    expect(await mailsTo(email)).toHaveLength(before);
  });

  test('asking for one account over and over is slowed down', async () => {
    const statuses = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await recover('accountant.nbo@slipway.test')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe('changing one’s password', () => {
  const change = (token: string, call: 'changepassword' | 'changepasswordtest', body: Record<string, string>) =>
    app.call(token, `PUT /api/sca/v1/user/${call}`, { body });
  const body = { oldPassword: PASSWORD, newPassword: NEW, confirmPassword: NEW };

  test('the test checks the same and changes nothing', async () => {
    const token = await app.signIn('manager.lon');
    expect((await change(token, 'changepasswordtest', body)).body).toEqual({ done: true });
    expect((await signIn('manager.lon@slipway.test', PASSWORD)).status).toBe(200);
    expect((await change(token, 'changepasswordtest', { ...body, oldPassword: 'wrong' })).status).toBe(400);
  });

  test('a wrong old password is 400, never 401, and five are enough for now', async () => {
    const token = await app.signIn('accountant.lon');
    for (let n = 0; n < 5; n += 1) {
      const reply = await change(token, 'changepassword', { ...body, oldPassword: 'wrong' });
      expect(reply.status).toBe(400);
      expect([reply.body.title, reply.body.errors]).toEqual([
        'The current password is not right.',
        [{ field: 'oldPassword', message: 'The current password is not right.' }],
      ]);
    }
    expect((await change(token, 'changepassword', body)).status).toBe(429);
  });

  test.each([
    ['oldPassword', { ...body, oldPassword: '' }, 'Enter your current password.'],
    ['confirmPassword', { ...body, confirmPassword: `${NEW}!` }, 'Passwords do not match.'],
    ['newPassword', { ...body, newPassword: 'short', confirmPassword: 'short' }, WEAK_PASSWORD],
    ['newPassword', { ...body, newPassword: 'password1234', confirmPassword: 'password1234' }, WEAK_PASSWORD],
    [
      'newPassword',
      { ...body, newPassword: PASSWORD, confirmPassword: PASSWORD },
      'Choose a password other than the current one.',
    ],
  ])('%s is refused at its field', async (field, input, message) => {
    const reply = await change(await app.signIn('manager.nbo'), 'changepassword', input);
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toEqual([{ field, message }]);
  });

  test('ends the other sessions and keeps this one', async () => {
    const email = 'underwriter.lon@slipway.test';
    const other = await app.signIn(email);
    app.clock.advance(1000);
    const token = await app.signIn(email);
    expect((await change(token, 'changepassword', body)).body).toEqual({ done: true });
    expect((await app.call(token, `GET ${AUTH}/session`)).status).toBe(200);
    expect((await app.call(other, `GET ${AUTH}/session`)).status).toBe(401);
    expect((await signIn(email, PASSWORD)).status).toBe(401);
    expect((await signIn(email, NEW)).status).toBe(200);
  });
});
