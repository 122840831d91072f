import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { approvedPolicy, makeBook } from '../../../testing/factories.ts';
import { readPdfText } from '../../../testing/pdf.ts';
import { copyRows } from '../../../testing/copy-rows.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import { planAsRole } from '../../../testing/plans.ts';
import { approvedEndorsement } from '../../endorsements/endorsements.factories.ts';
import { taxReturnDocuments } from '../money/tax-return.ts';
import { monthlyProduction } from './monthly.ts';

let t: TestApp;
let policy: number;
let added: number;
let returned: number;

// Approved in March; an additional premium in April (fac premium 60,000.00), a return in May (fac premium −30,000.00).
beforeAll(async () => {
  t = await testApp();
  const book = await makeBook(t);
  policy = await approvedPolicy(t, book);
  t.clock.set('2026-04-10T08:00:00Z');
  added = await approvedEndorsement(t, policy);
  t.clock.set('2026-05-15T08:00:00Z');
  returned = await approvedEndorsement(t, policy, { endorsementtype: 'RP', sum_insured: null, premium: '50000' });
});
afterAll(() => t.close());

const get = async (who: string, path: string, query: Record<string, string> = {}) =>
  (await t.call(who, `GET /api/sca/v1/${path}`, { query })).body;
type Month = { month: string; premium: string; brokerage: string; policies: number };

test('premium and brokerage have the endorsements in the months in which they were posted; policies are counted once', async () => {
  const { months } = await get('root', 'underwriting/cumulativemetricsadmin');
  expect(
    months.slice(2, 5).map(({ month, premium, brokerage, policies }: Month) => [month, premium, brokerage, policies]),
  ).toEqual([
    ['2026-03', '750000.00', '37500.00', 1],
    ['2026-04', '60000.00', '3000.00', 0],
    ['2026-05', '-30000.00', '-1500.00', 0],
  ]);
});

test('the overviews list what makes their totals', async () => {
  const body = await get('root', 'aggregate/dashboardpremiumoverview');
  expect(body).toMatchObject({
    recordsTotal: 3,
    base_total: '780000.00',
    totals: [{ currency: 'KES', amount: '780000.00' }],
  });
  expect(body.trend.slice(-3).map((one: { base: string }) => one.base)).toEqual(['750000.00', '60000.00', '-30000.00']);
  const rows = body.data.map((row: Record<string, unknown>) => [row['policy'], row['endorsement'], row['amount']]);
  expect(rows).toEqual([
    [policy, returned, '-30000.00'],
    [policy, added, '60000.00'],
    [policy, null, '750000.00'],
  ]);
  const found = await get('accountant.nbo', 'aggregate/dashboardbrokerageoverview', { searchValue: 'savannah' });
  expect(found).toMatchObject({ recordsFiltered: 3, base_total: '39000.00' });
  // What is searched for makes the totals too: of another reinsured nothing is there.
  for (const overview of ['premium', 'brokerage', 'amoundduetouus', 'amoundduetoreinsurers'])
    expect(
      await get('root', `aggregate/dashboard${overview}overview`, { searchValue: 'nobody of this name' }),
    ).toMatchObject({ recordsFiltered: 0, data: [], totals: [], base_total: '0.00' });
  const toReinsurers = 'aggregate/dashboardamoundduetoreinsurersoverview';
  const { data: every } = await get('root', toReinsurers);
  const due = await get('root', toReinsurers, { searchValue: every[0].party });
  const shown = due.data.map((row: { outstanding: string }) => BigInt(row.outstanding.replace('.', '')));
  expect(due.recordsFiltered).toBeGreaterThan(0);
  expect(due.recordsFiltered).toBeLessThan(due.recordsTotal);
  expect(BigInt(due.totals[0].amount.replace('.', ''))).toBe(
    shown.reduce((total: bigint, one: bigint) => total + one, 0n),
  );
  expect(await get('manager.lon', 'aggregate/dashboardpremiumoverview')).toMatchObject({
    recordsTotal: 0,
    base_total: '0.00',
  });
});

