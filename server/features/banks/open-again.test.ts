import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt, RECEIVABLE } from '../receipts/receipts.factories.ts';
import { bankLinesOf, ourBankAccount } from './banks.factories.ts';

const API = '/api/sca/v1';
let t: TestApp;
let book: Book;
let account: number;
let lines: ReturnType<typeof bankLinesOf>;
let note: { id: number; number: string };
let serial = 0;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  serial += 1;
  const number = `66500${serial}`;
  book = await makeBook(t, ` ${serial}`);
  account = await ourBankAccount(t, { name: `Clients ${serial}`, number, is_default: false });
  lines = bankLinesOf(() => t, { id: account, number });
  note = await debitNoteOf(t, await approvedPolicy(t, book));
});

/** How many lines the desk and the checklist of the month count. */
async function counted(): Promise<[number, number]> {
  const desk = await t.call('accountant.nbo', `GET ${API}/aggregate/moneydesk`);
  const list = await t.call('manager.nbo', `GET ${API}/period/checklist`, { query: { month: '2026-03' } });
  return [
    desk.body.bank_lines.count,
    list.body.data.find(({ check }: { check: string }) => check === 'BANK_LINES').count,
  ];
}
const step = async (who: string, call: `${string} ${string}`, body: Record<string, unknown>) => {
  const done = await t.call(who, call, { body });
  if (done.status !== 200) throw new Error(JSON.stringify(done.body));
};

test('a line whose receipt was rejected and disabled is open again, and counted', async () => {
  await lines.says({ amount: '562500.00', reference: 'R9', text: `premium ${note.number}` });
  const before = await counted();
  await lines.confirmAll();
  expect(await counted()).toEqual(before.map((count) => count - 1));
  const [{ record }] = await lines.matched();
  await step('manager.nbo', `PUT ${RECEIVABLE}/approve/${record.id}/REJECTED`, { version: 2, reason: 'Not ours' });
  // Its maker may correct it and submit it again.
  expect(await lines.open()).toEqual([]);
  await step('accountant.nbo', `DELETE ${RECEIVABLE}/${record.id}`, { version: 3 });
  expect(await lines.open()).toMatchObject([{ amount: '562500.00', proposals: [{ records: [{ id: note.id }] }] }]);
  expect(await counted()).toEqual(before);
  expect(await lines.matched()).toEqual([]);
  const { rows } = await t.ownerPool.query(
    `select m.undone_reason, a.action from bank_matches m join audit_trail a on a.entity = 'bank_line' and a.entity_id = m.line_id
     where m.bank_account_id = $1 order by a.id`,
    [account],
  );
  const reason = `Receipt #${record.id} was disabled.`;
  expect(rows).toEqual([
    { undone_reason: reason, action: 'line_matched' },
    { undone_reason: reason, action: 'line_unmatched' },
  ]);
});

test('a line whose receipt was reversed is open again; one whose cheque the bank returned was that cheque', async () => {
  const cheque = { bank_account: account, method: 'CHEQUE', receiptAmount: '1000.00' };
  const entered = async (reference: string) =>
    approvedReceipt(
      t,
      exampleReceipt(book, {
        ...cheque,
        bank_reference: reference,
        allocations: [{ note: note.id, amount: '1000.00' }],
      }),
    );
  const [mistaken, bounced] = [await entered('C1'), await entered('C2')];
  await lines.says({ amount: '1000.00', reference: 'C1' }, { amount: '1000.00', reference: 'C2' });
  expect((await lines.confirmAll()).status).toBe(200);
  const body = { version: 3, reason: 'Of another payer' };
  await step('root', `PUT ${RECEIVABLE}/reverse/${mistaken}`, body);
  await step('root', `PUT ${RECEIVABLE}/bounce/${bounced}`, { ...body, reason: 'Insufficient funds' });
  expect(await lines.open()).toMatchObject([{ reference: 'C1' }]);
  expect(await lines.matched()).toMatchObject([{ record: { id: bounced }, status: 'Reversed' }]);
});

test('a receipt that is a line keeps what the bank says of it, whatever else its maker corrects', async () => {
  await lines.says({ amount: '562500.00', reference: 'R9', text: `premium ${note.number}` });
  await lines.confirmAll();
  const [{ id: match, version, record }] = await lines.matched();
  await step('manager.nbo', `PUT ${RECEIVABLE}/approve/${record.id}/REJECTED`, { version: 2, reason: 'Of February' });
  const other = await ourBankAccount(t, { name: `Savings ${serial}`, number: `66599${serial}`, is_default: false });
  const receipt = exampleReceipt(book, { bank_account: account, receiptAmount: '562500.00', bank_reference: 'R9' });
  const edit = (now: number, changes: Record<string, unknown>) =>
    t.call('accountant.nbo', `PUT ${RECEIVABLE}/edit`, {
      body: { ...receipt, id: record.id, version: now, ...changes },
    });
  const message = `The bank says KES 562,500.00 on Clients ${serial}. Take the match back before you change this.`;
  const refused: [string, Record<string, unknown>][] = [
    ['receiptAmount', { receiptAmount: '500000.00' }],
    ['bank_account', { bank_account: other }],
    ['currency', { currency: 'USD', bank_account: undefined }],
  ];
  for (const [field, changes] of refused) {
    const { status, body } = await edit(3, changes);
    expect([status, body.errors]).toEqual([400, [{ field, message }]]);
  }
  const narrated = await edit(3, { narrationRef: 'Of February' });
  expect([narrated.status, narrated.body.version]).toEqual([200, 4]);
  await step('accountant.nbo', `PUT ${API}/bankmatch/undo/${match}`, { version, reason: 'Two receipts' });
  expect((await edit(4, { receiptAmount: '500000.00' })).status).toBe(200);
  expect(await lines.open()).toMatchObject([{ amount: '562500.00' }]);
});
