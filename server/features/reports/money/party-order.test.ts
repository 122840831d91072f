import { afterAll, beforeAll, expect, test } from 'vitest';
import { BY_NAME } from '../../../../domain/reports/party-order.ts';
import { approvedPolicy, makeBook } from '../../../testing/factories.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { londonPolicy } from '../test-book.ts';

const OVERVIEW = 'receivable/ageingoverviewreport';
const PAYABLE = 'paymentvoucher/ageingoverviewreport';
const OUTSTANDING = 'receivable/facultativereport';
type Query = Record<string, string>;
type Row = { party?: { name: string }; reinsured?: { name: string }; currency: string };
const nameOf = ({ party, reinsured }: Row): string => (party ?? reinsured)?.name ?? '';
let t: TestApp;

// Of three reinsureds the second owes twice as much as the first, and the third owes less of another currency, which is more in base.
beforeAll(async () => {
  t = await testApp();
  const [one, two, three] = [await makeBook(t), await makeBook(t, ' Two'), await makeBook(t, ' Three')];
  await approvedPolicy(t, one);
  await approvedPolicy(t, two);
  await approvedPolicy(t, two);
  await t.ownerPool.query(
    `insert into exchange_rates (currency, day, rate) values ('USD', '2026-03-01', 1300000000000)`,
  );
  await londonPolicy(t, three, { sum_insured: '50000000.00' });
});
afterAll(() => t?.close());

const get = (path: string, query: Query) => t.call('root', `GET /api/sca/v1/${path}`, { query });
const names = async (path: string, query: Query): Promise<string[]> => {
  const { status, body } = await get(path, query);
  expect([status, status === 200 ? '' : body]).toEqual([200, '']);
  return body.data.map((row: Row) =>
    nameOf(row)
      .replace(/^Savannah Insurance|^Security /, '')
      .trim(),
  );
};

test('by name where nothing is said, and the other way round', async () => {
  expect(await names(OVERVIEW, {})).toEqual(['', 'Three', 'Two']);
  expect(await names(OVERVIEW, { sort: 'party,asc' })).toEqual(['', 'Three', 'Two']);
  expect(await names(OVERVIEW, { sort: 'party,desc' })).toEqual(['Two', 'Three', '']);
});

test('by their totals in base where there are several currencies, at the rates that are asked for', async () => {
  expect(await names(OVERVIEW, { sort: 'total,desc' })).toEqual(['Three', 'Two', '']);
  expect(await names(OVERVIEW, { sort: 'total,asc' })).toEqual(['', 'Two', 'Three']);
  // A dollar of a shilling, and the third owes the least of all.
  await t.ownerPool.query(
    `insert into exchange_rates (currency, day, rate) values ('USD', '2026-03-02', 10000000000)
     on conflict (currency, day) do update set rate = excluded.rate`,
  );
  const closing = { sort: 'total,desc', rates: 'closing', asat: '2026-03-02' };
  expect(await names(OVERVIEW, closing)).toEqual(['Two', '', 'Three']);
  // Figures of several currencies have no order among them.
  expect(await names(OVERVIEW, { sort: 'not_due,desc' })).toEqual(['', 'Three', 'Two']);
});

test('in one currency by any figure; who has the same stays in the order of names', async () => {
  const branch = { branch: 'NBO' };
  expect(await names(OVERVIEW, { ...branch, sort: 'not_due,desc' })).toEqual(['Two', '']);
  expect(await names(OVERVIEW, { ...branch, sort: 'not_due,asc' })).toEqual(['', 'Two']);
  expect(await names(OVERVIEW, { ...branch, sort: 'over_365,desc' })).toEqual(['', 'Two']);
  const securities = await names(PAYABLE, { ...branch, sort: 'total,desc' });
  expect(securities).toEqual(['A Two', 'B Two', 'C Two', 'A', 'B', 'C']);
  expect(await names(PAYABLE, branch)).toEqual(['A', 'A Two', 'B', 'B Two', 'C', 'C Two']);
});

test('what is outstanding is by name, or by a figure in each currency by itself, whatever others there are', async () => {
  expect(await names(OUTSTANDING, {})).toEqual(['', 'Three', 'Two']);
  expect(await names(OUTSTANDING, { sort: BY_NAME })).toEqual(['', 'Three', 'Two']);
  expect(await names(OUTSTANDING, { sort: 'party,desc' })).toEqual(['Two', 'Three', '']);
  // Shillings before dollars, though the one in dollars owes the most in base.
  expect(await names(OUTSTANDING, { sort: 'owed,desc' })).toEqual(['Two', '', 'Three']);
  expect(await names(OUTSTANDING, { sort: 'balance,asc' })).toEqual(['', 'Two', 'Three']);
  expect(await names(OUTSTANDING, { sort: 'unallocated,desc' })).toEqual(['', 'Two', 'Three']);
  // Beside another day, on which nothing was owed yet, and the other way round, where nothing is owed any more.
  const [then, now] = ['2026-01-31', '2026-03-02'];
  expect(await names(OUTSTANDING, { sort: 'owed,desc', beside: then, asat: now })).toEqual(['Two', '', 'Three']);
  expect(await names(OUTSTANDING, { sort: 'owed,desc', beside: now, asat: then })).toEqual(['', 'Two', 'Three']);
});

test('its files are in the same order', async () => {
  for (const [path, sort] of [
    [OVERVIEW, 'total,desc'],
    [PAYABLE, 'total,asc'],
    [OUTSTANDING, 'party,desc'],
    [OUTSTANDING, 'owed,desc'],
  ] as const) {
    const { body } = await get(path, { sort });
    const { bytes } = await get(path, { sort, format: 'csv' });
    const rows = bytes.toString('utf8').split('\r\n').slice(1, -1);
    const written = rows.map((row) => row.split(',').slice(0, 2));
    const shown = ({ data }: { data: Row[] }) => data.map((row) => [nameOf(row), row.currency]);
    expect(written).toEqual(shown(body));
    expect(written).not.toEqual(shown((await get(path, {})).body));
  }
});

test('an order that the report does not have is refused', async () => {
  for (const sort of ['beside,desc', 'total', 'total,down', 'name,asc'])
    expect([sort, (await get(OVERVIEW, { sort })).status]).toEqual([sort, 400]);
  expect((await get(OVERVIEW, { sort: 'released,desc' })).status).toBe(400);
  expect((await get(PAYABLE, { sort: 'released,desc' })).status).toBe(200);
  for (const sort of ['total,desc', 'notes,desc', 'oldest_due_on,asc', 'owed'])
    expect([sort, (await get(OUTSTANDING, { sort })).status]).toEqual([sort, 400]);
});
