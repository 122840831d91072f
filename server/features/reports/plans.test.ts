import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../platform/db/pool.ts';
import type { DB } from '../../platform/db/types.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { makeBook } from '../../testing/factories.ts';
import { renewalPage } from '../renewals/list.ts';
import { ageingOf } from './ageing.ts';
import { ledgerPage } from './ledger.ts';
import { trialBalancePage } from './trial-balance.ts';

let t: TestApp;
let branch: number;
let party: number;
type Compiled = { sql: string; parameters: readonly unknown[] };
const asked: Compiled[] = [];

const GUARDED = ['journal_entries', 'journal_lines', 'settlements'];

/** Ten branches with 20,000 daily balances, 20,000 lines and 5,000 open items each; the generator balances nothing. */
async function generate(): Promise<void> {
  const owner = await t.ownerPool.connect();
  // The owner need not be a superuser; a table's owner may still put its triggers aside.
  for (const table of GUARDED) await owner.query(`alter table ${table} disable trigger user`);
  await owner.query(
    `insert into branches (code, name) select 'Q' || chr(65 + g), 'Branch ' || g from generate_series(0, 9) g`,
  );
  await owner.query(`insert into parties (kind, name, name_key, search_text)
    select 'REINSURED', 'Cedant ' || g, 'cedant' || g, 'cedant ' || g from generate_series(1, 50) g`);
  const accounts = `(array['1010', '1190', '1200', '2100'])[1 + g % 4]`;
  const parties = `(select array_agg(id order by id) from parties where name_key like 'cedant%')`;
  await owner.query(`insert into daily_balances (branch_id, account, party_id, currency, day, debit, credit, base_debit, base_credit)
    select b.id, ${accounts}, ids.ids[1 + g / 4 % 50], 'KES', date '2024-01-01' + (g / 200), 100 + g, g, 100 + g, g
    from branches b, generate_series(0, 19999) g, (select ${parties} as ids) ids where b.code like 'Q_'`);
  await owner.query(`insert into journal_entries (branch_id, day, event, source_kind, source_id, narration, made_by)
    select b.id, date '2024-01-01' + (g / 10), 'RECEIPT', 'receipt', b.id * 10000 + g, 'Generated', (select min(id) from users) from branches b, generate_series(0, 4999) g where b.code like 'Q_'`);
  await owner.query(`insert into journal_lines (entry_id, branch_id, day, account, party_id, currency, amount, base_amount)
    select e.id, e.branch_id, e.day, ${accounts}, ids.ids[1 + e.id % 50], 'KES', g + 1, g + 1
    from journal_entries e, generate_series(0, 3) g, (select ${parties} as ids) ids`);
  await owner.query(`insert into open_items (branch_id, account, party_id, currency, entry_id, opened_on, due_on, amount, base_amount, outstanding, base_outstanding)
    select e.branch_id, '1200', ids.ids[1 + e.id % 50], 'KES', e.id, e.day, e.day + 30, 100, 100, case when e.id % 5 = 0 then 100 else 0 end, case when e.id % 5 = 0 then 100 else 0 end
    from journal_entries e, (select ${parties} as ids) ids`);
  await owner.query(`insert into settlements (branch_id, item_id, entry_id, day, amount, base_amount)
    select branch_id, id, entry_id, opened_on + 10, 100, 100 from open_items where outstanding = 0`);
  // 2,000 policies a branch that expire over five years, every hundredth of them with its renewal.
  await owner.query(`insert into policies (branch_id, market, broker_reference, status, reinsured_id, insured_id, cover_type_id,
      date_offered, insurance_start_date, insurance_end_date, currency, sum_insured, premium, fac, placed, fac_premium,
      cedant_commission, brokerage, payment_terms, posted_on, made_by, edited_by, decided_by, checker_waived, search_text)
    select b.id, case when g % 4 = 0 then 'LONDON' else 'LOCAL' end, b.code || '/FAC/' || g, 'APPROVED', ids.ids[1 + g % 50], ids.ids[1], c.id,
      date '2022-01-01' + g, date '2022-01-01' + g, date '2023-01-01' + g, 'KES', 1000000, 1000 + g, 60000000, 60000000, 600 + g,
      0, 0, 'LUMP_30', date '2022-01-01' + g, u.id, u.id, u.id, true, lower(b.code) || ' ' || g
    from branches b, generate_series(0, 1999) g, (select ${parties} as ids) ids, (select min(id) as id from cover_types) c, (select min(id) as id from users) u
    where b.code like 'Q_'`);
  await owner.query(
    `update policies set renewed_from_id = id - 1 where id % 100 = 0 and broker_reference like 'Q%/FAC/%'`,
  );
  for (const table of GUARDED) await owner.query(`alter table ${table} enable trigger user`);
  await owner.query('analyze');
  owner.release();
}

