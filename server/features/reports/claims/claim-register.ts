import { sql } from 'kysely';
import type { claimReport } from '../../../../domain/claims/report-contract.ts';
import { registerTable } from '../../../../domain/claims/table.ts';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import type { Sortable, Values } from '../../../../domain/tables/table.ts';
import { yearOf } from '../../../../domain/values/day.ts';
import { periodOf } from '../../../platform/exports/facts.ts';
import { listing } from '../../../platform/exports/list.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { type Condition, COUNTED, every, hasText, parseSort, when } from '../../../platform/http/lists.ts';
import { isOfClass, isOfStage } from '../../claims/stages.ts';
import {
  borneBy,
  type ClaimAt,
  type ClaimsDay,
  claimsAt,
  cumulativeOf,
  knownBy,
  linesAtLoss,
  stagesAt,
} from './claims-at.ts';
import { assertPeriod } from '../period.ts';
import { reportPage, type ReportQuery, reportRows } from '../paging.ts';

type Query = Decoded<typeof claimReport>['query'];
type Row = Values<typeof registerTable>;
type Stored = Omit<Row, 'policy' | keyof ReturnType<typeof figuresOf>> &
  ClaimAt & { policy: string; of_security: number };

function dayOf(ctx: Ctx, { asat = ctx.today, from = `${yearOf(asat)}-01-01`, security }: Query): ClaimsDay {
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
const narrowedBy = async (ctx: Ctx, query: Query, { asAt, security }: ClaimsDay) =>
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

async function reportOf(ctx: Ctx, query: Query): Promise<ReportQuery> {
  const day = dayOf(ctx, query);
  const { security } = day;
  const search = await hasText(ctx, BY_TEXT, query.searchValue);
  const narrowed = await narrowedBy(ctx, query, day);
  const filters = every([knownBy(ctx, day), narrowed]);
  const worked = [
    ...(query.stage === undefined || day.asAt >= ctx.today ? [] : [stagesAt(ctx, day)]),
    ...(security === null ? [] : [borneBy(ctx, day, security)]),
  ];
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

const rowOf = (row: Stored): Row => ({
  ...row,
  policy: { id: row.policy_id, name: row.policy },
  ...figuresOf(row),
});

const claims = listing({
  table: registerTable,
  name: (query: Query) => (query.security === undefined ? 'claims-register' : 'claims-bordereau'),
  title: 'Register of claims',
  period: (ctx, query) => {
    const { asAt, from } = dayOf(ctx, query);
    return periodOf(from, asAt);
  },
  page: async (ctx, query) => (await reportPage<Stored>(ctx, await reportOf(ctx, query), query)).page,
  all: async (ctx, query) => reportRows<Stored>(ctx, await reportOf(ctx, query), query),
  rowOf,
});

/** The register of claims as at a day with the movement of a period; of one security, its bordereau. §2, Words. */
export const claimRegister = {
  ...claims,
  reply: async (ctx: Ctx, input: { query: Query }): Promise<Reply<typeof claimReport>> => {
    const { asAt, from } = dayOf(ctx, input.query);
    return { ...(await claims.reply(ctx, input)), asat: asAt, from };
  },
};