test('an endorsement is found by its number, alone and in a file', async () => {
  for (const [overview, amount] of [
    ['premium', '60000.00'],
    ['brokerage', '3000.00'],
  ]) {
    const path = `aggregate/dashboard${overview}overview`;
    const { data: all } = await get('root', path);
    const of = all.find((row: { endorsement: number | null }) => row.endorsement === added);
    expect(of.broker_reference).toMatch(/\/E1$/);
    const found = await get('root', path, { searchValue: of.broker_reference });
    expect(found).toMatchObject({ recordsFiltered: 1, base_total: amount, data: [{ endorsement: added, amount }] });
    // Its policy's number finds it with the policy, as ever; the end of a number finds what has it, where it is more than nearly all end with.
    const [reference = ''] = of.broker_reference.split('/E');
    expect(await get('root', path, { searchValue: reference })).toMatchObject({ recordsFiltered: 3 });
    expect(await get('root', path, { searchValue: `${reference.slice(-1)}/e2` })).toMatchObject({
      data: [{ endorsement: returned }],
    });
    expect(await get('root', path, { searchValue: '/e2' })).toMatchObject({ recordsFiltered: 0 });
    const file = await t.call('root', `GET /api/sca/v1/${path}`, {
      query: { searchValue: of.broker_reference, format: 'csv' },
    });
    expect(file.bytes.toString('utf8').trim().split('\n')).toHaveLength(2);
  }
});

test('a draft endorsement is no production', async () => {
  const draft = {
    policy,
    endorsementtype: 'AP',
    effective_date: '2026-11-01',
    description: 'A draft',
    premium: '1000',
  };
  await t.call('underwriter.nbo', 'POST /api/sca/v1/underwriting/endorsement', { body: draft });
  expect((await get('root', 'aggregate/dashboardpremiumoverview')).recordsTotal).toBe(3);
});

