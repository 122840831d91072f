import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { approvedPolicy, makeBook, userId, type Book } from '../../testing/factories.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { testAppsOn, type TestApp } from '../../testing/testApp.ts';
import { dollarPolicy } from '../closing/closing.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../receipts/receipts.factories.ts';
import { mailedViewCalls } from './mailed.factories.ts';

const OVERVIEW = 'receivable/ageingoverviewreport';
const OUTSTANDING = 'receivable/facultativereport';
let t: TestApp;
let small: Book;
let policy: number;
let [manager, accountant, cashier]: number[] = [];

// The first reinsured by name owes 562,500.00 shillings, the second 10,000.00 dollars, which is more in base.
const open = testAppsOn(async (laid) => {
  small = await makeBook(laid);
  policy = await approvedPolicy(laid, small);
  await dollarPolicy(laid, await makeBook(laid, ' Two'));
  [manager, accountant, cashier] = await Promise.all(
    ['manager.nbo', 'accountant.nbo', 'cashier.nbo'].map((who) => userId(laid, who)),
  );
});
const { mails, viewOf, mailed, record, on, sheetOf } = mailedViewCalls(() => t);
beforeEach(async () => {
  t = await open();
  mails.length = 0;
});
afterEach(() => t?.close());

/** Has a view of a report mailed to the manager, each day from 1 April on; gives the id of its schedule. */
async function scheduled(view: Record<string, unknown>, changes: Record<string, unknown> = {}): Promise<number> {
  const daily = { every: 'DAY', first_on: '2026-04-01', users: [manager], ...changes };
  const { status, body } = await mailed(await viewOf({ name: 'Owed', ...view }), daily);
  expect([status, body]).toEqual([200, expect.objectContaining({ id: expect.any(Number) })]);
  return body.id;
}
/** The rows of the last file by the names of their columns, as text. */
async function rowsOf(name: string): Promise<Record<string, string>[]> {
  const [head = [], ...rows] = await sheetOf(name);
  return rows.map((row) => Object.fromEntries(head.map((title, place) => [String(title), String(row[place] ?? '')])));
}
const sendings = async (id: number) =>
  (await record(id, 'root')).sendings.map((one: { user: { name: string }; status: string; message: string | null }) =>
    [one.user.name, one.status, one.message ?? ''].join(' ').trim(),
  );
const paid = async () => {
  t.clock.set('2026-04-10T08:00:00.000Z');
  const { id: note } = await debitNoteOf(t, policy);
  const cash = { dateOfIssue: '2026-04-10', receiptAmount: '562500.00' };
  await approvedReceipt(t, exampleReceipt(small, { ...cash, allocations: [{ note, amount: '562500.00' }] }));
};

test('a view beside another day, at closing rates, leaves with both of its day, and in its order', async () => {
  await scheduled({ list: OVERVIEW, query: 'beside=month_end&rates=closing&sort=total%2Cdesc' });
  await scheduled({ list: OVERVIEW, name: 'By name', query: 'beside=2026-02-28&sort=party%2Casc' });
  await on('2026-04-01');
  const first = await rowsOf('Owed');
  expect(first.map((row) => [row['Reinsured'], row['Currency'], row['Total'], row['At the other day']])).toEqual([
    ['Savannah Insurance Two', 'USD', '10000', '10000'],
    ['Savannah Insurance', 'KES', '562500', '562500'],
  ]);
  // At the rate of 31 March.
  expect(first.map((row) => [row['Closing rate'], row['Total at closing rates (KES)']])).toEqual([
    ['129.9', '1299000'],
    ['1', '562500'],
  ]);
  const named = await rowsOf('By name');
  expect(named.map((row) => [row['Reinsured'], row['At the other day'], row['Difference']])).toEqual([
    ['Savannah Insurance', '0', '562500'],
    ['Savannah Insurance Two', '0', '10000'],
  ]);
  expect(Object.keys(named[0] ?? {})).not.toContain('Closing rate');
  // The end of the month before, and the rate, are those of the day on which it leaves.
  await paid();
  await on('2026-05-01');
  const later = await rowsOf('Owed');
  expect(later.map((row) => [row['Reinsured'], row['Total'], row['At the other day'], row['Closing rate']])).toEqual([
    ['Savannah Insurance Two', '10000', '10000', '130.5'],
  ]);
});

