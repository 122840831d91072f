import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvedPolicy, examplePolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

const API = '/api/sca/v1';
let t: TestApp;
let book: Book;
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t.close());

type Tax = { id: number; code: string; version: number; rates: { id: number; used: boolean; rate: string }[] };
const taxes = async (): Promise<Tax[]> => (await t.call('root', `GET ${API}/tax/items`)).body.data;
const tax = async (code: string): Promise<Tax> => {
  const found = (await taxes()).find((one) => one.code === code);
  if (!found) throw new Error(code);
  return found;
};
const root = (address: `${string} ${string}`, body: object) => {
  const [method, path] = address.split(' ');
  return t.call('root', `${method} ${API}/${path}`, { body });
};
const FORM = {
  rate: '2.5',
  basis: 'GROSS',
  borne_by: 'SECURITY',
  applies_to: 'ALL',
  market: null,
  class_id: null,
  effective_from: '2026-01-01',
  effective_to: null,
  enabled: true,
};

describe('taxes and levies', () => {
  test('levies on direct premium are off, and the example’s figures stay', async () => {
    const rows = (await t.call('cashier.nbo', `GET ${API}/tax/findAll`)).body.data as {
      code: string;
      rates: { enabled: boolean }[];
    }[];
    expect(rows.map((row) => [row.code, row.rates[0]?.enabled])).toEqual([
      ['LEVY', false],
      ['STAMP', false],
      ['TRAIN', false],
      ['WHT', true],
    ]);
    await approvedPolicy(t, book);
    const { rows: notes } = await t.ownerPool.query(`select amount::text from notes order by id`);
    expect(notes.map((row) => row.amount)).toEqual(['56250000', '21875000', '17500000', '12187500']);
  });

  test('a new one has dated rates; two never fall on the same premium', async () => {
    expect((await t.call('manager.nbo', `POST ${API}/tax/save`, { body: { code: 'X', name: 'Y' } })).status).toBe(403);
    const made = await root('POST tax/save', { code: 'REGLEVY', name: 'Regulator’s levy' });
    const taxId: number = made.body.id;
    const add = (changes: object) => root('POST tax/rate', { tax_id: taxId, ...FORM, ...changes });
    expect((await add({ effective_to: '2026-12-31' })).status).toBe(200);
    const overlap = await add({ effective_from: '2026-06-01', applies_to: 'RESIDENT' });
    expect(overlap.body.errors[0].message).toBe(
      'Another rate falls on the same premium from Jan 1, 2026 to Dec 31, 2026. End it on May 31, 2026 first.',
    );
    expect((await add({ effective_from: '2026-06-01', class_id: book.coverType })).status).toBe(400);
    expect((await add({ effective_from: '2026-06-01', borne_by: 'BROKER' })).status).toBe(200);
    expect((await add({ effective_from: '2026-06-01', enabled: false })).status).toBe(200);
    expect((await add({ effective_from: '2027-01-01' })).status).toBe(200);
    expect(
      (await add({ effective_from: '2026-05-01', effective_to: '2026-04-01', enabled: false })).body.errors[0],
    ).toEqual({
      field: 'effective_to',
      message: 'End date must not be before start date.',
    });
  });

  test('of two who add the same at once, one wins', async () => {
    const made = await root('POST tax/save', { code: 'RACE', name: 'At once' });
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => root('POST tax/rate', { tax_id: made.body.id, ...FORM, borne_by: 'BROKER' })),
    );
    expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 400, 400, 400]);
  });

  test('a rate that documents used is ended and not corrected', async () => {
    const { rates, version } = await tax('WHT');
    const [rate] = rates;
    expect(rate).toMatchObject({ used: true, rate: '5' });
    const correct = await root('PUT tax/rate', { ...FORM, id: rate?.id, version, rate: '6' });
    expect(correct.body.errors[0].message).toBe('Documents were made with this rate. End it and add a new one.');
    const tooEarly = await root('PUT tax/rate/end', { id: rate?.id, version, effective_to: '2026-02-15' });
    expect(tooEarly.body.errors[0].message).toContain('A policy that begins on Mar 1, 2026 was approved with it');
    const ended = await root('PUT tax/rate/end', { id: rate?.id, version, effective_to: '2026-03-31' });
    expect(ended.body.version).toBe(version + 1);
    expect((await root('PUT tax/rate/end', { id: rate?.id, version, effective_to: '2026-03-31' })).body.code).toBe(
      'STALE',
    );
  });

  test('one that no document used is corrected', async () => {
    const { rates, version } = await tax('TRAIN');
    const body = { ...FORM, borne_by: 'REINSURED', id: rates[0]?.id, version, rate: '0.25', enabled: false };
    expect((await root('PUT tax/rate', body)).status).toBe(200);
    expect((await tax('TRAIN')).rates[0]?.rate).toBe('0.25');
    const { rows } = await t.ownerPool.query(
      `select facts from audit_trail where entity = 'tax' and action = 'rate_corrected' order by id desc limit 1`,
    );
    expect(rows[0].facts.rate).toEqual({ before: '0.2', after: '0.25' });
  });

  test('says which policies that wait for approval would change', async () => {
    await t.call('underwriter.nbo', `POST ${API}/underwriting/save`, { body: examplePolicy(book) });
    const effect = async (changes: object) => (await root('POST tax/preview', { ...FORM, ...changes })).body;
    expect((await effect({})).effects[0]).toMatch(/^1 policy that is not approved changes: NBO\/FAC\/2026\/\d{6}\.$/);
    expect((await effect({ market: 'LONDON' })).effects[0]).toBe('No policy that waits for approval changes.');
    expect((await effect({ applies_to: 'NON_RESIDENT' })).effects[0]).toContain('1 policy');
    expect((await effect({ effective_from: '2026-04-01' })).effects[0]).toContain('No policy');
    expect((await effect({ borne_by: 'REINSURED' })).warnings).toHaveLength(1);
  });
});

