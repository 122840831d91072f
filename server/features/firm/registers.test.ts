import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvedPolicy, examplePolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { auditInvariants } from '../ledger/audit/invariants.ts';
import { codeOf, TEST_CHART } from '../../testing/chart.ts';

const API = '/api/sca/v1';
let t: TestApp;
let book: Book;
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t.close());

const root = (address: `${string} ${string}`, input: object = {}) => {
  const [method, path] = address.split(' ');
  return t.call('root', `${method} ${API}/${path}`, input);
};

describe('branches', () => {
  const form = { code: 'MBA', name: 'Mombasa', address: 'Moi Avenue 4\nMombasa', phone: '+254 41 222' };

  test('root adds one and works in it at once', async () => {
    expect((await t.call('manager.nbo', `POST ${API}/branch/save`, { body: form })).status).toBe(403);
    const made = await root('POST branch/save', { body: form });
    expect(made.body).toMatchObject({ version: 1, status: 'ACTIVE' });
    expect((await root('GET underwriting/items', { query: { branch: 'MBA' } })).status).toBe(200);
    expect((await root('POST branch/save', { body: form })).body.errors).toEqual([
      { field: 'code', message: 'A branch with this code already exists.' },
    ]);
  });

  test('a code that names a kind of number is refused', async () => {
    for (const code of ['DN', 'RV', 'FAC'])
      expect((await root('POST branch/save', { body: { ...form, code } })).body.errors[0].message).toContain(
        'names a kind of number',
      );
    expect((await root('POST branch/save', { body: { ...form, code: 'mba' } })).status).toBe(400);
  });

  test('its address is edited; a stale form is refused', async () => {
    const row = (await root('GET branch/items', { query: { searchValue: 'mombasa' } })).body.data[0];
    const { id, name, version } = row;
    const body = { id, name, version, address: 'Nyali', phone: '' };
    expect((await root('PUT branch/edit', { body })).body.version).toBe(version + 1);
    expect((await root('PUT branch/edit', { body })).body.code).toBe('STALE');
  });

  test('it is disabled when nobody works in it and nothing waits, and says what does', async () => {
    await t.call('underwriter.nbo', `POST ${API}/underwriting/save`, { body: examplePolicy(book) });
    const rows = (await root('GET branch/items')).body.data as { id: number; code: string; version: number }[];
    const turn = (code: string, status: string) => {
      const { id = 0, version = 0 } = rows.find((row) => row.code === code) ?? {};
      return root('PUT branch/update', { query: { id, status }, body: { version } });
    };
    expect((await turn('NBO', 'INACTIVE')).body.errors.map((one: { message: string }) => one.message)).toEqual([
      '6 active users work in it.',
      '1 policy is not decided.',
    ]);
    const nbo = rows.find((row) => row.code === 'NBO')?.id;
    expect((await root(`GET branch/holds/${nbo}`)).body.holds).toHaveLength(2);
    expect((await turn('MBA', 'INACTIVE')).body.status).toBe('INACTIVE');
    // Nobody is given work there any more.
    const branch = rows.find((row) => row.code === 'MBA')?.id;
    const input = await root('POST user/create', {
      body: { name: 'Late Comer', email: 'late@slipway.test', role: 'ROLE_CASHIER', branch },
    });
    expect(input.body.errors).toEqual([{ field: 'branch', message: 'This branch is inactive.' }]);
  });
});

