import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectSound } from '../../proofs/expect-sound.ts';
import { codeOf } from '../../testing/chart.ts';
import { makeBook, type Book } from '../../testing/factories.ts';
import { journalOf } from '../../testing/journal-of.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { exampleInvoice, invoiceCalls } from '../invoices/invoices.factories.ts';
import { PV, voucherCalls } from './vouchers.factories.ts';

let t: TestApp;
let book: Book;
let tax: number;
let made = 0;
const { saveOther, submit, decide, pay, reverse, reject, through } = voucherCalls(() => t);
const { through: approve, reverse: undo } = invoiceCalls(() => t);

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  await t.ownerPool.query(
    `insert into exchange_rates (currency, day, rate) values ('USD', '2026-03-01', 1295000000000)`,
  );
});
afterAll(async () => {
  await expectSound(t);
  await t.close();
});
// Each has a tax of its own.
beforeEach(async () => {
  made += 1;
  const { rows } = await t.ownerPool.query<{ id: number }>(
    `with t as (insert into taxes (code, name) values ($1, $2) returning id)
      insert into tax_rates (tax_id, rate, basis, borne_by, effective_from) select id, 16000000, 'INVOICE', 'REINSURED', '2026-01-01' from t
      returning tax_id as id`,
    [`VAT${made}`, `Value added tax ${made}`],
  );
  tax = rows[0]?.id ?? 0;
});

async function invoiced(price: string, changes: Record<string, unknown> = {}): Promise<number> {
  const line = { description: 'Fee', account: codeOf('FEE_INCOME'), quantity: '1', price, tax };
  const { id, status, body } = await approve(exampleInvoice(book, tax, { lines: [line], ...changes }));
  expect(status, JSON.stringify(body)).toBe(200);
  return id;
}
const remit = (amount: string, changes: Record<string, unknown> = {}) =>
  saveOther({ kind: 'INVOICE_TAX', tax, amount, ...changes });
const itemsOf = async (id: number) =>
  (await t.call('accountant.nbo', `GET ${PV}/${id}`)).body.items.map(
    (one: { note: string; amount: string }) => one.amount,
  );

describe('the tax of our invoices', () => {
  test('is remitted from the office bank with the documents that it is of, credits reducing it', async () => {
    const first = await invoiced('1000.00');
    await invoiced('500.00');
    await invoiced('250.00', { credits: first, terms: '' });
    const { body } = await remit('170.00');
    expect((await pay(await sent(body.id))).status).toBe(200);
    expect(await itemsOf(body.id)).toEqual(['160.00', '50.00', '-40.00']);
    expect(await journalOf(t, { kind: 'voucher', id: body.id })).toEqual([
      'VOUCHER_PAID TAXES_PAYABLE 170.00',
      'VOUCHER_PAID OFFICE_BANK -170.00',
    ]);
    const paper = await t.call('accountant.nbo', `PUT ${PV}/document?id=${body.id}`);
    expect(paper.body).toMatchObject({ kind: 'payment-voucher' });
  });

  test('at most what is owed and on no other voucher; what is rejected is free again', async () => {
    await invoiced('1000.00');
    const first = (await remit('100.00')).body.id;
    expect((await submit(first)).status).toBe(200);
    const second = (await remit('60.01')).body.id;
    const refused = await submit(second);
    expect([refused.status, refused.body.code]).toEqual([409, 'OVER_RELEASED']);
    expect(refused.body.title).toContain('KES 60.00');
    expect((await reject(first)).status).toBe(200);
    expect((await submit(second)).status).toBe(200);
    expect(await itemsOf(first)).toEqual([]);
  });

  test('two submitted at once take it once', async () => {
    await invoiced('1000.00');
    const ids = [(await remit('160.00')).body.id, (await remit('160.00')).body.id];
    const replies = await Promise.all(ids.map((id) => submit(id)));
    expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 409]);
  });

  test('of an invoice that was reversed after it was remitted is taken off the next', async () => {
    const first = await invoiced('1000.00');
    expect((await through(await remit('160.00'))).status).toBe(200);
    expect((await undo(first, 3)).status).toBe(200);
    expect((await submit((await remit('1.00')).body.id)).body.code).toBe('OVER_RELEASED');
    await invoiced('2000.00');
    const { body } = await remit('160.00');
    expect((await pay(await sent(body.id))).status).toBe(200);
    expect(await itemsOf(body.id)).toEqual(['-160.00', '320.00']);
  });

  test('reversed, it is owed again', async () => {
    await invoiced('1000.00');
    const { body } = await remit('160.00');
    await pay(await sent(body.id));
    expect((await reverse(body.id, 4)).status).toBe(200);
    expect((await through(await remit('160.00'))).status).toBe(200);
  });

  test('in another currency gives up the base that it was booked at: the rest is an exchange difference', async () => {
    await invoiced('100.00', { currency: 'USD' });
    await t.ownerPool.query(
      `insert into exchange_rates (currency, day, rate) values ('USD', '2026-03-02', 1301000000000)`,
    );
    const { body } = await remit('16.00', { currency: 'USD' });
    await pay(await sent(body.id));
    const { rows } = await t.ownerPool.query(
      `select l.account, l.base_amount from journal_entries e join journal_lines l on l.entry_id = e.id
       where e.source_kind = 'voucher' and e.source_id = $1 order by l.id`,
      [body.id],
    );
    // 16.00 × 129.50 = 2,072.00 booked; × 130.10 = 2,081.60 paid.
    expect(rows).toEqual([
      { account: codeOf('TAXES_PAYABLE'), base_amount: 207200n },
      { account: codeOf('OFFICE_BANK'), base_amount: -208160n },
      { account: codeOf('EXCHANGE_LOSS'), base_amount: 960n },
    ]);
  });

  test('needs its tax, and an account of the office', async () => {
    const none = await saveOther({ kind: 'INVOICE_TAX', amount: '1.00' });
    expect([none.status, none.body.errors[0].field]).toEqual([400, 'tax']);
    const { rows } = await t.ownerPool.query(`select id from bank_accounts where purpose = 'CLIENT' limit 1`);
    const client = await remit('1.00', { bank_account: rows[0]?.id ?? 0 });
    expect([client.status, client.body.errors[0].field]).toEqual([400, 'bank_account']);
  });
});

/** A saved voucher, submitted and approved. */
async function sent(id: number): Promise<number> {
  for (const step of [submit, decide]) {
    const reply = await step(id);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  }
  return id;
}
