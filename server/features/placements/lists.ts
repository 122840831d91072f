import { sql, type RawBuilder } from 'kysely';
import type { Decoded } from '../../../domain/endpoint.ts';
import type { findAllPolicies, findPoliciesByReinsured, listPolicies } from '../../../domain/placements/lists.ts';
import { POLICIES_TARGET } from '../../../domain/imports/bordereau.ts';
import { SLIPS_TARGET } from '../../../domain/imports/slip-bordereau.ts';
import type { Market } from '../../../domain/placements/figures.ts';
import { coverOn, type Cover } from '../../../domain/placements/states.ts';
import { policyTable, type slipTable } from '../../../domain/placements/tables.ts';
import type { Sortable, Values } from '../../../domain/tables/table.ts';
import { writtenDay, type Day } from '../../../domain/values/day.ts';
import { fact, type Fact } from '../../platform/exports/facts.ts';
import { EVERY_MATCH, list } from '../../platform/exports/list.ts';
import type { Ctx } from '../../platform/http/context.ts';
import {
  countOf,
  same,
  searchKey,
  when,
  type Condition,
  type ListDefinition,
  ofCurrency,
  type Sorts,
} from '../../platform/http/lists.ts';
import { orderNow } from '../carriers.ts';
import { paymentOf } from './paid.ts';
import { NUMBERED } from './queries.ts';

/** A placement as the list's query gives it; its cover follows from the day. */
export type Stored<T extends typeof policyTable | typeof slipTable> = Omit<Values<T>, 'cover'>;

// Names that nothing else needs are read one by one: each join more doubles what the planner weighs, for every page.
const COLUMNS_OF_BOTH = sql`t.id, t.version, t.status, t.broker_reference, (select b.code from branches b where b.id = t.branch_id) as branch, r.name as reinsured, r.id as reinsured_id, i.name as insured, i.id as insured_id,
    coalesce((select c.name from cover_types c where c.id = ct.class_id), ct.name) as class, ct.name as cover_type, t.insurance_start_date,
    t.cover_end_date as insurance_end_date, t.cancelled_from, t.currency, coalesce(t.endorsed_sum_insured, t.sum_insured) as sum_insured,
    t.premium + t.endorsed_premium as premium, case when t.endorsement_count = 0 then t.fac else ${orderNow(sql`t.id`, sql`t.fac`)} end as fac, t.current_fac_premium as fac_premium,
    t.brokerage_total + t.endorsed_brokerage as brokerage, (select u.name from users u where u.id = t.made_by) as made_by, t.made_by as made_by_id,
    (select w.name from users w where w.id = t.producer_id) as producer, t.producer_id, t.hands,
    ${paymentOf(sql`t.id`)} as payment`;
const JOINS_OF_BOTH = sql`join parties r on r.id = t.reinsured_id join parties i on i.id = t.current_insured_id
    join cover_types ct on ct.id = t.cover_type_id`;

/** What a list shows besides the columns of both markets. */
type Further = { columns: RawBuilder<unknown>; joins: RawBuilder<unknown> };

function matching(market: Market, text: string, most: number): RawBuilder<unknown> {
  return sql`policies_matching(${text}, ${market}, ${most})`;
}

/** The list of a market's policies. */
export const listOf = (market: Market, further: Further = { columns: sql``, joins: sql`` }): ListDefinition => ({
  table: 'policies',
  columns: sql`${COLUMNS_OF_BOTH}${further.columns}`,
  joins: sql`${JOINS_OF_BOTH} ${further.joins}`,
  sorts: {
    id: 'id',
    broker_reference: 'broker_reference',
    insurance_start_date: 'insurance_start_date',
    insurance_end_date: 'cover_end_date',
    fac_premium: ofCurrency('current_fac_premium'),
  } satisfies Sorts<Sortable<typeof policyTable>>,
  defaultSort: 'id,desc',
  matches: { market },
  always: sql`t.market = ${market}`,
});

/** Where the texts of all policies are. */
export const POLICY_TEXTS = { table: 'policies', markets: ['LOCAL', 'LONDON'] satisfies Market[] };

/** Rows by the text of their policy, whose id a column has: for `hasText`. */
export const byTextOfPolicy = (key: string) => ({
  textIn: [{ ...POLICY_TEXTS, key }],
  otherwise: (text: string) =>
    sql`${sql.ref(key)} in (select x.id from policy_texts x where strpos(x.search_text, ${text}) > 0)`,
});

/** Every policy of a market that a search finds, for an export. */
export const searchIn = (market: Market) => (text: string) =>
  sql`t.id in (select ${matching(market, text, EVERY_MATCH)})`;

const LOCAL = listOf('LOCAL');

