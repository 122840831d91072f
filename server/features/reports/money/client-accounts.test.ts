import { afterEach, beforeEach, expect, test } from 'vitest';
import { codeOf } from '../../../testing/chart.ts';
import { approvedPolicy, makeBook, type Book } from '../../../testing/factories.ts';
import { expectExplained } from '../../../testing/client-money.ts';
import { testAppsOn, type TestApp } from '../../../testing/testApp.ts';
import { formatAmount } from '../../../../domain/values/money.ts';
import { approvedEndorsement } from '../../endorsements/endorsements.factories.ts';
import { ourBankAccount } from '../../banks/banks.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../../receipts/receipts.factories.ts';
import { PV, voucherCalls } from '../../vouchers/vouchers.factories.ts';

const CALL = 'GET /api/sca/v1/clientmoney/accounts' as const;
let t: TestApp;
let book: Book;
let current: number;
let savings: number;
let note: number;
const { payable, savePremium, saveOther, submit, decide, pay, through } = voucherCalls(() => t);

const open = testAppsOn(async (laid) => {
  book = await makeBook(laid);
  current = await ourBankAccount(laid, { name: 'Current', number: '7001' });
  savings = await ourBankAccount(laid, { name: 'Savings', number: '7002', is_default: false });
  note = (await debitNoteOf(laid, await approvedPolicy(laid, book))).id;
});
beforeEach(async () => {
  t = await open();
});
afterEach(async () => {
  await expectExplained(t);
  await t.close();
});

const at = async (query: Record<string, string> = {}, who = 'accountant.nbo') =>
  (await t.call(who, CALL, { query })).body.data;
const received = (bank: number, allocated: string | null, changes: Record<string, unknown> = {}) => {
  const allocations = allocated === null ? [] : [{ note, amount: allocated }];
  return approvedReceipt(t, exampleReceipt(book, { bank_account: bank, allocations, ...changes }));
};
const paid = async (saved: Promise<{ body: { id: number } }>) => {
  const reply = await through(await saved);
  expect([reply.status, reply.body]).toMatchObject([200, { status: 'PAID' }]);
};

test('each account holds what came in through it, for notes and without one', async () => {
  await received(savings, '281250.00');
  await received(current, null, { receiptAmount: '1000.00' });
  expect(await at()).toMatchObject([
    {
      bank: { name: 'Current' },
      held: '1000.00',
      unallocated: '1000.00',
      premiums: '0.00',
      required: '1000.00',
      result: '0.00',
    },
    {
      bank: { name: 'Savings' },
      held: '281250.00',
      unallocated: '0.00',
      premiums: '281250.00',
      result: '0.00',
      elsewhere: '0.00',
    },
  ]);
  expect(await at({ asat: '2026-03-01' })).toEqual([]);
  expect((await t.call('accountant.lon', CALL)).body.data).toEqual([]);
  expect((await t.call('cashier.nbo', CALL)).status).toBe(403);
});

test('what a security gives back is of each note that it was paid from, one of them paid ahead', async () => {
  await received(current, '562500.00', { receiptAmount: '562500.00' });
  await paid(savePremium(book.a, '218750.00'));
  const { rows } = await t.ownerPool.query<{ id: number }>('select policy_id as id from notes where id = $1', [note]);
  const policy = rows[0]?.id ?? 0;
  await approvedEndorsement(t, policy);
  const [ahead] = (await payable(book.a)).filter(({ committed }) => committed === '0.00');
  const items = [{ item: ahead?.item, amount: ahead?.net }];
  const body = { currency: 'KES', bank_date: '2026-03-02', security: book.a, items, override: true };
  const { id } = (await t.call('accountant.nbo', `POST ${PV}/save2`, { body })).body;
  expect((await submit(id)).status).toBe(200);
  expect((await decide(id, 'manager.nbo', { reason: 'Agreed with both' })).status).toBe(200);
  expect((await pay(id)).status).toBe(200);
  await approvedEndorsement(t, policy, {
    endorsementtype: 'CANCEL_FLAT',
    sum_insured: null,
    effective_date: '2026-03-01',
  });
  const { rows: due } = await t.ownerPool.query<{ id: number; amount: bigint }>(
    `select id, amount from notes where purpose = 'RETURN' and kind = 'DN' and party_id = $1`,
    [book.a],
  );
  const amount = formatAmount((due[0]?.amount ?? 0n) - 10_000n, 'KES');
  const allocations = [{ note: due[0]?.id, amount }];
  await received(savings, null, { reinsured: book.a, receiptAmount: amount, allocations });
  expect((await at()).map((row: { short: string }) => row.short)).toEqual(['-17500.00', '17400.00']);
});

