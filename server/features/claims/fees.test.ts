import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readPdfText } from '../../testing/pdf.ts';
import { type Book, confirmedAccounts, makeBook } from '../../testing/factories.ts';
import { journalOf } from '../../testing/journal-of.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { expectBalanced } from '../../testing/balanced.ts';
import { approvedReceipt, exampleReceipt } from '../receipts/receipts.factories.ts';
import { PV, voucherCalls } from '../vouchers/vouchers.factories.ts';
import { approvedClaim, approvedMovement, CLAIM } from './claims.factories.ts';

/** Fees of experts are payable to the reinsured's order, and paid to the expert: 500,000 at 100 %, A's part 125,000. C10. */
let t: TestApp;
let book: Book;
const calls = voucherCalls(() => t);
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await confirmedAccounts(t, [book.reinsured]);
});
afterEach(async () => {
  await expectBalanced(t);
});
afterAll(() => t?.close());

const EXPERT = 'Coast Loss Adjusters';
const read = async (claim: number) => (await t.call('manager.nbo', `GET ${CLAIM}/${claim}`)).body;

/** A pays its part of one invoice of a claim, in full. */
async function paidByA(claim: number, amount: string): Promise<void> {
  const { notes } = await read(claim);
  const note = notes.find(
    (one: { party: { id: number }; outstanding: string }) => one.party.id === book.a && one.outstanding === amount,
  );
  const allocations = [{ note: note.id, amount }];
  const receipt = { reinsured: book.a, receiptType: 'CLAIM', receiptAmount: amount, allocations };
  await approvedReceipt(t, exampleReceipt(book, receipt));
}

/** A claim of which A paid its part of a call, and of a fee to the order of an expert. */
async function withFee(): Promise<number> {
  const claim = await approvedClaim(t, book);
  await approvedMovement(t, claim, { amount: '4000000.00' });
  await approvedMovement(t, claim, { type: 'FEE', amount: '500000.00', payee: EXPERT });
  await paidByA(claim, '1000000.00');
  await paidByA(claim, '125000.00');
  return claim;
}

const voucher = (claim: number, changes: Record<string, unknown>) =>
  calls.saveOther({ kind: 'CLAIM', claim, currency: 'KES', bank_date: '2026-03-02', ...changes });

test('the expert is paid from the fee alone, and the reinsured from what is its own', async () => {
  const claim = await withFee();
  expect((await read(claim)).figures).toMatchObject({
    payable: '1125000.00',
    to_order: [{ payee: EXPERT, payable: '125000.00' }],
  });
  for (const [changes, title] of [
    [{ amount: '1000000.01' }, 'Only KES 1,000,000.00 has been received for Savannah Insurance.'],
    [{ amount: '125000.01', to_order: EXPERT }, `Only KES 125,000.00 has been received for ${EXPERT}.`],
  ] as const) {
    const { body } = await voucher(claim, changes);
    const refused = await calls.submit(body.id);
    expect([refused.status, refused.body.title]).toEqual([409, title]);
  }
  const { id } = (await voucher(claim, { amount: '125000.00', to_order: EXPERT })).body;
  expect((await calls.submit(id)).status).toBe(200);
  const refused = await calls.decide(id);
  expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'reason']);
  expect((await calls.decide(id, 'manager.nbo', { reason: 'Account as on the adjuster’s invoice' })).status).toBe(200);
  expect((await calls.pay(id, 3, { reason: 'Account as on the adjuster’s invoice' })).status).toBe(200);
  expect(await journalOf(t, { kind: 'voucher', id })).toEqual([
    'VOUCHER_PAID CLAIMS_PAYABLE 125000.00',
    'VOUCHER_PAID CLIENT_BANK -125000.00',
  ]);
  const record = (await t.call('manager.nbo', `GET ${PV}/${id}`)).body;
  expect(record).toMatchObject({ payee: { id: book.reinsured }, to_order: EXPERT, payee_account: null });
  expect((await read(claim)).figures).toMatchObject({
    payable: '1000000.00',
    to_order: [{ payee: EXPERT, payable: '0.00' }],
  });
});

test('its paper names the expert, and to whose order', async () => {
  const claim = await withFee();
  const { id } = (await voucher(claim, { amount: '125000.00', to_order: EXPERT })).body;
  await calls.submit(id);
  await calls.decide(id, 'manager.nbo', { reason: 'Account as on the adjuster’s invoice' });
  const paper = await t.call('accountant.nbo', `PUT ${PV}/document`, {
    query: { id },
    headers: { accept: 'application/pdf' },
  });
  expect(readPdfText(paper.bytes).replace(/\s+/g, ' ')).toContain(`${EXPERT}, to the order of Savannah Insurance`);
});

test.each([
  ['an expert to whom nothing is payable', { to_order: 'Somebody Else' }],
  ['an expert of a set-off', { kind: 'SET_OFF', to_order: EXPERT }],
])('%s is refused', async (_what, changes) => {
  const claim = await withFee();
  const { status, body } = await voucher(claim, { amount: '1.00', ...changes });
  const faults = body.errors.map((one: { field: string; message: string }) => [one.field, one.message]);
  expect(status).toBe(400);
  expect(faults).toContainEqual(['to_order', 'Choose an expert to whom a fee of this claim is payable.']);
});
