import { sql, type RawBuilder } from 'kysely';
import type { Decoded, Reply } from '../../../domain/endpoint.ts';
import { firstOf, invalid } from '../../../domain/errors.ts';
import {
  type countRenewals,
  type expiryDays,
  type listRenewals,
  MOST_EXPIRY_DAYS,
} from '../../../domain/renewals/contract.ts';
import { annualPremium } from '../../../domain/endorsements/annual.ts';
import { rateChange, type Rated } from '../../../domain/renewals/rate-change.ts';
import { RENEWAL_DAYS, renewalStateOf } from '../../../domain/renewals/states.ts';
import { renewalTable, renewalTotals } from '../../../domain/renewals/table.ts';
import { waitingOf } from '../../../domain/reports/work.ts';
import { replyRow, type Sortable, type Values } from '../../../domain/tables/table.ts';
import { addDays, type Day, daysInPeriod } from '../../../domain/values/day.ts';
import { formatAmount, sum } from '../../../domain/values/money.ts';
import { periodOf } from '../../platform/exports/facts.ts';
import { list } from '../../platform/exports/list.ts';
import type { Ctx } from '../../platform/http/context.ts';
import {
  every,
  hasText,
  same,
  when,
  type Condition,
  type ListDefinition,
  ofCurrency,
  type Sorts,
} from '../../platform/http/lists.ts';
import { orderNow } from '../carriers.ts';
import { byTextOfPolicy } from '../placements/lists.ts';
import { paymentOf } from '../placements/paid.ts';
import { type KeptPriced, pricedBy, pricedOf } from '../placements/priced.ts';
import { expiringIn, type Range } from './kept.ts';
import { PAST, type Past, pastRatio } from './loss-record.ts';

type Query = Decoded<typeof listRenewals>['query'];
type Row = Values<typeof renewalTable>;
/** What a rate is of, of the policy with its endorsements and of its renewal; the latter in the same currency alone. */
type Rates = {
  rated_premium: bigint;
  rated_sum: bigint;
  rated_end: Day;
  priced: KeptPriced;
  renewed_premium: bigint | null;
  renewed_sum: bigint | null;
  renewed_start: Day | null;
  renewed_end: Day | null;
};
type Stored = Omit<
  Row,
  'state' | 'renewal' | 'notice' | 'claims' | 'incurred' | 'ex_gratia' | 'loss_ratio' | 'rate_change'
> &
  Past &
  Rates & {
    renewal_id: number | null;
    renewal_number: string | null;
    renewal_status: string | null;
    noticed_at: Date | null;
    noticed_by: string | null;
    noticed_to: string[] | null;
    noticed_status: string | null;
  };

/** In base, as booked: the original and each endorsement at its own day's rate. */
const BASE = sql`coalesce(t.base_fac_premium, 0) + case when t.endorsement_count = 0 then 0 else (
  select coalesce(sum(e.base_fac_premium), 0) from endorsements e where e.policy_id = t.id and e.status = 'APPROVED') end`;

const COLUMNS = sql`t.id, t.version, t.market, t.broker_reference, b.code as branch, r.name as reinsured, r.id as reinsured_id, i.name as insured, i.id as insured_id,
  coalesce(c.name, ct.name) as class, ct.name as cover_type, t.insurance_start_date, t.cover_end_date as insurance_end_date,
  t.currency, coalesce(t.endorsed_sum_insured, t.sum_insured) as sum_insured, t.premium + t.endorsed_premium as premium,
  case when t.endorsement_count = 0 then t.fac else ${orderNow(sql`t.id`, sql`t.fac`)} end as fac,
  t.current_fac_premium as fac_premium, (${BASE})::bigint as base_fac_premium, ${paymentOf(sql`t.id`)} as payment, n.id as renewal_id,
  n.broker_reference as renewal_number, n.status as renewal_status, t.not_renewed_reason,
  t.premium as rated_premium, t.sum_insured as rated_sum, t.insurance_end_date as rated_end,
  case when n.id is not null and t.endorsement_count > 0 then ${pricedBy(sql`t.id`)} end as priced,
  case when n.currency = t.currency then n.premium end as renewed_premium, n.sum_insured as renewed_sum,
  n.insurance_start_date as renewed_start, n.insurance_end_date as renewed_end,
  notice.made_at as noticed_at, notice.by as noticed_by, notice.recipients as noticed_to, notice.status as noticed_status, past.*`;
