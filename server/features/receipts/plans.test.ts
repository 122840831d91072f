import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf } from '../../testing/chart.ts';
import { makeBook } from '../../testing/factories.ts';
import { planAsRole, rowsReadAsRole } from '../../testing/plans.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { clientMoney } from '../reports/money/client-money.ts';
import { receipts } from './lists.ts';
import { passingsOf } from './record.ts';
import { vacuum } from '../../testing/vacuum.ts';

// 2,000 receipts in each of ten branches, all allocated, and of twenty of each some cash is in another branch.
let t: TestApp;
let branch: number;
let source: number;

beforeAll(async () => {
  t = await testApp();
  const book = await makeBook(t);
  await t.ownerPool.query(
    `insert into branches (code, name) select 'Q' || chr(65 + g), 'Branch ' || g from generate_series(0, 9) g`,
  );
  const columns = 'receipt_type, payer_id, bank_date, currency, amount, made_by, edited_by, hands, search_text';
  const common = `$1::int, date '2024-01-01' + g / 4, 'KES', 100, u.id, u.id, array[u.id], 'receipt ' || g`;
  await t.ownerPool.query(
    `insert into receipts (branch_id, status, number, allocated, passed_on, bank_account_id, ${columns})
    select b.id, 'APPROVED', 'R' || b.code || g, case when g % 100 = 0 then 60 else 100 end, case when g % 100 = 0 then 40 else 0 end,
      (select min(id) from bank_accounts), 'PREMIUM', ${common}
    from branches b, generate_series(1, 2000) g, (select min(id) as id from users) u where b.code like 'Q_'`,
    [book.reinsured],
  );
  await t.ownerPool.query(
    `insert into receipts (branch_id, status, method, source_id, source_branch_id, source_number, ${columns})
    select (select min(id) from branches), 'PENDING', 'BRANCH', r.id, r.branch_id, r.number, 'PREMIUM', $1::int, r.bank_date, 'KES', 40,
      r.made_by, r.edited_by, r.hands, r.search_text from receipts r where r.passed_on > 0`,
    [book.reinsured],
  );
  await t.ownerPool.query('alter table journal_entries disable trigger user');
  await t.ownerPool.query(
    `insert into journal_entries (branch_id, day, event, source_kind, source_id, narration, made_by)
    select branch_id, bank_date, 'RECEIPT', 'receipt', id, '', made_by from receipts where number is not null`,
  );
  await t.ownerPool.query('alter table journal_entries enable trigger user');
  await t.ownerPool.query(
    `insert into open_items (branch_id, account, party_id, currency, entry_id, opened_on, due_on, amount, base_amount, outstanding, base_outstanding, receipt_id)
    select r.branch_id, '${codeOf('UNALLOCATED_CASH')}', r.payer_id, r.currency, e.id, r.bank_date, r.bank_date, -100, -100, -r.passed_on, -r.passed_on, r.id
    from receipts r join journal_entries e on e.source_id = r.id`,
  );
  await t.ownerPool.query(
    `insert into client_days (branch_id, day, currency, against, bank_id, unallocated, charges, exchanged, transferred, between_branches)
    select b.id, date '2022-01-01' + g, 'KES', '', 0, 1, 0, 0, 0, g % 2 from branches b, generate_series(0, 1499) g where b.code like 'Q_'`,
  );
  await vacuum(t.ownerPool);
  branch = (await t.ownerPool.query(`select id from branches where code = 'QC'`)).rows[0].id;
  const held = await t.ownerPool.query('select min(id) as id from receipts where branch_id = $1 and passed_on > 0', [
    branch,
  ]);
  source = held.rows[0].id;
}, 120_000);
afterAll(() => t?.close());

test('which receipts of other branches have cash of one is looked up by it', async () => {
  const rows = await rowsReadAsRole(t, branch, async (ctx) => {
    expect(await passingsOf(ctx, source)).toMatchObject([{ status: 'PENDING', amount: 40n }]);
  });
  expect(rows('receipts')).toBeLessThanOrEqual(5);
});

test('what of a month is unallocated, in another branch too, is found by what is left or passed on alone', async () => {
  const query = { left: { check: 'UNALLOCATED', month: '2025-01' } };
  const plan = await planAsRole(t, branch, (ctx) => receipts.reply(ctx, { query: query as never }));
  expect(plan).toContain('receipts_passed_on');
  expect(plan).toContain('receipts_to_allocate');
  expect(plan).not.toMatch(/Seq Scan on receipts/);
});

test('what lies with other branches is summed of the days of its branch', async () => {
  const query = { asat: '2024-01-31' };
  const plan = await planAsRole(t, branch, (ctx) => clientMoney.reply(ctx, { query } as never, undefined));
  expect(plan).toContain('client_days_pkey');
  expect(plan).not.toMatch(/Seq Scan on client_days/);
});

test('receipts of a payer come off its own index in their order, where others have the newest ones', async () => {
  const { rows } = await t.ownerPool.query<{ id: number }>(
    `insert into parties (kind, name, name_key, search_text) values ('REINSURED', 'Another', 'another', 'another') returning id`,
  );
  const payer = rows[0]?.id;
  await t.ownerPool.query(`update receipts set payer_id = $1 where search_text like '% 1__'`, [payer]);
  await vacuum(t.ownerPool, 'receipts');
  const query = { reinsured: payer, length: 20 };
  const plan = await planAsRole(t, branch, (ctx) => receipts.reply(ctx, { query: query as never }));
  const [page] = plan.split('\n\n');
  expect(page).toContain('Index Only Scan using receipts_payer');
});
