import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvedPolicy, examplePolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { codeOf } from '../../testing/chart.ts';
import { approvedEndorsement, dividedAmong } from '../endorsements/endorsements.factories.ts';

const API = '/api/sca/v1';
const address = 'Harambee Avenue\nNairobi';
let t: TestApp;
let book: Book;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t.close());

const save = (path: string, body: object, who = 'manager.nbo') => t.call(who, `POST ${API}/${path}/save`, { body });
const one = async (path: string, id: number, who = 'auditor') => (await t.call(who, `GET ${API}/${path}/${id}`)).body;
const titles = (body: { errors: { field: string; message: string }[] }) =>
  body.errors.map((error) => `${error.field}: ${error.message}`);

describe('a party in full', () => {
  const security = {
    name: 'Atlas Reinsurance plc',
    short_name: 'Atlas Re',
    address,
    registration_number: 'C.104/23',
    tax_number: 'P051234567Q',
    country: 'GB',
    resident: false,
    email: 'notes@atlas.example',
    rating: 'A+',
    rating_agency: 'AM Best',
    rated_on: '2025-11-30',
    market_number: '1234',
    line_limit: '12.5',
    contacts: [
      {
        name: 'Jane Doe',
        role: 'Claims',
        email: 'claims@atlas.example',
        phone: '+44 20',
        documents: ['claim-invoice'],
      },
    ],
    intermediaries: [{ name: 'Lime Street Brokers', reference: 'LSB/77', email: '' }],
  };
  let id: number;

  test('is saved, read and found by its other names and numbers', async () => {
    const saved = await save('securitieslondon', security);
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    id = saved.body.id;
    expect(await one('securitieslondon', id)).toMatchObject({
      ...security,
      countryName: 'United Kingdom',
      status: 'ACTIVE',
      version: 1,
      merged_into: null,
      bank_accounts: [],
    });
    for (const searchValue of ['atlas re', 'c.104/23', 'P0512', '1234']) {
      const { body } = await t.call('cashier.nbo', `GET ${API}/securitieslondon/items`, { query: { searchValue } });
      expect(body.data).toMatchObject([{ id, rating: 'A+', line_limit: '12.5' }]);
    }
    const csv = await t.call('auditor', `GET ${API}/securitieslondon/items`, { query: { format: 'csv' } });
    expect(String(csv.body)).toContain('P051234567Q,A+,AM Best,2025-11-30,1234,12.5,ACTIVE');
    const choice = await t.call('cashier.nbo', `GET ${API}/securities/findAll`, { query: { id } });
    expect(choice.body.data).toMatchObject([{ id, rating: 'A+', line_limit: '12.5' }]);
  });

  test('an edit by the specification’s two values leaves the rest as it is; a list that is sent replaces the one before', async () => {
    const edit = (query: Record<string, string | number>, body?: object) =>
      t.call('manager.nbo', `PUT ${API}/securitieslondon/edit`, { query: { id, ...query }, ...(body && { body }) });
    expect((await edit({ name: 'Atlas Re plc' })).body.version).toBe(2);
    expect(await one('securitieslondon', id)).toMatchObject({ ...security, name: 'Atlas Re plc' });
    const contacts = [{ name: 'John Roe', role: '', email: '', phone: '', documents: [] }];
    expect(
      (await edit({ name: 'Atlas Re plc' }, { contacts, rating: '', rating_agency: '', rated_on: null })).status,
    ).toBe(200);
    expect(await one('securitieslondon', id)).toMatchObject({
      contacts,
      rating: '',
      intermediaries: security.intermediaries,
    });
    expect((await edit({ name: 'Atlas Re plc' }, { version: 2 })).body.title).toBe(
      'This record changed since you opened it.',
    );
    expect(titles((await edit({ name: 'Atlas Re plc' }, { rating_agency: 'S&P' })).body)).toEqual([
      'rating: Enter the rating.',
    ]);
  });

  test('every bad field is told at once', async () => {
    const bad = await save('securities', {
      name: 'Bad Re',
      tax_number: 'drop table;',
      rated_on: '2025-02-30',
      line_limit: '100.5',
      email: 'nobody',
      contacts: [{ name: 'X', role: '', email: 'x', phone: '', documents: [] }],
    });
    expect(bad.status).toBe(400);
    expect(titles(bad.body).map((line) => line.split(':')[0])).toEqual(
      expect.arrayContaining(['tax_number', 'rated_on', 'email', 'contacts.0.name', 'contacts.0.email']),
    );
    const noAddress = await save('securities', {
      name: 'Bad Re',
      contacts: [{ name: 'Jane', role: '', email: '', phone: '', documents: ['debit-note'] }],
    });
    expect(titles(noAddress.body)).toEqual(['contacts.0.email: Enter the email address for these documents.']);
    const later = await save('securities', { name: 'Bad Re', rating: 'A', rated_on: '2026-03-03' });
    expect(titles(later.body)).toEqual(['rated_on: The day of the rating cannot be in the future.']);
    const limit = await save('securities', { name: 'Bad Re', line_limit: '0' });
    expect(titles(limit.body)).toEqual(['line_limit: Largest line must be between 0 and 100.']);
    const rated = await save('reinsured', { name: 'Rated Cedant', address, rating: 'A' });
    expect(titles(rated.body)).toEqual(['rating: Only a security has this.']);
  });

  test('another register does not know it, and who views registers reads its history', async () => {
    for (const path of ['securities', 'reinsured', 'insurancecompany'])
      expect((await t.call('auditor', `GET ${API}/${path}/${id}`)).status).toBe(404);
    const { body } = await t.call('cashier.lon', `GET ${API}/audit/history`, { query: { entity: 'party', id } });
    expect(body.map((event: { action: string }) => event.action)).toEqual(['edited', 'edited', 'added']);
    expect(body[0].facts.before.contacts).toBe('Jane Doe <claims@atlas.example>');
    expect(body[0].facts.after.contacts).toBe('John Roe');
    expect(body[1].facts.before.name).toBe('Atlas Reinsurance plc');
  });
});

