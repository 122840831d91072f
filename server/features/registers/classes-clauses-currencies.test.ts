import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadReferenceData } from './reference/load.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { codeOf } from '../../testing/chart.ts';

const API = '/api/sca/v1';
let app: TestApp;

beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

type Input = { query?: Record<string, string | number>; body?: object };
const get = async (path: string, query: Record<string, string | number> = {}, who = 'cashier.nbo') =>
  (await app.call(who, `GET ${API}/${path}`, { query })).body;
const put = (path: string, input: Input, who = 'manager.nbo') => app.call(who, `PUT ${API}/${path}`, input);
const post = (path: string, input: Input, who = 'manager.nbo') => app.call(who, `POST ${API}/${path}`, input);

describe('reference data', () => {
  test('is the real lists, and loading it again changes nothing', async () => {
    const count = async () =>
      (
        await app.ownerPool
          .query(`select (select count(*) from currencies)::int as currencies, (select count(*) from countries)::int as countries,
          (select count(*) from clauses)::int as clauses, (select count(*) from cover_types where class_id is null)::int as classes,
          (select count(*) from cover_types)::int as types, (select count(*) from ledger_accounts)::int as accounts,
          (select count(*) from tax_rates)::int as rates, (select string_agg(code, ' ' order by code) from currencies where active) as active`)
      ).rows[0];
    const before = await count();
    expect(before).toMatchObject({
      currencies: 165,
      countries: 249,
      accounts: 21,
      rates: 4,
      active: 'EUR GBP KES USD',
    });
    expect(before.clauses).toBeGreaterThan(60);
    expect(before.classes).toBeGreaterThanOrEqual(12);
    await app.ownerPool.query(`update tax_rates set rate = 15000000, enabled = false`);
    await loadReferenceData(app.database);
    expect(await count()).toEqual(before);
    const { rows } = await app.ownerPool.query('select distinct rate, enabled from tax_rates');
    expect(rows).toEqual([{ rate: 15_000_000n, enabled: false }]);
    await app.ownerPool.query(
      `update tax_rates r set rate = 5000000, enabled = true from taxes t where t.id = r.tax_id and t.code = 'WHT'`,
    );
  });
});

describe('classes and subclasses', () => {
  test('saveclass adds a class; save a subclass in it, and the class when it is new', async () => {
    const made = await put('covertype/saveclass', { query: { name1: 'Space' } }, 'underwriter.nbo');
    expect(made.body).toMatchObject({ version: 1, status: 'ACTIVE' });
    const sub = await put('covertype/save', { query: { name1: 'SPACE', name2: 'Launch' } });
    expect(sub.status).toBe(200);
    await put('covertype/save', { query: { name1: 'Deep sea', name2: 'Submersibles' } });
    const { data } = await get('covertype/findAll', { searchValue: 'space' });
    expect(data).toMatchObject([{ name: 'Space', subclasses: [{ id: sub.body.id, name: 'Launch' }] }]);
    expect((await get('covertype/findAll', { searchValue: 'submers' })).data).toMatchObject([
      { name: 'Deep sea', subclasses: [{ name: 'Submersibles' }] },
    ]);
    const page = await get('covertype/items', { searchValue: 'deep s', sort: 'name2,desc' });
    expect(page.data.map(({ name1, name2 }: Record<string, string>) => [name1, name2])).toEqual([
      ['Deep sea', 'Submersibles'],
      ['Deep sea', null],
    ]);
  });

  test('messages, duplicates, and rights', async () => {
    expect((await put('covertype/saveclass', { query: { name1: 'x' } })).body.errors).toEqual([
      { field: 'name1', message: 'Name must be 2 to 150 characters.' },
    ]);
    expect((await put('covertype/saveclass', { query: { name1: 'FIRE ' } })).body).toMatchObject({
      status: 409,
      title: 'A class with this name already exists.',
    });
    expect((await put('covertype/save', { query: { name1: 'Space', name2: 'launch' } })).body.title).toBe(
      'A subclass with this name already exists.',
    );
    // The same subclass name may be used in another class.
    expect((await put('covertype/save', { query: { name1: 'Fire', name2: 'Launch' } })).status).toBe(200);
    expect((await put('covertype/saveclass', { query: { name1: 'No' } }, 'cashier.nbo')).status).toBe(403);
  });

  test('edit and update take the id of either', async () => {
    const { data } = await get('covertype/findAll', { searchValue: 'Space' });
    const { id, subclasses } = data[0];
    const renamed = await put('covertype/edit', { query: { id: subclasses[0].id, name: 'Launch and orbit' } });
    expect(renamed.body).toEqual({ id: subclasses[0].id, version: 2, status: 'ACTIVE' });
    const stale = await put('covertype/edit', { query: { id: subclasses[0].id, name: 'Orbit' }, body: { version: 1 } });
    expect(stale.status).toBe(409);
    expect((await put('covertype/edit', { query: { id, name: 'fire' } })).body.title).toBe(
      'A class with this name already exists.',
    );
    expect((await put('covertype/update', { query: { id, status: 'INACTIVE' } })).body.status).toBe('INACTIVE');
    expect((await get('covertype/findAll', { searchValue: 'Space' })).data).toEqual([]);
    expect((await put('covertype/save', { query: { name1: 'Space', name2: 'Debris' } })).status).toBe(409);
    expect((await put('covertype/update', { query: { id, status: 'ACTIVE' } }, 'underwriter.nbo')).status).toBe(403);
    expect((await put('covertype/edit', { query: { id: 99_999, name: 'Nothing' } })).status).toBe(404);
  });
});

