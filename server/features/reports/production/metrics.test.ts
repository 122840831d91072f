import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, makeBook } from '../../../testing/factories.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { adjustmentCalls, letBear } from '../../adjustments/adjustments.factories.ts';
import { ourBankAccount } from '../../banks/banks.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt, RECEIVABLE } from '../../receipts/receipts.factories.ts';
import { voucherCalls } from '../../vouchers/vouchers.factories.ts';

let t: TestApp;

beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const { savePremium, saveOther, through, reverse } = voucherCalls(() => t);

async function cashPerMonth() {
  const { body } = await t.call('root', 'GET /api/sca/v1/underwriting/cumulativemetricsadmin');
  return body.months
    .slice(2, 5)
    .map(({ receipts, payments }: { receipts: string; payments: string }) => [receipts, payments]);
}

/** Journal lines behind one side of the cash of March to May. */
async function behind(part: 'CLIENT_IN' | 'CLIENT_OUT') {
  const query = { part, from: '2026-03-01', to: '2026-05-31' };
  const { body } = await t.call('root', 'GET /api/sca/v1/ledger/items', { query });
  return body.data.map(
    (row: { base_debit: string | null; base_credit: string | null }) => row.base_debit ?? `-${row.base_credit}`,
  );
}

test('a reversal takes off its own side, in the month of the reversal', async () => {
  const book = await makeBook(t);
  const policy = await approvedPolicy(t, book);
  const { id: note } = await debitNoteOf(t, policy);
  await approvedReceipt(t, exampleReceipt(book, { allocations: [{ note, amount: '281250.00' }] }));
  const wrong = await approvedReceipt(t, exampleReceipt(book, { receiptAmount: '1000.00' }));
  const saved = await savePremium(book.a, '109375.00');
  await through(saved);
  expect(await cashPerMonth()).toEqual([
    ['282250.00', '109375.00'],
    ['0.00', '0.00'],
    ['0.00', '0.00'],
  ]);
  t.clock.set('2026-04-10T08:00:00Z');
  expect((await reverse(saved.body.id, 4)).status).toBe(200);
  await t.call('manager.nbo', `PUT ${RECEIVABLE}/reverse/${wrong}`, { body: { version: 3, reason: 'Not ours' } });
  expect(await cashPerMonth()).toEqual([
    ['282250.00', '109375.00'],
    ['-1000.00', '-109375.00'],
    ['0.00', '0.00'],
  ]);
});

test('what moves between accounts of ours is neither a receipt nor a payment, nor is its reversal', async () => {
  const savings = await ourBankAccount(t, { name: 'Clients call', number: '7002', is_default: false });
  const before = await cashPerMonth();
  const bank_date = '2026-04-10';
  const transfer = await saveOther({ kind: 'CLIENT_TRANSFER', amount: '500.00', into_account: savings, bank_date });
  expect((await through(transfer)).status).toBe(200);
  const drawing = await saveOther({ kind: 'DRAWING', amount: '700.00', bank_date });
  expect((await through(drawing)).status).toBe(200);
  expect(await cashPerMonth()).toEqual(before);
  t.clock.set('2026-05-04T08:00:00Z');
  for (const { body } of [transfer, drawing]) expect((await reverse(body.id, 4)).status).toBe(200);
  expect(await cashPerMonth()).toEqual(before);
  expect([await behind('CLIENT_IN'), await behind('CLIENT_OUT')]).toEqual([
    ['-1000.00', '1000.00', '281250.00'],
    ['109375.00', '-109375.00'],
  ]);
});

test('what the firm makes good of a small difference is no receipt, nor is its reversal a payment', async () => {
  await letBear(t, 'KES', 1000n);
  t.clock.set('2026-03-02T08:00:00Z');
  const book = await makeBook(t, ' 2');
  const { id: note } = await debitNoteOf(t, await approvedPolicy(t, book));
  const received = { receiptAmount: '562496.80', allocations: [{ note, amount: '562496.80' }] };
  await approvedReceipt(t, exampleReceipt(book, received));
  const before = [await cashPerMonth(), await behind('CLIENT_IN'), await behind('CLIENT_OUT')];
  const adjustments = adjustmentCalls(() => t);
  const written = await adjustments.through({ note, kind: 'WRITE_OFF', amount: '3.20', reason: 'Bank rounding' });
  expect(written.status).toBe(200);
  expect([await cashPerMonth(), await behind('CLIENT_IN'), await behind('CLIENT_OUT')]).toEqual(before);
  t.clock.set('2026-05-04T08:00:00Z');
  expect((await adjustments.reverse(written.id, written.body.version)).status).toBe(200);
  expect([await cashPerMonth(), await behind('CLIENT_IN'), await behind('CLIENT_OUT')]).toEqual(before);
});

test('to date is beside last year to the same day, on a month’s last day to that of the month then', async () => {
  t.clock.set('2029-02-28T08:00:00Z');
  const { body } = await t.call('root', 'GET /api/sca/v1/underwriting/cumulativemetrics');
  expect([body.year.to, body.last_year.to]).toEqual(['2029-02-28', '2028-02-29']);
});
