import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/http/context.ts';
import type { TestApp } from '../../testing/testApp.ts';
import { planAsRole, rowsReadAsRole } from '../../testing/plans.ts';
import { dueToReinsurers } from './money/due-overview.ts';
import { itemMovements } from './money/item-movements.ts';
import { ledger } from './money/ledger.ts';
import { securityStatement } from './money/security-statement.ts';
import { allStatements } from './money/statement.ts';
import { premium } from './production/production-overview.ts';
import { remindersFound } from '../statements/overdue.ts';
import { reminders } from '../statements/reminders.ts';
import { generatedApp } from './plans.factories.ts';

let t: TestApp;
let branch: number;

beforeAll(async () => {
  t = await generatedApp();
  // One of those that have open items: 5,000.
  branch = (await t.ownerPool.query('select branch_id as id from open_items where outstanding <> 0 limit 1')).rows[0]
    .id;
});
afterAll(() => t.close());

const planOf = (work: (ctx: Ctx) => Promise<unknown>) => planAsRole(t, branch, work);
const rowsOf = (work: (ctx: Ctx) => Promise<unknown>) => rowsReadAsRole(t, branch, work);

describe('movements of what is open of a side', () => {
  type Query = Parameters<typeof itemMovements.reply>[1]['query'];
  const page = (ctx: Ctx, query: Partial<Query> = {}) =>
    itemMovements.reply(ctx, { query: { side: 'RECEIVABLE', length: 20, ...query } });

  test('come off the index of their first days, as many items as are shown', async () => {
    expect(await planOf((ctx) => page(ctx))).toContain('open_items_first');
    const rows = await rowsOf((ctx) => page(ctx));
    // Items are read for the page alone; those that are open are counted from an index.
    expect(rows('open_items')).toBeLessThanOrEqual(40);
  });

  test('of a party look at its items for what opened and what settled them, and not again for what is shown', async () => {
    const { rows } = await t.ownerPool.query<{ party: number }>(
      `select party_id as party from open_items where branch_id = $1 and outstanding > 0 group by 1 order by count(*) desc limit 1`,
      [branch],
    );
    const plan = await planOf((ctx) => page(ctx, rows[0]));
    // Steps joined to their items compare each with each, where the planner thinks them few.
    expect(plan.match(/CTE Scan on chosen/g)).toHaveLength(2);
  });

  test('are those that a page of all of them has, in their order, also what was settled before it was opened', async () => {
    const { rows: early } = await t.ownerPool.query<{ id: number }>(
      `update open_items set settled_from = opened_on - 400, outstanding = 60, base_outstanding = 60
      where id = (select max(id) from open_items where branch_id = $1 and outstanding <> 0) returning id`,
      [branch],
    );
    await t.ownerPool.query(
      `insert into settlements (branch_id, item_id, entry_id, day, amount, base_amount)
      select branch_id, id, entry_id, opened_on - 400, 40, 40 from open_items where id = $1`,
      [early[0]?.id],
    );
    type Shown = { id: number; step: number; day: string };
    const key = ({ id, step, day }: Shown) => `${day} ${String(id).padStart(9, '0')} ${step}`;
    const all: string[] = [];
    await rowsOf(async (ctx) => {
      for (let start = 0; start < 5001; start += 500) {
        const found = (await page(ctx, { sort: 'day,desc', start, length: 500 })) as { data: Shown[] };
        all.push(...found.data.map(key));
      }
      const inOrder = all.toSorted();
      expect(inOrder).toHaveLength(5001);
      for (const start of [0, 480, 4990]) {
        const found = (await page(ctx, { start, length: 20 })) as { data: Shown[]; recordsFiltered: number };
        expect(found.recordsFiltered).toBe(5001);
        expect(found.data.map(key)).toEqual(inOrder.slice(start, start + 20));
      }
      const earlier = (await page(ctx, { asat: '2024-01-20', length: 500 })) as { data: Shown[] };
      expect(earlier.data.map(key)).toEqual(earlier.data.map(key).toSorted());
      const latest = (await page(ctx, { asat: '2024-01-20', sort: 'day,desc', length: 500 })) as { data: Shown[] };
      expect(latest.data.map(key).toSorted()).toEqual(earlier.data.map(key));
    });
  });
});

