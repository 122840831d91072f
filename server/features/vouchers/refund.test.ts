import { describe, expect, test } from 'vitest';
import { auditInvariants } from '../ledger/audit/invariants.ts';
import { expectSound } from '../../proofs/expect-sound.ts';
import { approvedPolicy, confirmedAccounts, type Book } from '../../testing/factories.ts';
import { expectExplained } from '../../testing/client-money.ts';
import { codeOf } from '../../testing/chart.ts';
import { journalOf } from '../../testing/journal-of.ts';
import { ownBooks } from '../../testing/own-books.ts';
import { apart, together, type TestApp } from '../../testing/testApp.ts';
import { expectBalanced } from '../../testing/balanced.ts';
import { adjustmentCalls } from '../adjustments/adjustments.factories.ts';
import { approvedEndorsement } from '../endorsements/endorsements.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../receipts/receipts.factories.ts';
import { ourBankAccount } from '../banks/banks.factories.ts';
import { exampleInvoice, invoiceCalls, taxOnInvoices } from '../invoices/invoices.factories.ts';
import { PV, voucherCalls } from './vouchers.factories.ts';

let t: TestApp;
let book: Book;

const course = ownBooks(
  async (...entered) => {
    [t, book] = entered;
    await confirmedAccounts(t, [book.reinsured]);
  },
  {
    look: async (app) => {
      await expectBalanced(app);
      await expectExplained(app);
    },
  },
);

const { payable, saveOther, submit, decide, pay, reverse, through } = voucherCalls(() => t);

const receive = (note: number, amount: string, payer = book.reinsured) =>
  approvedReceipt(
    t,
    exampleReceipt(book, { reinsured: payer, receiptAmount: amount, allocations: [{ note, amount }] }),
  );
async function payAll(security: number): Promise<void> {
  const items = (await payable(security)).map(({ item, available }) => ({ item, amount: available }));
  const body = { currency: 'KES', bank_date: '2026-03-02', security, items };
  expect((await through(await t.call('accountant.nbo', `POST ${PV}/save2`, { body }))).body.status).toBe('PAID');
}

/** The example, received and paid to its securities, is cancelled with 219 of 365 days left: 337,500.00 are the reinsured’s. */
async function cancelled(amount = '562500.00', changes: Record<string, unknown> = {}): Promise<number> {
  const policy = await approvedPolicy(t, book);
  await receive((await debitNoteOf(t, policy)).id, amount);
  for (const security of [book.a, book.b, book.c]) await payAll(security);
  await approvedEndorsement(t, policy, {
    endorsementtype: 'CANCEL_PRORATA',
    effective_date: '2026-07-25',
    sum_insured: null,
    ...changes,
  });
  return policy;
}

type Refundable = { item: number; owed: string; available: string; held_back: string };
const refundable = async (): Promise<Refundable[]> =>
  (await t.call('accountant.nbo', `GET ${PV}/refundable`, { query: { payee: book.reinsured } })).body;
const only = async (): Promise<Refundable> => {
  const [one] = await refundable();
  if (one === undefined) throw new Error('Nothing is refundable.');
  return one;
};
const refund = async (amount: string, changes: Record<string, unknown> = {}) =>
  saveOther({ kind: 'REFUND', amount, note: (await only()).item, ...changes });
const journal = (id: number) => journalOf(t, { kind: 'voucher', id });
const clientMoney = async () => (await t.call('manager.nbo', 'GET /api/sca/v1/clientmoney/items')).body.data;
const balance = async () => {
  const query = { param: String(book.reinsured) };
  const { body } = await t.call('accountant.nbo', 'GET /api/sca/v1/facultativereportitem', { query });
  return body.totals.map((total: { balance: string }) => total.balance);
};
/** What the policy's page says is outstanding of it. */
const outstandingOf = async (policy: number) => {
  const { current, received } = (await t.call('manager.nbo', `GET /api/sca/v1/underwriting/${policy}`)).body;
  const minor = (amount: string) => BigInt(amount.replace('.', ''));
  return minor(current.debit_note) - minor(received);
};
async function returned(security: number, amount: string): Promise<void> {
  const { rows } = await t.ownerPool.query<{ id: number }>(
    `select id from notes where purpose = 'RETURN' and kind = 'DN' and party_id = $1`,
    [security],
  );
  await receive(rows[0]?.id ?? 0, amount, security);
}

