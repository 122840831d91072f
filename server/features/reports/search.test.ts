import { afterAll, beforeAll, expect, test } from 'vitest';
import { approvedPolicy, makeBook, userId, type Book } from '../../testing/factories.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { adjustmentCalls } from '../adjustments/adjustments.factories.ts';
import { approvedClaim } from '../claims/claims.factories.ts';
import { approvedReceipt, exampleReceipt, pendingReceipt } from '../receipts/receipts.factories.ts';
import { voucherCalls } from '../vouchers/vouchers.factories.ts';

const SCA = '/api/sca/v1/aggregate';
let t: TestApp;
let book: Book;
const { saveOther } = voucherCalls(() => t);
const adjustments = adjustmentCalls(() => t);

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
});
afterAll(() => t.close());

type Hit = {
  kind: string;
  id: number;
  title: string;
  detail: string;
  state: string;
  currency: string | null;
  amount: string | null;
  of: { entity: string; id: number } | null;
};
const find = async (who: string, searchValue: string): Promise<Hit[]> =>
  (await t.call(who, `GET ${SCA}/search`, { query: { searchValue } })).body;

const FACTS = { state: '', branch: null, currency: null, amount: null, of: null };

test('parties come first, then notes and records; a hit says its parties, its amount and its state', async () => {
  const claim = await approvedClaim(t, book);
  const booked = await approvedReceipt(t, exampleReceipt(book, { receiptAmount: '1000.00' }));
  const pending = await pendingReceipt(t, exampleReceipt(book, { receiptAmount: '55.50' }));
  const detail = 'Savannah Insurance · Kisumu Sugar Works';
  const approved = { ...FACTS, branch: 'NBO', currency: 'KES', state: 'Approved' };
  expect(await find('root', 'savannah')).toEqual([
    { ...FACTS, kind: 'party', id: book.reinsured, title: 'Savannah Insurance', detail: 'Reinsured' },
    { ...approved, kind: 'policy', id: 1, title: 'NBO/FAC/2026/000001', detail, amount: '750000.00' },
    { ...approved, kind: 'claim', id: claim, title: 'NBO/CL/2026/000001', detail, amount: expect.any(String) },
    {
      ...approved,
      kind: 'receipt',
      id: pending,
      title: `Receipt ${pending}`,
      detail: 'Savannah Insurance',
      state: 'Pending',
      amount: '55.50',
    },
    {
      ...approved,
      kind: 'receipt',
      id: booked,
      title: 'RV/NBO/2026/000001',
      detail: 'Savannah Insurance',
      amount: '1000.00',
    },
  ]);
});

test('a note is found by how its number begins or ends, by who sees what it is of', async () => {
  const { rows } = await t.ownerPool.query<{ id: number; number: string }>(
    `select id, number from notes where party_id = $1 and kind = 'DN'`,
    [book.reinsured],
  );
  const number = rows[0]?.number ?? '';
  const note = {
    kind: 'note',
    id: rows[0]?.id,
    title: number,
    detail: 'Savannah Insurance',
    state: 'Open',
    currency: 'KES',
    amount: '562500.00',
    branch: null,
    of: null,
  };
  for (const text of [number, number.toLowerCase(), number.slice(0, 8)])
    expect((await find('underwriter.nbo', text)).filter(({ id, kind }) => kind === 'note' && id === note.id)).toEqual([
      note,
    ]);
  expect((await find('cashier.nbo', number.slice(-6))).some(({ kind, id }) => kind === 'note' && id === note.id)).toBe(
    true,
  );
  expect(await find('manager.lon', number)).toEqual([]);
  expect(await find('root', '%%')).toEqual([]);
  expect((await find('root', '__')).length).toBe(0);
});

test('a file is found by its name, with the record that it hangs on, by who may view that', async () => {
  await t.ownerPool.query(
    `insert into attachments (branch_id, entity, entity_id, name, kind, size, sha256, made_by, made_at)
     select branch_id, 'receipt', id, 'Swift advice 100%.pdf', 'pdf', 1, repeat('a', 64), made_by, now() from receipts order by id limit 1`,
  );
  const [file] = await find('accountant.nbo', 'swift adv');
  expect(file).toMatchObject({ kind: 'file', title: 'Swift advice 100%.pdf', of: { entity: 'receipt', id: 1 } });
  expect((await find('accountant.nbo', '100%.pdf')).map(({ kind }) => kind)).toEqual(['file']);
  expect(await find('underwriter.nbo', 'swift adv')).toEqual([]);
  expect(await find('accountant.lon', 'swift adv')).toEqual([]);
});

