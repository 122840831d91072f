import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { makeReportBook, type ReportBook } from '../test-book.ts';

let t: TestApp;
let book: ReportBook;
const CALL = 'GET /api/sca/v1/ledger/openitems';
beforeAll(async () => {
  t = await testApp();
  book = await makeReportBook(t);
});
afterAll(() => t.close());

const get = (query: Record<string, string>, who = 'manager.nbo') => t.call(who, CALL, { query });
type Row = { move: string; amount: string; made_by: string; approved_by: string; entry: number };

test('what opened and settled what is open, with who made and who approved it', async () => {
  const { status, body } = await get({ side: 'RECEIVABLE', party: String(book.nbo.reinsured) });
  expect(status).toBe(200);
  const moved = (body.data as Row[]).map(({ move, amount }) => [move, amount]);
  expect(moved).toEqual([
    ['OPENED', '562500.00'],
    ['SETTLED', '-281250.00'],
    ['OPENED', '-300000.00'],
    ['SETTLED', '281250.00'],
  ]);
  const [opened] = body.data as Row[];
  expect(opened?.made_by).not.toBe(opened?.approved_by);
});

test('as at an earlier day without what was settled since, and between two days that alone', async () => {
  const party = String(book.nbo.reinsured);
  const before = await get({ side: 'RECEIVABLE', party, asat: '2026-04-09' });
  expect((before.body.data as Row[]).map(({ amount }) => amount)).toEqual(['562500.00']);
  const between = await get({ side: 'RECEIVABLE', party, from: '2026-04-10', asat: '2026-04-10' });
  expect((between.body.data as Row[]).map(({ amount }) => amount)).toEqual(['-281250.00', '-300000.00', '281250.00']);
});

test.for([
  { side: 'ALL' },
  { side: 'PAYABLE', age: 'old' },
  { side: 'PAYABLE', from: '2026-05-01', asat: '2026-04-01' },
  { side: 'PAYABLE', party: 'x' },
])('%j is refused with what to do', async (query) => {
  expect((await get(query as unknown as Record<string, string>)).status).toBe(400);
});

test('of the caller’s branches alone, and for who may see money', async () => {
  const foreign = await get({ side: 'RECEIVABLE', party: String(book.lon.reinsured) });
  expect(foreign.body.data).toEqual([]);
  expect((await get({ side: 'RECEIVABLE' }, 'underwriter.nbo')).status).toBe(403);
});

test('another day beside an ageing and a trial balance, with the difference; a party that owes nothing any more stays', async () => {
  const { body } = await t.call('manager.nbo', 'GET /api/sca/v1/receivable/ageingoverviewreport', {
    query: { asat: '2026-03-01', beside: '2026-04-10' },
  });
  expect(body.data).toMatchObject([{ total: '0.00', beside: '262500.00', change: '-262500.00' }]);
  const trial = await t.call('manager.nbo', 'GET /api/sca/v1/trialbalance/items', {
    query: { to: '2026-04-10', beside: '2026-04-09' },
  });
  const cash = (trial.body.data as Record<string, string>[]).find(({ account_name: name }) => name === 'Client bank');
  expect(cash).toMatchObject({ closing: '300000.00', beside: '0.00', change: '300000.00' });
  const csv = await t.call('manager.nbo', 'GET /api/sca/v1/receivable/ageingoverviewreport', {
    query: { beside: '2026-04-09', format: 'csv' },
  });
  expect(csv.bytes.toString()).toContain('At the other day,Difference');
  const plain = await t.call('manager.nbo', 'GET /api/sca/v1/receivable/ageingoverviewreport', {
    query: { format: 'csv' },
  });
  expect(plain.bytes.toString()).not.toContain('At the other day');
});

test('what securities are owed beside another day has its total in each currency of either day', async () => {
  const { body } = await t.call('manager.nbo', 'GET /api/sca/v1/paymentvoucher/ageingoverviewreport', {
    query: { asat: '2026-03-01', beside: '2026-04-10' },
  });
  expect(body.data.length).toBeGreaterThan(0);
  for (const { currency, total } of body.data) expect([currency, total]).toEqual(['KES', '0.00']);
  expect(body.totals).toMatchObject([{ currency: 'KES', total: '0.00' }]);
});

test('outstanding beside another day is the ageing beside it', async () => {
  const of = async (path: string, query: Record<string, string>) =>
    (await t.call('manager.nbo', `GET /api/sca/v1/receivable/${path}`, { query })).body;
  for (const query of [
    { asat: '2026-03-01', beside: '2026-04-10' },
    { asat: '2026-04-10', beside: 'month_end' },
    { asat: '2026-04-10', beside: 'last_year' },
  ]) {
    const [owed, aged] = [await of('facultativereport', query), await of('ageingoverviewreport', query)];
    const picked = (rows: Record<string, string>[], total: string) =>
      rows.map((row) => [row['currency'], row[total], row['beside'], row['change']]);
    expect(picked(owed.data, 'owed')).toEqual(picked(aged.data, 'total'));
    expect(owed.data).not.toEqual([]);
  }
  expect((await of('facultativereport', {})).data).toMatchObject([{ beside: null, change: null }]);
  const csv = await t.call('manager.nbo', 'GET /api/sca/v1/receivable/facultativereport', {
    query: { beside: 'month_end', format: 'csv' },
  });
  expect(csv.bytes.toString()).toContain('At the other day,Difference');
});
