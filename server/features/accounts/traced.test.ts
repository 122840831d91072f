import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pino } from 'pino';
import { buildApp } from '../../app.ts';
import { clearOld } from '../../platform/upkeep.ts';
import { approvedPolicy, makeBook } from '../../testing/factories.ts';
import { PASSWORD } from '../../testing/test-firm.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let policy: number;

beforeAll(async () => {
  t = await testApp({ trustProxy: 1 });
  policy = await approvedPolicy(t, await makeBook(t));
});
afterAll(() => t.close());

const trail = async (...actions: string[]) =>
  (
    await t.ownerPool.query(
      `select a.action, u.name as by, h.name as account, a.branch_id, a.entity, a.facts - 'personal' as facts, a.personal - 'salt' as personal
       from audit_trail a left join users u on u.id = a.user_id left join users h on a.entity = 'user' and h.id = a.entity_id
       where a.action = any($1) order by a.id`,
      [actions],
    )
  ).rows;

describe('what strangers try', () => {
  const signIn = (email: string, from: string, password = 'a wrong guess') =>
    t.call(null, `POST ${SCA}/auth/authenticate`, {
      body: { email: `${email}@slipway.test`, password },
      headers: { 'x-forwarded-for': from },
    });

  test('is in the trail once for each account, address and window', async () => {
    for (let n = 0; n < 3; n += 1) await signIn('cashier.nbo', '198.51.100.7');
    await signIn('cashier.nbo', '198.51.100.8');
    await signIn('nobody', '198.51.100.7');
    await signIn('nobody.else', '198.51.100.7');
    const rows = await trail('sign_in_failed');
    expect(rows.map(({ account, personal }) => [account, personal.address])).toEqual([
      ['cashier.nbo', '198.51.100.7'],
      ['cashier.nbo', '198.51.100.8'],
      [null, '198.51.100.7'],
    ]);
    expect(new Set(rows.map(({ facts }) => facts.address)).size).toBe(2);
    expect(JSON.stringify(rows)).not.toContain('nobody');
    t.clock.advance(15 * 60_000);
    await signIn('cashier.nbo', '198.51.100.7');
    expect(await trail('sign_in_failed')).toHaveLength(4);
  });

  test('so does a limit that was reached, and a success leaves no such row', async () => {
    for (let n = 0; n < 8; n += 1) await signIn('claims.nbo', '198.51.100.9');
    expect((await signIn('claims.nbo', '198.51.100.9')).status).toBe(429);
    const rows = await trail('limit_reached');
    expect(rows).toMatchObject([{ account: 'claims.nbo', by: null, facts: { act: 'account' } }]);
    const before = (await trail('sign_in_failed')).length;
    expect((await signIn('accountant.lon', '198.51.100.10', PASSWORD)).status).toBe(200);
    expect(await trail('sign_in_failed')).toHaveLength(before);
  });

  test('many at once leave one row', async () => {
    await Promise.all(Array.from({ length: 20 }, () => signIn('manager.lon', '198.51.100.11')));
    const rows = (await trail('sign_in_failed')).filter(({ account }) => account === 'manager.lon');
    expect(rows).toHaveLength(1);
  });

  test('what keeps it to one row goes when its window is long over; the trail stays', async () => {
    const count = async () => (await t.ownerPool.query('select count(*)::int as n from traced_tries')).rows[0].n;
    const rows = (await trail('sign_in_failed')).length;
    await t.ownerPool.query(`update traced_tries set begins = begins - interval '2 days'`);
    expect(await count()).toBeGreaterThan(0);
    await clearOld(t.pool);
    expect(await count()).toBe(0);
    expect(await trail('sign_in_failed')).toHaveLength(rows);
  });
});

describe('files that are given out', () => {
  test('an export: who, of what, of which branches, by which filters', async () => {
    const items = `GET ${SCA}/underwriting/items` as const;
    const query = { format: 'csv', status: 'APPROVED', searchValue: 'Savannah' };
    expect((await t.call('manager.nbo', items, { query })).status).toBe(200);
    expect((await t.call('root', items, { query: { format: 'xlsx' } })).status).toBe(200);
    expect((await t.call('cashier.nbo', items)).status).toBe(200);
    expect(await trail('exported')).toEqual([
      {
        action: 'exported',
        by: 'manager.nbo',
        account: null,
        branch_id: 1,
        entity: 'export',
        facts: {
          call: items,
          file: expect.stringMatching(/\.csv$/),
          branches: [1],
          filters: { format: 'csv', status: 'APPROVED' },
        },
        personal: { searched: 'Savannah' },
      },
      expect.objectContaining({
        by: 'root',
        branch_id: null,
        facts: expect.objectContaining({ branches: [1, 2] }),
      }),
    ]);
  });

  test('a paper that is opened or printed', async () => {
    const made = await t.call('underwriter.nbo', `PUT ${SCA}/underwriting/debitnote`, { query: { id: policy } });
    expect(await trail('opened')).toEqual([]);
    expect((await t.call('manager.nbo', `GET ${SCA}/document/${made.body.id}`)).status).toBe(200);
    expect((await t.call('manager.lon', `GET ${SCA}/document/${made.body.id}`)).status).toBe(404);
    expect(await trail('opened')).toMatchObject([
      { by: 'manager.nbo', entity: 'document', branch_id: 1, facts: { sha256: made.body.sha256 } },
    ]);
  });

  test('an attached file', async () => {
    const attached = await t.call('underwriter.nbo', `POST ${SCA}/attachment/save`, {
      query: { entity: 'policy', id: policy, name: 'note.txt' },
      body: Buffer.from('Surveyed.'),
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(attached.body).toMatchObject({ id: expect.any(Number) });
    expect((await t.call('cashier.nbo', `GET ${SCA}/attachment/${attached.body.id}`)).status).toBe(200);
    expect(await trail('downloaded')).toMatchObject([
      {
        by: 'cashier.nbo',
        entity: 'attachment',
        branch_id: 1,
        facts: { file: 'note.txt', on: 'policy', record: policy },
      },
    ]);
  });
});

test('logs name the user and the address by ids alone', async () => {
  const out = new PassThrough();
  const lines: string[] = [];
  out.on('data', (piece: Buffer) => lines.push(String(piece)));
  const app = buildApp(t.platform, t.services, {
    logger: pino({ level: 'info', base: undefined }, out),
    trustProxy: 1,
  });
  try {
    const authorization = `Bearer ${await t.signIn('cashier.nbo')}`;
    const headers = { authorization, 'x-forwarded-for': '198.51.100.7' };
    await app.inject({ method: 'GET', url: `${SCA}/receivable/items?searchValue=Otieno`, headers });
    await app.inject({ method: 'GET', url: `${SCA}/receivable/items`, headers: { 'x-forwarded-for': '198.51.100.7' } });
  } finally {
    await app.close();
  }
  const [signedIn, stranger] = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  const { rows } = await t.ownerPool.query(`select id from users where name = 'cashier.nbo'`);
  expect(signedIn).toMatchObject({ user: rows[0].id, status: 200, address: expect.stringMatching(/^[0-9a-f]{16}$/) });
  expect(stranger).toMatchObject({ status: 401, address: signedIn.address });
  expect(stranger).not.toHaveProperty('user');
  expect(lines.join('')).not.toMatch(/198\.51\.100|Otieno|slipway\.test/);
  // The same id as in the trail: the two are read together.
  expect((await trail('sign_in_failed'))[0].facts.address).toBe(signedIn.address);
});