test.each([
  ['period=start', '1990-01-01'],
  ['to=2027-03-31', '1990-01-01'],
  ['period=year', '2027-01-01'],
  ['', '2027-01-01'],
])('brokerage of “%s” leaves with what its page shows', async (query, from) => {
  const address = new URLSearchParams(query);
  // What the page asks: of a period that begins nowhere its last day alone.
  const asked: Record<string, string> = from === '1990-01-01' ? {} : { from };
  const page = await t.call('manager.nbo', 'GET /api/sca/v1/underwriting/brokerage', {
    query: { by: 'class', to: '2027-03-31', ...asked },
  });
  expect(page.body).toMatchObject({ from, to: '2027-03-31' });
  address.set('by', 'class');
  await scheduled(
    { list: 'underwriting/brokerage', name: 'Brokerage', query: address.toString() },
    { first_on: '2027-03-31' },
  );
  await on('2027-03-31');
  const rows = await rowsOf('Brokerage');
  expect(rows.map((row) => [row['Currency'], Number(row['Noted'])])).toEqual(
    page.body.data.map((row: { currency: string; noted: string }) => [row.currency, Number(row.noted)]),
  );
  expect(rows.some((row) => Number(row['Noted']) > 0)).toBe(from === '1990-01-01');
});

test('on paper its head says the other day and the rates', async () => {
  await scheduled({ list: OUTSTANDING, query: 'beside=month_end&rates=closing&sort=owed%2Cdesc' }, { format: 'pdf' });
  await on('2026-04-01');
  const [mail] = mails;
  const text = readPdfText(Buffer.from(mail?.attachments?.[0]?.bytes ?? [])).replace(/\s+/g, ' ');
  expect(text).toContain('Beside 31 Mar 2026');
  expect(text).toContain('USD 129.9 of 31 Mar 2026');
  expect(text).toContain('1,299,000.00');
  expect(text).toContain('Difference');
});

test('at closing rates without a rate it does not leave, and says which is missing', async () => {
  const id = await scheduled({ list: OVERVIEW, query: 'rates=closing' }, { first_on: '2026-04-09' });
  await on('2026-04-09');
  expect(mails).toEqual([]);
  const [sending] = await sendings(id);
  expect(sending).toMatch(/^manager\.nbo REFUSED .*USD/);
});

test('rights are asked at its making and as it leaves, whatever it is beside', async () => {
  const query = 'beside=month_end&rates=closing&sort=owed%2Cdesc';
  const id = await scheduled({ list: OUTSTANDING, query }, { users: [manager, accountant, cashier] });
  await on('2026-04-01', '09', () => t.ownerPool.query('delete from user_roles where user_id = $1', [accountant]));
  expect(mails.map(({ to }) => String(to))).toEqual(['manager.nbo@slipway.test']);
  expect((await sendings(id)).toSorted()).toEqual([
    'accountant.nbo REFUSED They may no longer see this list here.',
    'cashier.nbo REFUSED They may no longer see this list here.',
    'manager.nbo SENT',
  ]);
});

test('only where it is not empty: a row that is gone since the other day counts; without that day, or once both are empty, nothing leaves', async () => {
  await paid();
  const schedule = { not_empty: true, first_on: '2026-04-11' };
  const query = `param=${small.reinsured}&open=only`;
  const list = 'facultativereportitem';
  const alone = await scheduled({ list, name: 'Alone', query }, schedule);
  const beside = await scheduled({ list, name: 'Beside', query: `beside=month_end&${query}` }, schedule);
  await on('2026-04-11');
  expect([await sendings(alone), await sendings(beside)]).toEqual([
    ['manager.nbo EMPTY It showed nothing on this day.'],
    ['manager.nbo SENT'],
  ]);
  expect((await rowsOf('Beside')).map((row) => [row['Balance'], row['At the other day'], row['Difference']])).toEqual([
    ['0', '562500', '-562500'],
  ]);
  await on('2026-05-01');
  expect((await sendings(beside))[0]).toBe('manager.nbo EMPTY It showed nothing on this day.');
});

test('an order, a day or rates that its report does not have are not mailed', async () => {
  for (const query of ['sort=beside%2Cdesc', 'beside=someday', 'rates=booked-then', 'sort=owed%2Cdesc']) {
    const { status, body } = await mailed(await viewOf({ list: OVERVIEW, name: query, query }), {
      users: [manager],
    });
    expect([query, status, body.errors?.[0]?.field]).toEqual([query, 400, 'view']);
  }
});