describe('clauses', () => {
  const form = { code: 'FIRM-1', title: 'House clause', wording: 'The first words.', market: 'LOCAL' };

  test('are added, read with their wording, edited in versions', async () => {
    const made = await post('clause/save', { body: form }, 'claims.nbo');
    const { id } = made.body;
    expect(await get(`clause/${id}`)).toMatchObject({ ...form, wordingVersion: 1, version: 1, status: 'ACTIVE' });
    const titled = await put('clause/edit', { body: { id, ...form, title: 'House clause 2', version: 1 } });
    expect(titled.body).toEqual({ id, version: 2, status: 'ACTIVE' });
    await put('clause/edit', { body: { id, ...form, wording: 'Other words.' } });
    expect(await get(`clause/${id}`)).toMatchObject({ wordingVersion: 3, version: 3, wording: 'Other words.' });
    expect((await put('clause/edit', { body: { id, ...form, version: 2 } })).status).toBe(409);
    expect((await put('clause/edit', { body: { id: 99_999, ...form, code: 'NEW-9' } })).status).toBe(404);
    expect((await app.call('root', `GET ${API}/clause/99999`)).status).toBe(404);
  });

  test('messages, duplicates and rights', async () => {
    const bad = await post('clause/save', { body: { code: '', title: 'x' } });
    expect(bad.body.errors).toEqual([
      { field: 'code', message: 'Code must be 2 to 30 characters.' },
      { field: 'title', message: 'Title must be 2 to 150 characters.' },
      { field: 'wording', message: 'Wording must be 2 to 50,000 characters.' },
    ]);
    const twice = await post('clause/save', { body: form });
    expect(twice.status).toBe(409);
    expect(twice.body.title).toBe('A clause with this code already exists.');
    expect((await post('clause/save', { body: { ...form, code: 'F2', class_id: 99_999 } })).body.errors).toEqual([
      { field: 'class_id', message: 'Choose one from the list.' },
    ]);
    expect((await post('clause/save', { body: { ...form, code: 'F3' } }, 'cashier.nbo')).status).toBe(403);
    expect((await put('clause/edit', { body: { id: 1, ...form, code: 'F3' } }, 'claims.nbo')).status).toBe(403);
  });

  test('a market leaves out those of the other; inactive ones leave the picker', async () => {
    const codes = async (query: Record<string, string>) =>
      (await get('clause/findAll', query)).data.map((row: { code: string }) => row.code);
    expect(await codes({ market: 'LONDON' })).toEqual(expect.arrayContaining(['LMA3100', 'RI01']));
    expect(await codes({ market: 'LONDON' })).not.toContain('FIRM-1');
    expect(await codes({ searchValue: 'sanction' })).toContain('LMA3100');
    const [row] = (await get('clause/findAll', { searchValue: 'LMA3100' })).data;
    await put('clause/update', { query: { id: row.id, status: 'INACTIVE' } });
    expect(await codes({ searchValue: 'LMA3100' })).toEqual([]);
    expect((await get('clause/items', { searchValue: 'LMA3100' })).data).toMatchObject([{ status: 'INACTIVE' }]);
  });
});

