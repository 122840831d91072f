import { expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { approvedPolicy, confirmedAccounts, type Book } from '../../testing/factories.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { together, type TestApp } from '../../testing/testApp.ts';
import { ownBooks } from '../../testing/own-books.ts';
import { adjustmentCalls } from '../adjustments/adjustments.factories.ts';
import { voucherCalls } from '../vouchers/vouchers.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt, RECEIVABLE as RV } from './receipts.factories.ts';

let t: TestApp;
let book: Book;
together(
  ownBooks(
    async (app, own) => {
      [t, book] = [app, own];
      await confirmedAccounts(t, [book.reinsured]);
    },
    { look: expectSound },
  ),
);

const { saveOther, submit, decide, pay, reverse } = voucherCalls(() => t);
const { through, reverse: takeBack } = adjustmentCalls(() => t);

/** The paper of a receipt as it counts now, and in which version. */
async function paper(id: number) {
  const of = { query: { id } };
  const { version } = (await t.call('accountant.nbo', `PUT ${RV}/receipt2`, of)).body;
  const pdf = { ...of, headers: { accept: 'application/pdf' } };
  const { bytes } = await t.call('accountant.nbo', `PUT ${RV}/receipt2`, pdf);
  return { version, bytes, text: readPdfText(bytes).replaceAll(/\s+/g, ' ') };
}

/** KES 400.00 of 1,000.00 that were received on account, as a refund that waits to be approved. */
async function refundOfPart() {
  const receipt = await approvedReceipt(t, exampleReceipt(book, { receiptAmount: '1000.00' }));
  const { id: refund } = (await saveOther({ kind: 'REFUND', receipt, amount: '400.00' })).body;
  return { receipt, refund };
}

test('a refund is on the paper from when it is paid until it is reversed: each is another issue', async () => {
  const { receipt, refund } = await refundOfPart();
  const first = await paper(receipt);
  expect(first.text).toContain('Allocated to no document.');
  for (const step of [submit, decide]) expect((await step(refund)).status).toBe(200);
  expect((await paper(receipt)).bytes).toEqual(first.bytes);
  expect((await pay(refund)).body.status).toBe('PAID');
  const refunded = await paper(receipt);
  expect(refunded.text).toMatch(/Refunded 400\.00 Unallocated 600\.00/);
  expect((await reverse(refund, 4)).status).toBe(200);
  const back = await paper(receipt);
  expect(back.text).toContain('Allocated to no document.');
  expect([refunded.version, back.version]).toEqual([first.version + 1, first.version + 2]);
  const { rows } = await t.ownerPool.query(
    `select action from audit_trail where entity = 'receipt' and action like 'refund%' order by id`,
  );
  expect(rows).toEqual([{ action: 'refunded' }, { action: 'refund_taken_back' }]);
});

test('what a refund only holds is still with us, and the paper says no other', async () => {
  const { receipt, refund } = await refundOfPart();
  expect((await submit(refund)).status).toBe(200);
  expect((await paper(receipt)).text).toContain('Allocated to no document.');
});

test('what a note came to before the receipt stays what it was when another receipt of it is taken back', async () => {
  const note = await debitNoteOf(t, await approvedPolicy(t, book));
  const settling = (amount: string) =>
    approvedReceipt(t, exampleReceipt(book, { receiptAmount: amount, allocations: [{ note: note.id, amount }] }));
  const earlier = await settling('100000.00');
  t.clock.set('2026-03-03T09:00:00Z');
  const later = await settling('200000.00');
  t.clock.set('2026-03-04T09:00:00Z');
  const { version } = (await t.call('manager.nbo', `GET ${RV}/${earlier}`)).body;
  const taken = { body: { version, reason: 'Another payer' } };
  expect((await t.call('manager.nbo', `PUT ${RV}/reverse/${earlier}`, taken)).status).toBe(200);
  expect((await paper(later)).text).toContain(`${note.number} 462,500.00 200,000.00 262,500.00`);
});

test('what a note came to before the receipt is less what a certificate paid of it, though that is taken back later', async () => {
  const note = await debitNoteOf(t, await approvedPolicy(t, book));
  const settling = (amount: string) =>
    approvedReceipt(t, exampleReceipt(book, { receiptAmount: amount, allocations: [{ note: note.id, amount }] }));
  const { rows } = await t.ownerPool.query(`select tax_id from note_parts where kind = 'TAX' and debit_note_id = $1`, [
    note.id,
  ]);
  const tax = rows[0]?.tax_id;
  const certificate = { note: note.id, kind: 'CERTIFICATE', tax, amount: '9375.00', certificate: 'C/1' };
  const { id, status, body } = await through(certificate);
  expect(status).toBe(200);
  const first = await settling('200000.00');
  expect((await paper(first)).text).toContain(`${note.number} 553,125.00 200,000.00 353,125.00`);
  expect((await takeBack(id, body.version)).status).toBe(200);
  expect((await paper(first)).text).toContain(`${note.number} 553,125.00 200,000.00 353,125.00`);
  const second = await settling('100000.00');
  expect((await paper(second)).text).toContain(`${note.number} 362,500.00 100,000.00 262,500.00`);
});