describe('a return of a paid policy (M17)', () => {
  together(course);

  test('is set against what its note owes again: a certificate that no longer stands, money that never came', async () => {
    const policy = await approvedPolicy(t, book);
    const note = (await debitNoteOf(t, policy)).id;
    const { rows } = await t.ownerPool.query<{ id: number }>(
      `select tax_id as id from note_parts where debit_note_id = $1 and kind = 'TAX'`,
      [note],
    );
    const { through: adjust, reverse: takeBack } = adjustmentCalls(() => t);
    const certificate = await adjust({
      kind: 'CERTIFICATE',
      note,
      tax: rows[0]?.id,
      certificate: `WHT/${note}`,
      amount: '9375.00',
    });
    const received = await receive(note, '553125.00');
    await approvedEndorsement(t, policy, {
      endorsementtype: 'CANCEL_FLAT',
      effective_date: '2026-03-01',
      sum_insured: null,
    });
    // What the reinsured paid to the authority is not in our hands: we cannot give it back.
    expect(await only()).toMatchObject({ owed: '562500.00', available: '553125.00', held_back: '9375.00' });
    expect((await takeBack(certificate.id, 3)).status).toBe(200);
    expect(await only()).toMatchObject({ owed: '553125.00', available: '553125.00', held_back: '0.00' });
    const paid = await through(await refund('200000.00'));
    const body = { version: 3, reason: 'The cheque came back' };
    expect((await t.call('root', `PUT /api/sca/v1/receivable/reverse/${received}`, { body })).status).toBe(200);
    expect([await refundable(), await balance()]).toEqual([[], ['200000.00']]);
    expect((await t.call('root', `PUT ${PV}/reverse/${paid.body.id}`, { body: { ...body, version: 4 } })).status).toBe(
      200,
    );
    expect([await refundable(), await balance()]).toEqual([[], ['0.00']]);
    await expectSound(t);
  });

  test.each([
    ['a cent more than is in hand', '28125.01'],
    ['more than is owed', '337500.01'],
  ])('is not refunded by %s', async (_, amount) => {
    await cancelled();
    const { id } = (await refund(amount)).body;
    expect((await submit(id)).body).toMatchObject({
      code: 'OVER_RELEASED',
      title: expect.stringMatching(/^Only KES 28,125\.00 has been received for /),
    });
  });

  test('is on one voucher, however they race', async () => {
    await cancelled();
    const ids = [(await refund('28125.00')).body.id, (await refund('28125.00')).body.id];
    const replies = await Promise.all(ids.map(submit));
    expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 409]);
  });

  test('is no refund while it lessens what is still owed', async () => {
    const policy = await approvedPolicy(t, book);
    await receive((await debitNoteOf(t, policy)).id, '281250.00');
    await approvedEndorsement(t, policy, { endorsementtype: 'RP', sum_insured: '400000000' });
    expect(await refundable()).toEqual([]);
  });

  test('is the reinsured’s for what it paid beyond what it owes', async () => {
    // Half was paid, and all of it is on its way to the securities: 225,000.00 stay due for 146 days.
    await cancelled('281250.00');
    expect(await only()).toMatchObject({ owed: '56250.00' });
  });

  test('of a receipt or of a credit note, of the branch and currency, and of no other', async () => {
    await cancelled();
    const { item } = await only();
    const choose = { field: 'note', message: 'Choose a credit note that is not refunded yet.' };
    const debit = (await t.ownerPool.query(`select id from notes where kind = 'DN' order by id limit 1`)).rows[0].id;
    for (const changes of [{ note: debit }, { note: 999_999 }, { note: item, currency: 'USD' }])
      expect((await saveOther({ kind: 'REFUND', amount: '1.00', ...changes })).body.errors).toContainEqual(choose);
    expect((await saveOther({ kind: 'REFUND', amount: '1.00' })).body.errors).toContainEqual({
      field: 'receipt',
      message: 'Choose an approved receipt.',
    });
    const foreign = await t.call('accountant.lon', `POST ${PV}/save`, {
      body: { kind: 'REFUND', amount: '1.00', note: item, currency: 'KES', bank_date: '2026-03-02' },
    });
    expect(foreign.body.errors).toContainEqual(choose);
    expect((await t.call('accountant.lon', `GET ${PV}/refundable`)).body).toEqual([]);
  });
});

