import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf } from '../../testing/chart.ts';
import { makeBook } from '../../testing/factories.ts';
import { rowsReadAsRole } from '../../testing/plans.ts';
import { testApp, type TestApp } from '../../testing/testApp.ts';
import { vacuum } from '../../testing/vacuum.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { COUNTED } from '../../../domain/tables/counted.ts';
import { reminders } from '../statements/reminders.ts';
import { itemMovements } from './money/item-movements.ts';
import { brokerageLines } from './production/brokerage.ts';
import { premium } from './production/production-overview.ts';

// One class, producer and market with more policies than are counted, and others with fifty: the ones are asked of each row, the others found first.
const MANY = COUNTED + 200;
const FEW = 50;
const IS_FEW = `g > ${MANY}`;
let t: TestApp;
let branch: number;
let of: { many: number; few: number; class: number; lone: number; reinsured: number };

beforeAll(async () => {
  t = await testApp();
  const book = await makeBook(t);
  const one = async (text: string, values: unknown[] = []): Promise<number> =>
    (await t.ownerPool.query(text, values)).rows[0].id;
  branch = await one(`insert into branches (code, name) values ('QM', 'Many') returning id`);
  const users = await t.ownerPool.query(`select id from users order by id limit 2`);
  const [many, few] = users.rows.map((row) => row.id);
  const cover = await one(`select coalesce(class_id, id) as id from cover_types where id = $1`, [book.coverType]);
  const lone = await one(`insert into cover_types (name, name_key) values ('Lone class', 'lone class') returning id`);
  of = { many, few, class: cover, lone, reinsured: book.reinsured };
  // Days and amounts are in no order of their numbers, and many are alike. The few renew one of the many each.
  const enter = (numbers: string) =>
    t.ownerPool.query(
      `insert into policies (branch_id, market, broker_reference, reinsured_id, insured_id, cover_type_id, date_offered, insurance_start_date, insurance_end_date, currency,
        sum_insured, premium, fac, placed, cedant_commission, brokerage, payment_terms, fac_premium, brokerage_total, base_fac_premium, base_brokerage, producer_id, made_by,
        edited_by, decided_by, hands, status, posted_on, search_text, renewed_from_id)
      select $1, case when ${IS_FEW} then 'LONDON' else 'LOCAL' end, 'M/' || lpad(g::text, 6, '0'), $2, $3, case when ${IS_FEW} then $5::int else $4::int end, d, d, d + 364,
        case when g % 3 = 0 then 'USD' else 'KES' end, 1000000, 1000, 60000000, 60000000, 0, 0, 'LUMP_30', 1 + g * 7919 % 500, 10 + g % 7, 1 + g * 7919 % 500, 10 + g % 7,
        case when ${IS_FEW} then $7::int else $6::int end, $6::int, $6::int, $7::int, array[$6::int], 'APPROVED', d,
        case when ${IS_FEW} then 'lone' else 'plenty' end || ' m/' || lpad(g::text, 6, '0'),
        (select id from policies where branch_id = $1 and broker_reference = 'M/' || lpad((g - ${MANY})::text, 6, '0'))
      from (select g, date '2026-01-01' + g * 7 % 60 as d from ${numbers} g) g`,
      [branch, book.reinsured, book.insured, book.coverType, lone, of.many, of.few],
    );
  await enter(`generate_series(1, ${MANY})`);
  await enter(`generate_series(${MANY + 1}, ${MANY + FEW})`);
  await t.ownerPool.query(
    `insert into notes (branch_id, kind, purpose, number, party_id, policy_id, currency, amount, base_amount, posted_on, due_on)
    select branch_id, 'DN', 'PREMIUM', 'N' || broker_reference, reinsured_id, id, currency, fac_premium, fac_premium, posted_on, date '2026-01-02' + (fac_premium % 10)::int
    from policies where branch_id = $1`,
    [branch],
  );
  const posted = `insert into journal_entries (branch_id, day, event, source_kind, source_id, narration, made_by)
    select branch_id, posted_on, 'POLICY_APPROVED', 'policy', id, 'Many', made_by from policies where branch_id = $1 order by id`;
  await t.ownerPool.query(
    `with e as (${posted} returning id, branch_id, day, source_id)
    insert into journal_lines (entry_id, branch_id, day, account, currency, amount, base_amount)
    select e.id, e.branch_id, e.day, x.account, p.currency, x.sign * p.brokerage_total, x.sign * p.base_brokerage from e join policies p on p.id = e.source_id
      cross join unnest(array['${codeOf('BROKERAGE_INCOME')}', '${codeOf('PREMIUM_RECEIVABLE')}'], array[-1, 1]) as x (account, sign)`,
    [branch],
  );
  await t.ownerPool.query(
    `insert into open_items (branch_id, account, party_id, currency, entry_id, opened_on, due_on, amount, base_amount, outstanding, base_outstanding, note_id)
    select n.branch_id, '${codeOf('PREMIUM_RECEIVABLE')}', n.party_id, n.currency, e.id, n.posted_on, n.due_on, n.amount, n.amount, n.amount, n.amount, n.id
    from notes n join journal_entries e on e.source_kind = 'policy' and e.source_id = n.policy_id where n.branch_id = $1`,
    [branch],
  );
  await vacuum(t.ownerPool);
});
afterAll(() => t?.close());

