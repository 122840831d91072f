import { afterAll, beforeAll, expect, test } from 'vitest';
import { adjustments } from '../../features/adjustments/lists.ts';
import { invoices } from '../../features/invoices/lists.ts';
import { receipts } from '../../features/receipts/lists.ts';
import { debitNoteOf } from '../../features/receipts/receipts.factories.ts';
import { vouchers } from '../../features/vouchers/lists.ts';
import { approvedPolicy, makeBook } from '../../testing/factories.ts';
import { planAsRole, PLANNED_ONCE } from '../../testing/plans.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import type { Ctx } from './context.ts';
import { vacuum } from '../../testing/vacuum.ts';

// 20,000 records of each kind in shillings of Kenya and of Uganda, which have no cents: amounts are ordered within their currency.
let t: TestApp;
let branch: number;

type Query = { sort: string; length: number };
type Ordered = {
  read: (ctx: Ctx, query: Query) => Promise<unknown>;
  column: string;
  /** The columns that its kind has besides those of all, with what each holds. */
  own: Readonly<Record<string, string>>;
};

const AMOUNT = '1 + g * 7919 % 20011';
const BANK = { amount: AMOUNT, bank_date: `date '2024-01-01'`, bank_account_id: '(select min(id) from bank_accounts)' };

const LISTS: Readonly<Record<string, Ordered>> = {
  receipts: {
    read: (ctx, query) => receipts.reply(ctx, { query: query as never }),
    column: 'receiptAmount',
    own: { ...BANK, receipt_type: `'PREMIUM'`, payer_id: 'x.party' },
  },
  vouchers: {
    read: (ctx, query) => vouchers.reply(ctx, { query: query as never }),
    column: 'amount',
    own: { ...BANK, kind: `'EXPENSE'`, payee_id: 'x.party' },
  },
  invoices: {
    read: (ctx, query) => invoices.reply(ctx, { query: query as never }),
    column: 'amount',
    own: { kind: `'FEE'`, party_id: 'x.party', net: AMOUNT, tax: '0', payment_terms: `'LUMP_30'` },
  },
  adjustments: {
    read: (ctx, query) => adjustments.reply(ctx, { query: query as never }),
    column: 'amount',
    own: { kind: `'UNCOLLECTABLE'`, note_id: 'x.note', amount: AMOUNT, day: `date '2024-01-01'`, reason: `'Gone'` },
  },
};

beforeAll(async () => {
  t = await testApp();
  const book = await makeBook(t);
  const { id: note } = await debitNoteOf(t, await approvedPolicy(t, book));
  const { rows } = await t.ownerPool.query(`insert into branches (code, name) values ('QA', 'One') returning id`);
  branch = rows[0].id;
  for (const [name, { own }] of Object.entries(LISTS)) {
    await t.ownerPool.query(
      `insert into ${name} (branch_id, currency, made_by, edited_by, hands, search_text, ${Object.keys(own).join(', ')})
      select $1, case when g % 2 = 0 then 'KES' else 'UGX' end, u.id, u.id, array[u.id], 'record ' || g, ${Object.values(own).join(', ')}
      from generate_series(1, 20000) g, (select min(id) as id from users) u, (select $2::int as party, $3::int as note) x`,
      [branch, book.reinsured, note],
    );
    await vacuum(t.ownerPool, name);
  }
}, 120_000);
afterAll(() => t?.close());

test.each(Object.keys(LISTS).flatMap((name) => ['desc', 'asc'].map((way) => ({ name, way }))))(
  'as the application’s role, a list of $name by their amounts, $way, walks an index of its branch',
  async ({ name, way }) => {
    const list = LISTS[name];
    const plan = await planAsRole(t, branch, async (ctx) =>
      list?.read(ctx, { sort: `${list.column},${way}`, length: 3 }),
    );
    // Beside it they are counted, which reads them all.
    const page = plan.split('\n\n').find((one) => one.startsWith(PLANNED_ONCE));
    expect(page).toContain(`using ${name}_amount`);
    expect(page).not.toContain(`Seq Scan on ${name}`);
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