describe('the month', () => {
  const month = (query: Record<string, string>, who = 'underwriter.nbo') =>
    get(who, 'underwriting/monthlyreport', query);
  type Row = Record<string, string | number>;
  const figures = (rows: Row[]) =>
    rows.map((row) => [row['name'], row['policies'], row['premium'], row['premium_before'], row['premium_year']]);

  test('by type, beside the month before and the year to date', async () => {
    const body = await month({ date: '2026-04-20', by: 'type' });
    expect(body).toMatchObject({ month: '2026-04-01', base_currency: 'KES' });
    expect(figures(body.data)).toEqual([
      ['Additional premium', 0, '60000.00', '0.00', '60000.00'],
      ['New business', 0, '0.00', '750000.00', '750000.00'],
    ]);
    expect(figures((await month({ date: '2026-05-31', by: 'type' })).data)).toEqual([
      ['Additional premium', 0, '0.00', '60000.00', '60000.00'],
      ['New business', 0, '0.00', '0.00', '750000.00'],
      ['Return premium', 0, '-30000.00', '0.00', '-30000.00'],
    ]);
  });

  test.each([
    ['class', 'Test class'],
    ['reinsured', 'Savannah Insurance'],
    ['market', 'Local'],
    ['producer', 'underwriter.nbo'],
  ])('by %s it comes to the same', async (by, name) => {
    const { data, totals } = await month({ date: '2026-05-15', by });
    expect(data).toMatchObject([
      {
        name,
        currency: 'KES',
        policies: 0,
        premium: '-30000.00',
        brokerage: '-1500.00',
        premium_year: '780000.00',
        brokerage_year: '39000.00',
        base_premium_year: '780000.00',
      },
    ]);
    expect(totals).toMatchObject([{ premium: '-30000.00', premium_before: '60000.00', premium_year: '780000.00' }]);
  });

  test('beside last year, to the month’s end and not beyond it', async () => {
    const april = { policies: 0, premium: '0.00', premium_before: '0.00', premium_year: '0.00' };
    const { data } = await month({ date: '2027-04-01' });
    expect(data).toMatchObject([{ ...april, premium_last_year: '60000.00', premium_last_year_to_date: '810000.00' }]);
    expect((await month({ date: '2027-01-10' })).data).toEqual([]);
    expect((await month({ date: '2026-02-10' })).data).toEqual([]);
    expect((await month({ date: '2026-03-10' })).data).toMatchObject([{ policies: 1, premium: '750000.00' }]);
  });

  test('in base beside the budget of each class, one of which nothing was made among them', async () => {
    const { rows: classes } = await t.ownerPool.query(
      `select id from cover_types where name_key = 'testclass'
       union all (select id from cover_types where class_id is null and name_key <> 'testclass' order by id limit 1)`,
    );
    const save = (index: number, premium: string) =>
      t.call('manager.nbo', 'POST /api/sca/v1/budget/save', {
        body: { year: 2026, class: classes[index].id, premium, brokerage: '60000' },
      });
    await save(1, '240000');
    // What is made of a class without a budget is in no variance.
    const partly = await month({ date: '2026-05-15', money: 'base' });
    expect(partly.totals).toMatchObject([
      { premium_year: '780000.00', budget_premium_year: '100000.00', variance_premium_year: '-100000.00' },
    ]);
    expect(partly.months[2].planned_premium).toBe('0.00');
    await save(0, '1200000.05');
    // Another branch and another year are no part of it.
    for (const [who, year] of [
      ['manager.lon', 2026],
      ['manager.nbo', 2027],
    ] as const)
      await t.call(who, 'POST /api/sca/v1/budget/save', { body: { year, class: classes[0].id, premium: '999' } });
    const { data, totals, months } = await month({ date: '2026-05-15', money: 'base' });
    const made = data.find((row: Row) => row['name'] === 'Test class');
    // A twelfth of 1,200,000.05 is 100,000.01 in each of the first five months: 500,000.05 by May.
    expect(made).toMatchObject({
      currency: 'KES',
      premium: '-30000.00',
      budget_premium: '100000.01',
      variance_premium: '-130000.01',
      premium_year: '780000.00',
      budget_premium_year: '500000.05',
      variance_premium_year: '279999.95',
      brokerage_year: '39000.00',
      budget_brokerage_year: '25000.00',
      variance_brokerage_year: '14000.00',
    });
    expect(data.find((row: Row) => row['name'] !== 'Test class')).toMatchObject({
      policies: 0,
      premium: '0.00',
      budget_premium: '20000.00',
      variance_premium_year: '-100000.00',
    });
    expect(totals).toMatchObject([{ budget_premium_year: '600000.05', variance_premium_year: '179999.95' }]);
    expect(months[2]).toMatchObject({ planned_premium: '750000.00', planned_brokerage: '37500.00' });
    const byProducer = await month({ date: '2026-05-15', money: 'base', by: 'producer' });
    expect(byProducer.data).toMatchObject([
      { name: 'underwriter.nbo', premium_year: '780000.00', budget_premium: null },
    ]);
    expect(byProducer.totals).toMatchObject([{ budget_premium_year: '600000.05', variance_premium_year: null }]);
    const [inOwn] = (await month({ date: '2026-05-15', by: 'producer' })).totals;
    expect(inOwn).toMatchObject({ premium_year: '780000.00', budget_premium_year: null });
    const file = await t.call('underwriter.nbo', 'GET /api/sca/v1/underwriting/monthlyreport', {
      query: { date: '2026-05-15', money: 'base', format: 'csv' },
    });
    expect(file.bytes.toString()).toContain('Variance to date');
  });

  test('beside last year with the difference, or the budget in base: on the screen and in files', async () => {
    const { data, totals } = await month({ date: '2027-04-30', beside: 'last_year', by: 'type' });
    expect(data).toMatchObject([
      {
        name: 'Additional premium',
        premium_last_year: '60000.00',
        change_last_year: '-60000.00',
        change_last_year_to_date: '-60000.00',
      },
      { name: 'New business', change_last_year: '0.00', change_last_year_to_date: '-750000.00' },
    ]);
    expect(totals).toMatchObject([{ change_last_year: '-60000.00', change_last_year_to_date: '-810000.00' }]);
    const all = await month({ date: '2027-04-30', by: 'type' });
    expect(all.data[0].change_last_year).toBeNull();
    const heads = async (query: Record<string, string>) => {
      const file = await t.call('underwriter.nbo', 'GET /api/sca/v1/underwriting/monthlyreport', {
        query: { date: '2026-05-15', format: 'csv', ...query },
      });
      return file.bytes.toString().split('\r\n')[0] ?? '';
    };
    expect(await heads({ beside: 'last_year' })).toContain('Against last year');
    expect(await heads({ beside: 'last_year' })).not.toMatch(/Month before|Variance/);
    expect(await heads({ beside: 'budget' })).toContain('Variance to date');
    expect(await heads({ beside: 'budget' })).not.toMatch(/last year|Month before/i);
    expect(await heads({})).not.toMatch(/Against last year|Budget|Variance/);
    // A budget is in base and of classes.
    expect(await heads({ money: 'base' })).toContain('Variance to date');
    expect(await heads({ money: 'base', by: 'producer' })).not.toMatch(/Budget|Variance/);
    const budget = await month({ date: '2026-05-15', beside: 'budget' });
    expect(budget).toEqual(await month({ date: '2026-05-15', money: 'base' }));
  });

  test('has the months of the year in base beside last year, and the budget where there is one', async () => {
    const { months } = await month({ date: '2026-05-15' });
    expect(months.map((one: Row) => [one['month'], one['premium'], one['premium_last_year']])).toEqual([
      ['2026-01-01', '0.00', '0.00'],
      ['2026-02-01', '0.00', '0.00'],
      ['2026-03-01', '750000.00', '0.00'],
      ['2026-04-01', '60000.00', '0.00'],
      ['2026-05-01', '-30000.00', '0.00'],
    ]);
    const next = (await month({ date: '2027-04-30' })).months;
    expect(next.map((one: Row) => [one['premium'], one['premium_last_year']])).toEqual([
      ['0.00', '0.00'],
      ['0.00', '0.00'],
      ['0.00', '750000.00'],
      ['0.00', '60000.00'],
    ]);
    expect((await month({ date: '2026-05-15' }, 'manager.lon')).months[2].premium).toBe('0.00');
    const rows = (await month({ date: '2026-05-15', money: 'base' })).totals;
    expect(rows[0].premium_year).toBe('780000.00');
  });

  test('is of the caller’s branches, for who sees production, of today’s where no day can be read', async () => {
    const ask = (who: string, query: Record<string, string>) =>
      t.call(who, 'GET /api/sca/v1/underwriting/monthlyreport', { query });
    expect((await month({ date: '2026-04-20' }, 'manager.lon')).data).toEqual([]);
    expect((await ask('cashier.nbo', {})).status).toBe(403);
    for (const date of ['', 'garbage', '2026-02-30']) expect(await month({ date }), date).toEqual(await month({}));
    expect((await ask('underwriter.nbo', { by: 'nobody' })).status).toBe(400);
  });
});