const asRole = (work: (ctx: Ctx) => Promise<unknown>) => rowsReadAsRole(t, branch, work);
const query = async <R>(text: string): Promise<R[]> => (await t.ownerPool.query(text, [branch])).rows;

/** No file is asked for. */
const NO_FILE = undefined as never;
type Shown = { data: { id: number; entry: number }[]; recordsFiltered: number };
const shownBy = async (reply: Promise<unknown>): Promise<Shown> => (await reply) as Shown;

const SPANS = {
  'the year': { from: undefined, to: undefined, within: 'true' },
  'days of two months': {
    from: '2026-01-10',
    to: '2026-02-12',
    within: `posted_on between '2026-01-10' and '2026-02-12'`,
  },
} as const;

describe('production behind a row', () => {
  const ROWS = [
    ['a class with many', () => ({ by: 'class', key: of.class }), () => `cover_type_id <> ${of.lone}`],
    ['a class with few', () => ({ by: 'class', key: of.lone }), () => `cover_type_id = ${of.lone}`],
    ['a producer with many', () => ({ by: 'producer', key: of.many }), () => `producer_id = ${of.many}`],
    ['a producer with few', () => ({ by: 'producer', key: of.few }), () => `producer_id = ${of.few}`],
    ['a reinsured', () => ({ by: 'reinsured', key: of.reinsured }), () => 'true'],
    ['a market with few', () => ({ by: 'market', key: 'LONDON' }), () => `market = 'LONDON'`],
    ['new business', () => ({ by: 'type', key: 'NEW' }), () => 'renewed_from_id is null'],
    ['renewals, of which there are few', () => ({ by: 'type', key: 'RENEWAL' }), () => 'renewed_from_id is not null'],
    ['a type of endorsements', () => ({ by: 'type', key: 'AP' }), () => 'false'],
    ['a key that is nobody’s', () => ({ by: 'producer', key: 'nobody' }), () => 'false'],
    [
      'a class in a currency',
      () => ({ by: 'class', key: of.class, currency: 'USD' }),
      () => `cover_type_id <> ${of.lone} and currency = 'USD'`,
    ],
  ] as const;
  test.each(
    ROWS.flatMap(([what, row, which]) =>
      Object.entries(SPANS).map(([name, span]) => ({ what, name, row, which, span })),
    ),
  )(
    'of $what, $name: its rows in their order, how many there are and what they come to',
    async ({ row, which, span }) => {
      const { within, ...days } = span;
      const rows = await query<{ number: string }>(
        `select broker_reference as number from policies where branch_id = $1 and ${which()} and ${within} order by posted_on desc, id desc`,
      );
      const totals = await query<{ currency: string; amount: string }>(
        `select currency, to_char(sum(fac_premium) / 100.0, 'FM999999990.00') as amount from policies where branch_id = $1 and ${which()} and ${within} group by 1 order by 1`,
      );
      const { key, ...of } = row();
      await asRole(async (ctx) => {
        const asked = { length: 20, ...of, key: String(key), ...days };
        const found = (await premium.reply(ctx, { query: asked } as never)) as unknown as {
          data: { broker_reference: { name: string } }[];
          recordsFiltered: number;
          totals: object[];
        };
        expect(found.data.map((one) => one.broker_reference)).toMatchObject(rows.slice(0, 20).map((one) => one.number));
        expect(found.recordsFiltered).toBe(Math.min(rows.length, COUNTED + 1));
        expect(found.totals).toMatchObject(totals);
      });
    },
  );
});

type Item = { id: number; step: number; day: string };