describe('a part of the ledger', () => {
  test.each(['TAX_CERTIFIED', 'REALISED'] as const)(
    '%s, of which there is little, is found in its accounts, not by walking the days',
    async (part) => {
      const page = (ctx: Ctx) => ledger.reply(ctx, { query: { part, length: 20 } });
      expect(await planOf(page)).not.toMatch(/journal_lines_(day|pkey)[^\n]*\n[^\n]*Filter: .*account/);
      const rows = await rowsOf(page);
      expect(rows('journal_lines')).toBeLessThanOrEqual(40);
    },
  );
});

describe('premium of some days', () => {
  test('is added up from the sums of its months, and of days from what is left of one', async () => {
    const query = { from: '2025-01-01', to: '2025-03-31', length: 1 };
    const plans = (await planOf((ctx) => premium.reply(ctx, { query }))).split('\n\n');
    const sums = plans.filter((plan) => plan.includes('production_totals'));
    // The trend, and what the days come to; the page and its count read first rows.
    expect(sums).toHaveLength(2);
    expect(sums.filter((plan) => / on (policies|endorsements) /.test(plan))).toHaveLength(1);
    const added = plans.filter((plan) => /Aggregate/.test(plan) && !/production_totals|Limit/.test(plan));
    expect(added).toEqual([]);
  });
});

describe('reminders', () => {
  test('are added up without reading a note; of a party from its own items, counted no further than lists are', async () => {
    const of = (query: Parameters<typeof remindersFound>[1]) => (ctx: Ctx) =>
      remindersFound(ctx, query).then(({ ctes, total }) =>
        sql`with ${ctes} select count(*), ${total ?? sql`0`} as total from found`.execute(ctx.db),
      );
    for (const query of [{}, { party: 1 }])
      expect(await planOf(of(query))).not.toMatch(/ Seq Scan on (notes|open_items)|using notes_pkey/);
    expect(await planOf(of({}))).toMatch(/Index Only Scan using notes_of_premium/);
    expect(await planOf(of({ party: 1 }))).not.toContain('CTE due');
  });

  test.each([
    ['party,asc;due_on,asc', 'parties_by_name'],
    ['due_on,asc', 'open_items_due'],
    ['due_on,desc', 'open_items_due'],
  ])('by %s have their first rows off an index', async (sort, index) => {
    const page = (ctx: Ctx) => reminders.reply(ctx, { query: { length: 20, sort } } as never, undefined as never);
    const plan = await planOf(page);
    const [first = ''] = /CTE first\n[\s\S]*?(?=\n\s+CTE )/.exec(plan) ?? [];
    expect(first).toContain(index);
    expect(first).not.toMatch(/Seq Scan on (open_items|notes|parties)|notes_pkey/);
    expect(plan).not.toContain('Unique');
  });
});

test('a search of what is due is looked up once, for its rows and for what they come to', async () => {
  const plan = await planOf((ctx) =>
    dueToReinsurers.reply(ctx, { query: { searchValue: 'PLAN/000000007', length: 20 } }),
  );
  expect(plan.match(/CTE numbered$/gm)).toHaveLength(1);
});

describe('statements of notes', () => {
  const [params, body] = [{} as never, undefined as never];

  test('of a security read its own notes and their parts', async () => {
    const security = (await t.ownerPool.query(`select id from parties where name_key = 'reinsurer7'`)).rows[0].id;
    const query = { param: String(security) };
    const plan = await planOf((ctx) => securityStatement.reply(ctx, { params, body, query }, undefined));
    expect(plan).toContain('Index Only Scan using notes_party');
    expect(plan).toContain('Index Only Scan using note_parts_party');
    expect(plan).not.toMatch(/Seq Scan on (notes|note_parts|open_items|settlements)/);
  });

  test('of open ones read none of which nothing is open', async () => {
    const query = { open: 'only' } as const;
    const ofReinsureds = await rowsOf((ctx) => allStatements.reply(ctx, { params, body, query }, undefined));
    expect(ofReinsureds('notes')).toBeLessThanOrEqual(5);
    const ofSecurities = await rowsOf((ctx) =>
      securityStatement.reply(ctx, { params, body, query: { ...query, param: 'ALL' } }, undefined),
    );
    expect(ofSecurities('notes')).toBeLessThanOrEqual(5);
  });
});
