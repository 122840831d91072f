import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { codeOf } from '../../testing/chart.ts';
import { expectExplained } from '../../testing/client-money.ts';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { journalOf } from '../../testing/journal-of.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { expectBalanced } from '../../testing/balanced.ts';
import { adjustmentCalls, letBear } from '../adjustments/adjustments.factories.ts';
import { ourBankAccount } from '../banks/banks.factories.ts';
import { exampleInvoice, invoiceCalls, taxOnInvoices } from '../invoices/invoices.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt, RECEIVABLE } from '../receipts/receipts.factories.ts';
import { PV, voucherCalls } from './vouchers.factories.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let book: Book;
let tax: number;

beforeEach(async () => {
  t = await testApp();
  book = await makeBook(t);
  tax = await taxOnInvoices(t);
  await t.ownerPool.query(
    `insert into exchange_rates (currency, day, rate) values ('USD', '2026-03-01', 1295000000000)`,
  );
});
afterEach(async () => {
  await expectBalanced(t);
  await expectExplained(t);
  await t.close();
});

const { saveOther, submit, decide, reject, pay, reverse, through } = voucherCalls(() => t);
const { through: approve, reverse: undoInvoice } = invoiceCalls(() => t);
const { through: adjust } = adjustmentCalls(() => t);

type Note = { id: number; number: string; invoice: number };

