import { type RawBuilder, sql } from 'kysely';
import type { claimReport } from '../../../../domain/claims/report-contract.ts';
import { registerTable } from '../../../../domain/claims/table.ts';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import type { Sortable, Values } from '../../../../domain/tables/table.ts';
import { yearOf } from '../../../../domain/values/day.ts';
import { periodOf } from '../../../platform/exports/facts.ts';
import { listing } from '../../../platform/exports/list.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { COUNTED, every, parseSort, when } from '../../../platform/http/lists.ts';
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
import { anyContains } from '../folded.ts';
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

/** The placement of a claim `c`, its parties, class and event, as it is searched and shown. */
const PLACED = sql`join policies o on o.id = c.policy_id join parties r on r.id = o.reinsured_id join parties i on i.id = o.current_insured_id
  join cover_types k on k.id = o.cover_type_id left join loss_events e on e.id = c.event_id`;
const ofPlacement = (condition: RawBuilder<unknown>) =>
  sql`exists (select from policies o where o.id = c.policy_id and ${condition})`;

function reportOf(ctx: Ctx, query: Query): ReportQuery {
  const day = dayOf(ctx, query);
  const { security } = day;
  const search = anyContains(
    ['c.number', 'o.broker_reference', 'r.name', 'i.name', 'k.name', 'e.name', 'c.cedant_claim_number'],
    query.searchValue,
  );
  const narrowed = every([
    when(query.reinsured, (id) => ofPlacement(sql`o.reinsured_id = ${id}`)),
    when(query.cover_type, (id) =>
      ofPlacement(sql`o.cover_type_id in (select id from cover_types where ${id} in (id, class_id))`),
    ),
    when(query.event, (id) => sql`c.event_id = ${id}`),
    when(query.currency, (code) => sql`c.currency = ${code}`),
    when(query.stage, (stage) => sql`c.id in (select id from staged where stage = ${stage})`),
    security === null ? undefined : sql`c.id in (select id from borne_by)`,
  ]);
  const filters = every([knownBy(ctx, day), narrowed]);
  const worked = [
    ...(query.stage === undefined ? [] : [stagesAt(ctx, day)]),
    ...(security === null ? [] : [borneBy(ctx, day, security)]),
  ];
  const [order] = parseSort({ sorts: SORTS, defaultSort: DEFAULT_SORT }, query.sort);
  const way = sql.raw(order?.descending ? 'desc' : 'asc');
  return {
    ctes: sql.join([
      ...worked,
      sql`found as (select c.id, ${security ?? 0}::int as of_security from claims c ${search ? PLACED : sql``} where ${filters} ${search ? sql`and ${search}` : sql``})`,
    ]),
    sorts: SORTS,
    defaultSort: DEFAULT_SORT,
    key: ['id'],
    near:
      search || worked.length > 0
        ? undefined
        : {
            comesAgain: narrowed === undefined,
            ctes: (reach) => sql`
              found as (select c.id, 0 as of_security from claims c where ${filters} order by c.id ${way} limit ${reach})`,
            count: sql`(select count(*) from (select from claims c where ${filters} limit ${COUNTED + 1}) x)`,
          },
    // What claims came to is worked out for those that are shown.
    shown: (rows) => sql`
      with ${claimsAt(ctx, day, rows)}
      select c.id as shown_of, c.*, b.code as branch, o.broker_reference as policy, r.name as reinsured, r.id as reinsured_id, i.name as insured, i.id as insured_id,
        k.name as cover_type, c.cedant_claim_number as cedantclaimnumber, e.name as event, c.loss_date as data_loss_date
      from claims_at c join branches b on b.id = c.branch_id ${PLACED}`,
    total: search ? sql`(select count(*) from claims c where ${filters})` : undefined,
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
  page: async (ctx, query) => (await reportPage<Stored>(ctx, reportOf(ctx, query), query)).page,
  all: (ctx, query) => reportRows<Stored>(ctx, reportOf(ctx, query), query),
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
