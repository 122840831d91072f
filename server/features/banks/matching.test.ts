import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { someoneWaits } from '../../testing/lock-wait.ts';
import { readPdfText } from '../../testing/pdf.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { letBear } from '../adjustments/adjustments.factories.ts';
import {
  approvedReceipt,
  debitNoteOf,
  discrepancies,
  exampleReceipt,
  pendingReceipt,
  RECEIVABLE,
} from '../receipts/receipts.factories.ts';
import { PV, voucherCalls } from '../vouchers/vouchers.factories.ts';
import { BANK, bankLinesOf, ourBankAccount } from './banks.factories.ts';

const MATCH = '/api/sca/v1/bankmatch';
let t: TestApp;
let book: Book;
let account: number;
let serial = 0;
const vouchers = voucherCalls(() => t);
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
// Parties and an account of its own for each test: nothing that one leaves open is another's.
beforeEach(async () => {
  serial += 1;
  const number = `77000${serial}`;
  book = await makeBook(t, ` ${serial}`);
  account = await ourBankAccount(t, { name: `Clients ${serial}`, number, is_default: false });
  lines = bankLinesOf(() => t, { id: account, number });
});

let lines: ReturnType<typeof bankLinesOf>;
const bankSays: typeof lines.says = (...entries) => lines.says(...entries);
const open: typeof lines.open = (who) => lines.open(who);
const confirm: typeof lines.confirm = (items, who) => lines.confirm(items, who);
const confirmAll = () => lines.confirmAll();
const listed: typeof lines.matched = (query) => lines.matched(query);
const approve = (receipts: { id: number; version: number }[], who = 'manager.nbo') =>
  t.call(who, `PUT ${MATCH}/approve`, { body: { receipts } });
const waiting = async () =>
  (await listed({ waiting: 'yes' })).map((row: { record: { id: number }; record_version: number }) => ({
    id: row.record.id,
    version: row.record_version,
  }));
const from = (text: string) => `/ORDP/Savannah Insurance ${serial} Ltd/REMI/${text}/`;
async function policies(...premiums: string[]) {
  const notes: { id: number; number: string }[] = [];
  for (const premium of premiums)
    notes.push(await debitNoteOf(t, await approvedPolicy(t, book, { premium, rate: null })));
  return notes;
}

