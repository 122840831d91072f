import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectSound } from '../../../proofs/expect-sound.ts';
import { approvedPolicy, type Book, confirmedAccounts, makeBook } from '../../../testing/factories.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { approvedClaim, approvedMovement, invoicesOf } from '../../claims/claims.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../../receipts/receipts.factories.ts';
import { voucherCalls } from '../../vouchers/vouchers.factories.ts';

const MONEY = '/api/sca/v1/clientmoney';
let t: TestApp;
let book: Book;
const calls = voucherCalls(() => t);
beforeEach(async () => {
  t = await testApp();
  book = await makeBook(t);
  await confirmedAccounts(t, [book.reinsured]);
});
afterEach(async () => {
  await expectSound(t);
  await t.close();
});

type Saved = { status: number; body: { id: number } };
const FIGURES = ['held', 'required', 'short', 'result', 'other'];
const figuresOf = (row: Record<string, string>) => FIGURES.map((name) => row[name]);
const read = async (path: string, query: Record<string, string> = {}) =>
  (await t.call('accountant.nbo', `GET ${MONEY}/${path}`, { query })).body.data;
async function at(query: Record<string, string> = {}): Promise<unknown> {
  const [own, accounts] = [await read('items', query), await read('accounts', query)];
  // The one account of the currency says the same.
  expect(accounts.map(figuresOf)).toEqual(own.map(figuresOf));
  return own.map(figuresOf)[0];
}
const ahead = (query: Record<string, string> = {}) => read('paidahead', query);

async function paidAhead(saved: Promise<Saved>): Promise<void> {
  const { body } = await saved;
  await calls.submit(body.id);
  expect((await calls.decide(body.id, 'manager.nbo', { reason: 'The payee insists' })).status).toBe(200);
  expect((await calls.pay(body.id)).status).toBe(200);
}
async function paid(saved: Promise<Saved>): Promise<void> {
  expect((await calls.through(await saved)).status).toBe(200);
}
const collect = (reinsured: number, note: number, amount: string) =>
  approvedReceipt(t, exampleReceipt(book, { reinsured, receiptAmount: amount, allocations: [{ note, amount }] }));

/** A claim of which A and B have paid 4,500,000, and the reinsured was paid 6,000,000. C6. */
async function claimPaidAhead(): Promise<number> {
  const claim = await approvedClaim(t, book);
  await approvedMovement(t, claim);
  const invoices = await invoicesOf(t, claim);
  await collect(book.a, invoices.get(book.a)?.id ?? 0, '2500000.00');
  await collect(book.b, invoices.get(book.b)?.id ?? 0, '2000000.00');
  await paidAhead(calls.saveOther({ kind: 'CLAIM', claim, amount: '6000000.00', override: true }));
  return claim;
}

test('what a security was paid ahead is short, whatever lies there for others of the note, until more comes in or it is made good', async () => {
  const { id: note } = await debitNoteOf(t, await approvedPolicy(t, book));
  await collect(book.reinsured, note, '281250.00');
  await paidAhead(calls.savePremium(book.a, '218750.00', { override: true }));
  // Half of A’s 218,750 is released; B, C, the brokerage and the tax have theirs to get.
  expect(await at()).toEqual(['62500.00', '171875.00', '-109375.00', '-109375.00', '0.00']);
  expect(await ahead()).toMatchObject([
    { received: '0.00', paid: '109375.00', made_good: '0.00', short: '109375.00', in_hand: '-109375.00' },
  ]);
  expect(await ahead({ of: 'premiums' })).toMatchObject([
    { received: '281250.00', paid: '109375.00', made_good: '0.00', in_hand: '171875.00' },
  ]);
  t.clock.set('2026-03-09T08:00:00.000Z');
  await paid(calls.saveOther({ kind: 'MAKE_GOOD', note, amount: '9375.00', bank_date: '2026-03-09' }));
  expect(await at()).toEqual(['71875.00', '171875.00', '-100000.00', '-100000.00', '0.00']);
  expect(await ahead()).toMatchObject([{ paid: '109375.00', made_good: '9375.00', short: '100000.00' }]);
  await approvedReceipt(
    t,
    exampleReceipt(book, {
      dateOfIssue: '2026-03-09',
      receiptAmount: '281250.00',
      allocations: [{ note, amount: '281250.00' }],
    }),
  );
  expect(await at()).toEqual(['353125.00', '353125.00', '0.00', '0.00', '0.00']);
  expect(await ahead()).toEqual([]);
  // A past day is as it was.
  expect(await at({ asat: '2026-03-02' })).toEqual(['62500.00', '171875.00', '-109375.00', '-109375.00', '0.00']);
  expect(await ahead({ asat: '2026-03-02' })).toMatchObject([{ paid: '109375.00', short: '109375.00' }]);
});

test('a reversal of what was paid ahead takes its shortfall back, and leaves the day before as it was', async () => {
  const { id: note } = await debitNoteOf(t, await approvedPolicy(t, book));
  await collect(book.reinsured, note, '281250.00');
  const saved = await calls.savePremium(book.a, '218750.00', { override: true });
  await paidAhead(Promise.resolve(saved));
  t.clock.set('2026-03-09T08:00:00.000Z');
  expect((await calls.reverse(saved.body.id, 4)).status).toBe(200);
  expect(await at()).toEqual(['281250.00', '281250.00', '0.00', '0.00', '0.00']);
  expect(await at({ asat: '2026-03-02' })).toEqual(['62500.00', '171875.00', '-109375.00', '-109375.00', '0.00']);
});

test('salvage that came in for the securities does not hide what the reinsured was paid ahead of C', async () => {
  const claim = await claimPaidAhead();
  expect(await at()).toEqual(['-1500000.00', '0.00', '-1500000.00', '-1500000.00', '0.00']);
  await approvedMovement(t, claim, { type: 'SALVAGE', amount: '5000000.00' });
  const { rows } = await t.ownerPool.query(
    `select id, (amount - settled)::text as open from notes where claim_id = $1 and kind = 'DN'`,
    [claim],
  );
  expect(rows[0].open).toBe('300000000');
  await collect(book.reinsured, rows[0].id, '3000000.00');
  expect(await at()).toEqual(['1500000.00', '3000000.00', '-1500000.00', '-1500000.00', '0.00']);
  expect(await ahead()).toMatchObject([{ kind: 'Claim', short: '1500000.00' }]);
});

test('a fee collected for an expert does not lessen what the reinsured was paid ahead', async () => {
  const claim = await claimPaidAhead();
  await approvedMovement(t, claim, { type: 'FEE', amount: '500000.00', payee: 'Apex Adjusters' });
  const { rows } = await t.ownerPool.query(
    `select n.id from notes n where n.claim_id = $1 and n.party_id = $2 and n.amount = 12500000`,
    [claim, book.a],
  );
  await collect(book.a, rows[0].id, '125000.00');
  expect(await at()).toEqual(['-1375000.00', '125000.00', '-1500000.00', '-1500000.00', '0.00']);
});