/** An invoice of ours: a price with 16 % on it. */
async function invoiced(price = '100000.00', changes: Record<string, unknown> = {}): Promise<Note> {
  const line = { description: 'Advice', account: codeOf('FEE_INCOME'), quantity: '1', price, tax };
  const { id, status, body } = await approve(exampleInvoice(book, tax, { lines: [line], ...changes }));
  expect(status, JSON.stringify(body)).toBe(200);
  const note = await t.ownerDatabase
    .selectFrom('notes')
    .select(['id', 'number'])
    .where('invoice_id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...note, invoice: id };
}
/** What a payer sends for one or more notes in one transfer to the client account. */
const received = (amount: string, parts: Record<string, unknown>[], changes: Record<string, unknown> = {}) =>
  approvedReceipt(t, exampleReceipt(book, { receiptAmount: amount, allocations: parts, ...changes }));
const undoReceipt = async (id: number) => {
  const { version } = await receipt(id);
  return t.call('manager.nbo', `PUT ${RECEIVABLE}/reverse/${id}`, { body: { version, reason: 'By mistake' } });
};
const receipt = async (id: number) => (await t.call('accountant.nbo', `GET ${RECEIVABLE}/${id}`)).body;
const money = async (query: Record<string, string> = {}, who = 'accountant.nbo') =>
  (await t.call(who, `GET ${SCA}/clientmoney/items`, { query })).body.data;
const accounts = async () => (await t.call('accountant.nbo', `GET ${SCA}/clientmoney/accounts`)).body.data;
const ahead = async () => (await t.call('accountant.nbo', `GET ${SCA}/clientmoney/paidahead`)).body.data;
const draw = (amount: string, changes: Record<string, unknown> = {}) =>
  saveOther({ kind: 'FEE_DRAWING', amount, ...changes });
async function toDraw(kind: 'FEE_DRAWING' | 'BROKERAGE', currency = 'KES', who = 'accountant.nbo') {
  const rows: { kind: string; currency: string; available: string }[] = (await t.call(who, `GET ${PV}/releases`)).body;
  return rows.find((row) => row.kind === kind && row.currency === currency)?.available ?? null;
}
const voucher = async (id: number) => (await t.call('accountant.nbo', `GET ${PV}/${id}`)).body;

describe('premium of 562,500.00 and a fee of 116,000.00 in one transfer to the client account', () => {
  let fee: Note;
  let whole: number;
  beforeEach(async () => {
    const note = await debitNoteOf(t, await approvedPolicy(t, book));
    fee = await invoiced();
    whole = await received('678500.00', [
      { note: note.id, amount: '562500.00' },
      { note: fee.id, amount: '116000.00' },
    ]);
  });

  test('the premium belongs to others, the fee is ours to draw beside the brokerage that is earned', async () => {
    expect(await money()).toMatchObject([
      {
        held: '678500.00',
        premiums: '562500.00',
        required: '562500.00',
        fees: '116000.00',
        short: '0.00',
        result: '0.00',
        other: '0.00',
      },
    ]);
    expect(await money({ asat: '2026-03-01' })).toEqual([]);
    expect([await toDraw('FEE_DRAWING'), await toDraw('BROKERAGE')]).toEqual(['116000.00', '37500.00']);
    expect((await receipt(whole)).allocations.map((part: { fee: unknown }) => part.fee)).toEqual([
      null,
      { bank: 'CLIENT', undrawn: '116000.00' },
    ]);
  });

  test('drawn, it lies in the office bank; its reversal brings it back', async () => {
    const saved = await draw('116000.00');
    expect((await through(saved)).status).toBe(200);
    const { id } = saved.body;
    expect(await journalOf(t, { kind: 'voucher', id })).toEqual([
      'VOUCHER_PAID OFFICE_BANK 116000.00',
      'VOUCHER_PAID CLIENT_BANK -116000.00',
    ]);
    expect((await voucher(id)).items).toMatchObject([{ note: fee.number, policy: null, amount: '116000.00' }]);
    expect((await t.call('accountant.nbo', `PUT ${PV}/document?id=${id}`)).body).toMatchObject({
      kind: 'payment-voucher',
    });
    expect(await money()).toMatchObject([
      { held: '562500.00', required: '562500.00', fees: '0.00', result: '0.00', other: '0.00' },
    ]);
    expect(await toDraw('FEE_DRAWING')).toBeNull();
    expect((await receipt(whole)).allocations[1].fee).toEqual({ bank: 'CLIENT', undrawn: '0.00' });
    expect((await submit((await draw('0.01')).body.id)).body.code).toBe('OVER_RELEASED');

    expect((await reverse(id, 4)).status).toBe(200);
    expect(await money()).toMatchObject([{ held: '678500.00', fees: '116000.00', result: '0.00', other: '0.00' }]);
    expect(await toDraw('FEE_DRAWING')).toBe('116000.00');
  });

  test('the receipt reversed takes it back; drawn already, the shortfall is named and made good', async () => {
    const saved = await draw('116000.00');
    await through(saved);
    expect((await undoReceipt(whole)).status).toBe(200);
    expect(await money()).toMatchObject([
      { held: '-116000.00', required: '0.00', fees: '0.00', short: '-116000.00', result: '-116000.00', other: '0.00' },
    ]);
    expect(await ahead()).toMatchObject([
      { kind: 'Invoice', matter: { id: fee.invoice, name: fee.number }, received: '0.00', short: '116000.00' },
    ]);
    const kept = await undoInvoice(fee.invoice, 3);
    expect([kept.status, kept.body.code]).toEqual([409, 'FEE_MISSING']);
    expect(kept.body.title).toContain('KES 116,000.00');

    const good = await saveOther({ kind: 'MAKE_GOOD', amount: '116000.00', note: fee.id });
    expect((await through(good)).status).toBe(200);
    expect([await ahead(), await money()]).toEqual([[], []]);
    const back = () => saveOther({ kind: 'DRAW_BACK', amount: '116000.00', note: fee.id });
    expect((await submit((await back()).body.id)).body.code).toBe('OVER_DRAWN');
    await received('116000.00', [{ note: fee.id, amount: '116000.00' }]);
    expect(await money()).toMatchObject([{ held: '116000.00', required: '0.00', fees: '116000.00', other: '0.00' }]);
    expect(await toDraw('FEE_DRAWING')).toBeNull();
    expect((await through(await back())).status).toBe(200);
    expect(await money()).toEqual([]);
  });

  test('the receipt reversed while a drawing waits: it is not approved, and the money is not short', async () => {
    const { id } = (await draw('116000.00')).body;
    await submit(id);
    expect((await undoReceipt(whole)).status).toBe(200);
    const refused = await decide(id);
    expect([refused.status, refused.body.code]).toEqual([409, 'OVER_RELEASED']);
    expect((await t.call('manager.nbo', `GET ${PV}/preview/${id}`)).body.warnings).toEqual([
      'Only KES 0.00 has been received for our fees in the client bank.',
    ]);
    expect((await reject(id)).status).toBe(200);
    expect(await money()).toEqual([]);
    expect((await undoInvoice(fee.invoice, 3)).status).toBe(200);
  });
});

describe('drawing of fees', () => {
  test('takes the oldest first and each once, at most what came into client accounts', async () => {
    const [first, second, third] = [await invoiced(), await invoiced(), await invoiced()];
    await received('116000.00', [{ note: first.id, amount: '116000.00' }]);
    await received('16000.00', [{ note: second.id, amount: '16000.00' }], { receiptType: 'OTHER' });
    const office = await received('116000.00', [{ note: third.id, amount: '116000.00' }], { receiptType: 'FEE' });
    expect((await receipt(office)).allocations[0].fee).toEqual({ bank: 'OFFICE', undrawn: '0.00' });
    const one = (await draw('120000.00')).body.id;
    expect((await submit(one)).status).toBe(200);
    const more = (await draw('12000.01')).body.id;
    const refused = await submit(more);
    expect([refused.body.code, refused.body.title]).toEqual([
      'OVER_RELEASED',
      'Only KES 12,000.00 has been received for our fees in the client bank.',
    ]);
    expect((await voucher(one)).items).toMatchObject([
      { note: first.number, amount: '116000.00' },
      { note: second.number, amount: '4000.00' },
    ]);
    expect((await reject(one)).status).toBe(200);
    expect([(await voucher(one)).items, await toDraw('FEE_DRAWING')]).toEqual([[], '132000.00']);
  });

  test('two submitted at once take it once', async () => {
    const fee = await invoiced();
    await received('116000.00', [{ note: fee.id, amount: '116000.00' }]);
    const ids = [(await draw('116000.00')).body.id, (await draw('116000.00')).body.id];
    const replies = await Promise.all(ids.map((id) => submit(id)));
    expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 409]);
  });

  test('is made by who may draw, decided and paid by others, from a client account', async () => {
    expect((await saveOther({ kind: 'FEE_DRAWING', amount: '1.00' }, 'cashier.nbo')).body.code).toBe('FORBIDDEN');
    const office = await ourBankAccount(t, { name: 'Office', number: '9001', purpose: 'OFFICE' });
    const wrong = await draw('1.00', { bank_account: office });
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'bank_account']);
    const fee = await invoiced();
    await received('116000.00', [{ note: fee.id, amount: '116000.00' }]);
    const { id } = (await draw('116000.00')).body;
    await submit(id);
    expect((await decide(id, 'accountant.nbo')).body.code).toBe('FORBIDDEN');
    await decide(id);
    expect((await pay(id, 3, { who: 'manager.nbo' })).body.code).toBe('FORBIDDEN');
    expect((await pay(id)).status).toBe(200);
  });

  test('money on account that is allocated later is ours from that day on', async () => {
    const fee = await invoiced();
    const id = await received('116000.00', [], { receiptType: 'ON_ACCOUNT' });
    expect(await money()).toMatchObject([{ unallocated: '116000.00', required: '116000.00', fees: '0.00' }]);
    const { version } = await receipt(id);
    const body = { id, version, allocations: [{ note: fee.id, amount: '116000.00' }] };
    expect((await t.call('accountant.nbo', `PUT ${RECEIVABLE}/allocate`, { body })).status).toBe(200);
    expect(await money()).toMatchObject([{ unallocated: '0.00', required: '0.00', fees: '116000.00', result: '0.00' }]);
  });

  test('what the firm bears of a fee is paid into the client bank with it, and drawn with it', async () => {
    await letBear(t, 'KES', 1000n);
    const fee = await invoiced();
    await received('115996.80', [{ note: fee.id, amount: '115996.80' }]);
    const { status, body } = await adjust({ note: fee.id, kind: 'WRITE_OFF', amount: '3.20', reason: 'Rounding' });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(await money()).toMatchObject([{ required: '0.00', fees: '116000.00', result: '0.00', other: '0.00' }]);
    expect((await through(await draw('116000.00'))).status).toBe(200);
    expect(await money()).toEqual([]);
  });

  test('in another currency, and paid in another than the invoice is in', async () => {
    const [dollars, other] = [
      await invoiced('1000.00', { currency: 'USD' }),
      await invoiced('100.00', { currency: 'USD' }),
    ];
    await received('1160.00', [{ note: dollars.id, amount: '1160.00' }], { currency: 'USD' });
    await received('15022.00', [{ note: other.id, amount: '15022.00', note_amount: '116.00' }]);
    expect(await money()).toMatchObject([
      { currency: 'KES', fees: '0.00', exchanged: '15022.00', other: '0.00' },
      { currency: 'USD', held: '1160.00', fees: '1276.00', exchanged: '-116.00', other: '0.00' },
    ]);
    expect([await toDraw('FEE_DRAWING', 'USD'), await toDraw('FEE_DRAWING')]).toEqual(['1276.00', null]);
    expect((await through(await draw('1160.00', { currency: 'USD' }))).status).toBe(200);
    expect(await money()).toMatchObject([
      { currency: 'KES' },
      { currency: 'USD', held: '0.00', fees: '116.00', exchanged: '-116.00', other: '0.00' },
    ]);
  });

  test('drawn from another account than it lies in: the accounts add up, and a transfer is proposed', async () => {
    await ourBankAccount(t, { name: 'Current', number: '7001' });
    const savings = await ourBankAccount(t, { name: 'Savings', number: '7002', is_default: false });
    const fee = await invoiced();
    await received('116000.00', [{ note: fee.id, amount: '116000.00' }], { bank_account: savings });
    expect(await accounts()).toMatchObject([{ bank: { name: 'Savings' }, fees: '116000.00', result: '0.00' }]);
    expect((await through(await draw('116000.00'))).status).toBe(200);
    expect(await accounts()).toMatchObject([
      { bank: { name: 'Current' }, held: '-116000.00', fees: '-116000.00', elsewhere: '-116000.00', result: '0.00' },
      { bank: { name: 'Savings' }, held: '116000.00', fees: '116000.00', elsewhere: '0.00', result: '0.00' },
    ]);
  });

  test('of one branch is not drawn nor seen by another', async () => {
    const fee = await invoiced();
    await received('116000.00', [{ note: fee.id, amount: '116000.00' }]);
    expect(await toDraw('FEE_DRAWING', 'KES', 'accountant.lon')).toBeNull();
    expect(await money({}, 'accountant.lon')).toEqual([]);
    const saved = await saveOther({ kind: 'FEE_DRAWING', amount: '1.00' }, 'accountant.lon');
    const refused = await t.call('accountant.lon', `PUT ${PV}/submit/${saved.body.id}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'OVER_RELEASED']);
  });
});