describe('currencies and rates', () => {
  test('the base currency comes first and cannot be disabled', async () => {
    const { data } = await get('currency/findAll');
    expect(data.map((row: { code: string }) => row.code)).toEqual(['KES', 'EUR', 'GBP', 'USD']);
    const refused = await put('currency/activatedisable', { query: { id: data[0].id, tag: 'disable' } });
    expect(refused.status).toBe(409);
    expect(refused.body.title).toBe('This is the base currency: disabling it is not possible.');
    const [kwd] = (await get('currency/items', { searchValue: 'KWD' })).data;
    expect(kwd).toMatchObject({ exponent: 3, active: false, status: 'DISABLED' });
    const on = await put('currency/activatedisable', { query: { id: kwd.id, tag: 'activate' } });
    expect(on.body).toEqual({ id: kwd.id, version: 2, status: 'ACTIVE' });
    const stale = { query: { id: kwd.id, tag: 'disable' }, body: { version: 1 } };
    expect((await put('currency/activatedisable', stale)).status).toBe(409);
    expect((await put('currency/activatedisable', { query: { id: kwd.id, tag: 'off' } })).status).toBe(400);
    expect(
      (await put('currency/activatedisable', { query: { id: kwd.id, tag: 'disable' } }, 'accountant.nbo')).status,
    ).toBe(403);
    expect((await get('currency/items', { searchValue: 'bolivar' })).data.length).toBeGreaterThan(0);
  });

  test('a new code is added once', async () => {
    const made = await post('currency/save', { body: { code: 'XTS', name: 'Test currency' } });
    expect(made.body.status).toBe('ACTIVE');
    expect((await post('currency/save', { body: { code: 'XTS', name: 'Again' } })).body.title).toBe(
      'A currency with this code already exists.',
    );
    expect((await post('currency/save', { body: { code: 'xts', name: 'Low' } })).status).toBe(400);
  });

  test('an accountant enters and corrects a rate; the list shows the last one', async () => {
    const enter = (day: string, rate: string | number, who = 'accountant.nbo') =>
      put('currency/rate', { body: { currency: 'USD', day, rate } }, who);
    expect((await enter('2026-02-27', '129.5')).body).toEqual({ currency: 'USD', day: '2026-02-27', rate: '129.5' });
    await enter('2026-03-02', 129.25);
    await enter('2026-03-02', '129.1234567891');
    expect(await get('currency/rates', { currency: 'USD' })).toEqual({
      currency: 'USD',
      base: 'KES',
      recordsTotal: 2,
      recordsFiltered: 2,
      data: [
        { day: '2026-03-02', rate: '129.1234567891', before: '129.5', enteredBy: 'accountant.nbo' },
        { day: '2026-02-27', rate: '129.5', before: null, enteredBy: 'accountant.nbo' },
      ],
    });
    expect((await get('currency/items', { searchValue: 'USD' })).data[0]).toMatchObject({
      rate: '129.1234567891',
      rateDay: '2026-03-02',
    });
    expect((await enter('2026-03-02', '129', 'manager.nbo')).status).toBe(403);
    const { rows } = await app.ownerPool.query(
      `select facts from audit_trail where action = 'rate_saved' order by id desc limit 1`,
    );
    expect(rows[0].facts).toEqual({
      currency: 'USD',
      day: '2026-03-02',
      before: { '2026-03-02': '129.25' },
      after: { '2026-03-02': '129.1234567891' },
    });
  });

  test.each([
    [{ currency: 'USD', day: '2026-03-03', rate: '1' }, 'day', 'Day cannot be in the future.'],
    [{ currency: 'USD', day: '2026-02-30', rate: '1' }, 'day', 'Choose a day.'],
    [{ currency: 'KES', day: '2026-03-01', rate: '1' }, 'currency', 'The base currency needs no rate.'],
    [{ currency: 'QQQ', day: '2026-03-01', rate: '1' }, 'currency', 'Choose a currency.'],
    [{ currency: 'USD', day: '2026-03-01', rate: '0' }, 'rate', 'Rate must be more than 0, with at most 10 decimals.'],
    [{ currency: 'USD', day: '2026-03-01', rate: '-1' }, 'rate', 'Rate must be more than 0, with at most 10 decimals.'],
    [
      { currency: 'USD', day: '2026-03-01', rate: '1e3' },
      'rate',
      'Rate must be more than 0, with at most 10 decimals.',
    ],
    [
      { currency: 'USD', day: '2026-03-01', rate: '9'.repeat(20) },
      'rate',
      'Rate must be more than 0, with at most 10 decimals.',
    ],
  ])('%j is refused', async (body, field, message) => {
    const reply = await put('currency/rate', { body }, 'accountant.nbo');
    expect(reply.status).toBe(400);
    expect(reply.body.errors).toEqual([{ field, message }]);
  });
});

