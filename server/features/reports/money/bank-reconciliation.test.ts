import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, makeBook, type Book } from '../../../testing/factories.ts';
import { readPdfText } from '../../../testing/pdf.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { BANK, mt940, ourBankAccount, readFile } from '../../banks/banks.factories.ts';
import { approvedReceipt, debitNoteOf, exampleReceipt } from '../../receipts/receipts.factories.ts';
import { voucherCalls } from '../../vouchers/vouchers.factories.ts';

let t: TestApp;
let book: Book;
let account: number;
let receipt: number;
let voucher: number;
const NUMBER = '0100200301';
const { savePremium, through } = voucherCalls(() => t);
beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  account = await ourBankAccount(t, { number: NUMBER });
  const note = await debitNoteOf(t, await approvedPolicy(t, book));
  const half = exampleReceipt(book, { bank_reference: 'FT1', allocations: [{ note: note.id, amount: '281250.00' }] });
  receipt = await approvedReceipt(t, half);
  const paid = await through(await savePremium(book.a, '109375.00'));
  if (paid.body.status !== 'PAID') throw new Error(JSON.stringify(paid.body));
  voucher = paid.body.id;
});
afterAll(() => t.close());

const reconciliation = (query: Record<string, string | number> = {}, who = 'accountant.nbo') =>
  t.call(who, `GET ${BANK}/reconciliation`, { query: { bank: account, ...query } });
const read = (statement: Omit<Parameters<typeof mt940>[0], 'account'>) =>
  readFile(t, mt940({ ...statement, account: NUMBER }), { account });
type Part = { section: string; amount: string };
const partsOf = (body: { parts: Part[] }) => body.parts.map(({ section, amount }) => [section, amount]);
const itemsOf = (body: { data: Part[] }) => body.data.map(({ section, amount }) => [section, amount]);
const match = async (key: string) => {
  const { body } = await t.call('accountant.nbo', 'GET /api/sca/v1/bankmatch/open', { query: { account } });
  const items = [{ line: body.data[0].id, key }];
  const done = await t.call('accountant.nbo', 'PUT /api/sca/v1/bankmatch/confirm', { body: { account, items } });
  if (done.status !== 200) throw new Error(JSON.stringify(done.body));
};

test('before a statement is read everything in the books is unpresented', async () => {
  const { body } = await reconciliation();
  expect(body).toMatchObject({ ledger: '171875.00', statement: '0.00', statement_to: null });
  expect(partsOf(body)).toEqual([
    ['LEDGER', '171875.00'],
    ['UNPRESENTED', '-171875.00'],
    ['STATEMENT', '0.00'],
  ]);
  expect(itemsOf(body)).toEqual([
    ['UNPRESENTED', '-281250.00'],
    ['UNPRESENTED', '109375.00'],
  ]);
});

test('ledger 171,875.00 + unpresented 109,375.00 = statement 281,250.00, each item opening to its record', async () => {
  const entries = [{ amount: '281250.00', reference: 'FT1' }];
  await read({ opening: '0.00', closing: '281250.00', entries, day: '260301' });
  const open = await reconciliation();
  expect(partsOf(open.body)).toEqual([
    ['LEDGER', '171875.00'],
    ['UNPRESENTED', '-171875.00'],
    ['NOT_BOOKED', '281250.00'],
    ['STATEMENT', '281250.00'],
  ]);
  expect(itemsOf(open.body)).toEqual([
    ['UNPRESENTED', '-281250.00'],
    ['UNPRESENTED', '109375.00'],
    ['NOT_BOOKED', '281250.00'],
  ]);
  expect(open.body.data[2].target).toMatchObject({ kind: 'statement' });
  await match(`receipt:${receipt}`);
  const { body } = await reconciliation();
  expect(body).toMatchObject({ ledger: '171875.00', statement: '281250.00', statement_to: '2026-03-01' });
  expect(partsOf(body)).toEqual([
    ['LEDGER', '171875.00'],
    ['UNPRESENTED', '109375.00'],
    ['STATEMENT', '281250.00'],
  ]);
  expect(body.data[0]).toMatchObject({
    target: { kind: 'voucher', id: voucher },
    party: 'Security A',
    day: '2026-03-02',
  });
});

const BOTH = { asat: '2026-03-01' };

