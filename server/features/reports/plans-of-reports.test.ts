import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Decoded } from '../../../domain/endpoint.ts';
import type { exposedPolicies } from '../../../domain/reports/exposure.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { approvedPolicy, type Book, makeBook, userId } from '../../testing/factories.ts';
import { planAsRole, rowsReadAsRole } from '../../testing/plans.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { approvedEndorsement } from '../endorsements/endorsements.factories.ts';
import { listPeriods } from '../closing/periods.ts';
import { clientList } from '../parties/list.ts';
import { policies } from '../placements/lists.ts';
import { sameNumber } from '../placements/same-number.ts';
import { insolvency } from '../statements/insolvency.ts';
import { premiumsOfResult } from './claims/claim-underwriting.ts';
import { MOST } from './first-rows.ts';
import { linesOfSecurities } from './money/securities-summary.ts';
import { allStatements } from './money/statement.ts';
import { brokerageLines } from './production/brokerage.ts';
import { exposedReport } from './production/exposed.ts';
import { codeOf } from '../../testing/chart.ts';
import { copyRows } from '../../testing/copy-rows.ts';
import { vacuum } from '../../testing/vacuum.ts';

let t: TestApp;
let book: Book;
let branch: number;
/** As many policies, each with three lines and a debit note. */
const MANY = 4 * MOST;

beforeAll(async () => {
  t = await testApp();
  book = await makeBook(t);
  const policy = await approvedPolicy(t, book);
  const endorsement = await approvedEndorsement(t, await approvedPolicy(t, book));
  branch = (await t.ownerPool.query('select branch_id as id from policies where id = $1', [policy])).rows[0].id;
  const copies = async (table: string, of: Parameters<typeof copyRows>[2]) => {
    await t.ownerPool.query(`alter table ${table} disable trigger user`);
    await copyRows(t.ownerPool, table, of);
    await t.ownerPool.query(`alter table ${table} enable trigger user`);
  };
  const many = `generate_series(1, ${MANY}) g`;
  const day = `date '2024-01-01' + (o.g / 50)::int`;
  await copies('policies', {
    changed: {
      broker_reference: `'MANY/' || lpad(g::text, 9, '0')`,
      renewed_from_id: 'null',
      cedant_policy_number: `'C' || g`,
    },
    from: `policies t, ${many} where t.id = ${policy}`,
  });
  const other = `(select id, row_number() over (order by id) as g from policies where broker_reference like 'MANY/%')`;
  await copies('policy_lines', {
    changed: { policy_id: 'o.id' },
    from: `(select * from policy_lines where policy_id = ${policy}) t, ${other} o`,
  });
  await copies('notes', {
    changed: { policy_id: 'o.id', number: `'MANY/' || o.g`, posted_on: day },
    from: `(select * from notes where policy_id = ${policy} and debit_note_id is null) t, ${other} o`,
  });
  // An endorsement of each second policy, none of which cancels it.
  await copies('endorsements', {
    changed: { policy_id: 'o.id', number: `'MANY/' || o.g || '/E1'` },
    from: `(select * from endorsements where id = ${endorsement}) t, ${other} o where o.g % 2 = 0`,
  });
  await copies('journal_entries', {
    changed: { source_id: 'o.id', day },
    from: `(select * from journal_entries where source_kind = 'policy' and source_id = ${policy}) t, ${other} o`,
  });
  await copies('journal_lines', {
    changed: { entry_id: 'e.id', day: 'e.day' },
    from: `(select l.* from journal_lines l join journal_entries e on e.id = l.entry_id join ledger_accounts a on a.code = l.account
      where e.source_kind = 'policy' and e.source_id = ${policy} and a.function = 'BROKERAGE_INCOME') t,
      (select e.id, e.day from journal_entries e join policies p on p.id = e.source_id where p.broker_reference like 'MANY/%') e`,
  });
  await vacuum(t.ownerPool);
});
afterAll(() => t.close());

const [params, body] = [{} as never, undefined as never];
const reading = (work: (ctx: Ctx) => Promise<unknown>) => rowsReadAsRole(t, branch, work);

