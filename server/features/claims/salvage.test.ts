import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Book, confirmedAccounts, makeBook } from '../../testing/factories.ts';
import { journalOf } from '../../testing/journal-of.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { expectBalanced } from '../../testing/balanced.ts';
import { approvedReceipt, exampleReceipt } from '../receipts/receipts.factories.ts';
import { PV, voucherCalls } from '../vouchers/vouchers.factories.ts';
import { approvedClaim, approvedMovement, CLAIM } from './claims.factories.ts';

/** Salvage of a claim that was paid ahead of a security: what was made good for it is repaid before it has anything. C11. */
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

const read = async (claim: number) => (await t.call('manager.nbo', `GET ${CLAIM}/${claim}`)).body;
const save = (claim: number, body: Record<string, unknown>) =>
  calls.saveOther({ claim, currency: 'KES', bank_date: '2026-03-02', ...body });

async function paid(claim: number, body: Record<string, unknown>): Promise<number> {
  const saved = await save(claim, body);
  const reply = await calls.through(saved);
  expect([reply.status, reply.body]).toMatchObject([200, { status: 'PAID' }]);
  return saved.body.id;
}

const submitted = async (claim: number, body: Record<string, unknown>) =>
  calls.submit((await save(claim, body)).body.id);

/** So much comes in for a note of the claim. */
async function receive(payer: number, note: { id: number }, amount: string): Promise<void> {
  const allocations = [{ note: note.id, amount }];
  const receipt = { reinsured: payer, receiptType: 'CLAIM', receiptAmount: amount, allocations };
  await approvedReceipt(t, exampleReceipt(book, receipt));
}

type Note = { id: number; number: string; kind: string; party: { id: number }; outstanding: string };
const invoiceOf = (notes: readonly Note[], security: number): Note => {
  const invoice = notes.find((one) => one.kind === 'Claim invoice' && one.party.id === security);
  if (!invoice) throw new Error('The security has its claim invoice.');
  return invoice;
};

/** A and B paid, C's 1,500,000 was made good, the reinsured has 6,000,000; then 3,000,000 of ours is salvaged and comes in. */
async function salvaged(): Promise<{ claim: number; owed: Note }> {
  const claim = await approvedClaim(t, book);
  await approvedMovement(t, claim);
  const { notes } = await read(claim);
  await receive(book.a, invoiceOf(notes, book.a), '2500000.00');
  await receive(book.b, invoiceOf(notes, book.b), '2000000.00');
  await paid(claim, { kind: 'MAKE_GOOD', amount: '1500000.00' });
  await paid(claim, { kind: 'CLAIM', amount: '6000000.00' });
  await approvedMovement(t, claim, { type: 'SALVAGE', amount: '5000000.00' });
  const after = await read(claim);
  const note = after.notes.find((one: Note) => one.kind === 'Salvage note');
  await receive(book.reinsured, note, '3000000.00');
  return { claim, owed: invoiceOf(notes, book.c) };
}

test('each is due its part, and C’s is set against what it owes: not paid out, it repays what was made good', async () => {
  const { claim, owed } = await salvaged();
  expect((await read(claim)).salvage_due).toEqual([
    { security: { id: book.a, name: expect.any(String) }, payable: '1250000.00', against: null },
    { security: { id: book.b, name: expect.any(String) }, payable: '1000000.00', against: null },
    {
      security: { id: book.c, name: expect.any(String) },
      payable: '750000.00',
      against: { id: owed.id, name: owed.number, open: '1500000.00' },
    },
  ]);
  const out = { kind: 'SALVAGE', payee: book.c, amount: '750000.00' };
  const refused = await submitted(claim, out);
  expect([refused.status, refused.body.title]).toEqual([
    409,
    'Security C still owes KES 1,500,000.00 on this claim: set its salvage against that.',
  ]);
  const early = await submitted(claim, { kind: 'DRAW_BACK', amount: '0.01' });
  expect(early.status).toBe(409);
  const id = await paid(claim, { ...out, note: owed.id });
  expect(await journalOf(t, { kind: 'voucher', id })).toEqual([
    'VOUCHER_PAID CLAIMS_RECOVERABLE 750000.00',
    'VOUCHER_PAID CLAIMS_RECOVERABLE -750000.00',
  ]);
  const shown = await read(claim);
  expect(invoiceOf(shown.notes, book.c).outstanding).toBe('750000.00');
  expect(shown.figures.made_good).toBe('750000.00');
  await paid(claim, { kind: 'DRAW_BACK', amount: '750000.00' });
  expect((await submitted(claim, { kind: 'DRAW_BACK', amount: '0.01' })).status).toBe(409);
  // C pays the rest, which is the firm's too.
  await receive(book.c, owed, '750000.00');
  await paid(claim, { kind: 'DRAW_BACK', amount: '750000.00' });
  expect((await read(claim)).salvage_due.map((one: { payable: string }) => one.payable)).toEqual([
    '1250000.00',
    '1000000.00',
  ]);
});

test('A, who owes nothing, is paid; and one that was set against is open again once it is reversed', async () => {
  const { claim, owed } = await salvaged();
  await paid(claim, { kind: 'SALVAGE', payee: book.a, amount: '1250000.00' });
  const id = await paid(claim, { kind: 'SALVAGE', payee: book.c, amount: '750000.00', note: owed.id });
  const { version } = (await t.call('manager.nbo', `GET ${PV}/${id}`)).body;
  const reversed = await t.call('root', `PUT ${PV}/reverse/${id}`, { body: { reason: 'By mistake', version } });
  expect(reversed.body.status).toBe('REVERSED');
  const { notes, salvage_due: due } = await read(claim);
  expect(invoiceOf(notes, book.c).outstanding).toBe('1500000.00');
  expect(due.map((one: { payable: string }) => one.payable)).toEqual(['1000000.00', '750000.00']);
});

test('it is set against an open claim invoice of that security on this claim, and nothing else', async () => {
  const { claim } = await salvaged();
  const { notes } = await read(claim);
  const other = await approvedClaim(t, book);
  await approvedMovement(t, other);
  const elsewhere = invoiceOf((await read(other)).notes, book.c);
  for (const note of [invoiceOf(notes, book.a).id, elsewhere.id, 999_999]) {
    const { status, body } = await save(claim, { kind: 'SALVAGE', payee: book.c, amount: '1.00', note });
    expect([status, body.errors[0].field]).toEqual([400, 'note']);
  }
});