test.each([
  ['a class with many', () => of.class, () => `cover_type_id <> ${of.lone}`],
  ['a class with few', () => of.lone, () => `cover_type_id = ${of.lone}`],
])('what is open of %s: its items by their days, both ways', async (_what, cover, which) => {
  const items = await query<Item>(
    `select i.id, 0 as step, to_char(i.opened_on, 'YYYY-MM-DD') as day from open_items i join notes n on n.id = i.note_id join policies p on p.id = n.policy_id
    where p.branch_id = $1 and ${which()} order by i.opened_on, i.id`,
  );
  const [name] = await query<{ name: string }>(`select name from cover_types where id = ${cover()} and $1 > 0`);
  await asRole(async (ctx) => {
    for (const [sort, expected] of [
      ['day,asc', items],
      ['day,desc', items.toReversed()],
    ] as const)
      for (const start of [0, 40]) {
        const asked = { side: 'RECEIVABLE', length: 20, class: name?.name, sort, start };
        const found = await itemMovements.reply(ctx, { query: asked } as never);
        const shown = found.data as unknown as Item[];
        expect(shown.map(({ id, step, day }) => ({ id, step, day }))).toEqual(expected.slice(start, start + 20));
        expect(found.recordsFiltered).toBe(Math.min(items.length, COUNTED + 1));
      }
  });
});

test.each([
  ['a class with many', () => ({ by: 'class', key: of.class }), () => `cover_type_id <> ${of.lone}`],
  ['a class with few', () => ({ by: 'class', key: of.lone }), () => `cover_type_id = ${of.lone}`],
  ['a producer with many', () => ({ by: 'producer', key: of.many }), () => `producer_id = ${of.many}`],
  ['a producer with few', () => ({ by: 'producer', key: of.few }), () => `producer_id = ${of.few}`],
])('entries of brokerage of %s are the first of their days', async (_what, row, which) => {
  const entries = await query<{ entry: number }>(
    `select e.id as entry from journal_entries e join policies p on e.source_kind = 'policy' and e.source_id = p.id where p.branch_id = $1 and ${which()} order by e.day, e.id limit 5000`,
  );
  const { key, by } = row();
  await asRole(async (ctx) => {
    const found = await shownBy(brokerageLines.reply(ctx, { query: { by, key: String(key) } } as never, NO_FILE));
    expect(found.data.map(({ entry }) => entry)).toEqual(entries.map(({ entry }) => entry));
  });
});

test.each([
  { what: 'many have', asked: { searchValue: 'plenty' }, which: `not (${IS_FEW})` },
  { what: 'few have', asked: { searchValue: 'lone' }, which: IS_FEW },
  {
    what: 'many have, in a currency',
    asked: { searchValue: 'plenty', currency: 'USD' },
    which: `not (${IS_FEW}) and i.currency = 'USD'`,
  },
])('reminders by a text that $what come in their order', async ({ asked, which }) => {
  const due = await query<{ id: number }>(
    `select i.id from open_items i join notes n on n.id = i.note_id join policies p on p.id = n.policy_id cross join lateral (select substr(p.broker_reference, 3)::int as g) g
    where p.branch_id = $1 and ${which} order by i.due_on, i.id`,
  );
  await asRole(async (ctx) => {
    for (const [sort, expected] of [
      ['due_on,asc', due],
      ['due_on,desc', due.toReversed()],
      [undefined, due],
    ] as const) {
      const found = await shownBy(reminders.reply(ctx, { query: { length: 20, sort, ...asked } } as never, NO_FILE));
      expect(found.data.map(({ id }) => id)).toEqual(expected.slice(0, 20).map(({ id }) => id));
      expect(found.recordsFiltered).toBe(Math.min(due.length, COUNTED + 1));
    }
  });
});

test('of few policies theirs alone are read, of many the first', async () => {
  const read = (by: string, key: number | string) =>
    asRole(async (ctx) => {
      await premium.reply(ctx, { query: { length: 20, by, key: String(key) } } as never);
    });
  expect((await read('class', of.lone))('policies')).toBeLessThanOrEqual(10 * FEW);
  expect((await read('type', 'RENEWAL'))('policies')).toBeLessThanOrEqual(10 * FEW);
  const items = await asRole(async (ctx) => {
    await itemMovements.reply(ctx, { query: { side: 'RECEIVABLE', length: 20, class: 'Lone class' } } as never);
  });
  expect(items('open_items')).toBeLessThanOrEqual(10 * FEW);
  for (const [by, key] of [
    ['class', of.lone],
    ['producer', of.few],
  ] as const) {
    const entries = await asRole(async (ctx) => {
      await brokerageLines.reply(ctx, { query: { by, key: String(key) } } as never, NO_FILE);
    });
    expect(entries('journal_lines')).toBeLessThanOrEqual(10 * FEW);
  }
  // What many come to is in the sums of months: how many there are is looked at once, up to what is counted.
  expect((await read('producer', of.many))('policies')).toBeLessThanOrEqual(4 * COUNTED);
});
