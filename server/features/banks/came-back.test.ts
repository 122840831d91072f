import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { ADJ, adjustmentCalls, letBear } from '../adjustments/adjustments.factories.ts';
import {
  approvedReceipt,
  debitNoteOf,
  discrepancies,
  exampleReceipt,
  RECEIVABLE,
} from '../receipts/receipts.factories.ts';
import { PV, voucherCalls } from '../vouchers/vouchers.factories.ts';
import { BANK, bankLinesOf, ourBankAccount } from './banks.factories.ts';

let t: TestApp;
let book: Book;
let account: number;
let lines: ReturnType<typeof bankLinesOf>;
let note: { id: number; number: string };
let serial = 0;
const vouchers = voucherCalls(() => t);
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  serial += 1;
  const number = `66600${serial}`;
  book = await makeBook(t, ` ${serial}`);
  account = await ourBankAccount(t, { name: `Clients ${serial}`, number, is_default: true });
  lines = bankLinesOf(() => t, { id: account, number });
  note = await debitNoteOf(t, await approvedPolicy(t, book));
});

const receive = (amount: string, changes: Record<string, unknown> = {}) =>
  approvedReceipt(
    t,
    exampleReceipt(book, {
      bank_account: account,
      receiptAmount: amount,
      allocations: [{ note: note.id, amount }],
      ...changes,
    }),
  );
const reverse = async (call: `${string} ${string}`, version: number, who = 'root') => {
  const done = await t.call(who, call, { body: { reason: 'Came back', version } });
  if (done.status !== 200) throw new Error(JSON.stringify(done.body));
};
type Offer = { key: string; reason: string };
type OpenLine = { id: number; amount: string; proposals: Offer[]; by_hand: Offer[] };
/** What is proposed for each open line, then what may be matched by hand. */
const offered = async () =>
  (await lines.open()).map((line: OpenLine) => [
    line.amount,
    line.proposals.map(({ key }) => key),
    line.by_hand.map(({ key }) => key),
  ]);
const confirm = async (...keys: string[]) => {
  const open: OpenLine[] = await lines.open();
  const done = await lines.confirm(open.flatMap(({ id }, at) => (keys[at] ? [{ line: id, key: keys[at] }] : [])));
  if (done.status !== 200) throw new Error(JSON.stringify(done.body));
};
/** What lies between the ledger and the statement of the account. */
const between = async (bank = account) => {
  const { body } = await t.call('accountant.nbo', `GET ${BANK}/reconciliation`, { query: { bank } });
  return body.parts.map(({ section, amount }: { section: string; amount: string }) => [section, amount]);
};
const agreed = (amount: string) => [
  ['LEDGER', amount],
  ['STATEMENT', amount],
];