test('the totals to date, and of last year to the same day', async () => {
  const first = await get('underwriter.nbo', 'underwriting/cumulativemetrics');
  expect(first).toMatchObject({
    currency: 'KES',
    year: { from: '2026-01-01', to: '2026-05-15', premium: '780000.00', brokerage: '39000.00', policies: 1 },
    last_year: { from: '2025-01-01', to: '2025-05-15', premium: '0.00', policies: 0 },
  });
  t.clock.set('2027-04-09T08:00:00Z');
  const later = await get('underwriter.nbo', 'underwriting/cumulativemetrics');
  t.clock.set('2026-05-15T08:00:00Z');
  // The additional premium is of 10 April: not yet.
  expect(later.last_year).toMatchObject({ to: '2026-04-09', premium: '750000.00' });
  expect((await get('manager.lon', 'underwriting/cumulativemetrics')).year).toMatchObject({ premium: '0.00' });
});

test('production per month and market, of all branches and of one', async () => {
  const path = 'underwriting/underwritinglondonslipproductionreport';
  const all = await get('root', path);
  expect(all.data).toHaveLength(24);
  expect(all.data.slice(4, 8)).toEqual([
    { month: '2026-03', market: 'LOCAL', number: 1, premium: '750000.00', brokerage: '37500.00' },
    { month: '2026-03', market: 'LONDON', number: 0, premium: '0.00', brokerage: '0.00' },
    { month: '2026-04', market: 'LOCAL', number: 0, premium: '60000.00', brokerage: '3000.00' },
    { month: '2026-04', market: 'LONDON', number: 0, premium: '0.00', brokerage: '0.00' },
  ]);
  expect((await get('manager.nbo', `${path}user`)).data).toEqual(all.data);
  expect((await get('manager.lon', `${path}user`)).data[4].number).toBe(0);
  expect((await t.call('manager.nbo', `GET /api/sca/v1/${path}`)).status).toBe(403);
  for (const [who, call] of [
    ['root', path],
    ['manager.nbo', `${path}user`],
  ] as const) {
    const file = (format: string) => t.call(who, `GET /api/sca/v1/${call}`, { query: { format } });
    expect((await file('csv')).bytes.toString()).toContain('2026-03,Local,1,750000.00,37500.00');
    expect((await file('xlsx')).bytes.subarray(0, 2).toString()).toBe('PK');
    const text = readPdfText((await file('pdf')).bytes);
    for (const words of ['Production by market', '2026-03', '750,000.00', '780,000.00']) expect(text).toContain(words);
  }
});

