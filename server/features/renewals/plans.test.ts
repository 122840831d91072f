import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBook } from '../../testing/factories.ts';
import { planAsRole } from '../../testing/plans.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { daysOf, openSoon, renewals } from './list.ts';
import { vacuum } from '../../testing/vacuum.ts';

let t: TestApp;
let branch: number;

/** Four branches with 2,000 policies each that expire over five years; every hundredth policy is another's renewal. */
async function generate(): Promise<void> {
  const { ownerPool: owner } = t;
  const book = await makeBook(t);
  await owner.query(
    `insert into branches (code, name) select 'Q' || chr(65 + g), 'Branch ' || g from generate_series(0, 3) g`,
  );
  await owner.query(
    `insert into policies (branch_id, market, broker_reference, status, reinsured_id, insured_id, cover_type_id, date_offered,
      insurance_start_date, insurance_end_date, currency, sum_insured, premium, fac, placed, fac_premium, cedant_commission, brokerage,
      payment_terms, posted_on, producer_id, made_by, edited_by, hands, decided_by, checker_waived, search_text)
    select b.id, case when g % 4 = 0 then 'LONDON' else 'LOCAL' end, b.code || '/FAC/' || g, 'APPROVED', $1, $2, $3, d.day, d.day,
      d.day + 365, 'KES', 1000000, 1000 + g, 60000000, 60000000, 600 + g, 0, 0, 'LUMP_30', d.day, u.id, u.id, u.id, array[u.id], u.id, true, b.code || g
    from branches b, generate_series(0, 1999) g, lateral (select date '2022-01-01' + g as day) d,
      (select min(id) as id from users) u where b.code like 'Q_'`,
    [book.reinsured, book.insured, book.coverType],
  );
  await owner.query(`update policies set renewed_from_id = id - 1 where id % 100 = 0 and search_text like 'Q%'`);
  await owner.query('select fold_expiry_changes(2147483647)');
  await owner.query('analyze policies, expiry_days');
}

beforeAll(async () => {
  t = await testApp();
  await generate();
  branch = (await t.ownerPool.query(`select id from branches where code = 'QC'`)).rows[0].id;
});
afterAll(() => t.close());

test.each([
  {},
  { state: 'OPEN' as const },
  { startdate: '2026-01-01', enddate: '2026-12-31', state: 'RENEWED' as const },
  { sort: 'fac_premium,desc' },
  { sort: 'fac_premium,desc', startdate: '2023-01-01', enddate: '2029-12-31' },
  { sort: 'broker_reference,asc', startdate: '2023-01-01', enddate: '2029-12-31' },
])('as the application’s role, the renewal list %j walks an index of its branch', async (query) => {
  const plan = await planAsRole(t, branch, (ctx) => renewals.reply(ctx, { query }));
  expect(plan).toMatch(/policies_(expiring|renewal_premium|renewal_reference)/);
  expect(plan).not.toMatch(/Seq Scan on (endorsements|renewal_notices|renewal_notice_policies)\b/);
  // A sum over most of a branch may read more than an index of it; a page never does.
  const [page = ''] = plan.split('\n\n');
  expect(page).not.toMatch(/Seq Scan on policies t/);
});

test('as the application’s role, what is open soon is what is kept of its days', async () => {
  const plan = await planAsRole(t, branch, (ctx) => openSoon(ctx));
  expect(plan).toContain('expiry_days_pkey');
  expect(plan).not.toMatch(/policies/);
});

const QUARTER = { startdate: '2026-01-01', enddate: '2026-03-31' };

test.each([{}, { currency: 'KES' }, { market: 'LONDON' as const }, { state: 'OPEN' as const }])(
  'as the application’s role, the days of a quarter and what renewals %j come to are what is kept of those days',
  async (query) => {
    const asked = { query: { ...query, ...QUARTER } };
    const days = await planAsRole(t, branch, (ctx) => daysOf(ctx, asked));
    const totals = (await planAsRole(t, branch, (ctx) => renewals.reply(ctx, asked)))
      .split('\n\n')
      .find((plan) => plan.includes('expiry_changes'));
    for (const plan of [days, totals]) {
      expect(plan).toContain('expiry_days_pkey');
      expect(plan).not.toMatch(/policies_/);
    }
  },
);

test('as the application’s role, the days of a reinsured’s quarter are counted from the index of what expires', async () => {
  const plan = await planAsRole(t, branch, (ctx) => daysOf(ctx, { query: { reinsured: 1, ...QUARTER } }));
  expect(plan).toMatch(/policies_expiring/);
  expect(plan).not.toMatch(/Seq Scan on policies t/);
});

test.each([{}, { reinsured: 1 }, { currency: 'KES' }, { market: 'LONDON' as const }, { state: 'OPEN' as const }])(
  'as the application’s role, renewals %j are counted and added up from the index of what expires alone',
  async (query) => {
    await vacuum(t.ownerPool, 'policies');
    const plan = await planAsRole(t, branch, (ctx) =>
      renewals.reply(ctx, { query: { ...query, startdate: '2026-01-01', enddate: '2026-12-31', length: 20 } }),
    );
    expect(plan.match(/Index Only Scan using policies_expiring/g)?.length).toBeGreaterThanOrEqual(1);
    expect(plan).not.toMatch(/Seq Scan on policies t/);
  },
);