// Policies are never deleted and each took one number, so the counters are the count that is kept anyway.
export async function totalOf(ctx: Ctx, market: Market): Promise<number> {
  const row = await ctx.db
    .selectFrom('counters')
    .select((e) => e.fn.coalesce(e.fn.sum<bigint>('last'), sql<bigint>`0`).as('total'))
    .where('kind', '=', NUMBERED[market])
    .where('branch_id', 'in', ctx.scope)
    .executeTakeFirst();
  return countOf(row?.total ?? 0n);
}

// The same derivation as `coverOn`, as a condition. §4.
function coverIs(cover: Cover, today: Day): RawBuilder<unknown> {
  const cancelled = sql`t.cancelled_from is not null and (t.cancelled_from <= ${today} or t.cancelled_from <= t.insurance_start_date)`;
  const approved = sql`t.status = 'APPROVED' and not coalesce(${cancelled}, false)`;
  if (cover === 'CANCELLED') return sql`t.status = 'APPROVED' and ${cancelled}`;
  if (cover === 'NOT_INCEPTED') return sql`${approved} and t.insurance_start_date > ${today}`;
  if (cover === 'EXPIRED') return sql`${approved} and t.cover_end_date < ${today}`;
  return sql`${approved} and t.insurance_start_date <= ${today} and t.cover_end_date >= ${today}`;
}

type Query = Decoded<typeof listPolicies>['query'];

/** What placements are imported as. */
const PLACEMENT_TARGETS = [POLICIES_TARGET.key, SLIPS_TARGET.key];

/** The filters of either market's list. */
export const filtersOf = ({ today }: Pick<Ctx, 'today'>, query: Query): Condition[] => [
  when(query.cover, (one) => coverIs(one, today)),
  same({ status: query.status, reinsured_id: query.reinsured, producer_id: query.producer, currency: query.currency }),
  when(
    query.cover_type,
    (one) =>
      sql`t.cover_type_id = any(array(select c.id from cover_types c where c.id = ${one} or c.class_id = ${one}))`,
  ),
  when(
    query.clause,
    (one) =>
      sql`exists (select 1 from policy_clauses x where x.policy_id = t.id and x.branch_id = t.branch_id and x.clause_id = ${one})`,
  ),
  when(query.from, (one) => sql`t.insurance_start_date >= ${one}`),
  when(query.to, (one) => sql`t.insurance_start_date <= ${one}`),
  // An import of no placements has records of another kind; one of another branch is not seen.
  when(
    query.import,
    (one) => sql`t.id in (select x.record_id from import_rows x join imports m on m.id = x.import_id
      where m.id = ${one} and m.target = any(${PLACEMENT_TARGETS}) and x.outcome = 'written')`,
  ),
];

/** Those of them that do not say themselves what they are. */
export const factsOf = (_ctx: Ctx, { from, to, import: imported }: Query): Fact[] => [
  fact('Starts from', from && writtenDay(from)),
  fact('Starts to', to && writtenDay(to)),
  fact('Import', imported?.toString()),
];

/** How much of its period a placement is through, once it is approved. */
export function coverOf(ctx: Ctx, row: Stored<typeof policyTable>): Cover | null {
  const { insurance_start_date: start, insurance_end_date: end, cancelled_from: cancelledFrom } = row;
  return row.status === 'APPROVED' ? coverOn(ctx.today, { start, end, cancelledFrom }) : null;
}

/** Local policies of the caller's branches. §6 Paged lists. */
export const policies = list({
  table: policyTable,
  name: 'policies',
  title: 'Policies',
  facts: factsOf,
  definition: () => LOCAL,
  where: (ctx, query: Query) => filtersOf(ctx, query),
  search: searchIn('LOCAL'),
  total: (ctx) => totalOf(ctx, 'LOCAL'),
  rowOf: (row: Stored<typeof policyTable>, ctx) => ({ ...row, cover: coverOf(ctx, row) }),
});

const MOST = 500;

/** Policies by reference for a picker: newest first, at most 500. */
export async function policyLookup(
  ctx: Ctx,
  query: Decoded<typeof findAllPolicies>['query'] & Partial<Decoded<typeof findPoliciesByReinsured>['query']>,
  market: Market,
) {
  const search = searchKey(query.searchValue ?? '');
  let rows = ctx.db
    .selectFrom('policies as p')
    .innerJoin('parties as i', 'i.id', 'p.current_insured_id')
    .select(['p.id', 'p.broker_reference', 'i.name', 'p.status', 'p.currency'])
    .where('p.branch_id', 'in', ctx.scope)
    .where('p.market', '=', market)
    .orderBy('p.id', 'desc')
    .limit(MOST);
  if (search !== '') rows = rows.where(sql<boolean>`p.id in (select ${matching(market, search, MOST)})`);
  if (query.reinsured !== undefined) rows = rows.where('p.reinsured_id', '=', query.reinsured);
  const page = await rows.execute();
  return page.map((row) => ({
    id: row.id,
    name: `${row.broker_reference} ${row.name}`,
    status: row.status,
    currency: row.currency,
  }));
}
