import { XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../receipts/receipts.factories.ts';
import { PV, voucherCalls } from '../vouchers/vouchers.factories.ts';
import { mt940, ourBankAccount, readFile } from './banks.factories.ts';

const FILE = '/api/sca/v1/paymentfile';
let t: TestApp;
let book: Book;
let account: number;
let receipt: number;
let serial = 0;
const calls = voucherCalls(() => t);
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  serial += 1;
  book = await makeBook(t, ` ${serial}`);
  account = await ourBankAccount(t, { number: `55000${serial}`, is_default: false });
  const note = await debitNoteOf(t, await approvedPolicy(t, book));
  const whole = {
    bank_account: account,
    receiptAmount: '562500.00',
    allocations: [{ note: note.id, amount: '562500.00' }],
  };
  receipt = await approvedReceipt(t, exampleReceipt(book, whole));
});

type Approved = { id: number; number: string };
async function approved(security: number, amount: string): Promise<Approved> {
  const saved = await calls.savePremium(security, amount, { bank_account: account });
  await calls.submit(saved.body.id);
  const { body } = await calls.decide(saved.body.id);
  return { id: saved.body.id, number: body.number };
}
const make = (vouchers: number[], { who = 'cashier.nbo', day = '2026-03-02' } = {}) =>
  t.call(who, `POST ${FILE}/save`, { body: { account, day, vouchers } });
const one = (id: number, who = 'cashier.nbo') => t.call(who, `GET ${FILE}/${id}`);
const download = (id: number, who = 'cashier.nbo') => t.call(who, `GET ${FILE}/file/${id}`);
const withdraw = (id: number, body: object = { version: 1, reason: 'Sent by mistake' }) =>
  t.call('cashier.nbo', `PUT ${FILE}/withdraw/${id}`, { body });
const payable = async () =>
  (await t.call('cashier.nbo', `GET ${FILE}/payable`, { query: { account, day: '2026-03-02' } })).body.vouchers;

