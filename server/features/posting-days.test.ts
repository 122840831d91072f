import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectSound } from '../proofs/expect-sound.ts';
import { codeOf } from '../testing/chart.ts';
import { approvedPolicy, makeBook, type Book } from '../testing/factories.ts';
import { decideIn } from '../testing/decide-record.ts';
import { testApp, type TestApp } from '../testing/testApp.ts';
import { ADJ, adjustmentCalls, letBear } from './adjustments/adjustments.factories.ts';
import { approvedClaim, approvedMovement, MOVEMENT, pendingMovement } from './claims/claims.factories.ts';
import { exampleInvoice, INVOICE, invoiceCalls, taxOnInvoices } from './invoices/invoices.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from './receipts/receipts.factories.ts';
import { PV, voucherCalls } from './vouchers/vouchers.factories.ts';

const SCA = '/api/sca/v1';
let t: TestApp;
let book: Book;
let tax: number;
let made = 0;
const { save: saveAdjustment, attach, submit: submitAdjustment } = adjustmentCalls(() => t);
const { save: saveInvoice, submit: submitInvoice, through: invoiced, read: invoiceOf } = invoiceCalls(() => t);

beforeAll(async () => {
  t = await testApp();
  await letBear(t, 'KES', 100_00n);
  tax = await taxOnInvoices(t);
});
afterAll(async () => {
  await expectSound(t);
  await t.close();
});
// What begins on 2 March is decided on 10 April, while January is closed.
beforeEach(async () => {
  t.clock.set('2026-03-02T08:00:00Z');
  made += 1;
  book = await makeBook(t, ` ${made}`);
});
const later = () => t.clock.set('2026-04-10T08:00:00Z');

type Decided = { path: string; id: number };
const approve = ({ path, id }: Decided, day?: string) =>
  decideIn(t)(
    'manager.nbo',
    `PUT ${path}/approve/${id}/APPROVED`,
    day === undefined ? {} : { body: { posting_day: day } },
  );
const preview = async ({ path, id }: Decided, day?: string) =>
  t.call('manager.nbo', `GET ${path}/preview/${id}`, { query: day === undefined ? {} : { posting_day: day } });
const daysOf = async (kind: string, id: number) =>
  (
    await t.ownerPool.query(
      `select distinct e.day::text from journal_entries e where e.source_kind = $1 and e.source_id = $2 order by 1`,
      [kind, id],
    )
  ).rows.map((row) => row.day);
const faultOf = ({ status, body }: { status: number; body: { errors?: { field: string; message: string }[] } }) => [
  status,
  body.errors?.[0],
];
const FUTURE = { field: 'posting_day', message: 'The posting day cannot be in the future.' };
const early = (noun: string, day: string) => ({
  field: 'posting_day',
  message: `The last posting on the documents of this ${noun} is of ${day}. Choose that day or a later one.`,
});
/** The balance of a party on an account at the end of a day. */
async function balanceOn(day: string, account: string, party: number): Promise<string> {
  const { body } = await t.call('accountant.nbo', `GET ${SCA}/trialbalance/items`, {
    query: { to: day, detail: 'sub', account },
  });
  const row = body.data.find((one: { party?: { id: number } | null }) => one.party?.id === party);
  return row?.closing ?? '0.00';
}

describe('the posting day of a claim movement', () => {
  test('is a day on or after the last of its claim; register and ledger have it from that day', async () => {
    const claim = await approvedClaim(t, book);
    t.clock.set('2026-03-09T08:00:00Z');
    await approvedMovement(t, claim, { amount: '1000000.00' });
    later();
    const id = await pendingMovement(t, claim, { amount: '2000000.00' });
    const one = { path: MOVEMENT, id };
    expect((await preview(one)).body.posting).toEqual({ day: '2026-04-10', from: '2026-03-09' });
    expect(faultOf(await approve(one, '2026-03-08'))).toEqual([400, early('movement', 'Mar 9, 2026')]);
    expect(faultOf(await approve(one, '2026-04-11'))).toEqual([400, FUTURE]);
    const seen = (await preview(one, '2026-03-20')).body;
    expect(seen.posting.day).toBe('2026-03-20');
    expect((await approve(one, '2026-03-20')).status).toBe(200);
    expect(await daysOf('movement', id)).toEqual(['2026-03-20']);
    const { rows } = await t.ownerPool.query(
      `select distinct posted_on::text as posted, due_on::text as due from notes where movement_id = $1`,
      [id],
    );
    // Thirty days after the day on which it is booked.
    expect(rows).toEqual([{ posted: '2026-03-20', due: '2026-04-19' }]);
    expect(seen.notes[0].due_on).toBe('2026-04-19');
    const called = async (asat: string) =>
      (await t.call('claims.nbo', `GET ${SCA}/claim/claimreport`, { query: { asat, length: 500 } })).body.data.find(
        (row: { id: number }) => row.id === claim,
      )?.called;
    const [before, after] = [await called('2026-03-19'), await called('2026-03-20')];
    expect([before, after]).not.toContain(undefined);
    expect(before).not.toBe(after);
    const recoverable = codeOf('CLAIMS_RECOVERABLE');
    expect(await balanceOn('2026-03-19', recoverable, book.a)).toBe('250000.00');
    expect(await balanceOn('2026-03-20', recoverable, book.a)).toBe('750000.00');
  });
});

