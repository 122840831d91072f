import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, makeBook } from '../../../testing/factories.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt, RECEIVABLE } from '../../receipts/receipts.factories.ts';
import { voucherCalls } from '../../vouchers/vouchers.factories.ts';

let t: TestApp;

beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const { savePremium, through, reverse } = voucherCalls(() => t);

async function cashPerMonth() {
  const { body } = await t.call('root', 'GET /api/sca/v1/underwriting/cumulativemetricsadmin');
  return body.months
    .slice(2, 5)
    .map(({ receipts, payments }: { receipts: string; payments: string }) => [receipts, payments]);
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
