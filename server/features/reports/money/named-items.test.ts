import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf } from '../../../testing/chart.ts';
import { makeBook } from '../../../testing/factories.ts';
import { planAsRole, rowsReadAsRole } from '../../../testing/plans.ts';
import { testApp, type TestApp } from '../../../testing/testApp.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { COUNTED } from '../../../../domain/tables/counted.ts';
import { dueToUs } from './due-overview.ts';
import { itemMovements } from './item-movements.ts';
import { vacuum } from '../../../testing/vacuum.ts';

// One party with more open notes than are counted, and fifty with ten each; each note has two items.
const MANY = COUNTED + 200;
const FEW = 500;
let t: TestApp;
let branch: number;

beforeAll(async () => {
  t = await testApp();
  await makeBook(t);
  const { rows } = await t.ownerPool.query(`insert into branches (code, name) values ('QN', 'Named') returning id`);
  branch = rows[0].id;
  await t.ownerPool.query(`insert into parties (kind, name, name_key, search_text)
    select 'REINSURED', 'Cedant ' || lpad(g::text, 2, '0'), 'cedant' || g, 'cedant ' || lpad(g::text, 2, '0') || ' of harbour road' from generate_series(0, 50) g`);
  await t.ownerPool.query(
    `insert into notes (branch_id, kind, purpose, origin, number, party_id, currency, amount, base_amount, posted_on, due_on)
    select $1, 'DN', 'PREMIUM', 'HISTORY', case when g < ${MANY} then 'MM/' else 'FF/' end || lpad(g::text, 6, '0'), p.id,
      case when g % 1000 = 7 then 'USD' else 'KES' end, 100 + g, 100 + g, date '2024-01-01' + g % 300, date '2024-02-01' + g % 300
    from generate_series(0, ${MANY + FEW - 1}) g join parties p on p.name_key = 'cedant' || case when g < ${MANY} then 0 else 1 + g % 50 end`,
    [branch],
  );
  await t.ownerPool.query(
    `with e as (
      insert into journal_entries (branch_id, day, event, source_kind, source_id, narration, made_by)
      select $1, '2024-01-01', 'RECEIPT', 'receipt', 1000000 + $1, 'Named', min(id) from users returning id, branch_id, day)
    insert into journal_lines (entry_id, branch_id, day, account, currency, amount, base_amount)
    select id, branch_id, day, '${codeOf('BROKERAGE_INCOME')}', 'KES', sign, sign from e, unnest(array[1, -1]) as of (sign)`,
    [branch],
  );
  await t.ownerPool.query(
    `insert into open_items (branch_id, account, party_id, currency, entry_id, opened_on, due_on, amount, base_amount, outstanding, base_outstanding, note_id, sequence)
    select n.branch_id, '${codeOf('PREMIUM_RECEIVABLE')}', n.party_id, n.currency, e.id, n.posted_on, n.due_on + 30 * s, n.amount, n.amount, n.amount, n.amount, n.id, s
    from notes n, journal_entries e, generate_series(1, 2) s where n.branch_id = $1 and e.branch_id = $1`,
    [branch],
  );
  await vacuum(t.ownerPool);
});
afterAll(() => t.close());

type Due = { number: string; due_on: string };
type Reply = {
  data: Due[];
  recordsTotal: number;
  recordsFiltered: number;
  more?: boolean;
  totals: { currency: string; amount: string }[];
};
const due = (ctx: Ctx, query: Record<string, unknown>) =>
  dueToUs.reply(ctx, { query: { length: 20, ...query } } as never) as unknown as Promise<Reply>;
type Moved = { id: number; step: number; day: string; note: { name: string } };
const moved = (ctx: Ctx, query: Record<string, unknown>) =>
  itemMovements.reply(ctx, { query: { side: 'RECEIVABLE', length: 20, ...query } } as never) as unknown as Promise<
    Omit<Reply, 'data'> & { data: Moved[] }
  >;

const rowsOf = (work: (ctx: Ctx) => Promise<unknown>) => rowsReadAsRole(t, branch, work);
/** What the notes come to whose party and number a condition names. */
async function expected(condition: string) {
  const { rows } = await t.ownerPool.query(
    `select n.number, to_char(min(i.due_on), 'YYYY-MM-DD') as due_on from open_items i join notes n on n.id = i.note_id join parties p on p.id = n.party_id
    where n.branch_id = $1 and ${condition} group by n.id order by min(i.due_on), n.id`,
    [branch],
  );
  const sums = await t.ownerPool.query(
    `select i.currency, to_char(sum(i.outstanding) / 100.0, 'FM999999990.00') as amount from open_items i join notes n on n.id = i.note_id join parties p on p.id = n.party_id
    where n.branch_id = $1 and ${condition} group by 1 order by 1`,
    [branch],
  );
  return { rows, sums: sums.rows };
}