test('a voucher without a payee is called by its narration, and without one by its kind, in search and in my work', async () => {
  const bare = (await saveOther({ kind: 'DRAWING', amount: '12.00' })).body.id;
  const named = (await saveOther({ kind: 'DRAWING', amount: '34.00', narration: 'Drawing of March' })).body.id;
  await t.ownerPool.query(`update vouchers set status = 'PENDING', submitted_at = now() where id = any($1)`, [
    [bare, named],
  ]);
  expect(await find('root', 'drawing of march')).toEqual([
    {
      ...FACTS,
      kind: 'voucher',
      id: named,
      branch: 'NBO',
      title: `Voucher ${named}`,
      detail: 'Drawing of March',
      state: 'Pending',
      currency: 'KES',
      amount: '34.00',
    },
  ]);
  const { body } = await t.call('root', `GET ${SCA}/mywork`);
  expect(body.data).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'voucher', id: bare, number: `#${bare}`, title: 'DRAWING', amount: '12.00' }),
      expect.objectContaining({ kind: 'voucher', id: named, title: 'Drawing of March', amount: '34.00' }),
    ]),
  );
});

test('an adjustment is found by its number, the note that it is of and its party, in its branch alone', async () => {
  const other = await makeBook(t, ' Adjusted');
  await approvedPolicy(t, other);
  const { rows } = await t.ownerPool.query<{ id: number; number: string }>(
    `select id, number from notes where party_id = $1 and kind = 'DN'`,
    [other.reinsured],
  );
  const [note] = rows;
  const lost = { kind: 'UNCOLLECTABLE', note: note?.id, amount: '100.00', reason: 'Liquidated' };
  const { id, status, body } = await adjustments.through(lost);
  expect(status, JSON.stringify(body)).toBe(200);
  const hit = {
    ...FACTS,
    kind: 'adjustment',
    branch: 'NBO',
    id,
    title: body.number,
    detail: 'Savannah Insurance Adjusted',
    state: 'Approved',
    currency: 'KES',
    amount: '100.00',
  };
  for (const text of [body.number, note?.number ?? '', 'savannah insurance adjusted'])
    expect((await find('accountant.nbo', text)).filter(({ kind }) => kind === 'adjustment')).toEqual([hit]);
  expect((await find('accountant.lon', body.number)).filter(({ kind }) => kind === 'adjustment')).toEqual([]);
});

test('a kind is found in the branches alone in which the caller may view it', async () => {
  const kinds = async () => new Set((await find('cashier.lon', 'savannah')).map((hit) => hit.kind));
  expect(await kinds()).toEqual(new Set(['party']));
  await t.ownerPool.query(
    `insert into user_roles (user_id, branch_id, role) select $1, id, 'ROLE_UNDERWRITER' from branches where code = 'NBO'`,
    [await userId(t, 'cashier.lon')],
  );
  expect(await kinds()).toEqual(new Set(['party', 'policy', 'claim']));
});

test('a policy is found by its whole number alone, by a beginning the highest numbers first, in its branches', async () => {
  const other = await makeBook(t, ' Numbers');
  const ids: number[] = [];
  for (let index = 0; index < 13; index += 1) ids.push(await approvedPolicy(t, other));
  const numberOf = async (id: number): Promise<string> =>
    (await t.ownerPool.query('select broker_reference from policies where id = $1', [id])).rows[0].broker_reference;
  const [first = 0, second = 0] = ids;
  const number = await numberOf(first);
  // Another names it as its cedant's number.
  await t.ownerPool.query(`update policies set search_text = search_text || ' ' || lower($1) where id = $2`, [
    number,
    second,
  ]);
  const policies = async (who: string, text: string) =>
    (await find(who, text)).filter(({ kind }) => kind === 'policy').map(({ id }) => id);
  expect(await policies('root', number.toLowerCase())).toEqual([first]);
  expect(await policies('root', number.slice(4))).toEqual([second, first]);
  expect(await policies('root', 'nbo/fac/20')).toEqual(ids.toReversed().slice(0, 12));
  expect(await policies('underwriter.lon', number)).toEqual([]);
  expect(await policies('root', 'nbo/fac/2%')).toEqual([]);
});