test('what was paid for a note whose money lies elsewhere is named until it is transferred', async () => {
  await received(savings, '281250.00');
  await received(current, null, { receiptAmount: '200000.00' });
  await paid(savePremium(book.a, '109375.00'));
  expect(await at()).toMatchObject([
    { bank: { name: 'Current' }, held: '90625.00', premiums: '-109375.00', elsewhere: '-109375.00', result: '0.00' },
    { bank: { name: 'Savings' }, held: '281250.00', premiums: '281250.00', elsewhere: '0.00', result: '0.00' },
  ]);
  await paid(saveOther({ kind: 'CLIENT_TRANSFER', amount: '109375.00', bank_account: savings, into_account: current }));
  expect(await at()).toMatchObject([
    {
      bank: { name: 'Current' },
      held: '200000.00',
      transferred: '109375.00',
      required: '200000.00',
      elsewhere: '0.00',
    },
    { bank: { name: 'Savings' }, held: '171875.00', transferred: '-109375.00', required: '171875.00', result: '0.00' },
  ]);
});

test('a charge and a making good are of the account that they went through', async () => {
  await received(savings, '281250.00');
  await paid(saveOther({ kind: 'BANK_CHARGE', amount: '50.00', bank_account: savings }));
  expect(await at()).toMatchObject([
    { bank: { name: 'Savings' }, held: '281200.00', charges: '-50.00', result: '-50.00' },
  ]);
  const { rows } = await t.ownerPool.query(`select id from vouchers where kind = 'MAKE_GOOD'`);
  await paid(Promise.resolve({ body: rows[0] }));
  // It goes into the account that making good is proposed for.
  expect(await at()).toMatchObject([
    { bank: { name: 'Current' }, held: '50.00', charges: '50.00', result: '50.00' },
    { bank: { name: 'Savings' }, held: '281200.00', charges: '-50.00', result: '-50.00' },
  ]);
});

test('a note settled in another currency lacks its money in the account of that currency until it is converted', async () => {
  await ourBankAccount(t, { name: 'Dollars', number: '7003', currency: 'USD' });
  await t.ownerPool.query(
    `insert into exchange_rates (currency, day, rate) values ('USD', '2026-03-02', 1301000000000)`,
  );
  const { id } = await debitNoteOf(t, await approvedPolicy(t, book, { currency: 'USD' }));
  const allocations = [{ note: id, amount: '130100.00' }];
  await approvedReceipt(t, exampleReceipt(book, { bank_account: savings, receiptAmount: '130100.00', allocations }));
  expect(await at()).toMatchObject([
    { bank: { name: 'Savings' }, held: '130100.00', exchanged: '130100.00', result: '130100.00' },
    {
      bank: { name: 'Dollars' },
      currency: 'USD',
      held: '0.00',
      premiums: '1000.00',
      exchanged: '-1000.00',
      result: '-1000.00',
    },
  ]);
  const bought = { into_currency: 'USD', into_amount: '1000.00' };
  await paid(saveOther({ kind: 'CLIENT_TRANSFER', amount: '130100.00', bank_account: savings, ...bought }));
  expect(await at()).toMatchObject([
    { bank: { name: 'Dollars' }, held: '1000.00', premiums: '1000.00', exchanged: '0.00', result: '0.00' },
  ]);
});

test.each(['csv', 'xlsx', 'pdf'])('comes as %s', async (format) => {
  await received(current, '281250.00');
  const reply = await t.call('accountant.nbo', CALL, { query: { format } });
  expect(reply.status).toBe(200);
  if (format === 'csv')
    expect(reply.bytes.toString('utf8')).toContain(`\r\nNBO,KES,Current,${codeOf('CLIENT_BANK')},281250.00,`);
});
