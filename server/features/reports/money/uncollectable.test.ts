import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, type Book, makeBook } from '../../../testing/factories.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { adjustmentCalls } from '../../adjustments/adjustments.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../../receipts/receipts.factories.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let book: Book;
let policy: number;
let note: number;
let lost: { id: number };

const { through: adjust, reverse } = adjustmentCalls(() => t);

// M3: half of 562,500.00 is paid in March, the other half cannot be collected, as is said in April.
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  policy = await approvedPolicy(t, book);
  ({ id: note } = await debitNoteOf(t, policy));
  await approvedReceipt(
    t,
    exampleReceipt(book, { receiptAmount: '281250.00', allocations: [{ note, amount: '281250.00' }] }),
  );
  t.clock.set('2026-04-10T08:00:00Z');
  lost = await adjust({ note, kind: 'UNCOLLECTABLE', amount: '281250.00', day: '2026-04-10', reason: 'Wound up' });
});
afterAll(() => t?.close());

type Row = Record<string, string | null>;
const get = async (path: string, query: Record<string, string | number> = {}) =>
  (await t.call('accountant.nbo', `GET ${SCA}/${path}`, { query })).body;
const of = (row: Row) => [row['paid'], row['uncollectable'], row['balance']];

test('what cannot be collected is not what was paid: of the reinsured, of each security and of its policy', async () => {
  const statement = await get('facultativereportitem', { param: book.reinsured });
  expect(statement.data.map(of)).toEqual([['281250.00', '281250.00', '0.00']]);
  expect(statement.totals.map(of)).toEqual([['281250.00', '281250.00', '0.00']]);
  const A = ['0.00', '109375.00', '109375.00'];
  const own = await get('paymentvoucher/securityreport', { param: book.a });
  expect([own.data.map(of), own.totals.map(of)]).toEqual([[A], [A]]);
  const summary = await get('underwriting/s3', { param: book.a });
  expect([summary.data.map(of), summary.totals.map(of)]).toEqual([[A], [A]]);
  const schedule = await get('underwriting/ss', { param: policy });
  expect(schedule.data.map(of)).toEqual([A, ['0.00', '87500.00', '87500.00'], ['0.00', '60937.50', '60937.50']]);
  expect(of(schedule.total)).toEqual(['0.00', '257812.50', '257812.50']);
  const { instalments } = await get('endorsement/schedule', { policy });
  expect(instalments).toMatchObject([
    { paid: '281250.00', uncollectable: '281250.00', outstanding: '0.00', state: 'PAID' },
  ]);
});

test('a day before it was written back it is open, and what is open has nothing lost', async () => {
  const march = { asat: '2026-03-31' };
  expect((await get('facultativereportitem', { param: book.reinsured, ...march })).data.map(of)).toEqual([
    ['281250.00', '0.00', '281250.00'],
  ]);
  expect((await get('paymentvoucher/securityreport', { param: book.a, ...march })).data.map(of)).toEqual([
    ['0.00', '0.00', '218750.00'],
  ]);
  expect((await get('underwriting/s3', { param: book.a, ...march })).data.map(of)).toEqual([
    ['0.00', '0.00', '218750.00'],
  ]);
});

test('its figures open to what wrote it back, apart from what settled it', async () => {
  const moves = async (move: string) =>
    (await get('ledger/openitems', { side: 'RECEIVABLE', note, currency: 'KES', move })).data.map(
      (row: { event: string; amount: string }) => [row.event, row.amount],
    );
  expect(await moves('SETTLED')).toEqual([['ALLOCATION', '-281250.00']]);
  expect(await moves('WRITTEN_BACK')).toEqual([['UNCOLLECTABLE', '-281250.00']]);
});

/** What the report says of the brokerage, and what the dashboard and production have noted. */
async function brokerageOf(days: { from: string; to: string }) {
  const { totals } = await get('underwriting/brokerage', days);
  const { noted, uncollectable, earned, closing } = totals[0];
  const overview = await get('aggregate/dashboardbrokerageoverview', days);
  return { noted, uncollectable, earned, closing, overview: overview.base_total };
}

test('brokerage stays noted as production has it, and what of it cannot be collected is apart', async () => {
  const year = { from: '2026-01-01', to: '2026-12-31' };
  const noted = { noted: '37500.00', closing: '0.00', overview: '37500.00' };
  expect(await brokerageOf(year)).toEqual({ ...noted, uncollectable: '-18750.00', earned: '18750.00' });
  expect(await brokerageOf({ from: '2026-04-01', to: '2026-04-30' })).toEqual({
    noted: '0.00',
    uncollectable: '-18750.00',
    earned: '-18750.00',
    closing: '0.00',
    overview: '0.00',
  });
  const { data } = await get('underwriting/brokerage/lines', { ...year, currency: 'KES' });
  expect(data.map((row: Row) => [row['event'], row['noted'], row['returned'], row['uncollectable']])).toEqual([
    ['POLICY_APPROVED', '37500.00', '0.00', '0.00'],
    ['UNCOLLECTABLE', '0.00', '0.00', '-18750.00'],
  ]);
});

test('what is taken back is neither; of what is outstanding a part that was written back is known', async () => {
  expect((await reverse(lost.id, 3)).status).toBe(200);
  expect((await get('facultativereportitem', { param: book.reinsured })).data.map(of)).toEqual([
    ['281250.00', '0.00', '281250.00'],
  ]);
  await adjust({ note, kind: 'UNCOLLECTABLE', amount: '81250.00', day: '2026-04-10', reason: 'A part of it' });
  expect(await brokerageOf({ from: '2026-01-01', to: '2026-12-31' })).toMatchObject({
    noted: '37500.00',
    uncollectable: '-5416.67',
    earned: '32083.33',
  });
  const part = ['281250.00', '81250.00', '200000.00'];
  const outstanding = await get('receivable/facultativereport');
  expect([outstanding.data.map(of), outstanding.totals.map(of)]).toEqual([[part], [part]]);
});