describe('what came back', () => {
  test('a receipt that was matched and reversed: both lines are it, there and back', async () => {
    const id = await receive('281250.00', { bank_reference: 'CHQ1' });
    await lines.says({ amount: '281250.00', reference: 'CHQ1' });
    await lines.confirmAll();
    await reverse(`PUT ${RECEIVABLE}/reverse/${id}`, 3);
    // It may have been another payer's: by hand alone, until the bank says that it came back.
    expect(await offered()).toEqual([['281250.00', [], [`receipt:${id}`]]]);
    await lines.says({ amount: '-281250.00', reference: 'CHQ1', text: 'returned unpaid' });
    expect(await offered()).toEqual([
      ['281250.00', [], [`receipt:${id}`]],
      ['-281250.00', [`receipt:${id}:returned`], []],
    ]);
    await confirm('', `receipt:${id}:returned`);
    expect(await offered()).toEqual([['281250.00', [`receipt:${id}`], []]]);
    await confirm(`receipt:${id}`);
    expect(await between()).toEqual(agreed('0.00'));
    expect(await lines.matched()).toMatchObject([
      { amount: '281250.00', record: { id }, status: 'Reversed' },
      { amount: '-281250.00', record: { id }, status: 'Reversed' },
    ]);
  });

  test('a cheque that the bank returned stays its line, and the way back is found by its number', async () => {
    const id = await receive('281250.00', { bank_reference: 'CHQ2', method: 'CHEQUE' });
    const { receiptNumber: number } = (await t.call('manager.nbo', `GET ${RECEIVABLE}/${id}`)).body;
    await lines.says({ amount: '281250.00', reference: 'CHQ2' });
    await lines.confirmAll();
    await reverse(`PUT ${RECEIVABLE}/bounce/${id}`, 3);
    await lines.says({ amount: '-281250.00', reference: 'X1', text: `cheque ${number} unpaid` });
    expect(await offered()).toEqual([['-281250.00', [`receipt:${id}:returned`], []]]);
    await lines.confirmAll();
    expect(await between()).toEqual(agreed('0.00'));
    // A match by its hand is taken back as any other, and it is then open again.
    const [match] = await lines.matched();
    const undone = await t.call('accountant.nbo', `PUT /api/sca/v1/bankmatch/undo/${match.id}`, {
      body: { version: match.version, reason: 'Another cheque' },
    });
    expect(undone.status).toBe(200);
    expect(await offered()).toEqual([['-281250.00', [`receipt:${id}:returned`], []]]);
  });

  test('a voucher that was paid and reversed before the statement was read', async () => {
    await receive('562500.00');
    const saved = await vouchers.savePremium(book.a, '218750.00', { bank_account: account });
    const paid = (await vouchers.through(saved)).body;
    await reverse(`PUT ${PV}/reverse/${saved.body.id}`, paid.version, 'manager.nbo');
    await lines.says(
      { amount: '-218750.00', reference: 'X1', text: paid.number },
      { amount: '218750.00', reference: 'X2', text: `returned ${paid.number}` },
    );
    const [there, back] = [`voucher:${saved.body.id}`, `voucher:${saved.body.id}:returned`];
    expect(await offered()).toEqual([
      ['-218750.00', [], [there]],
      ['218750.00', [back], []],
    ]);
    await confirm('', back);
    expect(await offered()).toEqual([['-218750.00', [there], []]]);
    await confirm(there);
    expect(await between()).toEqual([
      ['LEDGER', '562500.00'],
      ['UNPRESENTED', '-562500.00'],
      ['STATEMENT', '0.00'],
    ]);
    expect(await discrepancies(t)).toEqual([]);
  });

  test('one record is one line each way: two lines of it at once, and a second of the same, are refused', async () => {
    const id = await receive('100.00', { bank_reference: 'C3' });
    await reverse(`PUT ${RECEIVABLE}/reverse/${id}`, 3);
    await lines.says({ amount: '-100.00', reference: 'A' }, { amount: '-100.00', reference: 'B' });
    const back = `receipt:${id}:returned`;
    expect(await offered()).toEqual([
      ['-100.00', [], [back]],
      ['-100.00', [], [back]],
    ]);
    const [one, two]: OpenLine[] = await lines.open();
    const twice = await lines.confirm([one, two].map((line) => ({ line: line?.id ?? 0, key: back })));
    expect([twice.status, twice.body.errors[0].field]).toEqual([400, 'items.1.key']);
    const both = await Promise.all([one, two].map((line) => lines.confirm([{ line: line?.id ?? 0, key: back }])));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await lines.confirm([{ line: one?.id ?? 0, key: `receipt:${id}` }])).body.code).toBe('STALE');
  });
});

test('what an adjustment made good is a line of both accounts, and again as it comes back', async () => {
  await letBear(t, 'KES', 1000n);
  const number = `66700${serial}`;
  const office = await ourBankAccount(t, { name: `Office ${serial}`, number, purpose: 'OFFICE', is_default: true });
  const ofOffice = bankLinesOf(() => t, { id: office, number });
  await receive('562496.80', { bank_reference: 'R1' });
  const done = await adjustmentCalls(() => t).through({
    note: note.id,
    kind: 'WRITE_OFF',
    amount: '3.20',
    reason: 'small',
  });
  const own = { reference: 'OWN', text: done.body.number };
  await lines.says({ amount: '562496.80', reference: 'R1' }, { amount: '3.20', ...own });
  await ofOffice.says({ amount: '-3.20', ...own });
  const [, there] = await lines.open();
  expect(there.proposals).toMatchObject([
    { reason: 'NUMBER', party: null, records: [{ kind: 'adjustment', number: done.body.number, amount: '3.20' }] },
  ]);
  await lines.confirmAll();
  await ofOffice.confirmAll();
  expect(await lines.matched()).toMatchObject([
    { kind: 'adjustment', record: { number: done.body.number }, status: 'Approved', amount: '3.20' },
    { kind: 'receipt' },
  ]);
  expect(await between()).toEqual(agreed('562500.00'));
  expect(await between(office)).toEqual(agreed('-3.20'));
  const links = await t.call('accountant.nbo', 'GET /api/sca/v1/aggregate/links', {
    query: { entity: 'adjustment', id: done.body.id },
  });
  expect(links.body.bank_lines).toHaveLength(2);

  await reverse(`PUT ${ADJ}/reverse/${done.body.id}`, done.body.version);
  expect(await offered()).toEqual([['3.20', [], [`adjustment:${done.body.id}`]]]);
  expect((await ofOffice.open()).length).toBe(1);
  await lines.says({ amount: '-3.20', reference: 'BACK', text: done.body.number });
  await confirm('', `adjustment:${done.body.id}:returned`);
  await lines.confirmAll();
  expect(await between()).toEqual(agreed('562496.80'));
});