test('a view of an ageing from before it had an order says the one in which it was seen, and its copies leave in it', async () => {
  const before: [list: string, query: string, after: string][] = [
    [OVERVIEW, '', 'sort=total%2Cdesc'],
    [OVERVIEW, 'beside=month_end', 'beside=month_end&sort=total%2Cdesc'],
    [OVERVIEW, 'sort=party%2Casc', 'sort=party%2Casc'],
    [OVERVIEW, 'asat=2026-03-31&sort=unallocated%2Cdesc', 'asat=2026-03-31&sort=unallocated%2Cdesc'],
    // A column by which parties had an order on the screen, and have none any more.
    [OVERVIEW, 'beside=month_end&sort=beside%2Cdesc', 'beside=month_end&sort=total%2Cdesc'],
    [OVERVIEW, 'sort=returns%2Cdesc&tab=x', 'sort=total%2Cdesc&tab=x'],
    ['paymentvoucher/ageingoverviewreport', 'sort=returns%2Cdesc', 'sort=returns%2Cdesc'],
    ['paymentvoucher/ageingoverviewreport', 'released=true', 'released=true&sort=total%2Cdesc'],
    [OUTSTANDING, 'beside=month_end', 'beside=month_end'],
    ['underwriting/items', 'sort=id%2Cdesc', 'sort=id%2Cdesc'],
  ];
  const ids = [];
  for (const [place, [list, query]] of before.entries()) ids.push(await viewOf({ list, name: `View ${place}`, query }));
  const id = await scheduled({ list: OVERVIEW, query: '' });
  const paused = await scheduled({ list: OVERVIEW, name: 'Paused', query: 'rates=closing' });
  await t.ownerPool.query(`update view_schedules set query = 'sort=beside%2Cdesc', status = 'PAUSED' where id = $1`, [
    paused,
  ]);
  const migration = path.join(import.meta.dirname, '../../platform/db/migrations/355_views_say_their_order.sql');
  await t.ownerPool.query(await readFile(migration, 'utf8'));
  const { rows } = await t.ownerPool.query<{ query: string }>(
    'select query from saved_views where id = any($1) order by id',
    [ids],
  );
  expect(rows.map(({ query }) => query)).toEqual(before.map(([, , after]) => after));
  const { rows: copies } = await t.ownerPool.query<{ query: string }>(
    'select query from view_schedules where id = any($1)',
    [[id, paused]],
  );
  expect(copies.map(({ query }) => query)).toEqual(['sort=total%2Cdesc', 'sort=total%2Cdesc']);
  await on('2026-04-01');
  expect((await rowsOf('Owed')).map((row) => row['Reinsured'])).toEqual([
    'Savannah Insurance Two',
    'Savannah Insurance',
  ]);
});

test('a tax return with one tax chosen leaves with the documents of that tax, as its page exports them; one from before as well', async () => {
  const RETURN = 'taxes/return';
  const DOCUMENTS = 'taxes/return/documents';
  const tax = (await t.ownerPool.query(`select id from taxes where code = 'WHT'`)).rows[0].id;
  const query = `period=year&tax=${tax}`;
  await scheduled({ list: DOCUMENTS, query });
  const before = await viewOf({ list: RETURN, name: 'Of before', query });
  const whole = await viewOf({ list: RETURN, name: 'Whole', query: 'period=year' });
  for (const id of [before, whole])
    expect((await t.call('manager.nbo', 'PUT /api/sca/v1/view/opens', { body: { id, opens: true } })).status).toBe(200);
  await t.call('accountant.nbo', 'PUT /api/sca/v1/view/opens', { body: { id: before, opens: true } });
  await scheduled({ list: RETURN, name: 'Mailed before', query });
  await scheduled({ list: RETURN, name: 'Mailed whole', query: 'period=year' });
  const migration = path.join(import.meta.dirname, '../../platform/db/migrations/381_views_of_taxed_documents.sql');
  await t.ownerPool.query(await readFile(migration, 'utf8'));
  const { rows } = await t.ownerPool.query(`select name, list from saved_views where name <> 'Owed' order by id`);
  expect(rows).toEqual([
    { name: 'Of before', list: DOCUMENTS },
    { name: 'Whole', list: RETURN },
    { name: 'Mailed before', list: DOCUMENTS },
    { name: 'Mailed whole', list: RETURN },
  ]);
  expect((await t.ownerPool.query('select view_id from opening_views')).rows).toEqual([{ view_id: whole }]);
  await on('2026-04-01');
  const page = await t.call('manager.nbo', `GET /api/sca/v1/${DOCUMENTS}`, {
    query: { from: '2026-01-01', to: '2026-04-01', tax },
  });
  const taxed = page.body.data.map((row: { policy: { name: string }; premium: string }) => [
    row.policy.name,
    Number(row.premium),
  ]);
  expect(taxed).toHaveLength(1);
  for (const name of ['Owed', 'Mailed before'])
    expect((await rowsOf(name)).map((row) => [row['Policy'], Number(row['Amount taxed'])])).toEqual(taxed);
  expect((await rowsOf('Mailed whole')).map((row) => Object.keys(row))).toEqual([expect.arrayContaining(['To remit'])]);
});

test('the mail says of which days its file is', async () => {
  await scheduled({ list: OVERVIEW, name: 'Then', query: 'asat=2026-03-15' });
  await scheduled({ list: 'trialbalance/items', name: 'Month', query: 'period=last-month' });
  await on('2026-04-01');
  const said = mails.map(({ subject, text, attachments }) => [subject, text.split('\n')[0], attachments?.[0]?.name]);
  expect(said).toEqual([
    ['Then, 15 Mar 2026', '“Then” as at 15 Mar 2026 is attached.', 'ageing-2026-03-15.xlsx'],
    [
      'Month, 1 Mar 2026 to 31 Mar 2026',
      '“Month” of 1 Mar 2026 to 31 Mar 2026 is attached.',
      'trial-balance-2026-03-01-to-2026-03-31.xlsx',
    ],
  ]);
});
