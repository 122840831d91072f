import { sql } from 'kysely';
import type { claimReport, claimReportTotals } from '../../../../domain/claims/report-contract.ts';
import { registerTable, registerTotals } from '../../../../domain/claims/table.ts';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import { AT_CLOSING } from '../../../../domain/reports/closing-rates.ts';
import { replyRow, type Sortable, type Values } from '../../../../domain/tables/table.ts';
import { type Day, firstOfYear } from '../../../../domain/values/day.ts';
import { formatAmount, sum } from '../../../../domain/values/money.ts';
import { COUNTED } from '../../../../domain/tables/counted.ts';
import { periodOf } from '../../../platform/exports/facts.ts';
import { listing } from '../../../platform/exports/list.ts';
import { rowsOf } from '../../../platform/exports/snapshot.ts';
import { mapped } from '../../../platform/exports/table.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { type Condition, every, hasText, parseSort, when } from '../../../platform/http/lists.ts';
import { isOfClass, isOfStage } from '../../claims/stages.ts';
import {
  allNow,
  borneBy,
  type ClaimAt,
  type ClaimsDay,
  claimPart,
  type ClaimPart,
  claimsAt,
  cumulativeOf,
  knownBy,
  linesAtLoss,
  OURS_NOW,
  partNow,
  stagesAt,
} from './claims-at.ts';
import {
  type Closing,
  closingOn,
  convertedRow,
  convertedSum,
  ratedRow,
  ratesFact,
  ratesOfReply,
  ratesTable,
} from '../money/at-closing.ts';
import { assertPeriod } from '../period.ts';
import { reportPage, type ReportQuery, reportRows } from '../paging.ts';

type Query = Decoded<typeof claimReport>['query'];
type Narrowed = Decoded<typeof claimReportTotals>['query'];
type Row = Values<typeof registerTable>;
type Rated = (typeof AT_CLOSING)[number];
type Stored = Omit<Row, 'policy' | Rated | keyof ReturnType<typeof figuresOf>> &
  ClaimAt & { policy: string; of_security: number };

function dayOf(ctx: Ctx, { asat = ctx.today, from = firstOfYear(asat), security }: Query): ClaimsDay {
  assertPeriod({ from, last: asat });
  return { asAt: asat, from, security: security ?? null };
}

const DEFAULT_SORT = 'id,asc';
const SORTS = { id: 'id' } satisfies Record<Sortable<typeof registerTable>, string>;

/** The placement of a claim `c`, its parties, class and event. */
const PLACED = sql`join policies o on o.id = c.policy_id join parties r on r.id = o.reinsured_id join parties i on i.id = o.current_insured_id
  join cover_types k on k.id = o.cover_type_id left join loss_events e on e.id = c.event_id`;

const BY_TEXT = {
  textIn: [{ table: 'claims', key: 'c.id' }],
  otherwise: (text: string) => sql`strpos(c.search_text, ${text}) > 0`,
};

/** What a query asks for beyond the day: of a stage as at today, which is kept; what it was on an earlier day is worked out. */
const narrowedBy = async (ctx: Ctx, query: Narrowed, { asAt, security }: ClaimsDay) =>
  every([
    when(query.reinsured, (id) => sql`c.reinsured_id = ${id}`),
    when(query.cover_type, (id) => isOfClass(sql`c`, id)),
    when(query.event, (id) => sql`c.event_id = ${id}`),
    when(query.currency, (code) => sql`c.currency = ${code}`),
    query.stage && asAt >= ctx.today
      ? await isOfStage(ctx, sql`c`, query.stage)
      : when(query.stage, (stage) => sql`c.id in (select id from staged where stage = ${stage})`),
    security === null ? undefined : sql`c.id in (select id from borne_by)`,
  ]);

/** Which claims are found, and what that is worked out from. */
async function foundBy(ctx: Ctx, query: Narrowed, day: ClaimsDay) {
  const search = await hasText(ctx, BY_TEXT, query.searchValue);
  const narrowed = await narrowedBy(ctx, query, day);
  const worked = [
    ...(query.stage === undefined || day.asAt >= ctx.today ? [] : [stagesAt(ctx, day)]),
    ...(day.security === null ? [] : [borneBy(ctx, day, day.security)]),
  ];
  return { search, narrowed, worked, filters: every([knownBy(ctx, day), narrowed]) };
}