describe('taxes by place, flat amounts and minima', () => {
  type Line = { taxes: { code: string; charge: string | null; amount: string }[] };
  const branchCountry = async (code: string, country: string | null) => {
    const row = (await t.call('root', `GET ${API}/branch/items`)).body.data.find(
      (one: { code: string }) => one.code === code,
    );
    const { id, name, address, phone, version } = row;
    return root('PUT branch/edit', { id, name, address, phone, country, version });
  };
  const branchId = async (code: string) =>
    (await t.ownerPool.query(`select id from branches where code = $1`, [code])).rows[0].id as number;
  const made = async (code: string, name: string) => (await root('POST tax/save', { code, name })).body.id as number;
  const PER_POLICY = { rate: null, basis: null, flat: '40', currency: 'KES', borne_by: 'REINSURED' };
  const policy = async (changes: Record<string, unknown> = {}) => {
    const body = {
      ...examplePolicy(book, changes),
      insurance_start_date: '2026-05-01',
      insurance_end_date: '2027-04-30',
    };
    const saved = await t.call('underwriter.nbo', `POST ${API}/underwriting/save`, { body });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    return (await t.call('underwriter.nbo', `GET ${API}/underwriting/${saved.body.id}`)).body;
  };
  const taxOf = (record: { securities: Line[] }, code: string) =>
    record.securities.flatMap((line) => line.taxes.filter((tax) => tax.code === code).map((tax) => tax.amount));

  test.each([
    [{ rate: null, flat: null }, 'rate', 'Enter a rate or a flat amount.'],
    [{ rate: '1' }, 'flat', 'Enter a rate or a flat amount, not both.'],
    [{ rate: '1', flat: null, basis: null, currency: null }, 'basis', 'Choose what it is a percentage of.'],
    [{ minimum: '10' }, 'minimum', 'A flat amount has no minimum.'],
    [{ currency: null }, 'currency', 'Choose the currency of the amount.'],
    [{ rate: '1', flat: null, basis: 'GROSS' }, 'currency', 'A percentage without a minimum has no currency.'],
    [{ flat: '0' }, 'flat', 'Enter an amount of more than 0 in its currency.'],
    [{ flat: '1.005' }, 'flat', 'Enter an amount of more than 0 in its currency.'],
    [{ currency: 'XXX' }, 'currency', 'Choose a currency.'],
    [{ country: 'XX' }, 'country', 'Choose a country.'],
    [{ country: 'Kenya' }, 'country', 'Choose a country.'],
    [{ branch_id: 999_999 }, 'branch_id', 'Choose one from the list.'],
  ])('%o is refused at its field', async (changes, field, message) => {
    const { id } = await tax('STAMP');
    const reply = await root('POST tax/rate', { tax_id: id, ...FORM, ...PER_POLICY, ...changes });
    expect(reply.status, JSON.stringify(reply.body)).toBe(400);
    expect(reply.body.errors).toContainEqual({ field, message });
  });

  test('a flat amount falls on policies of its branch and currency, in a country alone; the risk is the branch’s', async () => {
    expect((await branchCountry('NBO', 'KE')).status).toBe(200);
    const stamp = await made('KESTAMP', 'Stamp duty of Kenya');
    const add = await root('POST tax/rate', { tax_id: stamp, ...FORM, ...PER_POLICY, country: 'KE' });
    expect(add.status, JSON.stringify(add.body)).toBe(200);
    const home = await policy();
    expect(home.risk_country).toBe('KE');
    expect(taxOf(home, 'KESTAMP')).toEqual(['16.67', '13.33', '10.00']);
    expect(home.figures.debit_note).toBe('562540.00');
    expect(taxOf(await policy({ risk_country: 'UG' }), 'KESTAMP')).toEqual([]);
    expect(taxOf(await policy({ currency: 'USD' }), 'KESTAMP')).toEqual([]);
    const unknown = { body: examplePolicy(book, { risk_country: 'XX' }) };
    expect((await t.call('underwriter.nbo', `POST ${API}/underwriting/save`, unknown)).body.errors).toEqual([
      { field: 'risk_country', message: 'Choose a country.' },
    ]);
    const elsewhere = await made('LONTAX', 'A tax of London');
    const there = { tax_id: elsewhere, ...FORM, branch_id: await branchId('LON') };
    expect((await root('POST tax/rate', there)).status).toBe(200);
    expect(taxOf(await policy(), 'LONTAX')).toEqual([]);
    // Two branches, two countries, two currencies: neither falls on the premium of the other.
    const other = { ...there, branch_id: await branchId('NBO'), effective_from: '2027-01-01' };
    expect((await root('POST tax/rate', other)).status).toBe(200);
    expect((await root('POST tax/rate', { ...other, branch_id: null })).status).toBe(400);
    expect((await root('POST tax/rate', { tax_id: stamp, ...FORM, ...PER_POLICY, country: 'NG' })).status).toBe(200);
  });

  test('Nigerian VAT on brokerage falls on risks there, in no class of its own', async () => {
    const vat = await made('NGVAT', 'Value added tax');
    const rule = { tax_id: vat, ...FORM, rate: '7.5', basis: 'BROKERAGE', country: 'NG' };
    expect((await root('POST tax/rate', rule)).status).toBe(200);
    const abroad = await policy({ risk_country: 'NG' });
    expect(taxOf(abroad, 'NGVAT')).toEqual(['1171.88', '937.50', '703.12']);
    expect(taxOf(await policy(), 'NGVAT')).toEqual([]);
  });

  test('a flat amount is booked, shown per policy, and neither charged twice nor given back by a return', async () => {
    const id = await approvedPolicy(t, book, { insurance_start_date: '2026-05-01', insurance_end_date: '2027-04-30' });
    const { rows } = await t.ownerPool.query(
      `select charge, sum(amount)::text as amount from policy_taxes where policy_id = $1 and charge is not null group by 1`,
      [id],
    );
    expect(rows).toEqual([{ charge: 'FLAT', amount: '4000' }]);
    const parts = await t.ownerPool.query(
      `select p.amount::text from note_parts p join notes n on n.id = p.debit_note_id join taxes x on x.id = p.tax_id
       where n.policy_id = $1 and x.code = 'KESTAMP'`,
      [id],
    );
    expect(parts.rows).toEqual([{ amount: '4000' }]);
    const endorsed = async (body: object) =>
      (await t.call('underwriter.nbo', `POST ${API}/endorsement/effect`, { body: { policy: id, ...body } })).body;
    const more = { endorsementtype: 'AP', effective_date: '2026-08-08', premium: '100000.00' };
    expect((await endorsed(more)).change).toMatchObject({ tax: '1500.00', debit_note: '45000.00' });
    const gone = { endorsementtype: 'CANCEL_PRORATA', effective_date: '2026-05-01' };
    expect((await endorsed(gone)).change.debit_note).toBe('-562500.00');
    const never = { endorsementtype: 'CANCEL_FLAT', effective_date: '2026-05-01' };
    expect((await endorsed(never)).change.debit_note).toBe('-562540.00');
  });

  test('a policy that was approved before keeps its figures when a flat amount comes', async () => {
    const [first] = (await t.ownerPool.query(`select id from policies where status = 'APPROVED' order by id limit 1`))
      .rows;
    const record = (await t.call('manager.nbo', `GET ${API}/underwriting/${first.id}`)).body;
    expect(record.figures.debit_note).toBe('562500.00');
    expect(record.risk_country).toBe(null);
  });

  test('a minimum holds on the policy, and is charged apart', async () => {
    const levy = await made('MINLEVY', 'Levy with a minimum');
    const rule = { tax_id: levy, ...FORM, rate: '0.45', minimum: '5000', currency: 'KES', borne_by: 'REINSURED' };
    expect((await root('POST tax/rate', rule)).status).toBe(200);
    const record = await policy();
    const own = (record.securities as Line[]).flatMap((line) => line.taxes).filter((one) => one.code === 'MINLEVY');
    const total = (charge: string | null) =>
      own.filter((one) => one.charge === charge).reduce((sum, one) => sum + BigInt(one.amount.replace('.', '')), 0n);
    expect([total(null), total('MINIMUM')]).toEqual([337_500n, 162_500n]);
    expect(record.figures.debit_note).toBe('567540.00');
  });
});