/** Rows like the one there is, each with its own number and day. */
const multiply = (table: string, changed: Record<string, string>) =>
  copyRows(t.ownerPool, table, {
    changed,
    from: `(select * from ${table} where status = 'APPROVED' order by id limit 1) t, generate_series(1, 5000) g`,
  });

/** A line and a tax on it for each of the rows that were multiplied, like those of the first. */
async function taxAll(kind: string, table: string): Promise<void> {
  const first = (of: string) => `(select * from ${kind}_${of} order by id limit 1) t`;
  await copyRows(t.ownerPool, `${kind}_lines`, {
    changed: { [`${kind}_id`]: 'x.id' },
    from: `${first('lines')}, ${table} x where not exists (select from ${kind}_lines l where l.${kind}_id = x.id)`,
  });
  await copyRows(t.ownerPool, `${kind}_taxes`, {
    changed: { [`${kind}_id`]: `l.${kind}_id`, line_id: 'l.id' },
    from: `${first('taxes')}, ${kind}_lines l where not exists (select from ${kind}_taxes x where x.line_id = l.id)`,
  });
  await t.ownerPool.query(`analyze ${kind}_lines; analyze ${kind}_taxes`);
}

test('production is read by the day of posting within the branch, from either table', async () => {
  const day = `date '2010-01-01' + g % 5000`;
  await multiply('policies', { broker_reference: `'X/' || g`, posted_on: day, endorsement_count: '0' });
  await multiply('endorsements', { approval: 'g + 1000', sequence: '1000 + g', number: `'X/' || g`, posted_on: day });
  await t.ownerPool.query('analyze policies; analyze endorsements');
  const planOf = async (statement: string) =>
    (await t.ownerPool.query(`explain ${statement}`)).rows.map((row) => row['QUERY PLAN']).join('\n');
  const year = await planOf(
    `select sum(base_fac_premium) from production where branch_id = 1 and posted_on between '2015-01-01' and '2015-12-31'`,
  );
  const page = await planOf(
    `select * from production where branch_id = 1 and posted_on between '2015-01-01' and '2015-12-31' order by posted_on desc, id desc limit 25`,
  );
  for (const plan of [year, page]) {
    expect(plan).toMatch(/policies_(posted|produced)/);
    expect(plan).toContain('endorsements_posted');
    expect(plan).not.toMatch(/Seq Scan on (policies|endorsements)/);
  }
  const query = { date: '2015-06-15', by: 'type' as const };
  const params = {} as never;
  const body = undefined as never;
  const month = await planAsRole(t, 1, (ctx) => monthlyProduction.reply(ctx, { params, body, query }, undefined));
  expect(month).toContain('production_months');
  expect(month).not.toMatch(/ on (policies|endorsements) /);
  await taxAll('policy', 'policies');
  await taxAll('endorsement', 'endorsements');
  const days = { from: '2015-03-01', to: '2015-03-31' };
  const taxes = await planAsRole(t, 1, (ctx) =>
    taxReturnDocuments.reply(ctx, { params, body, query: { ...days, tax: undefined } }, undefined),
  );
  expect(taxes).toMatch(/policies_(posted|produced)/);
  expect(taxes).not.toMatch(/Seq Scan on (policies|endorsements|policy_taxes|endorsement_taxes)/);
});
