import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LONG_FORM } from '../../../domain/testing/runs.ts';
import { makeBook } from '../../testing/factories.ts';
import { planAsRole } from '../../testing/plans.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { LONDON_FILE } from '../../../domain/interchange/placement-example.ts';
import { existingOf } from '../interchange/existing.ts';
import { metricsOf } from '../reports/production/metrics.ts';
import { premium } from '../reports/production/production-overview.ts';
import { slips } from './lists.ts';
import { vacuum } from '../../testing/vacuum.ts';

let t: TestApp;
let branch: number;
let leader: number;

/** The short form has enough for the same plans. */
const EACH = LONG_FORM ? 2_500 : 600;

/** Ten branches with so many slips and as many local policies each: three in four approved, one in ten not notified. */
async function generate(): Promise<void> {
  await t.ownerPool.query(
    `insert into branches (code, name) select 'Q' || chr(65 + g), 'Branch ' || g from generate_series(0, 9) g`,
  );
  await t.ownerPool.query(`insert into parties (kind, market, name, name_key, search_text)
    select 'SECURITY', 'LONDON', 'Syndicate ' || g, 'syndicate' || g, 'syndicate ' || g from generate_series(1, 40) g`);
  const people = `(select array_agg(id order by id) from users)`;
  const party = (kind: string) => `(select min(id) from parties where kind = '${kind}')`;
  await t.ownerPool
    .query(`insert into policies (branch_id, market, broker_reference, status, reinsured_id, insured_id, cover_type_id, date_offered,
      insurance_start_date, insurance_end_date, currency, sum_insured, premium, fac, cedant_commission, brokerage, payment_terms, placed, fac_premium,
      producer_id, made_by, edited_by, hands, decided_by, posted_on, search_text)
    select b.id, m.market, b.code || '/' || m.market || '/' || g, case when g % 4 = 0 then 'DRAFT' else 'APPROVED' end, ${party('REINSURED')}, ${party('INSURED')},
      (select min(id) from cover_types), date '2024-01-01' + g / 4, date '2024-01-01' + g / 4, date '2024-12-31' + g / 4, (array['KES', 'USD'])[1 + g % 2],
      1000000 + g, 1000 + g, 60000000, 25000000, 5000000, 'LUMP_30', 60000000, 600 + g, p.ids[1], p.ids[1], p.ids[1], p.ids[1:1],
      case when g % 4 = 0 then null else p.ids[2] end, case when g % 4 <> 0 then date '2024-01-01' + g / 4 end, 'b1234' || lower(b.code) || g || ' ' || m.market || ' syndicate ' || g % 40
    from branches b, generate_series(1, ${EACH}) g, (values ('LONDON'), ('LOCAL')) as m (market), (select ${people} as ids) p where b.code like 'Q_' order by g, m.market, b.id`);
  const leaders = `(select array_agg(id order by id) from parties where name_key like 'syndicate%')`;
  await t.ownerPool
    .query(`insert into slips (policy_id, branch_id, umr, leader_id, basis, sections, stage, signed_lines_notified_on)
    select id, branch_id, 'B1234' || id, ids.ids[1 + id % 40], 'WHOLE', '{}', case when status = 'APPROVED' then 'SIGNED' when id % 3 = 0 then 'QUOTED' else 'WRITTEN' end,
      case when status = 'APPROVED' and id % 10 <> 0 then insurance_start_date end
    from policies, (select ${leaders} as ids) ids where market = 'LONDON' and search_text like 'b1234q%'`);
  await t.ownerPool
    .query(`insert into policy_lines (branch_id, policy_id, position, security_id, offer, share, share_premium, commission_amount, brokerage_amount, tax_amount, deductions, net_payable)
    select branch_id, policy_id, 1, leader_id, 60000000, 60000000, 1, 0, 0, 0, 0, 1 from slips where umr like 'B1234%'`);
  await vacuum(t.ownerPool);
}

