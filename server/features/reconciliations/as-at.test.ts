import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, makeBook, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../receipts/receipts.factories.ts';
import { voucherCalls } from '../vouchers/vouchers.factories.ts';

const SCA = '/api/sca/v1';
const DAY = '2026-03-02';
let t: TestApp;
let book: Book;
const calls = voucherCalls(() => t);

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t.close());

const isOn = (day: string) => t.clock.set(`${day}T08:00:00Z`);
const numberOf = async (receipt: number): Promise<string> =>
  (await t.ownerPool.query(`select number from receipts where id = $1`, [receipt])).rows[0].number;

const AMOUNT = '562500.00';
const received = (allocations: unknown[] = []) =>
  exampleReceipt(book, { dateOfIssue: DAY, receiptAmount: AMOUNT, allocations });
/** The whole of a note, and what paid it. */
const statementOf = (note: string, receipt: string) => `Note,Debit,Credit\n${note},,${AMOUNT}\n${receipt},${AMOUNT},\n`;

/** How a party's statement of the first day compares with ours. */
async function compared(party: number, file: string) {
  const query = { party, currency: 'KES', asat: DAY, name: 'statement.csv' };
  const headers = { 'content-type': 'application/octet-stream' };
  const body = Buffer.from(file);
  const saved = await t.call('accountant.nbo', `POST ${SCA}/reconciliation/save`, { query, headers, body });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  const { data, ...bridge } = (await t.call('accountant.nbo', `GET ${SCA}/reconciliation/${saved.body.id}`)).body;
  const differing = data.filter((row: { difference: string }) => row.difference !== '0.00');
  return { theirs: bridge.theirs, ours: bridge.ours, differing };
}

const AGREED = { theirs: '0.00', ours: '0.00', differing: [] };

test('what was paid by the day and came back after it was paid on it', async () => {
  isOn(DAY);
  const note = await debitNoteOf(t, await approvedPolicy(t, book));
  await approvedReceipt(t, received([{ note: note.id, amount: AMOUNT }]));
  const { body } = await calls.savePremium(book.c, '121875.00');
  const paid = await calls.through({ body });
  expect(paid.status).toBe(200);
  const { rows } = await t.ownerPool.query(`select number from notes where party_id = $1 and debit_note_id = $2`, [
    book.c,
    note.id,
  ]);
  const file = `Note,Amount\n${rows[0].number},121875.00\n${paid.body.number},-121875.00\n`;
  expect(await compared(book.c, file)).toEqual(AGREED);
  isOn('2026-03-05');
  expect((await calls.reverse(body.id, 4)).status).toBe(200);
  expect(await compared(book.c, file)).toEqual(AGREED);
});

test('what was received by the day and came back after it was received on it', async () => {
  isOn(DAY);
  const note = await debitNoteOf(t, await approvedPolicy(t, book));
  const bounces = await approvedReceipt(t, received([{ note: note.id, amount: AMOUNT }]));
  const file = statementOf(note.number, await numberOf(bounces));
  expect(await compared(book.reinsured, file)).toEqual(AGREED);
  isOn('2026-03-05');
  const body = { version: 3, reason: 'Returned by the bank' };
  expect((await t.call('manager.nbo', `PUT ${SCA}/receivable/reverse/${bounces}`, { body })).status).toBe(200);
  expect(await compared(book.reinsured, file)).toEqual(AGREED);
});

test('what was allocated since the day lay beside its note on it', async () => {
  isOn(DAY);
  const note = await debitNoteOf(t, await approvedPolicy(t, book));
  const lying = await approvedReceipt(t, received());
  const file = statementOf(note.number, await numberOf(lying));
  isOn('2026-03-05');
  const body = { id: lying, version: 3, allocations: [{ note: note.id, amount: AMOUNT }] };
  expect((await t.call('accountant.nbo', `PUT ${SCA}/receivable/allocate`, { body })).status).toBe(200);
  expect(await compared(book.reinsured, file)).toEqual(AGREED);
});