describe('a return of a paid policy, and the client money in all (M17)', () => {
  apart(course);

  test('is refunded as what was paid to the securities comes back', async () => {
    const policy = await cancelled();
    expect(await outstandingOf(policy)).toBe(-33_750_000n);
    // 46,875.00 are in hand: 15,000.00 of them our brokerage, 3,750.00 the tax.
    expect(await only()).toMatchObject({ owed: '337500.00', available: '28125.00', held_back: '309375.00' });
    const { body: queue } = await t.call('accountant.nbo', `GET ${PV}/releases`);
    expect(queue.map((row: { kind: string; available: string }) => [row.kind, row.available])).toEqual([
      ['TAX', '3750.00'],
      ['REFUND', '28125.00'],
      ['BROKERAGE', '15000.00'],
    ]);
    expect(await balance()).toEqual(['-337500.00']);
    const first = await refund('28125.00');
    expect((await through(first)).body.status).toBe('PAID');
    expect(await journal(first.body.id)).toEqual([
      'VOUCHER_PAID PREMIUM_RECEIVABLE 28125.00',
      'VOUCHER_PAID CLIENT_BANK -28125.00',
    ]);
    expect([await balance(), await outstandingOf(policy)]).toEqual([['-309375.00'], -30_937_500n]);
    expect(await clientMoney()).toMatchObject([{ held: '18750.00', premiums: '18750.00', short: '0.00' }]);
    for (const [security, amount, available] of [
      [book.a, '131250.00', '131250.00'],
      [book.b, '105000.00', '236250.00'],
      [book.c, '73125.00', '309375.00'],
    ] as const) {
      await returned(security, amount);
      expect((await only()).available).toBe(available);
    }
    const second = await refund('309375.00');
    expect((await through(second)).body.status).toBe('PAID');
    expect(await refundable()).toEqual([]);
    expect([await balance(), await outstandingOf(policy)]).toEqual([['0.00'], 0n]);
    expect(await clientMoney()).toMatchObject([{ held: '18750.00', premiums: '18750.00', short: '0.00' }]);
    expect((await reverse(second.body.id, 4)).status).toBe(200);
    expect(await only()).toMatchObject({ owed: '309375.00', available: '309375.00' });
  });

  test('goes ahead of that for a manager’s reason, which names what the client bank lacks', async () => {
    await cancelled();
    const { id } = (await refund('337500.00', { override: true })).body;
    expect((await submit(id)).status).toBe(200);
    const notice =
      'KES 309,375.00 of this has not come back from who was paid it: the client bank is short by it until it does. Make it good first, or say why it is refunded anyway.';
    expect((await t.call('manager.nbo', `GET ${PV}/preview/${id}`)).body).toMatchObject({ reason_needed: notice });
    expect((await decide(id)).body.errors).toEqual([{ field: 'reason', message: notice }]);
    expect((await decide(id, 'accountant.nbo', { reason: 'Agreed' })).body.code).toBe('FORBIDDEN');
    expect((await decide(id, 'manager.nbo', { reason: 'The cedant needs it this week' })).status).toBe(200);
    // The firm pays in what the client bank would lack.
    const made = await saveOther({ kind: 'MAKE_GOOD', amount: '309375.00', note: (await only()).item });
    expect((await through(made)).body.status).toBe('PAID');
    expect((await pay(id)).status).toBe(200);
    expect(await clientMoney()).toMatchObject([{ held: '18750.00', premiums: '18750.00', short: '0.00' }]);
    const [apart] = (await auditInvariants(t.ownerPool)).filter((finding) => finding.id === 'I11');
    expect(apart?.detail).toMatch(/paid ahead by an override: PV\/NBO.*30937500$/);
  });

  test('goes ahead without one of what was made good for it, which is drawn back as the rest comes back', async () => {
    await cancelled();
    const { item: note } = await only();
    const made = await saveOther({ kind: 'MAKE_GOOD', amount: '309375.00', note });
    expect((await through(made)).body.status).toBe('PAID');
    const drawBack = (amount: string) => saveOther({ kind: 'DRAW_BACK', amount, note });
    const refunded = await refund('337500.00');
    expect((await through(refunded)).body.status).toBe('PAID');
    // 18,750.00 are in hand beside what the refund took: so much of what was made good is not needed.
    const title = 'Only KES 18,750.00 of what was made good for this note is no longer needed.';
    expect((await submit((await drawBack('18750.01')).body.id)).body).toMatchObject({ code: 'OVER_DRAWN', title });
    expect((await reverse(made.body.id, 4)).body.code).toBe('IN_USE');
    await returned(book.a, '131250.00');
    expect((await submit((await drawBack('150000.01')).body.id)).body.code).toBe('OVER_DRAWN');
    expect((await through(await drawBack('131250.00'))).body.status).toBe('PAID');
    await returned(book.b, '105000.00');
    await returned(book.c, '73125.00');
    expect((await through(await drawBack('178125.00'))).body.status).toBe('PAID');
    expect((await submit((await drawBack('0.01')).body.id)).body.code).toBe('OVER_DRAWN');
    expect(await clientMoney()).toMatchObject([{ held: '18750.00', premiums: '18750.00', short: '0.00' }]);
    const nothing = await saveOther({ kind: 'DRAW_BACK', amount: '1.00' });
    expect(nothing.body.errors).toContainEqual({ field: 'claim', message: 'Choose an approved claim.' });
  });
});