describe('the posting day of an adjustment', () => {
  const pending = async (note: number, changes: Record<string, unknown>) => {
    const saved = await saveAdjustment({ note, day: '2026-03-05', ...changes });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    if (changes['kind'] === 'CERTIFICATE') await attach(saved.body.id);
    expect((await submitAdjustment(saved.body.id)).status).toBe(200);
    return { path: ADJ, id: saved.body.id };
  };

  test.each([
    ['CERTIFICATE', { amount: '1000.00', certificate: 'WHT/77' }],
    ['WRITE_OFF', { amount: '3.20' }],
    ['BANK_CHARGE', { amount: '3.20' }],
    ['UNCOLLECTABLE', { amount: '1000.00', reason: 'Insolvent' }],
  ])('%s', async (kind, typed) => {
    const note = (await debitNoteOf(t, await approvedPolicy(t, book))).id;
    t.clock.set('2026-03-09T08:00:00Z');
    await approvedReceipt(
      t,
      exampleReceipt(book, {
        dateOfIssue: '2026-03-09',
        receiptAmount: '500.00',
        allocations: [{ note, amount: '500.00' }],
      }),
    );
    later();
    const wht = (await t.ownerPool.query(`select id from taxes where code = 'WHT'`)).rows[0].id;
    const one = await pending(note, {
      kind,
      ...typed,
      ...(kind === 'CERTIFICATE' && { tax: wht, certificate: `WHT/${made}` }),
      ...(kind === 'WRITE_OFF' || kind === 'BANK_CHARGE' ? { reason: 'Small' } : {}),
    });
    // Its own day, unless another is chosen.
    expect((await preview(one)).body.posting).toEqual({ day: '2026-03-05', from: '2026-03-09' });
    expect(faultOf(await approve(one, '2026-03-08'))).toEqual([400, early('adjustment', 'Mar 9, 2026')]);
    expect(faultOf(await approve(one, '2026-04-11'))).toEqual([400, FUTURE]);
    const receivable = codeOf('PREMIUM_RECEIVABLE');
    const before = await balanceOn('2026-03-20', receivable, book.reinsured);
    expect((await approve(one, '2026-03-20')).status).toBe(200);
    expect(await daysOf('adjustment', one.id)).toEqual(['2026-03-20']);
    expect(await balanceOn('2026-03-19', receivable, book.reinsured)).toBe('562000.00');
    expect(await balanceOn('2026-03-20', receivable, book.reinsured)).not.toBe(before);
    const record = (await t.call('manager.nbo', `GET ${ADJ}/${one.id}`)).body;
    expect(record.day).toBe('2026-03-20');
  });

  test('that is not chosen is its own', async () => {
    const note = (await debitNoteOf(t, await approvedPolicy(t, book))).id;
    later();
    const one = await pending(note, { kind: 'UNCOLLECTABLE', amount: '1000.00', reason: 'Insolvent' });
    expect((await approve(one)).status).toBe(200);
    expect(await daysOf('adjustment', one.id)).toEqual(['2026-03-05']);
  });
});

