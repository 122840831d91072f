import { afterAll, beforeAll, expect, test } from 'vitest';
import { confirmedAccounts, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedClaim, approvedMovement, invoicesOf } from '../claims/claims.factories.ts';
import { approvedReceipt, exampleReceipt } from '../receipts/receipts.factories.ts';
import { PV, voucherCalls } from '../vouchers/vouchers.factories.ts';
import { mt940, ourBankAccount, readFile } from './banks.factories.ts';

const API = '/api/sca/v1';
const NUMBER = '0100200371';
const calls = voucherCalls(() => t);
let t: TestApp;
let book: Book;
let account: number;
beforeAll(async () => {
  t = await testApp();
  account = await ourBankAccount(t, { number: NUMBER });
  book = await makeBook(t);
  await confirmedAccounts(t, [book.reinsured]);
});
afterAll(() => t.close());

const receive = (payer: number, note: number, amount: string) =>
  approvedReceipt(
    t,
    exampleReceipt(book, {
      reinsured: payer,
      receiptType: 'CLAIM',
      receiptAmount: amount,
      allocations: [{ note, amount }],
    }),
  );

/** An approved voucher: its id and its number. */
async function approved(body: Record<string, unknown>): Promise<{ id: number; number: string }> {
  const { id } = (await calls.saveOther(body)).body;
  await calls.submit(id);
  const decided = await calls.decide(id, 'manager.nbo', { reason: 'Agreed' });
  if (decided.status !== 200) throw new Error(JSON.stringify(decided.body));
  return { id, number: decided.body.number };
}
const payable = async () =>
  (await t.call('cashier.nbo', `GET ${API}/paymentfile/payable`, { query: { account, day: '2026-03-02' } })).body
    .vouchers;
const make = (vouchers: number[]) =>
  t.call('cashier.nbo', `POST ${API}/paymentfile/save`, { body: { account, day: '2026-03-02', vouchers } });

test('salvage that is set against what its security owes moves no bank: neither ordered nor what a line may be', async () => {
  const claim = await approvedClaim(t, book);
  await approvedMovement(t, claim);
  const invoices = await invoicesOf(t, claim);
  const invoiceOf = (security: number) => invoices.get(security)?.id ?? 0;
  await receive(book.a, invoiceOf(book.a), '2500000.00');
  await receive(book.b, invoiceOf(book.b), '2000000.00');
  await calls.through(await calls.saveOther({ claim, kind: 'MAKE_GOOD', amount: '1500000.00' }));
  await calls.through(await calls.saveOther({ claim, kind: 'CLAIM', amount: '6000000.00' }));
  await approvedMovement(t, claim, { type: 'SALVAGE', amount: '5000000.00' });
  const { rows } = await t.ownerPool.query(
    `select id from notes where claim_id = $1 and purpose = 'SALVAGE' and kind = 'DN'`,
    [claim],
  );
  await receive(book.reinsured, rows[0].id, '3000000.00');
  const salvage = { claim, kind: 'SALVAGE', amount: '750000.00' };
  const setOff = await approved({ ...salvage, payee: book.c, note: invoiceOf(book.c) });
  const paid = await approved({ ...salvage, payee: book.a });

  expect((await payable()).map((one: { id: number }) => one.id)).toEqual([paid.id]);
  expect((await make([setOff.id])).body.errors).toEqual([
    { field: 'vouchers.0', message: 'It is not paid from this account on this day, or is in a file.' },
  ]);
  const entries = [{ amount: '-750000.00', text: `/EREF/${setOff.number}/` }];
  await readFile(t, mt940({ account: NUMBER, opening: '0.00', closing: '-750000.00', entries }), { account });
  const { body } = await t.call('accountant.nbo', `GET ${API}/bankmatch/open`, { query: { account } });
  const offered = body.data.flatMap(({ proposals, by_hand: byHand }: Record<string, unknown[]>) => [
    ...(proposals ?? []),
    ...(byHand ?? []),
  ]);
  expect(offered).toMatchObject([{ key: `voucher:${paid.id}` }]);
});

test('an expert’s fee has no account, not that of the reinsured to whose order it is paid', async () => {
  const expert = 'Apex Loss Adjusters Ltd';
  const claim = await approvedClaim(t, book);
  await approvedMovement(t, claim, { type: 'FEE', amount: '500000.00', payee: expert });
  await receive(book.a, (await invoicesOf(t, claim)).get(book.a)?.id ?? 0, '125000.00');
  const { id } = (await calls.saveOther({ claim, kind: 'CLAIM', amount: '125000.00', to_order: expert })).body;
  await calls.submit(id);
  const preview = await t.call('manager.nbo', `GET ${PV}/preview/${id}`);
  expect(JSON.stringify(preview.body)).toContain(`${expert} has no confirmed KES account.`);
  expect((await calls.decide(id)).body.errors).toMatchObject([{ field: 'reason' }]);
  await calls.decide(id, 'manager.nbo', { reason: 'A known adjuster' });
  expect((await t.call('cashier.nbo', `GET ${PV}/${id}`)).body.payee_account).toBeNull();

  const why = 'It is paid to an expert, who is in no register.';
  const listed = (await payable()).find((one: { id: number }) => one.id === id);
  expect(listed).toMatchObject({ payee: expert, account: null, notice: null, why_not: why });
  expect((await make([id])).body.errors).toEqual([{ field: 'vouchers.0', message: why }]);
});