async function reportOf(ctx: Ctx, query: Query): Promise<ReportQuery> {
  const day = dayOf(ctx, query);
  const { security } = day;
  const { search, narrowed, worked, filters } = await foundBy(ctx, query, day);
  const [order] = parseSort({ sorts: SORTS, defaultSort: DEFAULT_SORT }, query.sort);
  const way = sql.raw(order?.descending ? 'desc' : 'asc');
  const found = sql`select c.id, ${security ?? 0}::int as of_security from claims c where ${every([filters, search])}`;
  const counted = (conditions: Condition) =>
    sql`(select count(*) from (select from claims c where ${conditions} limit ${COUNTED + 1}) x)`;
  return {
    ctes: sql.join([...worked, sql`found as (${found})`]),
    sorts: SORTS,
    defaultSort: DEFAULT_SORT,
    key: ['id'],
    near: {
      comesAgain: narrowed === undefined && search === undefined,
      ctes: (reach) => sql.join([...worked, sql`found as (${found} order by c.id ${way} limit ${reach})`]),
      count: counted(every([filters, search])),
    },
    // What claims came to is worked out for those that are shown.
    shownApart: true,
    shown: (rows) => sql`
      with ${claimsAt(ctx, day, rows)}
      select c.id as shown_of, c.*, b.code as branch, o.broker_reference as policy, r.name as reinsured, r.id as reinsured_id, i.name as insured, i.id as insured_id,
        k.name as cover_type, c.cedant_claim_number as cedantclaimnumber, e.name as event, c.loss_date as data_loss_date
      from claims_at c join branches b on b.id = c.branch_id ${PLACED}`,
    total: search ? counted(filters) : undefined,
  };
}

function figuresOf(row: ClaimAt & { of_security: number }) {
  const security = row.of_security === 0 ? null : row.of_security;
  const { now, was } = cumulativeOf(row, security);
  return {
    line: linesAtLoss(row).find((one) => one.securityId === security)?.line ?? null,
    incurred_whole: now.incurredWhole,
    incurred: now.incurred,
    called: now.called,
    outstanding: now.incurred - now.called,
    collected: row.collected,
    paid: row.paid,
    fees: now.fees,
    ex_gratia: now.exGratia,
    salvage: now.salvage,
    incurred_moved: now.incurred - was.incurred,
    called_moved: now.called - was.called,
  };
}

const closingBy = (ctx: Ctx, query: Narrowed & { from?: Day | undefined }): Promise<Closing> =>
  closingOn(ctx, { day: dayOf(ctx, query).asAt, rates: query.rates });

type Priced = Stored & { closing: Closing };
const priced =
  (closing: Closing) =>
  (row: Stored): Priced => ({ ...row, closing });

function rowOf({ closing, ...row }: Priced, ctx: Ctx): Row {
  const figures = figuresOf(row);
  return {
    ...row,
    policy: { id: row.policy_id, name: row.policy },
    ...figures,
    ...convertedRow(ctx, closing, { currency: row.currency, amount: figures.outstanding }),
  };
}

const claims = listing({
  table: registerTable,
  name: (query: Query) => (query.security === undefined ? 'claims-register' : 'claims-bordereau'),
  title: 'Register of claims',
  period: (ctx, query) => {
    const { asAt, from } = dayOf(ctx, query);
    return periodOf(from, asAt);
  },
  facts: async (ctx, query) => [await ratesFact(ctx, { day: dayOf(ctx, query).asAt, rates: query.rates })],
  page: async (ctx, query) => {
    const closing = await closingBy(ctx, query);
    const { page } = await reportPage<Stored>(ctx, await reportOf(ctx, query), query);
    return { ...page, data: page.data.map(priced(closing)) };
  },
  all: async (ctx, query) =>
    mapped(reportRows<Stored>(ctx, await reportOf(ctx, query), query), priced(await closingBy(ctx, query))),
  rowOf,
});