beforeAll(async () => {
  t = await testApp();
  await makeBook(t);
  await generate();
  branch = (await t.ownerPool.query(`select id from branches where code = 'QC'`)).rows[0].id;
  party = (await t.ownerPool.query(`select id from parties where name_key = 'cedant7'`)).rows[0].id;
}, 60_000);
afterAll(() => t.close());

/** Runs a read as the application's role within one branch, then asks for the plan of the statement that did the work. */
async function planOf(work: (ctx: Ctx) => Promise<unknown>): Promise<string> {
  const db: Database = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: t.pool }),
    log: (event) => {
      asked.push({ sql: event.query.sql, parameters: event.query.parameters });
    },
  });
  return db.connection().execute(async (connection) => {
    await sql`begin read only`.execute(connection);
    await sql`select set_config('slipway.branches', ${`{${branch}}`}, true)`.execute(connection);
    const ctx = {
      db: connection,
      scope: [branch],
      today: '2026-03-02',
      firm: { baseCurrency: 'KES' },
    } as unknown as Ctx;
    asked.length = 0;
    await work(ctx);
    const plans: string[] = [];
    for (const statement of asked.slice()) {
      const explained = CompiledQuery.raw(`explain ${statement.sql}`, [...statement.parameters]);
      const { rows } = await connection.executeQuery<{ 'QUERY PLAN': string }>(explained as CompiledQuery<never>);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    await sql`commit`.execute(connection);
    return plans.join('\n\n');
  });
}

const params = {} as never;
const body = undefined as never;

describe('plans as the application’s role', () => {
  test.each([
    {},
    { detail: 'sub' as const },
    { account: '1200' },
    { detail: 'sub' as const, account: '1200', to: '2025-01-31' },
  ])('trial balance %j reads the daily balances of its branch by their key, and no lines', async (query) => {
    const plan = await planOf((ctx) => trialBalancePage(ctx, { params, body, query }));
    expect(plan).toContain('daily_balances_pkey');
    expect(plan).not.toMatch(/Seq Scan on daily_balances/);
    expect(plan).not.toContain('journal_lines');
  });

  test('ledger lines of a party come off the index in their order', async () => {
    const query = { account: '1200', party, currency: 'KES' };
    const plan = await planOf((ctx) => ledgerPage(ctx, { params, body, query }));
    expect(plan).toMatch(/Index (Only )?Scan (Backward )?using journal_lines_(account|newest)/);
    expect(plan).not.toMatch(/Seq Scan on journal_lines/);
  });

  test.each([
    { account: '1200' },
    { account: '1200', party },
    { account: '1200', from: '2025-01-01', to: '2025-01-31' },
  ])('ledger lines %j use the account’s index', async (query) => {
    const plan = await planOf((ctx) => ledgerPage(ctx, { params, body, query }));
    expect(plan).toMatch(/using journal_lines_(account|newest)/);
    expect(plan).not.toMatch(/Seq Scan on journal_lines/);
  });

  test.each([
    {},
    { state: 'OPEN' as const },
    { startdate: '2026-01-01', enddate: '2026-12-31', state: 'RENEWED' as const },
    { sort: 'fac_premium,desc' },
    { sort: 'broker_reference,asc', startdate: '2021-01-01', enddate: '2029-12-31' },
  ])('the renewal list %j walks an index of its branch', async (query) => {
    const plan = await planOf((ctx) => renewalPage(ctx, { params, body, query }));
    expect(plan).toMatch(/using policies_(expiring|renewal_\w+)|on policies_(expiring|renewal_\w+)/);
    expect(plan).not.toMatch(/Seq Scan on (policies|endorsements|renewal_notices)/);
  });

  test('ageing reads open items by their partial index', async () => {
    const plan = await planOf((ctx) =>
      ageingOf(ctx, { params, body, query: { asat: undefined, branch: undefined, format: undefined } }),
    );
    expect(plan).toContain('open_items_party');
    expect(plan).toContain('settlements_day');
  });
});