beforeAll(async () => {
  t = await testApp();
  await makeBook(t);
  await generate();
  branch = (await t.ownerPool.query(`select id from branches where code = 'QC'`)).rows[0].id;
  leader = (await t.ownerPool.query(`select id from parties where name_key = 'syndicate7'`)).rows[0].id;
});
afterAll(() => t.close());

const NONE = { status: undefined, reinsured: undefined, cover_type: undefined, currency: undefined };
const planOf = (query: Record<string, unknown>) =>
  planAsRole(t, branch, (ctx) => slips.reply(ctx, { query: { ...NONE, ...query } as never }));

describe(`London slips among ${20 * EACH} policies, as the application’s role`, () => {
  test.each<[string, Record<string, unknown>, RegExp]>([
    ['the newest', {}, /using policies_(newest|pkey)/],
    ['by reference', { sort: 'broker_reference,asc' }, /using policies_reference/],
    ['by inception', { sort: 'insurance_start_date,desc' }, /using policies_start/],
    ['by expiry', { sort: 'insurance_end_date,desc' }, /using policies_cover_end/],
    [
      'by inception, far back, where the rows before are passed over by their keys alone',
      { sort: 'insurance_start_date,desc', start: 510 },
      /Index Only Scan using policies_start/,
    ],
    ['by premium', { sort: 'fac_premium,desc' }, /using policies_current_premium/],
    ['of a currency', { currency: 'USD' }, /using policies_currency/],
    ['of a status', { status: 'DRAFT' }, /using policies_(newest|status)/],
    ['of a period', { from: '2025-06-01', to: '2025-06-30' }, /(?:using|on) policies_start/],
    ['of a leader', { leader: 7 }, /slips_leader/],
    ['of a stage', { stage: 'QUOTED' }, /slips_stage/],
    ['not notified', { to_notify: 'all' }, /slips_to_notify/],
    ['to be notified', { to_notify: 'true' }, /slips_to_notify/],
    ['too late', { to_notify: 'overdue' }, /slips_to_notify/],
    ['by a UMR', { searchValue: 'b1234qc123' }, /policies_\w+ on policies/],
    ['by a leader’s name', { searchValue: 'syndicate 7' }, /policies_\w+ on policies/],
  ])('%s', async (_what, query, index) => {
    const plan = await planOf(query['leader'] === undefined ? query : { leader });
    expect(plan).toMatch(index);
    for (const table of ['policies', 'slips', 'policy_lines'])
      expect(plan).not.toMatch(new RegExp(`Seq Scan on ${table}\\b`));
  });
});

test('a placement that comes as a file finds what is here already by the numbers in it', async () => {
  const file = {
    ...LONDON_FILE,
    unique_market_reference: 'B1234100',
    record: { ...LONDON_FILE.record, number: 'NBO/FAC/2026/1' },
  };
  const plan = await planAsRole(t, branch, (ctx) =>
    existingOf({ ...ctx, firm: { ...ctx.firm, name: file.sender.name } }, file),
  );
  expect(plan).toMatch(/umr_once/);
  expect(plan).toMatch(/policy_reference_once/);
  expect(plan).not.toMatch(/Seq Scan on (policies|slips)/);
});

test('production is summed by months, and its page comes off its index, the newest first', async () => {
  const metrics = await planAsRole(t, branch, (ctx) => metricsOf(ctx, 2024));
  expect(metrics).toContain('production_totals');
  expect(metrics).not.toMatch(/ on policies /);
  const query = { from: '2024-01-01', to: '2024-12-31' };
  const page = await planAsRole(t, branch, (ctx) => premium.reply(ctx, { query }));
  // The page has no sort but that of the two parts merged, and the rest of the month is read from the same index.
  expect(page).toMatch(/Merge Append[\s\S]*Index Only Scan using policies_produced/);
  for (const plan of [metrics, page]) expect(plan).not.toMatch(/Seq Scan on policies/);
});