describe('receipts that were banked together as one line', () => {
  test('of one slip of banking they are proposed; each is approved by itself, and the match is one', async () => {
    const [one, two] = [
      await receive('281250.00', { bank_reference: 'DEP 1' }),
      await receive('1250.00', { bank_reference: 'dep-1' }),
    ];
    await lines.says({ amount: '282500.00', reference: 'DEP1', text: 'cheques' });
    const key = `receipt:${one}+receipt:${two}`;
    expect(await offered()).toEqual([['282500.00', [key], []]]);
    await lines.confirmAll();
    expect(await lines.matched()).toMatchObject([
      { record: { id: two }, amount: '1250.00' },
      { record: { id: one }, amount: '281250.00' },
    ]);
    expect(await between()).toEqual(agreed('282500.00'));
    // Taken back, or one of them reversed: the whole line is open again.
    const [match] = await lines.matched();
    await t.call('accountant.nbo', `PUT /api/sca/v1/bankmatch/undo/${match.id}`, {
      body: { version: 1, reason: 'Other cheques' },
    });
    expect(await offered()).toEqual([['282500.00', [key], []]]);
    await lines.confirmAll();
    await reverse(`PUT ${RECEIVABLE}/reverse/${one}`, 3);
    expect(await lines.matched()).toEqual([]);
    expect(await lines.open()).toHaveLength(1);
  });

  test('of a payer who is known they are proposed where they sum exactly, else chosen by hand', async () => {
    const ids = [];
    for (const amount of ['1000.00', '200.00', '30.00']) ids.push(await receive(amount));
    const [a, b, c] = ids.map((id) => `receipt:${id}`);
    const text = `/ORDP/Savannah Insurance ${serial} Ltd/REMI/cheques/`;
    await t.ownerPool.query(
      `insert into payer_names (known_by, party_id, learned_by, learned_at) select 'name:' || $1, $2, min(id), now() from users`,
      [`savannahinsurance${serial}ltd`, book.reinsured],
    );
    await lines.says({ amount: '1200.00', text }, { amount: '230.00', text: 'cash desk' });
    expect(await offered()).toEqual([
      ['1200.00', [`${a}+${b}`], []],
      ['230.00', [], []],
    ]);
    const [, line]: OpenLine[] = await lines.open();
    const query = { account, line: line?.id ?? 0 };
    const { body } = await t.call('accountant.nbo', 'GET /api/sca/v1/bankmatch/receipts', { query });
    expect(body.map(({ key, amount }: { key: string; amount: string }) => [key, amount])).toEqual([
      [b, '200.00'],
      [c, '30.00'],
    ]);
    const none = await t.call('accountant.nbo', 'GET /api/sca/v1/bankmatch/receipts', {
      query: { account, line: 999_999 },
    });
    expect(none.status).toBe(404);
    for (const key of [`${a}+${c}`, `${b}`, `${b}+${b}`, `${b}+${c}+receipt:999999`])
      expect((await lines.confirm([{ line: line?.id ?? 0, key }])).body.code, key).toBe('STALE');
    await lines.confirm([{ line: line?.id ?? 0, key: `${b}+${c}` }]);
    expect(await lines.matched()).toMatchObject([{ reason: 'BY_HAND' }, { reason: 'BY_HAND' }]);
    expect(await offered()).toEqual([['1200.00', [], []]]);
  });

  test('the schema holds that what a line is matched with comes to the line', async () => {
    const id = await receive('1000.00', { bank_reference: 'C9' });
    await lines.says({ amount: '1000.00', reference: 'C9' });
    const [line] = await lines.open();
    const [user] = (
      await t.ownerPool.query('select min(id) as id, (select min(id) from branches) as branch from users')
    ).rows;
    await expect(
      t.ownerPool.query(
        `insert into bank_matches (branch_id, bank_account_id, line_id, reason, receipt_id, amount, made_by, made_at)
         values ($1, $2, $3, 'BY_HAND', $4, 99999, $5, now())`,
        [user.branch, account, line.id, id, user.id],
      ),
    ).rejects.toThrow('is not matched whole');
  });
});