describe('what a line is proposed to be, and becomes', () => {
  test('by our number; then its payer is known by name: 720,000.00 = 562,500.00 + 45,000.00 + 112,500.00', async () => {
    const notes = await policies('1250000.00', '1250000.00', '100000.00', '250000.00');
    await bankSays(
      { amount: '562500.00', reference: 'FT1', text: from(`premium ${notes[0]?.number}`) },
      { amount: '720000.00', reference: 'FT2', text: from('premium') },
    );
    const [named, unknown] = await open();
    expect(named.proposals).toMatchObject([
      { reason: 'NUMBER', records: [{ id: notes[0]?.id, amount: '562500.00' }], party: { id: book.reinsured } },
    ]);
    // Never by amount alone: nobody knows yet who this is.
    expect([unknown.proposals, unknown.by_hand]).toEqual([[], []]);
    expect((await confirm([{ line: named.id, key: named.proposals[0].key }])).status).toBe(200);
    const [several] = await open();
    expect(several.proposals).toMatchObject([
      { reason: 'PAYER_SEVERAL', records: [{ amount: '562500.00' }, { amount: '45000.00' }, { amount: '112500.00' }] },
    ]);
    expect((await confirmAll()).status).toBe(200);
    const matched = await listed();
    expect(matched).toMatchObject([
      { kind: 'receipt', status: 'Pending', reason: 'PAYER_SEVERAL', amount: '720000.00' },
      { reason: 'NUMBER' },
    ]);
    const receipt = await t.call('manager.nbo', `GET ${RECEIVABLE}/${matched[0].record.id}`);
    expect(receipt.body).toMatchObject({
      dateOfIssue: '2026-03-02',
      bank_reference: 'FT2',
      receiptAmount: '720000.00',
      receiptType: 'PREMIUM',
      bank_account: { id: account },
    });

    const drafts = await waiting();
    expect((await approve(drafts, 'accountant.nbo')).body.code).toBe('SELF_DECISION');
    expect((await approve(drafts, 'cashier.nbo')).status).toBe(403);
    const approved = await approve(drafts);
    expect(approved.body.numbers).toEqual([expect.stringMatching(/^RV/), expect.stringMatching(/^RV/)]);
    expect(await waiting()).toEqual([]);
    const { rows } = await t.ownerPool.query(
      'select sum(amount)::text as amount from journal_lines where bank_account_id = $1',
      [account],
    );
    expect(rows).toEqual([{ amount: '128250000' }]);
    expect(await discrepancies(t)).toEqual([]);
  });

  test('the open lines as files: what each may be in words, all of them beyond one page', async () => {
    const notes = await policies('1250000.00');
    await bankSays(
      { amount: '562500.00', reference: 'FT1', text: from(`premium ${notes[0]?.number}`) },
      ...Array.from({ length: 120 }, (_, index) => ({
        amount: `${index + 1}.00`,
        reference: `FX${index}`,
        text: 'odd',
      })),
    );
    const file = async (format: string, who = 'accountant.nbo') =>
      t.call(who, `GET ${MATCH}/open`, { query: { account, format, start: 50, length: 1 } });
    const csv = (await file('csv')).bytes.toString('utf8').slice(1).trim().split('\r\n');
    expect(csv[0]).toBe('Account,Date,Payer or payee,Text,Bank reference,Currency,Amount,May be');
    expect(csv).toHaveLength(122);
    expect(csv.filter((line) => line.includes(`${notes[0]?.number} (`))).toHaveLength(1);
    expect((await file('xlsx')).status).toBe(200);
    const paper = readPdfText((await file('pdf')).bytes);
    expect(paper).toContain('Open bank lines');
    expect(paper.match(/Account/g)).toHaveLength(1);
    expect((await file('csv', 'underwriter.nbo')).status).toBe(403);
    const view = { list: 'bankmatch/open', name: 'Of the client account', query: `account=${account}`, shared: false };
    expect((await t.call('accountant.nbo', 'POST /api/sca/v1/view/save', { body: view })).status).toBe(200);
  });

  test('two equal notes are a tie that a person decides; what another line of the batch takes is refused', async () => {
    await policies('100000.00', '100000.00');
    await t.ownerPool.query(
      `insert into payer_names (known_by, party_id, learned_by, learned_at) select 'name:' || $1, $2, min(id), now() from users`,
      [`savannahinsurance${serial}ltd`, book.reinsured],
    );
    await bankSays({ amount: '45000.00', text: from('a') }, { amount: '45000.00', text: from('b') });
    const [one, two] = await open();
    expect(one.proposals).toHaveLength(2);
    const twice = await confirm([one, two].map((line) => ({ line: line.id, key: one.proposals[0].key })));
    expect([twice.status, twice.body.errors[0].field]).toEqual([400, 'items.1.key']);
    expect(await listed()).toEqual([]);
    const both = await confirm([one, two].map((line, at) => ({ line: line.id, key: one.proposals[at].key })));
    expect(both.status).toBe(200);
  });

  test('less a charge that the firm may bear: the receipt with its allocation, and the charge', async () => {
    await letBear(t, 'KES', 1000n);
    const [note] = await policies('1250000.00');
    await bankSays({ amount: '1.00', text: from('hello') });
    await t.ownerPool.query(
      `insert into payer_names (known_by, party_id, learned_by, learned_at) select 'name:' || $1, $2, min(id), now() from users`,
      [`savannahinsurance${serial}ltd`, book.reinsured],
    );
    await bankSays({ amount: '562495.00', text: from('premium') });
    const [, line] = await open();
    expect(line.proposals).toMatchObject([
      { reason: 'PAYER_LESS', less: { kind: 'BANK_CHARGE', amount: '5.00', note: note?.number } },
    ]);
    await confirm([{ line: line.id, key: line.proposals[0].key }]);
    const { rows } = await t.ownerPool.query(
      `select a.kind, a.status, a.amount::text from adjustments a join bank_matches m on m.adjustment_id = a.id where m.line_id = $1`,
      [line.id],
    );
    expect(rows).toEqual([{ kind: 'BANK_CHARGE', status: 'PENDING', amount: '500' }]);
  });

  test('less what a receipt that waits will settle of the note, in the note’s currency', async () => {
    await t.ownerPool.query(
      `insert into exchange_rates (currency, day, rate) values ('USD', '2026-03-02', 1300000000000)`,
    );
    const [note] = await policies('1250000.00');
    // 1,000.00 dollars at 130.00 settle 130,000.00 of 562,500.00.
    const allocations = [{ note: note?.id, amount: '1000.00' }];
    await pendingReceipt(t, exampleReceipt(book, { currency: 'USD', receiptAmount: '1000.00', allocations }));
    await bankSays({ amount: '561500.00', text: note?.number }, { amount: '432500.00', text: note?.number });
    const [dollarsTaken, shillingsTaken] = await open();
    expect(dollarsTaken.proposals).toEqual([]);
    expect(shillingsTaken.proposals).toMatchObject([{ records: [{ id: note?.id, amount: '432500.00' }] }]);
  });

  test('a receipt that was entered, by its bank reference, else by hand alone', async () => {
    const [note] = await policies('1250000.00');
    const entered = exampleReceipt(book, {
      bank_account: account,
      bank_reference: 'FT-77',
      allocations: [{ note: note?.id, amount: '281250.00' }],
    });
    const first = await approvedReceipt(t, entered);
    const second = await pendingReceipt(t, { ...entered, bank_reference: '', allocations: [] });
    await bankSays({ amount: '281250.00', reference: 'FT77' }, { amount: '281250.00', reference: 'XX' });
    const [one, two] = await open();
    expect(one.proposals).toMatchObject([{ reason: 'NUMBER', records: [{ kind: 'receipt', id: first }] }]);
    expect(two.proposals).toEqual([]);
    expect(two.by_hand.map((each: { key: string }) => each.key)).toEqual([`receipt:${first}`, `receipt:${second}`]);
    expect(
      (
        await confirm([
          { line: one.id, key: `receipt:${first}` },
          { line: two.id, key: `receipt:${second}` },
        ])
      ).status,
    ).toBe(200);
    expect((await listed()).map((row: { reason: string }) => row.reason)).toEqual(['BY_HAND', 'NUMBER']);
  });

  test('an approved voucher is paid by the bank’s line, on its day', async () => {
    const [note] = await policies('1250000.00');
    await approvedReceipt(
      t,
      exampleReceipt(book, {
        bank_account: account,
        receiptAmount: '562500.00',
        allocations: [{ note: note?.id, amount: '562500.00' }],
      }),
    );
    const saved = await vouchers.savePremium(book.a, '218750.00', { bank_account: account });
    await vouchers.submit(saved.body.id);
    const { body } = await vouchers.decide(saved.body.id);
    await bankSays(
      { amount: '562500.00' },
      { amount: '-218750.00', ours: body.number.slice(0, 16), text: `/EREF/${body.number}/REMI/premium/` },
    );
    const [, line] = await open();
    expect(line.proposals).toMatchObject([
      { reason: 'END_TO_END', pays: true, records: [{ kind: 'voucher', id: saved.body.id, amount: '218750.00' }] },
    ]);
    expect((await confirm([{ line: line.id, key: line.proposals[0].key }])).status).toBe(200);
    const paid = await t.call('manager.nbo', `GET ${PV}/${saved.body.id}`);
    expect(paid.body).toMatchObject({ status: 'PAID', bank_date: '2026-03-02' });
    expect(await discrepancies(t)).toEqual([]);
  });
});

