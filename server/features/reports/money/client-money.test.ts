import { afterEach, beforeEach, expect, test } from 'vitest';
import { approvedPolicy, type Book, confirmedAccounts, makeBook } from '../../../testing/factories.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { approvedClaim, approvedMovement, invoicesOf } from '../../claims/claims.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../../receipts/receipts.factories.ts';
import { PV, voucherCalls } from '../../vouchers/vouchers.factories.ts';

const MONEY = '/api/sca/v1/clientmoney';
let t: TestApp;
let book: Book;
const calls = voucherCalls(() => t);
beforeEach(async () => {
  t = await testApp();
  book = await makeBook(t);
  await confirmedAccounts(t, [book.reinsured]);
});
afterEach(() => t?.close());

const at = async (query: Record<string, string> = {}, who = 'accountant.nbo') =>
  (await t.call(who, `GET ${MONEY}/items`, { query })).body.data;
const ahead = async (query: Record<string, string> = {}) =>
  (await t.call('accountant.nbo', `GET ${MONEY}/paidahead`, { query })).body.data;
const NOTHING = {
  branch: 'NBO',
  currency: 'KES',
  unallocated: '0.00',
  premiums: '0.00',
  claims: '0.00',
  fees: '0.00',
  short: '0.00',
  charges: '0.00',
  exchanged: '0.00',
  between_branches: '0.00',
  other: '0.00',
  beside: null,
  change: null,
};

async function halfPaid(): Promise<number> {
  const policy = await approvedPolicy(t, book);
  const { id: note } = await debitNoteOf(t, policy);
  const allocations = [{ note, amount: '281250.00' }];
  return approvedReceipt(t, exampleReceipt(book, { allocations }));
}

async function paid(saved: Promise<{ body: { id: number } }>): Promise<number> {
  const made = await saved;
  const reply = await calls.through(made);
  expect([reply.status, reply.body]).toMatchObject([200, { status: 'PAID' }]);
  return made.body.id;
}

test('what came in for a note is its, less what was paid of it; cash without a note is its payer’s', async () => {
  expect(await at()).toEqual([]);
  await halfPaid();
  await approvedReceipt(t, exampleReceipt(book, { receiptAmount: '1000.00' }));
  expect(await at()).toEqual([
    {
      ...NOTHING,
      held: '282250.00',
      unallocated: '1000.00',
      premiums: '281250.00',
      required: '282250.00',
      result: '0.00',
    },
  ]);
  await paid(calls.savePremium(book.a, '109375.00'));
  expect(await at()).toMatchObject([
    { held: '172875.00', premiums: '171875.00', required: '172875.00', result: '0.00' },
  ]);
  // Beside another day, also where nothing is held on the one itself, or on the other.
  const [before, now] = ['2026-03-01', '2026-03-02'];
  expect(await at({ asat: before, beside: now })).toEqual([
    { ...NOTHING, held: '0.00', required: '0.00', result: '0.00', beside: '172875.00', change: '-172875.00' },
  ]);
  expect(await at({ asat: now, beside: before })).toMatchObject([
    { held: '172875.00', beside: '0.00', change: '172875.00' },
  ]);
});

test('a receipt that is reversed after a security was paid leaves the note short by that: named, until it is made good', async () => {
  const receipt = await halfPaid();
  await paid(calls.savePremium(book.a, '109375.00'));
  const { version } = (await t.call('manager.nbo', `GET /api/sca/v1/receivable/${receipt}`)).body;
  const body = { reason: 'Bounced', version };
  expect((await t.call('root', `PUT /api/sca/v1/receivable/reverse/${receipt}`, { body })).status).toBe(200);
  expect(await at()).toEqual([
    { ...NOTHING, held: '-109375.00', short: '-109375.00', required: '0.00', result: '-109375.00' },
  ]);
  const [note] = await ahead();
  expect(note).toMatchObject({
    kind: 'Policy',
    received: '0.00',
    paid: '109375.00',
    made_good: '0.00',
    short: '109375.00',
  });
  const policy = (await t.ownerPool.query(`select id from notes where kind = 'DN'`)).rows[0].id;
  await paid(calls.saveOther({ kind: 'MAKE_GOOD', amount: '109375.00', note: policy }));
  expect(await at()).toEqual([]);
  expect(await ahead()).toEqual([]);
});