describe('numbers', () => {
  const save = (kind: string, format: string, version: number) =>
    root('PUT numbering/save', { body: { kind, format, version } });

  test('take a new format from now on; what was given stays, gapless, and the auditor holds', async () => {
    const id = await approvedPolicy(t, book);
    expect((await save('DN', 'BRB-{KIND}.{BRANCH}/{YY}/{NNNN}', 0)).body).toMatchObject({ version: 1 });
    expect((await save('FAC', '{BRANCH}-{KIND}-{YYYY}-{NNNNN}', 0)).status).toBe(200);
    const second = await approvedPolicy(t, book);
    const { rows } = await t.ownerPool.query(`select number from notes where kind = 'DN' order by id`);
    expect(rows.map((row) => row.number)).toEqual(['DN/NBO/2026/000001', 'BRB-DN.NBO/26/0002']);
    const references = await t.ownerPool.query(
      'select broker_reference as ref from policies where id = any($1) order by id',
      [[id, second]],
    );
    expect(references.rows.map((row) => row.ref)).toEqual(['NBO/FAC/2026/000002', 'NBO-FAC-2026-00003']);
    const findings = await auditInvariants(t.ownerPool);
    // The audit chain is sealed by the running server alone.
    expect(findings.filter((finding) => !finding.ok && finding.id !== 'I8')).toEqual([]);
    const { body } = await root('GET numbering/items', { query: {} });
    expect(body.data.find((row: { kind: string }) => row.kind === 'DN')).toMatchObject({
      last: 'BRB-DN.NBO/26/0002',
      sequence: 3,
      standard: false,
    });
  });

  test('the auditor’s eye for numbers goes red when one is taken away, doubled or counted wrong', async () => {
    const sixth = async () => (await auditInvariants(t.ownerPool)).find((finding) => finding.id === 'I6')?.detail;
    const client = await t.ownerPool.connect();
    for (const [change, back] of [
      [
        `update counters set last = last + 1 where kind = 'DN'`,
        `update counters set last = last - 1 where kind = 'DN'`,
      ],
      [
        `update notes set number = 'DN/NBO/2026/000009' where number = 'DN/NBO/2026/000001'`,
        `update notes set number = 'DN/NBO/2026/000001' where number = 'DN/NBO/2026/000009'`,
      ],
    ] as const) {
      await client.query(change);
      expect(await sixth()).not.toBe('holds');
      await client.query(back);
      expect(await sixth()).toBe('holds');
    }
    client.release();
  });

  test('a format that could give the same number twice, or an old form, is refused', async () => {
    expect((await save('RV', '{KIND}/{YYYY}/{NNNN}', 0)).body.errors).toEqual([
      { field: 'format', message: 'Put {BRANCH} in once.' },
    ]);
    expect((await save('DN', '{KIND}/{BRANCH}/{YYYY}/{NNNN}', 0)).body.code).toBe('STALE');
  });
});

describe('bank accounts', () => {
  const client = {
    name: 'Baobab Client Account',
    bank: 'Standard Bank',
    bank_branch: 'Westlands',
    number: '0102 4567',
    iban: '',
    swift: 'sbic kenx',
    currency: 'KES',
    purpose: 'CLIENT',
    branch_id: null,
    is_default: true,
  };

  test('are checked, kept with their ledger account, and one of a kind is the default', async () => {
    const wrong = await root('POST bankaccount/save', {
      body: { ...client, iban: 'GB82 WEST 1234 5698 7654 33', swift: 'X' },
    });
    expect(wrong.body.errors.map((one: { field: string }) => one.field)).toEqual(['iban', 'swift']);
    const first = (await root('POST bankaccount/save', { body: client })).body;
    const again = await root('POST bankaccount/save', { body: client });
    expect(again.body.errors[0].message).toContain('already exists');
    await root('POST bankaccount/save', { body: { ...client, number: '0102 9999', purpose: 'OFFICE' } });
    const second = (await root('POST bankaccount/save', { body: { ...client, number: '0102 8888' } })).body;
    const { data } = (await root('GET bankaccount/items', { query: { sort: 'number' } })).body;
    expect(data.map((row: Record<string, unknown>) => [row['number'], row['account'], row['is_default']])).toEqual([
      ['0102 4567', codeOf('CLIENT_BANK'), false],
      ['0102 8888', codeOf('CLIENT_BANK'), true],
      ['0102 9999', codeOf('OFFICE_BANK'), true],
    ]);
    const off = await root('PUT bankaccount/update', {
      query: { id: second.id, status: 'INACTIVE' },
      body: { version: 1 },
    });
    expect(off.body.status).toBe('INACTIVE');
    const back = { ...client, id: first.id, version: 2 };
    expect((await root('PUT bankaccount/edit', { body: back })).status).toBe(200);
  });

  test('a branch’s own are not seen from another branch', async () => {
    const { rows } = await t.ownerPool.query(`select id from branches where code = 'LON'`);
    await root('POST bankaccount/save', {
      body: {
        ...client,
        name: 'London client',
        number: '3301',
        iban: 'GB82WEST12345698765432',
        currency: 'GBP',
        branch_id: rows[0].id,
      },
    });
    const seen = async (who: string) =>
      (await t.call(who, `GET ${API}/bankaccount/items`, { query: { searchValue: 'london' } })).body.data.length;
    expect([await seen('manager.nbo'), await seen('manager.lon'), await seen('root')]).toEqual([0, 1, 1]);
  });
});