describe('a file of approved vouchers', () => {
  test('has each under its number and the exact sum, and is paid when the bank’s line comes', async () => {
    const [a, b] = [await approved(book.a, '218750.00'), await approved(book.b, '175000.00')];
    expect(await payable()).toMatchObject([
      { id: a.id, amount: '218750.00', why_not: null, notice: null },
      { id: b.id, amount: '175000.00' },
    ]);
    const made = await make([a.id, b.id]);
    expect(made.body).toMatchObject({ status: 'READY' });
    const file = await download(made.body.id);
    const xml = file.bytes.toString();
    expect(XMLValidator.validate(xml)).toBe(true);
    expect(xml).toContain('<CtrlSum>393750.00</CtrlSum>');
    expect(xml).toContain(`<EndToEndId>${a.number}</EndToEndId>`);
    expect(xml).toContain(`<Id>55000${serial}</Id>`);
    expect((await one(made.body.id)).body).toMatchObject({
      total: '393750.00',
      vouchers: [{ number: a.number }, { number: b.number }],
    });
    expect(await payable()).toEqual([]);

    const entries = [{ amount: '562500.00' }, { amount: '-218750.00', text: `/EREF/${a.number}/REMI/premium/` }];
    await readFile(t, mt940({ account: `55000${serial}`, opening: '0.00', closing: '343750.00', entries }), {
      account,
    });
    const open = await t.call('accountant.nbo', 'GET /api/sca/v1/bankmatch/open', { query: { account } });
    const line = open.body.data[1];
    const items = [{ line: line.id, key: line.proposals[0].key }];
    const confirmed = await t.call('accountant.nbo', 'PUT /api/sca/v1/bankmatch/confirm', { body: { account, items } });
    expect(confirmed.status).toBe(200);
    expect((await one(made.body.id)).body.vouchers).toMatchObject([{ status: 'Paid' }, { status: 'To pay' }]);
  });

  test('each voucher is in one file that counts, and the schema holds it; withdrawn with a reason it may be in another', async () => {
    const { id } = await approved(book.a, '218750.00');
    const first = (await make([id])).body.id;
    expect((await make([id])).body.errors).toEqual([
      { field: 'vouchers.0', message: 'It is not paid from this account on this day, or is in a file.' },
    ]);
    await expect(
      t.ownerPool
        .query(`with other as (insert into payment_files (branch_id, bank_account_id, day, currency, vouchers, total, status, made_by, made_at)
          select branch_id, bank_account_id, day, currency, vouchers, total, 'WAITING', made_by, made_at from payment_files where id = ${first} returning id)
        insert into payment_file_vouchers (branch_id, file_id, voucher_id, amount) select v.branch_id, other.id, v.voucher_id, v.amount from payment_file_vouchers v, other where v.file_id = ${first}`),
    ).rejects.toThrow('voucher_in_one_file');
    const reversed = await t.call('manager.nbo', `PUT ${PV}/reverse/${id}`, {
      body: { version: 3, reason: 'Not owed' },
    });
    expect([reversed.status, reversed.body.code]).toEqual([409, expect.stringMatching(/ORDERED|SELF_DECISION/)]);
    expect((await withdraw(first, { version: 1, reason: ' ' })).status).toBe(400);
    expect((await withdraw(first, { version: 2, reason: 'x' })).body.code).toBe('STALE');
    expect((await withdraw(first)).body.status).toBe('WITHDRAWN');
    expect((await withdraw(first, { version: 2, reason: 'x' })).body.code).toBe('WRONG_STATE');
    expect((await download(first)).body.code).toBe('WRONG_STATE');
    expect((await make([id])).status).toBe(200);
  });

  test('made by several at once, one of them has the voucher', async () => {
    const { id } = await approved(book.a, '218750.00');
    const replies = await Promise.all([make([id]), make([id]), make([id])]);
    expect(replies.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  });

  test('a cashier may also say that one of it was paid', async () => {
    const { id } = await approved(book.a, '218750.00');
    await make([id]);
    expect((await calls.pay(id)).body.status).toBe('PAID');
  });
});

describe('who is paid where', () => {
  test('an account changed within 24 hours asks for a second person, who is not the maker', async () => {
    const { id } = await approved(book.a, '218750.00');
    await t.ownerPool.query(`update party_bank_accounts set decided_at = $1 where party_id = $2`, [
      t.clock.now(),
      book.a,
    ]);
    expect(await payable()).toMatchObject([{ notice: expect.stringMatching(/was changed on/) }]);
    const made = await make([id], { who: 'accountant.nbo' });
    expect(made.body.status).toBe('WAITING');
    expect((await download(made.body.id)).body.code).toBe('WRONG_STATE');
    const approve = (who: string, version = 1) =>
      t.call(who, `PUT ${FILE}/approve/${made.body.id}`, { body: { version } });
    expect((await approve('accountant.nbo')).status).toBe(403);
    expect((await approve('manager.nbo', 2)).body.code).toBe('STALE');
    expect((await approve('manager.nbo')).body).toMatchObject({ status: 'READY', version: 2 });
    expect((await download(made.body.id)).status).toBe(200);
    expect((await one(made.body.id)).body.approved_by).toMatchObject({ name: 'manager.nbo' });
  });

  test('an account that was changed again since the file was made is not approved unseen: the file is made again', async () => {
    const { id } = await approved(book.a, '218750.00');
    const change = (number: string) =>
      t.ownerPool.query(`update party_bank_accounts set decided_at = $1, account_number = $2 where party_id = $3`, [
        t.clock.now(),
        number,
        book.a,
      ]);
    const approve = (file: number) => t.call('manager.nbo', `PUT ${FILE}/approve/${file}`, { body: { version: 1 } });
    await change('7770001');
    const first = (await make([id])).body.id;
    t.clock.set(new Date(t.clock.now().getTime() + 60_000).toISOString());
    await change('7770002');
    const refused = await approve(first);
    expect([refused.status, refused.body.title]).toEqual([
      409,
      'This is from before an account of a payee was changed: approving it is not possible.',
    ]);
    await withdraw(first);
    const second = (await make([id])).body.id;
    expect((await approve(second)).body.status).toBe('READY');
    expect((await download(second)).bytes.toString()).toContain('7770002');
    t.clock.set(new Date(t.clock.now().getTime() + 60_000).toISOString());
    await change('7770003');
    const sent = await download(second);
    expect([sent.status, sent.body.title]).toEqual([
      409,
      'This is from before an account of a payee was changed: sending it to the bank is not possible.',
    ]);
  });

  test('what was paid by hand since it was made, or has lost its money, is not let go', async () => {
    const [a, b] = [await approved(book.a, '218750.00'), await approved(book.b, '175000.00')];
    await t.ownerPool.query(`update party_bank_accounts set decided_at = $1 where party_id = any($2)`, [
      t.clock.now(),
      [book.a, book.b],
    ]);
    const [ofA, ofB] = [(await make([a.id])).body.id, (await make([b.id])).body.id];
    const approve = (file: number) => t.call('manager.nbo', `PUT ${FILE}/approve/${file}`, { body: { version: 1 } });
    await calls.pay(a.id);
    const paid = await approve(ofA);
    expect([paid.status, paid.body.title]).toEqual([
      409,
      `This is with ${a.number}, which is paid: approving it is not possible.`,
    ]);
    const body = { version: 3, reason: 'The cheque came back' };
    await t.call('root', `PUT /api/sca/v1/receivable/reverse/${receipt}`, { body });
    expect((await approve(ofB)).body).toMatchObject({ status: 409, code: 'OVER_RELEASED' });
  });

  test('without a confirmed account, of another day or of another branch nothing is ordered', async () => {
    const { id } = await approved(book.a, '218750.00');
    expect((await make([id], { day: '2026-03-03' })).status).toBe(400);
    expect((await make([999_999])).status).toBe(404);
    expect((await make([id], { who: 'cashier.lon' })).status).toBe(404);
    expect((await make([id], { who: 'manager.nbo' })).status).toBe(403);
    expect((await make([id, id])).body.errors).toMatchObject([{ message: /chosen twice/ }]);
    await t.ownerPool.query('delete from party_bank_accounts where party_id = $1', [book.a]);
    const sent = await make([id]);
    expect(sent.body.errors).toEqual([
      { field: 'vouchers.0', message: 'No account of its payee is confirmed in this currency.' },
    ]);
  });
});
