import { describe, expect, test } from 'vitest';
import { approvedPolicy, confirmedAccounts, type Book } from '../../testing/factories.ts';
import { journalOf } from '../../testing/journal-of.ts';
import { ownBooks } from '../../testing/own-books.ts';
import { together, type TestApp } from '../../testing/testApp.ts';
import { expectBalanced } from '../../testing/balanced.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt, RECEIVABLE } from '../receipts/receipts.factories.ts';
import { PV, voucherCalls } from './vouchers.factories.ts';

let t: TestApp;
let book: Book;

together(ownBooks((...entered) => ([t, book] = entered), { look: expectBalanced }));

const { saveOther, submit, decide, pay, reverse, through } = voucherCalls(() => t);

const journal = (id: number) => journalOf(t, { kind: 'voucher', id });
const voucher = async (id: number) => (await t.call('accountant.nbo', `GET ${PV}/${id}`)).body;

describe('making good', () => {
  test('moves the firm’s money into the client bank, and names the note that it is for', async () => {
    const note = await debitNoteOf(t, await approvedPolicy(t, book));
    const saved = await saveOther({ kind: 'MAKE_GOOD', amount: '3.20', note: note.id });
    expect((await through(saved)).status).toBe(200);
    expect(await journal(saved.body.id)).toEqual(['VOUCHER_PAID CLIENT_BANK 3.20', 'VOUCHER_PAID OFFICE_BANK -3.20']);
    expect(await voucher(saved.body.id)).toMatchObject({ kind: 'MAKE_GOOD', note: { name: note.number }, payee: null });
  });

  test('is drafted by who may draw, for a note of the branch and currency', async () => {
    const note = await debitNoteOf(t, await approvedPolicy(t, book));
    expect((await saveOther({ kind: 'MAKE_GOOD', amount: '1.00' }, 'cashier.nbo')).body.code).toBe('FORBIDDEN');
    const wrong = [{ note: 999_999 }, { note: note.id, currency: 'USD' }];
    for (const changes of wrong)
      expect((await saveOther({ kind: 'MAKE_GOOD', amount: '1.00', ...changes })).body.errors).toContainEqual({
        field: 'note',
        message: 'Choose one from the list.',
      });
    const saved = await saveOther({ kind: 'MAKE_GOOD', amount: '1.00' });
    await submit(saved.body.id);
    expect((await decide(saved.body.id, 'accountant.nbo')).body.code).toBe('FORBIDDEN');
  });
});

test('a charge on the client account is the firm’s, and its making good is drafted (M4)', async () => {
  const saved = await saveOther({ kind: 'BANK_CHARGE', amount: '500.00', narration: 'Charges of March' });
  expect((await through(saved)).status).toBe(200);
  expect(await journal(saved.body.id)).toEqual([
    'VOUCHER_PAID BANK_CHARGES 500.00',
    'VOUCHER_PAID CLIENT_BANK -500.00',
  ]);
  const { rows } = await t.ownerPool.query('select id from vouchers where follows_id = $1', [saved.body.id]);
  const drafted = rows[0].id;
  expect(await voucher(drafted)).toMatchObject({
    kind: 'MAKE_GOOD',
    status: 'DRAFT',
    amount: '500.00',
    narration: `Makes ${(await voucher(saved.body.id)).number} good`,
  });
  await submit(drafted);
  expect((await decide(drafted)).status).toBe(200);
  expect((await pay(drafted, 3, { who: 'accountant.nbo' })).status).toBe(200);
  expect(await journal(drafted)).toEqual(['VOUCHER_PAID CLIENT_BANK 500.00', 'VOUCHER_PAID OFFICE_BANK -500.00']);
});