test('its items are paged, ordered, searched and narrowed to a part, and its parts are of all of them', async () => {
  // By that day the line was there and nothing was booked; a day later both are booked and one of them is matched.
  const first = (await reconciliation({ length: 1 })).body;
  expect([first.recordsTotal, first.recordsFiltered, first.data.length]).toEqual([1, 1, 1]);
  const beyond = (await reconciliation({ start: 1 })).body;
  expect([beyond.data, partsOf(beyond)]).toEqual([[], partsOf(first)]);
  const none = (await reconciliation({ section: 'NOT_BOOKED' })).body;
  expect([none.recordsTotal, none.recordsFiltered, none.data]).toEqual([1, 0, []]);
  expect(partsOf(none)).toEqual(partsOf(first));
  const found = async (searchValue: string) => (await reconciliation({ searchValue })).body.recordsFiltered;
  expect([await found('security a'), await found('PV/'), await found('nobody')]).toEqual([1, 1, 0]);
  expect((await reconciliation({ sort: 'amount,desc' })).status).toBe(200);
  for (const [name, value] of Object.entries({ sort: 'party,asc', section: 'LEDGER', start: 10_001, length: 501 }))
    expect((await reconciliation({ [name]: value })).status, name).toBe(400);
});

test('a file has the balances with all items, or the items alone that were wanted', async () => {
  const linesOf = async (query: Record<string, string>) =>
    (await reconciliation({ ...query, format: 'csv' })).bytes
      .toString()
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',')[0]?.replaceAll('"', ''));
  expect(await linesOf({})).toEqual(['Balance of the ledger', 'In the books', 'Balance of the statement']);
  expect(await linesOf({ searchValue: 'Security A' })).toEqual(['In the books']);
  expect(await linesOf(BOTH)).toEqual(['Balance of the ledger', 'On the statement', 'Balance of the statement']);
  expect(await linesOf({ ...BOTH, section: 'UNPRESENTED' })).toEqual([]);
});

test('as at an earlier day the line was there and the receipt not yet booked', async () => {
  const { body } = await reconciliation({ asat: '2026-03-01' });
  expect(partsOf(body)).toEqual([
    ['LEDGER', '0.00'],
    ['NOT_BOOKED', '281250.00'],
    ['STATEMENT', '281250.00'],
  ]);
});

test('once the voucher is presented nothing lies between', async () => {
  const entries = [{ amount: '-109375.00', reference: 'FT2' }];
  await read({ opening: '281250.00', closing: '171875.00', entries });
  await match(`voucher:${voucher}`);
  expect(partsOf((await reconciliation()).body)).toEqual([
    ['LEDGER', '171875.00'],
    ['STATEMENT', '171875.00'],
  ]);
});

test('as at a day before the first statement began nothing is said of its balance', async () => {
  const other = await ourBankAccount(t, { name: 'Deposit', number: '0100200399', is_default: false });
  const entries = [{ amount: '100.00', reference: 'FT9' }];
  const text = mt940({ account: '0100200399', opening: '1000.00', closing: '1100.00', entries });
  await readFile(t, text, { account: other });
  const { body } = await reconciliation({ bank: other, asat: '2026-03-01' });
  expect(body).toMatchObject({ ledger: '0.00', statement: '0.00', statement_to: null });
  expect(partsOf(body)).toEqual([
    ['LEDGER', '0.00'],
    ['STATEMENT', '0.00'],
  ]);
  expect((await reconciliation({ bank: other, asat: '2026-03-02' })).body.statement).toBe('1100.00');
});

test('it is a paper and a file, for those who may, and whole or not at all', async () => {
  const pdf = await reconciliation({ format: 'pdf' });
  const words = readPdfText(pdf.bytes).replaceAll(/\s+/g, ' ');
  expect(words).toContain('Bank reconciliation');
  expect(words).toContain('171,875.00');
  expect((await reconciliation({ format: 'csv' })).bytes.toString()).toContain('Balance of the statement');
  expect((await reconciliation({}, 'cashier.nbo')).status).toBe(403);
  expect((await reconciliation({ bank: 999_999 })).status).toBe(404);
  // Money of Nairobi lies on it, which London does not see.
  const london = await reconciliation({}, 'accountant.lon');
  expect([london.status, london.body.title]).toEqual([
    409,
    'Money of Nairobi lies on this account, too. Somebody who sees all of its branches reconciles it.',
  ]);
});

test('where no account is named, it is of the first that the caller sees the whole of', async () => {
  const unnamed = (who: string) => t.call(who, `GET ${BANK}/reconciliation`);
  const named = async (who: string) => (await unnamed(who)).body.account?.name;
  expect(await named('accountant.nbo')).toBe('Clients KES');
  // Of this one London sees everything, since nothing of anybody lies on it.
  expect(await named('accountant.lon')).toBe('Deposit');
  const nairobi = `(select id from branches where code = 'NBO')`;
  await t.ownerPool.query(`update bank_accounts set branch_id = ${nairobi} where name = 'Deposit'`);
  const london = await unnamed('accountant.lon');
  expect([london.status, london.body.code]).toEqual([409, 'NOT_WHOLE']);
});