describe('what is due, searched', () => {
  test.each([
    ['the end of a number', '010305', `n.number like '%010305'`],
    ['the beginning of some', 'ff/0103', `n.number like 'FF/0103%'`],
    ['a party with few notes', 'CEDANT 07', `p.name = 'Cedant 07'`],
    ['a party with more than are counted', 'cedant 00', `p.name = 'Cedant 00'`],
    ['all parties', 'Cédant', 'true'],
    ['a currency', 'usd', `n.currency = 'USD'`],
    ['nobody’s name, though it stands in their address', 'harbour', 'false'],
  ])('by %s', async (_what, searchValue, condition) => {
    const { rows, sums } = await expected(condition);
    await rowsOf(async (ctx) => {
      for (const start of [0, 40]) {
        const found = await due(ctx, { searchValue, start });
        expect(found.data.map(({ number, due_on: on }) => ({ number, due_on: on }))).toEqual(
          rows.slice(start, start + 20),
        );
        expect(found.recordsFiltered).toBe(Math.min(rows.length, COUNTED + 1));
        expect(found.totals).toMatchObject(sums);
        expect(found.recordsTotal).toBe(COUNTED + 1);
      }
      const last = await due(ctx, { searchValue, sort: 'due_on,desc' });
      const numbers = rows.map(({ number }) => number);
      expect(last.data.map(({ number }) => number)).toEqual(numbers.toReversed().slice(0, 20));
    });
  });

  test('the papers of a number are read alone', async () => {
    const rows = await rowsOf((ctx) => due(ctx, { searchValue: '010305' }));
    expect(rows('notes')).toBeLessThanOrEqual(10);
  });

  test('where more have such a number than are counted, it says what to do', async () => {
    await rowsOf(async (ctx) => {
      await expect(due(ctx, { searchValue: 'mm/' })).rejects.toMatchObject({
        code: 'VALIDATION',
        errors: [{ field: 'searchValue', message: 'More than 10,000 papers have such a number. Enter more of it.' }],
      });
    });
  });
});

describe('movements of what is open', () => {
  test.each([
    ['a number', { searchValue: '010305' }],
    ['the beginning of some', { searchValue: 'ff/0103' }],
    ['a party with few', { searchValue: 'cedant 07' }],
    ['a party with more than are counted', { searchValue: 'cedant 00' }],
    ['a currency', { searchValue: 'usd' }],
  ])('found by %s are those of all that are named, in both orders', async (_what, query) => {
    await rowsOf(async (ctx) => {
      const all: { id: number; step: number; day: string }[] = [];
      for await (const row of await itemMovements.rows(ctx, { query: { side: 'RECEIVABLE', ...query } } as never))
        all.push(row as never);
      expect(all.length).toBeGreaterThan(0);
      const key = ({ id, step, day }: { id: number; step: number; day: string }) => `${day} ${id} ${step}`;
      const upwards = all.toSorted((a, b) => a.day.localeCompare(b.day) || a.id - b.id || a.step - b.step);
      const downwards = all.toSorted((a, b) => b.day.localeCompare(a.day) || b.id - a.id || a.step - b.step);
      for (const start of [0, 40]) {
        const first = await moved(ctx, { ...query, start });
        expect(first.data.map(key)).toEqual(upwards.slice(start, start + 20).map(key));
        expect(first.recordsFiltered).toBe(Math.min(all.length, COUNTED + 1));
        const last = await moved(ctx, { ...query, start, sort: 'day,desc' });
        expect(last.data.map(key)).toEqual(downwards.slice(start, start + 20).map(key));
      }
    });
  });

  test('the last of all come off the index of their days, with what settled them since', async () => {
    expect(await planAsRole(t, branch, (ctx) => moved(ctx, { sort: 'day,desc' }))).toMatch(
      /Index Scan Backward using open_items_first/,
    );
    const rows = await rowsOf((ctx) => moved(ctx, { sort: 'day,desc' }));
    // Of two items a note; what is counted comes off an index alone.
    expect(rows('open_items')).toBeLessThanOrEqual(60);
  });

  test('of a party with few are found by its index', async () => {
    const { rows: parties } = await t.ownerPool.query(`select id from parties where name = 'Cedant 07'`);
    const rows = await rowsOf((ctx) => moved(ctx, { party: parties[0].id }));
    expect(rows('open_items')).toBeLessThanOrEqual(60);
  });
});