test('a claim paid ahead by an override is short until its security pays; another claim’s money does not hide it', async () => {
  const claim = await approvedClaim(t, book);
  await approvedMovement(t, claim);
  const other = await approvedClaim(t, book);
  await approvedMovement(t, other);
  const collect = async (of: number, security: number, amount: string) => {
    const note = (await invoicesOf(t, of)).get(security);
    const allocations = [{ note: note?.id, amount }];
    return approvedReceipt(
      t,
      exampleReceipt(book, { reinsured: security, receiptType: 'CLAIM', receiptAmount: amount, allocations }),
    );
  };
  await collect(claim, book.a, '2500000.00');
  await collect(claim, book.b, '2000000.00');
  await collect(other, book.a, '2500000.00');
  const { id } = (await calls.saveOther({ kind: 'CLAIM', claim, amount: '6000000.00', override: true })).body;
  await calls.submit(id);
  await calls.decide(id, 'manager.nbo', { reason: 'C has confirmed its payment' });
  expect((await calls.pay(id)).status).toBe(200);
  expect(await at()).toEqual([
    {
      ...NOTHING,
      held: '1000000.00',
      claims: '2500000.00',
      short: '-1500000.00',
      required: '2500000.00',
      result: '-1500000.00',
    },
  ]);
  expect(await ahead()).toMatchObject([{ kind: 'Claim', matter: { id: claim }, short: '1500000.00' }]);
  await collect(claim, book.c, '1500000.00');
  expect(await at()).toMatchObject([{ held: '2500000.00', short: '0.00', result: '0.00' }]);
});

test('a past day is as it was, whatever was paid, reversed or made good since', async () => {
  const receipt = await halfPaid();
  t.clock.set('2026-03-10T08:00:00Z');
  await paid(calls.savePremium(book.a, '109375.00', { bank_date: '2026-03-10' }));
  t.clock.set('2026-03-12T08:00:00Z');
  const { version } = (await t.call('manager.nbo', `GET /api/sca/v1/receivable/${receipt}`)).body;
  await t.call('root', `PUT /api/sca/v1/receivable/reverse/${receipt}`, { body: { reason: 'Bounced', version } });
  const on = async (asat: string) =>
    (await at({ asat })).map((row: Record<string, string>) => [row['held'], row['result']]);
  expect(await on('2026-03-01')).toEqual([]);
  expect(await on('2026-03-09')).toEqual([['281250.00', '0.00']]);
  expect(await on('2026-03-11')).toEqual([['171875.00', '0.00']]);
  expect(await on('2026-03-12')).toEqual([['-109375.00', '-109375.00']]);
  expect(await ahead({ asat: '2026-03-11' })).toEqual([]);
});

test('a charge of the bank on the client account is short until its making good is paid', async () => {
  await halfPaid();
  const charge = await paid(calls.saveOther({ kind: 'BANK_CHARGE', amount: '50.00' }));
  expect(await at()).toMatchObject([{ held: '281200.00', charges: '-50.00', result: '-50.00' }]);
  const { rows } = await t.ownerPool.query(`select id, version from vouchers where follows_id = $1`, [charge]);
  const reply = await calls.through({ body: rows[0] });
  expect([reply.status, reply.body]).toMatchObject([200, { status: 'PAID' }]);
  expect(await at()).toMatchObject([{ held: '281250.00', charges: '0.00', result: '0.00' }]);
});

test('each branch its own; who sees no money reports sees none of it', async () => {
  await halfPaid();
  expect(await at({}, 'accountant.lon')).toEqual([]);
  for (const what of ['items', 'paidahead'])
    expect((await t.call('underwriter.nbo', `GET ${MONEY}/${what}`)).status).toBe(403);
  expect((await t.call('accountant.nbo', `GET ${PV}/items2`)).status).toBe(200);
});

test('as a file, too', async () => {
  await halfPaid();
  const csv = await t.call('accountant.nbo', `GET ${MONEY}/items`, { query: { format: 'csv' } });
  expect(csv.bytes.toString()).toContain('281250.00');
});