describe('where a party is used', () => {
  test('shows policies and money of the caller’s branches alone, and as far as they may see each', async () => {
    await approvedPolicy(t, book);
    await t.call('underwriter.nbo', `POST ${API}/underwriting/save`, { body: examplePolicy(book) });
    const uses = async (who: string, path = 'reinsured', id = book.reinsured) =>
      (await t.call(who, `GET ${API}/${path}/${id}/uses`)).body;
    const seen = await uses('accountant.nbo');
    expect(seen.policies).toMatchObject({ recordsTotal: 2, data: [{ status: 'DRAFT' }, { status: 'APPROVED' }] });
    expect(seen.policies.data[1]).toMatchObject({ share: '60', premium: '750000.00', insured: 'Kisumu Sugar Works' });
    expect(seen.balances).toEqual([
      {
        account: codeOf('PREMIUM_RECEIVABLE'),
        account_name: expect.any(String),
        currency: 'KES',
        balance: '562500.00',
      },
    ]);
    const line = await uses('manager.nbo', 'securities', book.a);
    expect(line.policies.data[1]).toMatchObject({ share: '25', premium: '312500.00' });
    expect(line.balances).toMatchObject([{ account: codeOf('PREMIUM_PAYABLE'), balance: '-218750.00' }]);
    expect(await uses('underwriter.nbo')).toMatchObject({ policies: { recordsTotal: 2 }, balances: null });
    expect(await uses('manager.lon')).toEqual({
      policies: { recordsTotal: 0, recordsFiltered: 0, data: [] },
      balances: [],
    });
    expect((await uses('root')).policies.recordsTotal).toBe(2);
    expect((await t.call('root', `GET ${API}/reinsured/${book.insured}/uses`)).status).toBe(404);
    const page = await t.call('root', `GET ${API}/reinsured/${book.reinsured}/uses`, {
      query: { start: 1, length: 1 },
    });
    expect(page.body.policies).toMatchObject({ recordsTotal: 2, data: [{ status: 'APPROVED' }] });
  });

  test('each policy is as its endorsements made it: what a security has of it, and nothing once it left', async () => {
    const other = await makeBook(t, ' of changes');
    const policy = await approvedPolicy(t, other);
    await approvedEndorsement(t, policy, {
      endorsementtype: 'EXT',
      effective_date: '2027-03-01',
      sum_insured: null,
      insurance_end_date: '2027-03-30',
    });
    await approvedEndorsement(t, policy, { ...dividedAmong([other.a, '80']), effective_date: '2027-03-01', fac: '80' });
    const uses = async (path: string, id: number) =>
      (await t.call('root', `GET ${API}/${path}/${id}/uses`)).body.policies.data[0];
    // 30 days at 1,250,000.00 a year are 102,739.73: of them 80 % from the change on, which A carries alone.
    expect(await uses('reinsured', other.reinsured)).toMatchObject({
      share: '80',
      insurance_end_date: '2027-03-30',
      premium: (await t.call('root', `GET ${API}/underwriting/${policy}`)).body.current.fac_premium,
    });
    const { body: schedule } = await t.call('root', `GET ${API}/underwriting/ss`, { query: { param: policy } });
    const premiumOf = (security: number) =>
      schedule.data
        .filter((row: { security: { id: number } }) => row.security.id === security)
        .reduce((sum: bigint, row: { sharepremium: string }) => sum + BigInt(row.sharepremium.replace('.', '')), 0n);
    for (const [security, share] of [
      [other.a, '80'],
      [other.b, '0'],
    ] as const) {
      const row = await uses('securities', security);
      expect(row.share).toBe(share);
      expect(BigInt(row.premium.replace('.', ''))).toBe(premiumOf(security));
    }
  });

  test('making it inactive says what that affects', async () => {
    const effects = async (who: string) => (await t.call(who, `GET ${API}/reinsured/${book.reinsured}/effects`)).body;
    expect(await effects('manager.nbo')).toMatchObject({
      drafts: 1,
      pending: 0,
      in_force: 1,
      vouchers: 0,
      balances: [{ account: codeOf('PREMIUM_RECEIVABLE'), balance: '562500.00' }],
    });
    expect(await effects('underwriter.nbo')).toMatchObject({ drafts: 1, vouchers: null, balances: null });
    expect(await effects('manager.lon')).toMatchObject({ drafts: 0, in_force: 0, balances: [] });
  });
});

