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

type Hit = { kind: string; id: number; title: string; detail: string };
const find = async (who: string, searchValue: string): Promise<Hit[]> =>
  (await t.call(who, `GET ${SCA}/search`, { query: { searchValue } })).body;

test('a hit says the parties of a placement or a claim, the party and amount of money, and the status', async () => {
  const claim = await approvedClaim(t, book);
  const booked = await approvedReceipt(t, exampleReceipt(book, { receiptAmount: '1000.00' }));
  const pending = await pendingReceipt(t, exampleReceipt(book, { receiptAmount: '55.50' }));
  const parties = 'Savannah Insurance · Kisumu Sugar Works';
  expect(await find('root', 'savannah')).toEqual([
    { kind: 'policy', id: 1, title: 'NBO/FAC/2026/000001', detail: `${parties} · Approved` },
    { kind: 'claim', id: claim, title: 'NBO/CL/2026/000001', detail: `${parties} · Approved` },
    { kind: 'receipt', id: pending, title: `Receipt ${pending}`, detail: 'Savannah Insurance · KES 55.50 · Pending' },
    {
      kind: 'receipt',
      id: booked,
      title: 'RV/NBO/2026/000001',
      detail: 'Savannah Insurance · KES 1,000.00 · Approved',
    },
  ]);
});

test('a voucher without a payee is called by its narration, and without one by its kind, in search and in my work', async () => {
  const bare = (await saveOther({ kind: 'DRAWING', amount: '12.00' })).body.id;
  const named = (await saveOther({ kind: 'DRAWING', amount: '34.00', narration: 'Drawing of March' })).body.id;
  await t.ownerPool.query(`update vouchers set status = 'PENDING', submitted_at = now() where id = any($1)`, [
    [bare, named],
  ]);
  expect(await find('root', 'drawing of march')).toEqual([
    { kind: 'voucher', id: named, title: `Voucher ${named}`, detail: 'Drawing of March · KES 34.00 · Pending' },
  ]);
  const { body } = await t.call('root', `GET ${SCA}/mywork`);
  expect(body).toEqual(
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
    kind: 'adjustment',
    id,
    title: body.number,
    detail: 'Savannah Insurance Adjusted · KES 100.00 · Approved',
  };
  for (const text of [body.number, note?.number ?? '', 'savannah insurance adjusted'])
    expect((await find('accountant.nbo', text)).filter(({ kind }) => kind === 'adjustment')).toEqual([hit]);
  expect((await find('accountant.lon', body.number)).filter(({ kind }) => kind === 'adjustment')).toEqual([]);
});

test('a kind is found in the branches alone in which the caller may view it', async () => {
  const kinds = async () => new Set((await find('cashier.lon', 'savannah')).map((hit) => hit.kind));
  expect(await kinds()).toEqual(new Set());
  await t.ownerPool.query(
    `insert into user_roles (user_id, branch_id, role) select $1, id, 'ROLE_UNDERWRITER' from branches where code = 'NBO'`,
    [await userId(t, 'cashier.lon')],
  );
  expect(await kinds()).toEqual(new Set(['policy', 'claim']));
});