/** The register of claims as at a day with the movement of a period; of one security, its bordereau. §2, Words. */
export const claimRegister = {
  ...claims,
  leaves: ({ rates }: Query) => (rates === undefined ? AT_CLOSING : []),
  reply: async (ctx: Ctx, input: { query: Query }): Promise<Reply<typeof claimReport>> => {
    const { asAt, from } = dayOf(ctx, input.query);
    return { ...(await claims.reply(ctx, input)), asat: asAt, from };
  },
};

type Total = Omit<Values<typeof registerTotals>, 'rate' | 'rate_day'>;

/** Ours of the claims that are found, added up where they lie. */
async function summed(ctx: Ctx, query: Narrowed, closing: Closing): Promise<Total[]> {
  const day = dayOf(ctx, query);
  const { search, narrowed, worked, filters } = await foundBy(ctx, query, day);
  // Of all claims all movements are read; of some of them theirs alone.
  const theirs = narrowed === undefined && search === undefined ? sql`` : sql`and m.claim_id in (select id from found)`;
  const { rows } = await sql<Total>`
    with ${sql.join([...worked, ratesTable(ctx, closing)])},
    found as (select c.id, c.currency, c.claim_reserve, c.claim_share from claims c where ${every([filters, search])}),
    ours as (
      select c.currency, ${OURS_NOW.incurred} as incurred, ${OURS_NOW.called} as called
      from found c left join ${allNow(ctx, day.asAt, theirs)} now on now.claim_id = c.id),
    due as (select ours.*, incurred - called as outstanding from ours)
    select d.currency, count(*)::int as claims, sum(d.incurred)::bigint as incurred, sum(d.called)::bigint as called,
      sum(d.outstanding)::bigint as outstanding, ${convertedSum(sql`d.outstanding`)} as base_closing
    from due d left join closing_rates r on r.currency = d.currency group by 1 order by 1`.execute(ctx.db);
  return rows;
}

/** A security's part of each of them, which its lines and movements divide. */
async function summedOf(
  ctx: Ctx,
  query: Narrowed,
  { security, closing }: { security: number; closing: Closing },
): Promise<Total[]> {
  const day = dayOf(ctx, query);
  const { search, worked, filters } = await foundBy(ctx, query, day);
  const { columns, joins } = claimPart(day);
  const found = sql<ClaimPart>`
    with ${sql.join([
      ...worked,
      sql`found as materialized (
      select c.id, c.policy_id, c.loss_date, c.currency, c.claim_reserve, c.claim_share from claims c where ${every([filters, search])})`,
    ])}
    select ${columns} from found c ${joins}`;
  const totals = new Map<string, Total>();
  for await (const claim of rowsOf(ctx.db, found)) {
    const { currency } = claim;
    const { incurred, called } = partNow(claim, security);
    const outstanding = incurred - called;
    const { base_closing } = convertedRow(ctx, closing, { currency, amount: outstanding });
    const total = totals.get(currency);
    totals.set(currency, {
      currency,
      claims: (total?.claims ?? 0) + 1,
      incurred: (total?.incurred ?? 0n) + incurred,
      called: (total?.called ?? 0n) + called,
      outstanding: (total?.outstanding ?? 0n) + outstanding,
      base_closing: base_closing === null ? null : (total?.base_closing ?? 0n) + base_closing,
    });
  }
  return [...totals.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}

/** What all claims that the register would list come to. Throws NO_EXCHANGE_RATE. */
export async function claimRegisterTotals(
  ctx: Ctx,
  { query }: Decoded<typeof claimReportTotals>,
): Promise<Reply<typeof claimReportTotals>> {
  const { asAt, security } = dayOf(ctx, query);
  const base = ctx.firm.baseCurrency;
  const closing = await closingBy(ctx, query);
  const found =
    security === null ? await summed(ctx, query, closing) : await summedOf(ctx, query, { security, closing });
  const totals = found.map((total) => ({ ...total, ...ratedRow(closing, total) }));
  return {
    as_at: asAt,
    base_currency: base,
    totals: totals.map((total) => replyRow(registerTotals, total, base)),
    base_total: closing && formatAmount(sum(totals.map((total) => total.base_closing ?? 0n)), base),
    rates: ratesOfReply(ctx, closing, totals),
  };
}