test('a line above what is approved for its security, and an old rating, warn the checker and stop nobody', async () => {
  const { status, body } = await t.call('manager.nbo', `PUT ${API}/securities/edit`, {
    query: { id: book.b, name: 'Security B' },
    body: { line_limit: '19.5', rating: 'B+', rating_agency: 'GCR', rated_on: '2025-02-19' },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  const saved = await t.call('underwriter.nbo', `POST ${API}/underwriting/save`, { body: examplePolicy(book) });
  await t.call('underwriter.nbo', `PUT ${API}/underwriting/submit/${saved.body.id}`);
  const preview = await t.call('manager.nbo', `GET ${API}/underwriting/preview/${saved.body.id}`);
  expect(preview.body).toMatchObject({
    can_decide: true,
    warnings: [
      'Security B has 20%: the largest line approved for it is 19.5%.',
      'The rating of Security B is more than 12 months old.',
    ],
  });
  const record = await t.call('manager.nbo', `GET ${API}/underwriting/${saved.body.id}`);
  expect(record.body.securities[1]).toMatchObject({ line_limit: '19.5', rated_on: '2025-02-19' });
});

describe('names that are near', () => {
  const similar = async (name: string, query: object = {}, path = 'reinsured') =>
    (await t.call('underwriter.nbo', `GET ${API}/${path}/similar`, { query: { name, ...query } })).body;

  test('warn, the nearest first, and never stop a save', async () => {
    const kenya = (await save('reinsured', { name: 'Kenya Re', address })).body.id;
    await save('reinsured', { name: 'Jubilee Insurance Uganda', address });
    expect(await similar('Kenya Reinsurance Corporation Ltd')).toEqual([
      { id: kenya, name: 'Kenya Re', place: 'Nairobi', exact: false, status: 'ACTIVE' },
    ]);
    expect(await similar('  kénya RE ')).toMatchObject([{ id: kenya, exact: true }]);
    expect(await similar('Kenya Re', { except: kenya })).toEqual([]);
    expect(await similar('Kenya Re', {}, 'insurancecompany')).toEqual([]);
    for (const name of ['Jubilee Insurance Kenya', 'K', '', '%', 'Tanzania Re'])
      expect(await similar(name)).toEqual([]);
    expect((await save('reinsured', { name: 'Kenya Reinsurance Corporation Ltd', address })).status).toBe(200);
    expect((await save('reinsured', { name: 'KENYA  RE', address })).status).toBe(409);
    expect((await similar('Kenya Re')).map((row: { exact: boolean }) => row.exact)).toEqual([true, false]);
  });
});

describe('a bank account', () => {
  const details = {
    currency: 'KES',
    bank: 'Equity Bank',
    branch: 'Westlands',
    account_name: 'Savannah Insurance',
    account_number: '0011 2233-44',
    swift: 'eqblkena',
  };
  const at = () => `${API}/reinsured/${book.reinsured}/bankaccount`;
  const propose = (who: string, changes: object = {}) =>
    t.call(who, `POST ${at()}`, { body: { ...details, ...changes } });
  const decide = (who: string, account: number, body: object = {}) =>
    t.call(who, `PUT ${at()}/${account}/decide`, { body: { decision: 'ACTIVE', version: 1, ...body } });
  const accounts = async () =>
    (await one('reinsured', book.reinsured)).bank_accounts.map((row: Record<string, unknown>) => [
      row['state'],
      row['account_number'],
    ]);

  test('is proposed by one person and confirmed by another, who replaces the one before', async () => {
    const first = await propose('manager.nbo');
    expect(first.body).toMatchObject({ version: 1, status: 'PROPOSED' });
    expect((await propose('accountant.nbo')).body.title).toBe('An account that waits for confirmation already exists.');
    expect(await decide('manager.nbo', first.body.id)).toMatchObject({
      status: 403,
      body: { title: 'You cannot approve your own entry.' },
    });
    expect((await decide('accountant.nbo', first.body.id)).status).toBe(403);
    expect((await decide('manager.lon', first.body.id, { version: 2 })).status).toBe(409);
    expect((await decide('manager.lon', first.body.id)).body).toMatchObject({ status: 'ACTIVE', version: 2 });
    expect((await decide('manager.lon', first.body.id, { version: 2 })).body.title).toBe(
      'This is in use: deciding it is not possible.',
    );
    const second = await propose('accountant.nbo', { account_number: '99887766' });
    expect((await one('reinsured', book.reinsured, 'manager.nbo')).bank_accounts[0].why_not).toBeNull();
    expect((await one('reinsured', book.reinsured, 'accountant.nbo')).bank_accounts[0].why_not).not.toBeNull();
    expect((await decide('manager.nbo', second.body.id)).status).toBe(200);
    expect(await accounts()).toEqual([
      ['ACTIVE', '99887766'],
      ['REPLACED', '0011223344'],
    ]);
  });

  test('is refused with a reason, or withdrawn by who proposed it', async () => {
    const third = (await propose('accountant.nbo', { account_number: '5555' })).body.id;
    expect(titles((await decide('manager.nbo', third, { decision: 'REFUSED' })).body)).toEqual([
      'reason: Say why it is refused.',
    ]);
    expect((await decide('manager.nbo', third, { decision: 'REFUSED', reason: 'Not on their letter' })).status).toBe(
      200,
    );
    const fourth = (await propose('accountant.nbo', { account_number: '6666' })).body.id;
    const withdraw = (who: string) => t.call(who, `PUT ${at()}/${fourth}/withdraw`, { body: { version: 1 } });
    expect((await withdraw('underwriter.nbo')).status).toBe(403);
    expect((await withdraw('accountant.nbo')).body.status).toBe('WITHDRAWN');
    expect((await accounts()).map((row: string[]) => row[0])).toEqual(['ACTIVE', 'WITHDRAWN', 'REFUSED', 'REPLACED']);
    const elsewhere = `PUT ${API}/securities/${book.a}/bankaccount/${fourth}/withdraw` as const;
    expect((await t.call('accountant.nbo', elsewhere, { body: { version: 2 } })).status).toBe(404);
    const bad = await propose('manager.nbo', { account_number: '1', swift: 'X', currency: 'XXX', bank: '' });
    expect(titles(bad.body).map((line) => line.split(':')[0])).toEqual(['bank', 'account_number', 'swift']);
    expect(titles((await propose('manager.nbo', { currency: 'XTS' })).body)).toEqual([
      'currency: Choose an active currency.',
    ]);
  });

  test('is not confirmed by its maker in a branch where they work alone, while somebody in another could', async () => {
    const leaves = (name: string) => t.ownerPool.query(`update users set status = 'DISABLED' where name = $1`, [name]);
    await t.ownerPool.query('update firm set maker_checker = false');
    await leaves('manager.lon');
    const { id } = (await propose('root', { account_number: '8888' })).body;
    const confirm = () =>
      t.call('root', `PUT ${at()}/${id}/decide`, {
        headers: { 'slipway-branch': 'LON' },
        body: { decision: 'ACTIVE', version: 1 },
      });
    expect((await confirm()).body.title).toBe('You cannot approve your own entry.');
    await leaves('manager.nbo');
    expect((await confirm()).body.status).toBe('ACTIVE');
    await t.ownerPool.query(`update users set status = 'ACTIVE' where name like 'manager.%'`);
    await t.ownerPool.query('update firm set maker_checker = true');
  });

  test('not even the database takes a confirmation by its maker, or another number', async () => {
    const fifth = (await propose('accountant.nbo', { account_number: '7777' })).body.id;
    const set = (change: string, pool = t.ownerPool) =>
      pool.query(`update party_bank_accounts set ${change} where id = ${fifth}`);
    await expect(set(`state = 'ACTIVE', decided_by = made_by, decided_at = now()`)).rejects.toThrow(
      'maker_is_not_checker',
    );
    await expect(set(`state = 'ACTIVE'`)).rejects.toThrow('confirmed_by_someone');
    await expect(set(`account_number = '1'`, t.pool)).rejects.toThrow('permission denied');
  });
});