describe('the posting day of an invoice', () => {
  const pending = async (changes: Record<string, unknown> = {}) => {
    const { id } = (await saveInvoice(exampleInvoice(book, tax, changes))).body;
    expect((await submitInvoice(id)).status).toBe(200);
    return { path: INVOICE, id };
  };

  test('is an earlier day, by which its note is numbered, due and aged', async () => {
    later();
    const one = await pending();
    expect((await preview(one)).body.posting.day).toBe('2026-04-10');
    const seen = (await preview(one, '2026-03-20')).body;
    expect(seen.notes[0].due_on).toBe('2026-04-19');
    expect(faultOf(await approve(one, '2026-04-11'))).toEqual([400, FUTURE]);
    expect((await approve(one, '2026-03-20')).status).toBe(200);
    expect(await daysOf('invoice', one.id)).toEqual(['2026-03-20']);
    expect(await invoiceOf(one.id)).toMatchObject({
      posted_on: '2026-03-20',
      note: { due: [{ due_on: '2026-04-19' }] },
    });
    const receivable = codeOf('INVOICES_RECEIVABLE');
    expect(await balanceOn('2026-03-19', receivable, book.reinsured)).toBe('0.00');
    expect(await balanceOn('2026-03-20', receivable, book.reinsured)).toBe('130320.98');
  });

  test('of a credit is never before its invoice', async () => {
    t.clock.set('2026-03-09T08:00:00Z');
    const { id: credits } = await invoiced(exampleInvoice(book, tax));
    later();
    const one = await pending({ credits, terms: '' });
    expect((await preview(one)).body.posting.from).toBe('2026-03-09');
    expect(faultOf(await approve(one, '2026-03-08'))).toEqual([400, early('invoice', 'Mar 9, 2026')]);
    expect((await approve(one, '2026-03-09')).status).toBe(200);
  });

  test('has the rate of its day', async () => {
    await t.ownerPool.query(
      `insert into exchange_rates (currency, day, rate) values ('USD', '2026-03-18', 1295000000000), ('USD', '2026-04-08', 1301000000000)`,
    );
    later();
    const line = { description: 'Fee', account: codeOf('FEE_INCOME'), quantity: '1', price: '100.00' };
    const one = await pending({ currency: 'USD', lines: [line] });
    expect((await approve(one, '2026-03-20')).status).toBe(200);
    const { rows } = await t.ownerPool.query('select base_amount from notes where invoice_id = $1', [one.id]);
    expect(rows).toEqual([{ base_amount: 1295000n }]);
  });
});

describe('what has a day of its own', () => {
  test('says so, when it is looked at and when it is approved', async () => {
    const { saveOther, submit } = voucherCalls(() => t);
    const saved = await saveOther({ kind: 'EXPENSE', amount: '10.00', account: codeOf('EXPENSES') });
    expect((await submit(saved.body.id)).status).toBe(200);
    const voucher = { path: PV, id: saved.body.id };
    const own = { field: 'posting_day', message: 'The posting day of a voucher is its bank date. Change that.' };
    expect(faultOf(await approve(voucher, '2026-03-01'))).toEqual([400, own]);
    expect(faultOf(await preview(voucher, '2026-03-01'))).toEqual([400, own]);
    const lines = [
      { account: codeOf('EXPENSES'), currency: 'KES', debit: '10.00' },
      { account: codeOf('EQUITY'), currency: 'KES', credit: '10.00' },
    ];
    const body = { day: '2026-03-01', narration: 'Fees', lines };
    const journal = await t.call('accountant.nbo', `POST ${SCA}/journal/save`, { body });
    await t.call('accountant.nbo', `PUT ${SCA}/journal/submit/${journal.body.id}`);
    expect(faultOf(await approve({ path: `${SCA}/journal`, id: journal.body.id }, '2026-03-01'))).toEqual([
      400,
      { field: 'posting_day', message: 'The posting day of a journal is the day that it names. Change that.' },
    ]);
  });
});

test('no kind is booked into a closed month', async () => {
  const note = (await debitNoteOf(t, await approvedPolicy(t, book))).id;
  const claim = await approvedClaim(t, book);
  later();
  expect((await t.call('root', `PUT ${SCA}/period/close`, { body: { month: '2026-02' } })).status).toBe(200);
  const movement = await pendingMovement(t, claim);
  const { id: invoice } = (await saveInvoice(exampleInvoice(book, tax))).body;
  await submitInvoice(invoice);
  const saved = await saveAdjustment({
    note,
    day: '2026-04-01',
    kind: 'UNCOLLECTABLE',
    amount: '1.00',
    reason: 'Lost',
  });
  await submitAdjustment(saved.body.id);
  for (const one of [
    { path: MOVEMENT, id: movement },
    { path: INVOICE, id: invoice },
    { path: ADJ, id: saved.body.id },
  ]) {
    const reply = await approve(one, '2026-02-28');
    expect([reply.status, reply.body.title]).toEqual([409, 'February 2026 is closed.']);
    expect((await preview(one, '2026-02-28')).status).toBe(409);
    const from = (await preview(one)).body.posting.from;
    expect(from >= '2026-03-01').toBe(true);
  }
});
