import { afterAll, beforeAll, expect, test } from 'vitest';
import { receipts } from '../../features/receipts/lists.ts';
import { makeBook } from '../../testing/factories.ts';
import { planAsRole } from '../../testing/plans.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';

// 20,000 receipts in shillings of Kenya and of Uganda, which have no cents: amounts are ordered within their currency.
let t: TestApp;
let branch: number;

beforeAll(async () => {
  t = await testApp();
  const book = await makeBook(t);
  const { rows } = await t.ownerPool.query(`insert into branches (code, name) values ('QA', 'One') returning id`);
  branch = rows[0].id;
  await t.ownerPool.query(
    `insert into receipts (branch_id, receipt_type, payer_id, bank_date, currency, amount, bank_account_id, made_by, edited_by, hands, search_text)
    select $1, 'PREMIUM', $2, date '2024-01-01', case when g % 2 = 0 then 'KES' else 'UGX' end, 1 + g * 7919 % 20011, (select min(id) from bank_accounts),
      u.id, u.id, array[u.id], 'receipt ' || g from generate_series(1, 20000) g, (select min(id) as id from users) u`,
    [branch, book.reinsured],
  );
  await t.ownerPool.query('vacuum analyze receipts');
});
afterAll(() => t?.close());

const sortedBy = (sort: string) =>
  planAsRole(t, branch, (ctx) => receipts.reply(ctx, { query: { sort, length: 3 } as never }));

test.each(['desc', 'asc'])(
  'as the application’s role, a list by its amounts, %s, walks an index of its branch',
  async (way) => {
    const plan = await sortedBy(`receiptAmount,${way}`);
    expect(plan).toMatch(/using receipts_amount/);
    expect(plan).not.toMatch(/Seq Scan on receipts/);
  },
);

test('those of each currency stand together, and downwards is upwards turned', async () => {
  const page = async (way: 'asc' | 'desc') => {
    let found: { currency: string; receiptAmount: string }[] = [];
    await planAsRole(t, branch, async (ctx) => {
      found = (
        await receipts.reply(ctx, { query: { sort: `receiptAmount,${way}`, length: 500, start: 9_750 } as never })
      ).data;
    });
    return found.map(({ currency, receiptAmount }) => `${currency} ${receiptAmount}`);
  };
  const [down, up] = [await page('desc'), await page('asc')];
  expect(down.at(249)).toMatch(/^UGX \d+$/);
  expect(down.at(250)).toMatch(/^KES \d+\.\d\d$/);
  expect(down).toEqual(up.toReversed());
});
