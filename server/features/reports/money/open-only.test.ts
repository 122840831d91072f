import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, type Book, makeBook } from '../../../testing/factories.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../../receipts/receipts.factories.ts';
import { PV, voucherCalls } from '../../vouchers/vouchers.factories.ts';

let t: TestApp;
let book: Book;
const { savePremium, through } = voucherCalls(() => t);

// Of two policies that A carries the first is paid, and A is paid for it; of B nothing is paid.
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  const paid = await approvedPolicy(t, book);
  await approvedPolicy(t, book);
  const { id: note } = await debitNoteOf(t, paid);
  const allocations = [{ note, amount: '562500.00' }];
  await approvedReceipt(t, exampleReceipt(book, { receiptAmount: '562500.00', allocations }));
  const { status } = await through(await savePremium(book.a, '218750.00'));
  expect(status).toBe(200);
});
afterAll(() => t?.close());

const statement = async (query: Record<string, string | number>) => {
  const { status, body } = await t.call('accountant.nbo', `GET ${PV}/securityreport`, { query });
  expect([status, status === 200 ? '' : body]).toEqual([200, '']);
  return body;
};
type Row = Record<string, string>;
const FIGURES = ['amount', 'released', 'paid', 'balance'];
const figures = (rows: Row[]) => rows.map((row) => FIGURES.map((name) => row[name]));
const OPEN = ['218750.00', '0.00', '0.00', '218750.00'];

test('a statement of a security is of its open notes alone where that is asked for, and its totals are theirs', async () => {
  const all = await statement({ param: book.a });
  expect(figures(all.data)).toEqual([['218750.00', '218750.00', '218750.00', '0.00'], OPEN]);
  expect(figures(all.totals)).toEqual([['437500.00', '218750.00', '218750.00', '218750.00']]);
  const open = await statement({ param: book.a, open: 'only' });
  expect([figures(open.data), figures(open.totals)]).toEqual([[OPEN], [OPEN]]);
  const ofClass = await statement({ param: book.a, open: 'only', class: open.data[0].class });
  expect([figures(ofClass.data), figures(ofClass.totals)]).toEqual([[OPEN], [OPEN]]);
  expect((await statement({ param: 'ALL', open: 'only' })).data).toHaveLength(5);
});

test('a file of it has the same rows, and says so', async () => {
  const query = { param: book.a, open: 'only', format: 'xlsx' };
  const { bytes } = await t.call('accountant.nbo', `GET ${PV}/securityreport`, { query });
  const { sheets } = await readXlsx(bytes);
  expect(sheets[0]?.rows).toHaveLength(2);
});

test('on an earlier day it is of what was open then', async () => {
  t.clock.set('2026-04-10T08:00:00Z');
  const { status } = await through(await savePremium(book.b, '175000.00', { bank_date: '2026-04-10' }));
  expect(status).toBe(200);
  const ofB = async (asat: string) => figures((await statement({ param: book.b, open: 'only', asat })).data);
  const waits = ['175000.00', '0.00', '0.00', '175000.00'];
  expect(await ofB('2026-04-10')).toEqual([waits]);
  expect(await ofB('2026-03-31')).toEqual([['175000.00', '175000.00', '0.00', '175000.00'], waits]);
});
