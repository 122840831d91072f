import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WEAK_PASSWORD } from '../../../domain/accounts/password.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const AUTH = '/api/sca/v1/auth';
const REGISTER = `POST ${AUTH}/register` as const;
const GOOD = 'oat ferry lantern 42';
const person = (name: string) => ({ name, email: `${name}@slipway.test`, password: GOOD });
const first = (name: string) => ({
  ...person(name),
  firmName: 'Acacia Brokers',
  baseCurrency: 'KES',
  branchName: 'Nairobi',
  branchCode: 'NBO',
});

async function mails(app: TestApp): Promise<{ to: string; subject: string; text: string }[]> {
  const { rows } = await app.ownerPool.query(`select payload from jobs where kind = 'mail' order by id`);
  return rows.map((row) => row.payload);
}

describe('the first sign-up', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({ empty: true });
  });
  afterAll(() => app.close());

  test('an empty installation says so and asks for the firm', async () => {
    expect((await app.call(null, `GET ${AUTH}/installation`)).body).toEqual({ empty: true, needs_code: false });
    const reply = await app.call(null, REGISTER, { body: person('amina') });
    expect(reply.status).toBe(400);
    expect(reply.body.errors.map((error: { field: string }) => error.field)).toEqual(['firmName', 'baseCurrency']);
    const odd = await app.call(null, REGISTER, { body: { ...first('amina'), timeZone: 'Mars/Olympus' } });
    expect(odd.body.errors).toEqual([{ field: 'timeZone', message: 'Choose a time zone.' }]);
    const unknown = await app.call(null, REGISTER, { body: { ...first('amina'), baseCurrency: 'QQQ' } });
    expect(unknown.body.errors).toEqual([{ field: 'baseCurrency', message: 'Choose a currency.' }]);
  });

  test('of two at once one takes the installation, and becomes root of a firm with a branch', async () => {
    const replies = await Promise.all(
      ['amina', 'brian'].map((name) => app.call(null, REGISTER, { body: first(name) })),
    );
    expect(replies.map((reply) => String(reply.status)).toSorted()).toEqual(['200', '409']);
    const { rows } = await app.ownerPool.query(`select u.email, u.status, r.role, r.branch_id from users u
      left join user_roles r on r.user_id = u.id`);
    const winner = replies[0]?.status === 200 ? 'amina' : 'brian';
    expect(rows).toEqual([{ email: `${winner}@slipway.test`, status: 'ACTIVE', role: 'ROLE_ROOT', branch_id: null }]);
    expect((await app.call(null, `GET ${AUTH}/installation`)).body).toEqual({ empty: false, needs_code: false });
    const signedIn = await app.call(null, `POST ${AUTH}/authenticate`, {
      body: { email: `${winner}@slipway.test`, password: GOOD },
    });
    expect(signedIn.body.user).toMatchObject({
      branch: { code: 'NBO', name: 'Nairobi' },
      firm: { name: 'Acacia Brokers' },
    });
  });

  test('a later one cannot make a second firm', async () => {
    const reply = await app.call(null, REGISTER, { body: first('carol') });
    expect(reply.status).toBe(409);
    expect(reply.body.code).toBe('INSTALLED');
  });
});

test('with a setup code the first sign-up must bring it', async () => {
  const app = await testApp({ empty: true, services: { setupCode: 'SESAME-123' } });
  expect((await app.call(null, `GET ${AUTH}/installation`)).body).toEqual({ empty: true, needs_code: true });
  for (const setupCode of [undefined, '', 'SESAME-124']) {
    const reply = await app.call(null, REGISTER, { body: { ...first('amina'), setupCode } });
    expect(reply.status).toBe(403);
    expect(reply.body.code).toBe('SETUP_CODE');
  }
  expect((await app.call(null, REGISTER, { body: { ...first('amina'), setupCode: 'SESAME-123' } })).status).toBe(200);
  await app.close();
});

describe('a later sign-up', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp();
  });
  afterAll(() => app.close());

  test('answers one sentence, whether the address is new or somebody’s; the owner is told by mail', async () => {
    const fresh = await app.call(null, REGISTER, { body: person('dora') });
    const taken = await app.call(null, REGISTER, { body: { ...person('dora'), email: 'ROOT@Slipway.test' } });
    expect(fresh.status).toBe(200);
    expect(taken.status).toBe(200);
    expect(taken.body).toEqual(fresh.body);
    const sent = await mails(app);
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      ['dora@slipway.test', 'Your account waits for activation'],
      ['root@slipway.test', 'Somebody signed up with your address'],
    ]);
    const { rows } = await app.ownerPool.query(`select status from users where email = 'dora@slipway.test'`);
    expect(rows).toEqual([{ status: 'INACTIVE' }]);
    const signIn = await app.call(null, `POST ${AUTH}/authenticate`, {
      body: { email: 'dora@slipway.test', password: GOOD },
    });
    expect(signIn.status).toBe(401);
  });

  test.each([
    ['too short', 'short one'],
    ['129 characters', 'oat ferry lantern '.repeat(8).slice(0, 129)],
    ['common', 'password1234'],
    ['leaked and repeated', 'trustno1trustno1'],
    ['a keyboard walk', 'qwertyuiop[]'],
    ['the address itself', 'erin.mwangi@slipway.test'],
    ['the address in capitals', 'ERIN.MWANGI@SLIPWAY.TEST'],
    ['one character', 'aaaaaaaaaaaaaaaa'],
  ])('a password that is %s is refused', async (_what, password) => {
    const reply = await app.call(null, REGISTER, {
      body: { name: 'Erin Mwangi', email: 'erin.mwangi@slipway.test', password },
    });
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toEqual([{ field: 'password', message: WEAK_PASSWORD }]);
  });

  test('every bad field is told at once', async () => {
    const reply = await app.call(null, REGISTER, { body: { name: 'x', email: 'not an address', password: 'short' } });
    expect(reply.body.errors).toEqual([
      { field: 'name', message: 'Name must be 2 to 100 characters.' },
      { field: 'email', message: 'Enter a valid email address.' },
      { field: 'password', message: 'Choose a longer or less common password.' },
    ]);
  });

  test('role, status and branch cannot be chosen', async () => {
    const body = { ...person('frank'), role: 'ROLE_ROOT', status: 'ACTIVE', branch: 1 };
    expect((await app.call(null, REGISTER, { body })).status).toBe(400);
  });
});