const JOINS = sql`join branches b on b.id = t.branch_id join parties r on r.id = t.reinsured_id
  join parties i on i.id = t.current_insured_id join cover_types ct on ct.id = t.cover_type_id
  left join cover_types c on c.id = ct.class_id
  left join policies n on n.renewed_from_id = t.id and n.status <> 'DISABLED'
  left join lateral (
    select s.made_at, u.name as by, s.recipients, s.status from renewal_notice_policies x
    join renewal_notices s on s.id = x.notice_id join users u on u.id = s.made_by
    where x.policy_id = t.id order by x.notice_id desc limit 1) notice on true
  cross join lateral (${PAST}) past`;

/** The requested days: by default the 60 from today, or those from or up to the one day that is named. */
function rangeOf(ctx: Ctx, { startdate, enddate }: Query): Range {
  const start =
    startdate ?? (enddate !== undefined && enddate < ctx.today ? addDays(enddate, -RENEWAL_DAYS) : ctx.today);
  return { startdate: start, enddate: enddate ?? addDays(start, RENEWAL_DAYS) };
}

// What is left out is cancelled already; what an extension moved expires on its later day.
const expiresIn = ({ startdate, enddate }: Range) =>
  sql`t.status = 'APPROVED' and t.cancelled_from is null and t.cover_end_date between ${startdate} and ${enddate}`;

const listOf = (range: Range): ListDefinition => ({
  table: 'policies',
  columns: COLUMNS,
  joins: JOINS,
  sorts: {
    insurance_end_date: 'cover_end_date',
    fac_premium: ofCurrency('current_fac_premium'),
    broker_reference: 'broker_reference',
    id: 'id',
  } satisfies Sorts<Sortable<typeof renewalTable>>,
  defaultSort: 'insurance_end_date,asc',
  always: expiresIn(range),
});

const renewedBy = (further: RawBuilder<unknown> = sql`true`) =>
  sql`exists (select 1 from policies n where n.renewed_from_id = t.id and n.renewed_from_id is not null and n.status <> 'DISABLED' and ${further})`;
const IN_STATE: Record<Row['state'], RawBuilder<unknown>> = {
  OPEN: sql`not ${renewedBy()} and t.not_renewed_reason is null`,
  DRAFT: renewedBy(sql`n.status <> 'APPROVED'`),
  RENEWED: renewedBy(sql`n.status = 'APPROVED'`),
  NOT_RENEWED: sql`not ${renewedBy()} and t.not_renewed_reason is not null`,
};

/** What a query asks for, with what its search finds in both markets. */
async function filtersOf(ctx: Ctx, query: Query): Promise<Condition[]> {
  const { reinsured, cover_type: cover, security, currency, market, state } = query;
  return [
    same({ reinsured_id: reinsured, currency, market }),
    when(
      cover,
      (one) =>
        sql`t.cover_type_id = any(array(select k.id from cover_types k where k.id = ${one} or k.class_id = ${one}))`,
    ),
    // On the original or by an endorsement: a former security may be approached again.
    when(
      security,
      (one) => sql`(exists (select 1 from policy_lines l where l.policy_id = t.id and l.security_id = ${one})
        or exists (select 1 from endorsements e join endorsement_lines l on l.endorsement_id = e.id
          where e.policy_id = t.id and e.status = 'APPROVED' and l.security_id = ${one}))`,
    ),
    when(state, (one) => sql`(${IN_STATE[one]})`),
    await hasText(ctx, byTextOfPolicy('t.id'), query.searchValue),
  ];
}

type Total = Values<typeof renewalTotals>;

type Asked = { range: Range; query: Query; filters: readonly Condition[] };

/** `expiring` of what a query asks for: of the sums that are kept, or of policies where it asks for what those do not have. */
function expiringFor(ctx: Ctx, { range, query, filters }: Asked): RawBuilder<unknown> {
  const { reinsured, cover_type: cover, security, searchValue, market, currency, state } = query;
  if (![reinsured, cover, security, searchValue || undefined].some((one) => one !== undefined))
    return expiringIn(ctx, range, same({ market, currency, state }));
  const wanted = every([sql`t.branch_id = any(${ctx.scope}::int[])`, expiresIn(range), ...filters]);
  return sql`expiring as (
    select t.cover_end_date as day, t.currency, renewal_state(n.status, t.not_renewed_reason) as state, 1 as policies,
      t.current_fac_premium as fac_premium, ${BASE} as base_fac_premium
    from policies t left join policies n on n.renewed_from_id = t.id and n.renewed_from_id is not null and n.status <> 'DISABLED' where ${wanted})`;
}

/** How many expire soon and nothing is done about yet, to a thousand. */
export async function openSoon(ctx: Ctx): Promise<Reply<typeof countRenewals>> {
  const range = rangeOf(ctx, {});
  const { rows } = await sql<{ count: number }>`
    with ${expiringIn(ctx, range, same({ state: 'OPEN' }))} select coalesce(sum(policies), 0)::int as count from expiring`.execute(
    ctx.db,
  );
  return { ...waitingOf(firstOf(rows).count), enddate: range.enddate };
}