describe('a fee', () => {
  apart(course);

  test('that is left is refunded out of the office bank, which it came into: client money is untouched', async () => {
    await taxOnInvoices(t);
    const office = await ourBankAccount(t, { name: 'Office', number: '8001', purpose: 'OFFICE' });
    const clients = await ourBankAccount(t, { name: 'Clients', number: '8002' });
    const lines = [{ description: 'Advice', account: codeOf('FEE_INCOME'), quantity: '1', price: '900.00' }];
    const { id } = await invoiceCalls(() => t).through(exampleInvoice(book, 0, { lines }));
    const note = (await t.ownerPool.query('select id from notes where invoice_id = $1', [id])).rows[0].id;
    const receipt = await approvedReceipt(
      t,
      exampleReceipt(book, {
        receiptType: 'FEE',
        receiptAmount: '1000.00',
        bank_account: office,
        allocations: [{ note, amount: '900.00' }],
      }),
    );
    const refund = { kind: 'REFUND', receipt, amount: '100.00' };
    expect((await saveOther({ ...refund, bank_account: clients })).body.errors).toEqual([
      { field: 'bank_account', message: 'Choose one of our office accounts in KES.' },
    ]);
    const saved = await saveOther(refund);
    expect((await through(saved)).body.status).toBe('PAID');
    expect(await journalOf(t, { kind: 'voucher', id: saved.body.id, currency: 'KES' })).toEqual([
      'VOUCHER_PAID UNALLOCATED_CASH 100.00',
      'VOUCHER_PAID OFFICE_BANK -100.00',
    ]);
    const paid = (await t.call('accountant.nbo', `GET ${PV}/${saved.body.id}`)).body;
    expect(paid.bank_account).toMatchObject({ id: office, purpose: 'OFFICE' });
    expect((await t.call('accountant.nbo', 'GET /api/sca/v1/clientmoney/items')).body.data).toEqual([]);
  });
});