describe('unallocated cash is refunded (M17)', () => {
  const read = async (id: number) => (await t.call('accountant.nbo', `GET ${RECEIVABLE}/${id}`)).body;
  const refund = (receipt: number, amount: string, changes: Record<string, unknown> = {}) =>
    saveOther({ kind: 'REFUND', amount, receipt, ...changes });

  test('to its payer, as far as it is left', async () => {
    await confirmedAccounts(t, [book.reinsured]);
    const note = await debitNoteOf(t, await approvedPolicy(t, book));
    const allocations = [{ note: note.id, amount: '200000.00' }];
    const id = await approvedReceipt(t, exampleReceipt(book, { allocations }));
    const over = await refund(id, '81250.01');
    expect((await submit(over.body.id)).body).toMatchObject({
      code: 'RECEIPT_SPENT',
      title: 'Only KES 81,250.00 of this receipt is left to allocate.',
    });
    const saved = await refund(id, '81250.00');
    expect((await submit(saved.body.id)).status).toBe(200);
    expect(await read(id)).toMatchObject({ refunded: '81250.00', left: '0.00' });
    const more = { id, version: 3, allocations: [{ note: note.id, amount: '1.00' }] };
    expect((await t.call('accountant.nbo', `PUT ${RECEIVABLE}/allocate`, { body: more })).body.code).toBe(
      'RECEIPT_SPENT',
    );
    expect(
      (await t.call('manager.nbo', `PUT ${RECEIVABLE}/reverse/${id}`, { body: { version: 3, reason: 'Wrong' } })).body
        .code,
    ).toBe('IN_USE');
    expect((await decide(saved.body.id)).status).toBe(200);
    expect((await pay(saved.body.id)).status).toBe(200);
    expect(await journal(saved.body.id)).toEqual([
      'VOUCHER_PAID UNALLOCATED_CASH 81250.00',
      'VOUCHER_PAID CLIENT_BANK -81250.00',
    ]);
    expect(await voucher(saved.body.id)).toMatchObject({ payee: { id: book.reinsured }, receipt: { id } });
    expect((await reverse(saved.body.id, 4)).status).toBe(200);
    expect(await read(id)).toMatchObject({ refunded: '0.00', left: '81250.00' });
  });

  test('of an approved receipt of the branch, in its currency', async () => {
    const id = await approvedReceipt(t, exampleReceipt(book));
    const message = 'Choose an approved receipt.';
    for (const [receipt, changes] of [
      [999_999, {}],
      [id, { currency: 'USD' }],
    ] as const)
      expect((await refund(receipt, '1.00', changes)).body.errors).toContainEqual({ field: 'receipt', message });
  });

  test('and given back where the voucher is rejected', async () => {
    const id = await approvedReceipt(t, exampleReceipt(book));
    const saved = await refund(id, '281250.00');
    await submit(saved.body.id);
    await voucherCalls(() => t).reject(saved.body.id);
    expect(await read(id)).toMatchObject({ refunded: '0.00', left: '281250.00' });
  });
});

describe('a making good that was drafted', () => {
  const charged = async () => {
    const saved = await saveOther({ kind: 'BANK_CHARGE', amount: '500.00', narration: 'Charges of March' });
    expect((await through(saved)).status).toBe(200);
    const { rows } = await t.ownerPool.query<{ id: number }>('select id from vouchers where follows_id = $1', [
      saved.body.id,
    ]);
    return { charge: saved.body.id, draft: rows[0]?.id ?? 0 };
  };

  test('for a charge keeps its kind and its amount', async () => {
    const { charge, draft } = await charged();
    const { number } = await voucher(charge);
    const edit = (changes: Record<string, unknown>) =>
      t.call('accountant.nbo', `PUT ${PV}/edit`, {
        body: {
          id: draft,
          version: 1,
          kind: 'MAKE_GOOD',
          currency: 'KES',
          bank_date: '2026-03-02',
          amount: '500.00',
          ...changes,
        },
      });
    const less = await edit({ amount: '400.00' });
    expect(less.body.errors).toEqual([{ field: 'amount', message: `It makes ${number} good: it is KES 500.00.` }]);
    const other = await edit({ kind: 'OFFICE_TRANSFER' });
    expect(other.body.errors.map((fault: { field: string }) => fault.field)).toContain('kind');
    expect((await edit({ narration: 'Charges of March, made good' })).status).toBe(200);
  });

  test('goes with its charge when that is reversed, while nobody works on it', async () => {
    const { charge, draft } = await charged();
    expect((await reverse(charge, 4)).status).toBe(200);
    expect(await voucher(draft)).toMatchObject({ status: 'DISABLED' });
    expect((await submit(draft)).status).toBe(409);
  });

  test('is taken back or reversed before its charge is', async () => {
    const { charge, draft } = await charged();
    await submit(draft);
    const refused = await reverse(charge, 4);
    expect([refused.status, refused.body.code]).toEqual([409, 'FOLLOWED']);
    await decide(draft);
    await pay(draft);
    const { number } = await voucher(draft);
    expect((await reverse(charge, 4)).body.title).toContain(`${number} was drafted from this`);
    expect((await reverse(draft, 4)).status).toBe(200);
    expect((await reverse(charge, 4)).status).toBe(200);
  });
});