describe('payment terms', () => {
  test('the firm adds its own, offers and orders them; policies keep theirs', async () => {
    const added = await root('POST paymentterms/save', { body: { code: 'LUMP_45', label: 'Within 45 days' } });
    expect(added.status).toBe(200);
    expect((await root('POST paymentterms/save', { body: { code: 'LUMP_45', label: 'Again' } })).status).toBe(409);
    expect((await root('POST paymentterms/save', { body: { code: 'INSTALMENTS_5', label: 'Five' } })).status).toBe(400);
    const save = (payment_terms: string) =>
      t.call('underwriter.nbo', `POST ${API}/underwriting/save`, { body: examplePolicy(book, { payment_terms }) });
    const policy = (await save('LUMP_45')).body;
    expect((await save('LUMP_44')).body.errors[0].field).toBe('payment_terms');
    const edit = { id: added.body.id, label: 'Within 45 days', enabled: false, version: 1 };
    expect((await root('PUT paymentterms/edit', { body: edit })).body.status).toBe('INACTIVE');
    expect((await save('LUMP_45')).body.errors[0].message).toContain('does not offer these terms');
    const body = { ...examplePolicy(book, { payment_terms: 'LUMP_45' }), id: policy.id, version: policy.version };
    expect((await t.call('underwriter.nbo', `PUT ${API}/underwriting/edit`, { body })).status).toBe(200);
    const { data } = (await root('GET paymentterms/items')).body;
    const ids = data.map((row: { id: number }) => row.id).toReversed();
    expect((await root('PUT paymentterms/order', { body: { ids } })).status).toBe(200);
    expect((await root('PUT paymentterms/order', { body: { ids: ids.slice(1) } })).body.code).toBe('STALE');
    const offered = (await t.call('cashier.nbo', `GET ${API}/aggregate/underwritinginfo`)).body.paymentTerms;
    expect(offered.map((row: { code: string }) => row.code)).toEqual([
      'INSTALMENTS_12',
      'INSTALMENTS_4',
      'INSTALMENTS_3',
      'INSTALMENTS_2',
      'LUMP_90',
      'LUMP_60',
      'LUMP_30',
    ]);
  });
});

describe('ledger accounts', () => {
  test('those that postings name are those of the installation', async () => {
    const { data } = (await root('GET ledgeraccount/items')).body as { data: { code: string; system: boolean }[] };
    const system = data.filter((account) => account.system).map((account) => account.code);
    expect(system).toEqual(Object.values(TEST_CHART).toSorted());
  });

  test('are added under their type, renamed, and disabled when unused', async () => {
    const form = { code: '5310', name: 'Rent', type: 'EXPENSE', sub_kind: 'NONE' };
    expect((await root('POST ledgeraccount/save', { body: { ...form, code: '1310' } })).body.errors[0].field).toBe(
      'code',
    );
    expect((await root('POST ledgeraccount/save', { body: form })).status).toBe(200);
    expect((await root('POST ledgeraccount/save', { body: form })).status).toBe(409);
    const edit = (changes: object) =>
      root('PUT ledgeraccount/edit', {
        body: { code: '5310', name: 'Office rent', status: 'ACTIVE', version: 1, ...changes },
      });
    expect((await edit({})).body.version).toBe(2);
    expect((await edit({})).body.code).toBe('STALE');
    expect((await edit({ status: 'INACTIVE', version: 2 })).body.status).toBe('INACTIVE');
    expect(
      (await edit({ code: codeOf('CLIENT_BANK'), name: 'Client bank', status: 'INACTIVE' })).body.errors[0].message,
    ).toContain('stays active');
  });

  test('sub-ledger accounts with balances are those of one’s own branches', async () => {
    const query = { account: codeOf('PREMIUM_PAYABLE'), searchValue: 'security a' };
    const own = (await t.call('accountant.nbo', `GET ${API}/ledgeraccount/subaccounts`, { query })).body;
    expect(own.data).toMatchObject([{ name: 'Security A', currency: 'KES', balance: '-437500.00' }]);
    const theirs = await t.call('accountant.lon', `GET ${API}/ledgeraccount/subaccounts`, { query });
    expect(theirs.body.recordsTotal).toBe(0);
    expect((await t.call('underwriter.nbo', `GET ${API}/ledgeraccount/subaccounts`, { query })).status).toBe(403);
    const counted = async (who: string) =>
      (await t.call(who, `GET ${API}/ledgeraccount/items`)).body.data.find(
        (row: { code: string }) => row.code === codeOf('PREMIUM_PAYABLE'),
      ).subs;
    expect([await counted('accountant.nbo'), await counted('accountant.lon'), await counted('cashier.nbo')]).toEqual([
      3,
      0,
      null,
    ]);
  });
});