describe('a line is matched once', () => {
  const matchedLine = async () => {
    const [note] = await policies('100000.00');
    const statement = await bankSays({ amount: '45000.00', reference: 'FT9', text: from(note?.number ?? '') });
    const [line] = await open();
    const done = await confirmAll();
    return { line, statement, match: done.body.matches[0] as number };
  };

  test('a second confirmation finds it changed, and the schema holds it', async () => {
    const { line } = await matchedLine();
    expect((await confirm([{ line: line.id, key: line.proposals[0].key }])).body.code).toBe('STALE');
    await expect(
      t.ownerPool.query(
        `insert into bank_matches (branch_id, bank_account_id, line_id, reason, receipt_id, amount, made_by, made_at)
        select branch_id, bank_account_id, line_id, reason, receipt_id, amount, made_by, made_at from bank_matches where line_id = $1`,
        [line.id],
      ),
    ).rejects.toThrow('line_matched_once');
  });

  test('confirmed by two at once, one of them makes it', async () => {
    const [note] = await policies('100000.00');
    await bankSays({ amount: '45000.00', reference: 'FT9', text: from(note?.number ?? '') });
    const [line] = await open();
    const item = [{ line: line.id, key: line.proposals[0].key }];
    const replies = await Promise.all([confirm(item), confirm(item), confirm(item)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await listed()).toHaveLength(1);
  });

  test('a line that is matched while its statement is being taken back keeps the statement', async () => {
    const statement = await bankSays({ amount: '45000.00' });
    const [line] = await open();
    const other = await t.ownerPool.connect();
    try {
      await other.query('begin');
      await other.query('update bank_lines set matched = true where id = $1', [line.id]);
      const taking = t.call('accountant.nbo', `PUT ${BANK}/takeback/${statement}`, {
        body: { version: 1, reason: 'x' },
      });
      await someoneWaits(t);
      await other.query('commit');
      expect((await taking).body.code).toBe('STATEMENT_KEPT');
    } finally {
      other.release();
    }
  });

  test('taken back with a reason: the line is open again, the receipt stays, and the statement may go', async () => {
    const { line, statement, match } = await matchedLine();
    const back = (body: object, who = 'accountant.nbo') => t.call(who, `PUT ${MATCH}/undo/${match}`, { body });
    const kept = await t.call('accountant.nbo', `PUT ${BANK}/takeback/${statement}`, {
      body: { version: 1, reason: 'x' },
    });
    expect(kept.body.title).toMatch(/lines is matched/);
    expect((await back({ version: 1, reason: '' })).status).toBe(400);
    expect((await back({ version: 9, reason: 'Wrong payer' })).body.code).toBe('STALE');
    expect((await back({ version: 1, reason: 'Wrong payer' }, 'manager.nbo')).status).toBe(403);
    expect((await back({ version: 1, reason: 'Wrong payer' })).status).toBe(200);
    expect((await back({ version: 2, reason: 'Wrong payer' })).body.code).toBe('WRONG_STATE');
    const [again] = await open();
    expect(again.id).toBe(line.id);
    // The note waits for the receipt that stays; that receipt is what the line is.
    expect(again.proposals).toMatchObject([{ records: [{ kind: 'receipt' }] }]);
  });

  test('what is no proposal, another account’s line and another branch’s are refused', async () => {
    await bankSays({ amount: '45000.00' });
    const [line] = await open();
    for (const key of ['notes:1=4500000', 'receipt:1', 'voucher:999999', 'x'])
      expect((await confirm([{ line: line.id, key }])).body.code).toBe('STALE');
    const other = await ourBankAccount(t, { number: `88${serial}`, is_default: false });
    const sent = await t.call('accountant.nbo', `PUT ${MATCH}/confirm`, {
      body: { account: other, items: [{ line: line.id, key: 'x' }] },
    });
    expect(sent.body.code).toBe('STALE');
    expect((await confirm([{ line: line.id, key: 'x' }], 'manager.nbo')).status).toBe(403);
    const [london] = (await t.ownerPool.query(`select id from branches where code = 'LON'`)).rows;
    const theirs = await ourBankAccount(t, { number: `99${serial}`, is_default: false, branch_id: london.id });
    expect((await t.call('accountant.nbo', `GET ${MATCH}/open`, { query: { account: theirs } })).status).toBe(404);
    expect((await approve([{ id: 999_999, version: 1 }])).status).toBe(404);
  });
});
