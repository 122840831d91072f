import { readXlsx } from 'hucre/xlsx';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { approvedPolicy, makeBook, type Book } from '../../../testing/factories.ts';
import { readPdfText } from '../../../testing/pdf.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { approvedEndorsement, typedEndorsement } from '../../endorsements/endorsements.factories.ts';

let t: TestApp;
let book: Book;
beforeEach(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterEach(() => t.close());

const PATH = 'GET /api/sca/v1/underwriting/exposure';
const read = async (by = 'country', who = 'underwriter.nbo') => (await t.call(who, PATH, { query: { by } })).body;
const at = (day: string) => t.clock.set(`${day}T08:00:00Z`);

const names = async (by: string) => (await read(by)).data.map((row: { name: string }) => row.name);

/** KES 500,000,000.00, of which A carries 25 %, B 20 % and C 15 %. */
const policy = (changes: Record<string, unknown> = {}) => approvedPolicy(t, book, changes);

test('sums insured and what is placed of them, by country; the total counts each policy once', async () => {
  await policy({ risk_country: 'KE' });
  await policy({ risk_country: 'UG', sum_insured: '100000000' });
  const { data, totals, as_at } = await read();
  expect(as_at).toBe('2026-03-02');
  expect(data).toMatchObject([
    { name: 'Kenya', policies: 1, sum_insured: '500000000.00', exposure: '300000000.00', largest: '300000000.00' },
    { name: 'Uganda', policies: 1, sum_insured: '100000000.00', exposure: '60000000.00', base_exposure: '60000000.00' },
  ]);
  const total = { currency: 'KES', policies: 2, sum_insured: '600000000.00', exposure: '360000000.00' };
  expect(totals).toMatchObject([total]);
  expect((await read('security')).totals).toEqual(totals);
});

test('on paper of securities the sums insured of their policies, which overlap, are not added up', async () => {
  await policy();
  const totals = async (by: string, path: `GET ${string}` = PATH) => {
    const { bytes } = await t.call('underwriter.nbo', path, { query: { by, format: 'pdf' } });
    return readPdfText(bytes).replaceAll(/\s+/g, ' ');
  };
  expect(await totals('class')).toMatch(/Total KES .*500,000,000\.00 300,000,000\.00/);
  expect(await totals('security')).not.toContain('1,500,000,000.00');
  expect(await totals('security')).toMatch(/Total KES .*300,000,000\.00/);
  const policies = `${PATH}/policies` as const;
  expect(await totals('security', policies)).not.toContain('1,500,000,000.00');
  expect(await totals('class', policies)).toMatch(/Total KES .*500,000,000\.00/);
});

test('beside another day a currency of that day alone has its total, of nothing', async () => {
  const rate = { currency: 'USD', day: '2026-03-02', rate: '129.5' };
  expect(await t.call('accountant.nbo', 'PUT /api/sca/v1/currency/rate', { body: rate })).toMatchObject({
    status: 200,
  });
  await policy({ currency: 'USD' });
  await policy();
  at('2027-03-02');
  await policy({ insurance_start_date: '2027-03-02', insurance_end_date: '2028-03-01' });
  const { body } = await t.call('underwriter.nbo', PATH, { query: { by: 'class', beside: '2026-03-02' } });
  expect(body.data).toMatchObject([
    { currency: 'KES', policies: 1 },
    { currency: 'USD', policies: 0, exposure: '0.00', beside: '300000000.00' },
  ]);
  expect(body.totals).toMatchObject([
    { currency: 'KES', policies: 1, exposure: '300000000.00' },
    { currency: 'USD', policies: 0, sum_insured: '0.00', exposure: '0.00' },
  ]);
});

test('each security has its lines, the largest beside its limit, and how many are above it', async () => {
  await t.ownerPool.query('update parties set line_limit = 20000000 where id = any($1)', [[book.a, book.b]]);
  await policy();
  await policy({ sum_insured: '100000000' });
  const lines = { policies: 2, sum_insured: '600000000.00' };
  expect((await read('security')).data).toMatchObject([
    { ...lines, exposure: '150000000.00', largest: '125000000.00', largest_line: '25', line_limit: '20', above: 2 },
    { ...lines, exposure: '120000000.00', largest_line: '20', line_limit: '20', above: 0 },
    { ...lines, exposure: '90000000.00', largest_line: '15', line_limit: null, above: null },
  ]);
});

test('an endorsement changes the sum insured and the lines once it is in effect', async () => {
  const id = await policy();
  at('2026-04-10');
  const changes = { sum_insured: null, effective_date: '2026-04-10' };
  const securities = [
    { security: book.a, share: '40' },
    { security: book.b, share: '20' },
  ];
  await approvedEndorsement(t, id, { endorsementtype: 'SEC', ...changes, securities });
  expect((await read('security')).data).toMatchObject([{ exposure: '200000000.00' }, { exposure: '100000000.00' }]);
});

test('what is not in force today is none: not begun, over, cancelled, a draft', async () => {
  const id = await policy();
  at('2027-03-01');
  expect(await names('class')).toEqual([]);
  at('2026-04-10');
  expect(await names('class')).toHaveLength(1);
  await approvedEndorsement(t, id, {
    endorsementtype: 'CANCEL_PRORATA',
    sum_insured: null,
    effective_date: '2026-04-20',
  });
  expect(await names('reinsured')).toHaveLength(1);
  at('2026-04-20');
  expect(await names('reinsured')).toEqual([]);
});

test('an extension keeps a policy in force from the day it is booked, and not before', async () => {
  const id = await policy();
  at('2027-03-08');
  const to = { sum_insured: null, effective_date: '2027-03-01', insurance_end_date: '2027-03-31' };
  await approvedEndorsement(t, id, { endorsementtype: 'EXT', ...to });
  at('2027-04-10');
  const on = async (asat: string) => (await t.call('underwriter.nbo', PATH, { query: { asat } })).body.totals;
  expect(await on('2027-02-28')).toMatchObject([{ policies: 1, exposure: '300000000.00' }]);
  expect(await on('2027-03-05')).toEqual([]);
  expect(await on('2027-03-08')).toMatchObject([{ policies: 1, exposure: '300000000.00' }]);
  expect(await on('2027-03-31')).toMatchObject([{ policies: 1, exposure: '300000000.00' }]);
  expect(await on('2027-04-01')).toEqual([]);
});

test('as at a past day it is what ran then, whatever was approved since', async () => {
  const id = await policy();
  at('2026-04-10');
  await approvedEndorsement(t, id, { endorsementtype: 'AP', sum_insured: '600000000', effective_date: '2026-04-01' });
  at('2026-06-01');
  await approvedEndorsement(t, id, {
    endorsementtype: 'CANCEL_PRORATA',
    sum_insured: null,
    effective_date: '2026-05-20',
  });
  const on = async (asat: string) =>
    (await t.call('underwriter.nbo', PATH, { query: { by: 'class', asat } })).body.data.map(
      (row: { sum_insured: string }) => row.sum_insured,
    );
  expect(await on('2026-03-01')).toEqual([]);
  expect(await on('2026-04-09')).toEqual(['500000000.00']);
  expect(await on('2026-04-10')).toEqual(['600000000.00']);
  // The cancellation counts from 20 May, and was known on 1 June.
  expect(await on('2026-05-31')).toEqual(['600000000.00']);
  expect(await on('2026-06-01')).toEqual([]);
  // Beside another day: what was placed then, and what is gone now with nothing.
  const beside = async (asat: string, other: string) =>
    (await t.call('underwriter.nbo', PATH, { query: { by: 'security', asat, beside: other } })).body.data.map(
      (row: { exposure: string; beside: string; change: string }) => [row.exposure, row.beside, row.change],
    );
  expect(await beside('2026-04-10', '2026-04-09')).toEqual([
    ['150000000.00', '125000000.00', '25000000.00'],
    ['120000000.00', '100000000.00', '20000000.00'],
    ['90000000.00', '75000000.00', '15000000.00'],
  ]);
  expect((await beside('2026-06-01', '2026-05-31'))[0]).toEqual(['0.00', '150000000.00', '-150000000.00']);
  expect((await t.call('underwriter.nbo', PATH, { query: { asat: '2026-06-01', beside: 'then' } })).status).toBe(400);
  expect((await t.call('underwriter.nbo', PATH, { query: { asat: '2026-02-30' } })).status).toBe(400);
});

test('an addition keyed across a change of securities is insured on each day as the page of its policy has it', async () => {
  const id = await policy();
  at('2026-06-01');
  // 600,000,000.00 from November; lines change in October; then 50,000,000.00 more from September on, keyed with its reason.
  await approvedEndorsement(t, id, { effective_date: '2026-11-01' });
  const securities = [
    { security: book.a, share: '40' },
    { security: book.b, share: '20' },
  ];
  await approvedEndorsement(t, id, {
    endorsementtype: 'SEC',
    sum_insured: null,
    effective_date: '2026-10-06',
    securities,
  });
  const keyed = { effective_date: '2026-09-15', sum_insured: '650000000', premium: '60000', reason: 'As agreed' };
  const effect = await t.call('underwriter.nbo', 'POST /api/sca/v1/endorsement/effect', {
    body: typedEndorsement(id, keyed),
  });
  expect([effect.body.before.sum_insured, effect.body.after.sum_insured]).toEqual(['600000000.00', '650000000.00']);
  await approvedEndorsement(t, id, keyed);
  const page = async (asat: string) =>
    (await t.call('underwriter.nbo', `GET /api/sca/v1/underwriting/${id}`, { query: { asat } })).body.current
      .sum_insured;
  const exposed = async (asat: string) =>
    (await t.call('underwriter.nbo', PATH, { query: { asat } })).body.totals[0].sum_insured;
  for (const [asat, insured] of [
    ['2026-09-14', '500000000.00'],
    ['2026-09-15', '550000000.00'],
    ['2026-10-06', '550000000.00'],
    ['2026-11-01', '650000000.00'],
  ] as const) {
    at(asat);
    expect([asat, await page(asat), await exposed(asat)]).toEqual([asat, insured, insured]);
  }
});

test('a security has a limit in all, in a currency; one above it comes first', async () => {
  const { body: read } = await t.call('manager.nbo', `GET /api/sca/v1/securities/${book.b}`);
  const edit = (body: Record<string, unknown>, version = read.version) =>
    t.call('manager.nbo', 'PUT /api/sca/v1/securities/edit', {
      query: { id: book.b, name: 'Security B' },
      body: { version, ...body },
    });
  for (const [body, field] of [
    [{ exposure_limit: '90000000' }, 'exposure_currency'],
    [{ exposure_limit: '0', exposure_currency: 'KES' }, 'exposure_limit'],
    [{ exposure_limit: '1', exposure_currency: 'QQQ' }, 'exposure_currency'],
  ] as const) {
    const { status, body: refused } = await edit(body);
    expect([status, refused.errors?.[0]?.field]).toEqual([400, field]);
  }
  expect((await edit({ exposure_limit: '80000000', exposure_currency: 'KES' })).status).toBe(200);
  expect((await t.call('manager.nbo', `GET /api/sca/v1/securities/${book.b}`)).body).toMatchObject({
    exposure_limit: '80000000.00',
    exposure_currency: 'KES',
  });
  const history = await t.call('manager.nbo', 'GET /api/sca/v1/audit/history', {
    query: { entity: 'party', id: String(book.b) },
  });
  expect(history.body[0].facts.after).toMatchObject({ exposure_limit: 'KES 80000000.00' });
  await policy();
  // B carries 100,000,000.00 of 80,000,000.00: 125 %.
  expect((await t.call('underwriter.nbo', PATH, { query: { by: 'security' } })).body.data).toMatchObject([
    { name: 'Security B', base_limit: '80000000.00', base_lines: '100000000.00', used: '125' },
    { name: 'Security A', base_limit: null, base_lines: '125000000.00', used: null },
    { name: 'Security C', base_limit: null },
  ]);
});

test('a limit in a currency without a rate is said in that currency, on the screen and in files alike, and nothing is compared with it', async () => {
  await t.ownerPool.query(`update parties set exposure_limit = 8000000000, exposure_currency = 'EUR' where id = $1`, [
    book.b,
  ]);
  await policy();
  const named = async () =>
    (await read('security')).data.find((row: { name: string }) => row.name === 'Security B') as Record<string, unknown>;
  const unrated = { amount: '80000000.00', currency: 'EUR' };
  expect(await named()).toMatchObject({
    base_limit: null,
    base_lines: '100000000.00',
    unrated_limit: unrated,
    used: null,
  });
  const fileOf = async (format: string, by = 'security') =>
    (await t.call('underwriter.nbo', PATH, { query: { by, format } })).bytes;
  expect((await fileOf('csv')).toString('utf8')).toMatch(
    /,Limit in all without a rate,[^]*\nSecurity B,.*,EUR 80000000\.00,/,
  );
  expect(readPdfText(await fileOf('pdf'))).toContain('EUR 80,000,000.00');
  const [sheet] = (await readXlsx(await fileOf('xlsx'))).sheets;
  const [headings, ...rows] = sheet?.rows ?? [];
  const limit = headings?.indexOf('Limit in all without a rate') ?? -1;
  expect(rows.find(([name]) => name === 'Security B')?.[limit]).toBe('EUR 80000000.00');
  expect((await fileOf('csv', 'class')).toString('utf8')).not.toContain('without a rate');
  const rate = { currency: 'EUR', day: '2026-03-02', rate: '140' };
  await t.call('accountant.nbo', 'PUT /api/sca/v1/currency/rate', { body: rate });
  expect(await named()).toMatchObject({ base_limit: '11200000000.00', unrated_limit: null, used: '0.89' });
});

test('another branch has nothing of it, a file the same rows; who may not read it does not', async () => {
  await policy();
  expect(await read('class', 'underwriter.lon')).toMatchObject({ data: [], totals: [] });
  expect((await t.call('cashier.nbo', PATH)).status).toBe(403);
  expect((await t.call('underwriter.nbo', PATH, { query: { by: 'moon' } })).status).toBe(400);
  const csv = await t.call('underwriter.nbo', PATH, { query: { by: 'security', format: 'csv' } });
  expect(csv.bytes.toString('utf8').trim().split('\n')).toHaveLength(4);
});

test('an endorsement of an earlier day that comes later adds to what those of later days left', async () => {
  const id = await policy();
  at('2026-10-06');
  await approvedEndorsement(t, id);
  await approvedEndorsement(t, id, { effective_date: '2026-06-01', sum_insured: '550000000' });
  at('2026-12-01');
  // Fifty million more from June, a hundred more from October.
  const query = { policy: id, asat: '2026-10-06' };
  const { body } = await t.call('underwriter.nbo', 'GET /api/sca/v1/endorsement/standing', { query });
  expect(body.sum_insured).toBe('650000000.00');
  expect((await read('class')).data).toMatchObject([{ sum_insured: '650000000.00', exposure: '390000000.00' }]);
  expect((await read('security')).data).toMatchObject([
    { exposure: '162500000.00' },
    { exposure: '130000000.00' },
    { exposure: '97500000.00' },
  ]);
});