describe('lookups and aggregates', () => {
  test('are for everyone signed in, and nobody else', async () => {
    for (const path of [
      'countryjurisdiction/findAll',
      'branch/findAll',
      'tax/findAll',
      'ledgeraccount/findAll',
      'role/findAllRoles',
      'aggregate/findRolesPermissionsBranches',
      'aggregate/findCurrencyLedgerAccountSubLedgerAccountPaymentTerms',
      'aggregate/underwritinginfo',
      'aggregate/claiminfo',
    ]) {
      expect((await app.call('cashier.lon', `GET ${API}/${path}`)).status, path).toBe(200);
      expect((await app.call(null, `GET ${API}/${path}`)).status, path).toBe(401);
    }
  });

  test('underwritinginfo has what the form of a policy needs, with the taxes in force today', async () => {
    const info = await get('aggregate/underwritinginfo');
    expect(info.classes.map((row: { name: string }) => row.name)).toEqual(
      expect.arrayContaining(['Fire', 'Marine hull']),
    );
    expect(info.paymentTerms.map((row: { code: string }) => row.code)).toContain('LUMP_30');
    expect(info.clauses.length).toBeGreaterThan(60);
    expect(info.taxes).toMatchObject([
      { code: 'WHT', rates: [{ rate: '5', basis: 'GROSS', borne_by: 'SECURITY', applies_to: 'NON_RESIDENT' }] },
    ]);
    expect((await get('tax/findAll')).data).toHaveLength(4);
  });

  test('sub-ledger accounts are the taxes and the first 500 of each kind of party', async () => {
    await app.ownerPool.query(`insert into parties (kind, name, name_key, search_text)
      select 'REINSURED', 'Cedant ' || n, 'cedant' || n, 'cedant ' || n from generate_series(1, 600) n`);
    const info = await get('aggregate/findCurrencyLedgerAccountSubLedgerAccountPaymentTerms');
    const of = (kind: string) => info.subLedgerAccounts.filter((row: { sub_kind: string }) => row.sub_kind === kind);
    expect(of('TAX')).toHaveLength(4);
    expect(of('REINSURED')).toHaveLength(500);
    expect(info.more).toBe(true);
    expect(info.ledgerAccounts).toContainEqual({
      code: codeOf('PREMIUM_RECEIVABLE'),
      name: 'Premium receivable',
      type: 'ASSET',
      sub_kind: 'REINSURED',
      function: 'PREMIUM_RECEIVABLE',
      status: 'ACTIVE',
    });
  });

  test('claiminfo is about a branch of one’s own', async () => {
    expect((await get('aggregate/claiminfo', {}, 'claims.lon')).branch.code).toBe('LON');
    expect((await app.call('claims.lon', `GET ${API}/aggregate/claiminfo`, { query: { branch: 'NBO' } })).status).toBe(
      403,
    );
  });
});