test('the statement of all reads the notes that it shows, and what all come to from an index and the sums', async () => {
  const statement = (ctx: Ctx) => allStatements.reply(ctx, { params, body, query: {} }, undefined);
  const rows = await reading(statement);
  // Each is met among its reinsured's, and read again for what is shown of it; none is read for what all come to.
  expect(rows('notes')).toBeLessThanOrEqual(MANY + MOST + 101);
  const plan = await planAsRole(t, branch, statement);
  expect(plan).toContain('Index Only Scan using notes_of_premium');
  expect(plan).toContain('open_sums');
});

test('the lines of securities are read of the first of them alone', async () => {
  const rows = await reading((ctx) => linesOfSecurities.reply(ctx, { params, body, query: {} }, undefined));
  expect(rows('policy_lines')).toBeLessThanOrEqual(MANY + 100);
});

test('the first premiums of securities are worked out from the lines of the first policies', async () => {
  const query = { by: 'security' as const };
  const rows = await reading((ctx) => premiumsOfResult.reply(ctx, { params, body, query }, undefined));
  // A line of each policy says that it has premium, and three are read of the first.
  expect(rows('policy_lines')).toBeLessThanOrEqual(MANY + 3 * (MOST + 1) + 100);
});

test('what is earned finds those that were cancelled by their own index, not among all endorsements', async () => {
  const reply = (ctx: Ctx) => premiumsOfResult.reply(ctx, { params, body, query: {} }, undefined);
  const plan = await planAsRole(t, branch, reply);
  expect(plan).toMatch(/Index Only Scan using endorsements_cancelling/);
  expect(plan).not.toMatch(/Seq Scan on endorsements [^\n]*\n[^\n]*Filter: [^\n]*CANCEL_/);
  const rows = await reading(reply);
  // Of the first policies, each second has one: met, and read again for its number.
  expect(rows('endorsements')).toBeLessThanOrEqual(2 * (MOST + 1) + 100);
});

test('the first entries of brokerage are read up to the last that is shown', async () => {
  const query = { from: '2024-01-01' };
  const rows = await reading((ctx) => brokerageLines.reply(ctx, { params, body, query }, undefined));
  // A line of an entry is met, then read again with its entry.
  expect(rows('journal_lines')).toBeLessThanOrEqual(2 * (MOST + 1) + 200);
  expect(rows('journal_entries')).toBeLessThanOrEqual(3 * (MOST + 1) + 200);
});

test('the policies of a reinsured are counted in their market from an index alone', async () => {
  const page = (ctx: Ctx) => policies.reply(ctx, { query: { reinsured: book.reinsured, length: 20 } });
  expect(await planAsRole(t, branch, page)).toMatch(/Index Only Scan using policies_reinsured/);
  const rows = await reading(page);
  expect(rows('policies')).toBeLessThanOrEqual(100);
});

test('a number of a cedant is looked for among its own', async () => {
  const query = { reinsured: book.reinsured, number: 'c77', start: '2020-01-01', end: '2030-01-01' };
  let found: { name: string }[] = [];
  const rows = await reading(async (ctx) => {
    found = await sameNumber(ctx, query);
  });
  expect(found.map(({ name }) => name)).toEqual(['MANY/000000077']);
  expect(rows('policies')).toBeLessThanOrEqual(10);
});

const exposed = (query: Decoded<typeof exposedPolicies>['query']) =>
  reading((ctx) => exposedReport.reply(ctx, { params, body, query }, undefined));

test('the policies behind a difference are read once for each day, and why it is of those alone that are shown', async () => {
  const rows = await exposed({ by: 'country', beside: '2026-03-01' });
  // On either day each is met, or not yet, with its endorsements; those that are shown are looked up once more.
  expect(rows('policies')).toBeLessThanOrEqual(2 * MANY + 2 * (MOST + 1) + 100);
  expect(rows('endorsements')).toBeLessThanOrEqual(2 * MANY + (MOST + 1) + 100);
  const { rows: users } = await t.ownerPool.query('select id from users');
  expect(rows('users')).toBeLessThanOrEqual(2 * (MOST + 1) * users.length);
});

test.each([{}, { beside: '2026-03-01' }])('one policy behind an exposure is found by its id: %j', async (beside) => {
  const { rows: found } = await t.ownerPool.query<{ id: number }>(
    `select id from policies where broker_reference = 'MANY/000000077'`,
  );
  const rows = await exposed({ by: 'security', key: String(book.a), policy: found[0]?.id, ...beside });
  for (const table of ['policies', 'policy_lines', 'endorsements'])
    expect([table, Math.min(rows(table), 10)]).toEqual([table, rows(table)]);
});