/** How many expire on each day of a range, and how many of them nothing is done about yet. Throws INVALID beyond a year. */
export async function daysOf(ctx: Ctx, { query }: { query: Query }): Promise<Reply<typeof expiryDays>> {
  const range = rangeOf(ctx, query);
  if (daysInPeriod(range.startdate, range.enddate) > MOST_EXPIRY_DAYS)
    throw invalid({ field: 'enddate', message: `The calendar shows at most ${MOST_EXPIRY_DAYS} days.` });
  const filters = await filtersOf(ctx, query);
  const { rows } = await sql<Reply<typeof expiryDays>[number]>`
    with ${expiringFor(ctx, { range, query, filters })}
    select day, sum(policies)::int as policies, coalesce(sum(policies) filter (where state = 'OPEN'), 0)::int as open
    from expiring group by 1 having sum(policies) > 0 order by 1`.execute(ctx.db);
  return rows;
}

async function totalsOf(ctx: Ctx, asked: Asked): Promise<Total[]> {
  const { rows } = await sql<Total>`
    with ${expiringFor(ctx, asked)}
    select currency, sum(policies)::int as policies, sum(fac_premium)::bigint as fac_premium, sum(base_fac_premium)::bigint as base_fac_premium
    from expiring group by 1 having sum(policies) > 0 order by 1`.execute(ctx.db);
  return rows;
}

function noticeOf(row: Stored): Row['notice'] {
  if (row.noticed_at === null) return null;
  const status = row.noticed_status as 'QUEUED' | 'SENT' | 'FAILED';
  return { at: row.noticed_at, by: row.noticed_by ?? '', to: row.noticed_to ?? [], status };
}

/** What expires, as endorsements have made it by then: its premium over a whole period, and its sum insured. */
function expiring(row: Rates & Pick<Row, 'insurance_start_date' | 'sum_insured'>): Rated {
  const period = { start: row.insurance_start_date, end: row.rated_end };
  const first = { premium: row.rated_premium, sumInsured: row.rated_sum, period };
  return { premium: annualPremium(first, pricedOf(row.priced)), sumInsured: row.sum_insured, ...period };
}

/** Null until its renewal is drafted in the same currency. */
function rateChangeOf(row: Rates & Pick<Row, 'insurance_start_date' | 'sum_insured'>): Row['rate_change'] {
  const { renewed_premium: premium, renewed_sum: sumInsured, renewed_start: start, renewed_end: end } = row;
  if (premium === null || sumInsured === null || start === null || end === null) return null;
  return rateChange(expiring(row), { premium, sumInsured, start, end });
}

function rowOf(row: Stored): Row {
  const { renewal_id: id, renewal_number: number, renewal_status: status } = row;
  return {
    ...row,
    claims: row.past_claims,
    incurred: row.past_incurred,
    ex_gratia: row.past_ex_gratia,
    loss_ratio: pastRatio(row),
    rate_change: rateChangeOf(row),
    state: renewalStateOf(status, row.not_renewed_reason),
    renewal: id === null ? null : { id, number: number ?? '', status: status ?? '' },
    notice: noticeOf(row),
  };
}

const expiriesBy = (where: (ctx: Ctx, query: Query) => Promise<readonly Condition[]>) =>
  list({
    table: renewalTable,
    name: 'renewals',
    title: 'Renewals',
    period: (ctx, query: Query) => {
      const { startdate, enddate } = rangeOf(ctx, query);
      return periodOf(startdate, enddate);
    },
    definition: (ctx, query) => listOf(rangeOf(ctx, query)),
    where,
    rowOf,
  });

/** What expires in a range, in both markets, with its endorsements, with totals over all of it. §7 renewal. */
export const renewals = {
  ...expiriesBy(filtersOf),
  reply: async (ctx: Ctx, input: { query: Query }): Promise<Reply<typeof listRenewals>> => {
    const range = rangeOf(ctx, input.query);
    const base = ctx.firm.baseCurrency;
    // What its search finds is found once, for the page and for what all of it comes to.
    const filters = await filtersOf(ctx, input.query);
    const page = await expiriesBy(async () => filters).reply(ctx, input);
    const totals = await totalsOf(ctx, { range, query: input.query, filters });
    return {
      ...page,
      ...range,
      base_currency: base,
      totals: totals.map((one) => replyRow(renewalTotals, one, base)),
      base_total: formatAmount(sum(totals.map((one) => one.base_fac_premium)), base),
    };
  },
};