test('the months of a year are counted in one walk of its days, and the first day is met at once', async () => {
  const year = 2024;
  const { rows: entries } = await t.ownerPool.query<{ count: number }>(
    `select count(*)::int from journal_entries where branch_id = $1 and extract(year from day) = $2`,
    [branch, year],
  );
  const months = (ctx: Ctx) => listPeriods(ctx, { params, body, query: { year } });
  const plan = await planAsRole(t, branch, months);
  expect(plan.match(/using journal_entries_day on journal_entries/g)?.length).toBe(2);
  expect(plan).not.toMatch(/Seq Scan on journal_entries/);
  // Month by month the walk is not shared between processors.
  expect(plan).not.toMatch(/Cond: [^\n]*day >= m\.month/);
  let shown = 0;
  const rows = await reading(async (ctx) => {
    shown = (await listPeriods(ctx, { params, body, query: { year } })).data.reduce(
      (sum, { entries: of }) => sum + of,
      0,
    );
  });
  expect(shown).toBe(entries[0]?.count);
  // Day and branch are all that is counted: the index has both.
  expect(rows('journal_entries')).toBeLessThanOrEqual(10);
});

test.each(['reinsured', 'producer'] as const)(
  'of few policies of a %s those that are in force are found in the index of them alone',
  async (filter) => {
    const id = filter === 'reinsured' ? (await makeBook(t, ' of few')).reinsured : await userId(t, 'manager.nbo');
    await t.ownerPool.query(`alter table policies disable trigger user`);
    await t.ownerPool.query(
      `update policies set ${filter}_id = $1 where id % 50 = 0 and broker_reference like 'MANY/%'`,
      [id],
    );
    await t.ownerPool.query(`alter table policies enable trigger user`);
    await vacuum(t.ownerPool, 'policies');
    const page = (ctx: Ctx) => policies.reply(ctx, { query: { [filter]: id, cover: 'IN_FORCE', length: 20 } });
    const plan = await planAsRole(t, branch, page);
    expect(plan.match(new RegExp(`Index Only Scan using policies_${filter}`, 'g'))).toHaveLength(2);
    expect(plan).not.toMatch(/policies_newest/);
    const rows = await reading(page);
    expect(rows('policies')).toBeLessThanOrEqual(100);
  },
);

test('beside another day a line at stake has its own row of that day, also where those before it are more than are shown', async () => {
  await t.ownerPool.query('alter table policies disable trigger user');
  // On the other day three more come before all that are in force on this one.
  await t.ownerPool.query(
    `update policies set insurance_start_date = '2026-03-20' where broker_reference between 'MANY/000000001' and 'MANY/000000003'`,
  );
  await t.ownerPool.query('alter table policies enable trigger user');
  const query = { param: String(book.a), asat: '2026-03-10', beside: '2026-03-31' };
  await reading(async (ctx) => {
    const reply = await insolvency.reply(ctx, { params, body, query }, undefined);
    if (!('data' in reply)) throw new Error('A file was made.');
    const { data } = reply;
    expect([data.length, data[0]?.part, data[0]?.document]).toEqual([MOST, 'LINE', 'MANY/000000004']);
    expect(data.filter(({ beside }) => beside === '0.00')).toEqual([]);
  });
});

test('what all clients owe is added up from the index of the sums’ key, which has the amounts', async () => {
  await t.ownerPool.query(
    `insert into open_sums (branch_id, account, party_id, currency, due_on, debit, amount, base_amount)
    select $1, $2, p.id, 'KES', date '2024-01-01' + g, true, 100, 100 from parties p cross join generate_series(0, 999) g`,
    [branch, codeOf('PREMIUM_RECEIVABLE')],
  );
  await vacuum(t.ownerPool, 'open_sums');
  const clients = (ctx: Ctx) => clientList.reply(ctx, { query: { length: 20, sort: 'to_us,desc' } });
  expect(await planAsRole(t, branch, clients)).toContain('Index Only Scan using open_sums_pkey');
  expect((await reading(clients))('open_sums')).toBe(0);
});
