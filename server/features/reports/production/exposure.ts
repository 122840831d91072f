import { type RawBuilder, sql } from 'kysely';
import type { Decoded, Reply } from '../../../../domain/endpoint.ts';
import {
  exposedPolicies as exposedCall,
  exposedTable,
  exposure as exposureCall,
  EXPOSURE_LABELS,
  type ExposureGroup,
  exposureTable,
  exposureTotals,
  NO_COUNTRY,
} from '../../../../domain/reports/exposure.ts';
import { replyRow, type Values } from '../../../../domain/tables/table.ts';
import { writtenDay } from '../../../../domain/values/day.ts';
import { convert, type ExchangeRate, HUNDRED } from '../../../../domain/values/rate.ts';
import { fact } from '../../../platform/exports/facts.ts';
import { rowsOf as exportRows } from '../../../platform/exports/snapshot.ts';
import { mapped } from '../../../platform/exports/table.ts';
import { every, when } from '../../../platform/http/lists.ts';
import { MOST } from '../money/party.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { ratesOn } from '../../ledger/rates.ts';
import { KEY } from '../claims/written-premium.ts';
import { report } from '../report.ts';

type Input = Decoded<typeof exposureCall>;
type Row = Values<typeof exposureTable>;
type Total = Values<typeof exposureTotals>;
type Stored = Omit<Row, 'base_exposure'>;
type Figures = Omit<Total, 'base_exposure'>;

/** What a row is named by, of a policy in force `p`; of securities, of a line `l` that is joined to it. */
const GROUPED: Record<ExposureGroup, { key: RawBuilder<unknown>; name: RawBuilder<unknown> }> = {
  country: { key: sql`coalesce(p.risk_country, '')`, name: sql`coalesce(c.name, 'No country')` },
  class: KEY.class,
  reinsured: KEY.reinsured,
  security: KEY.security,
};

const groupOf = ({ query }: Input): ExposureGroup => query.by ?? 'country';

/**
 * Policies that cover today with the sum insured in force, and who carries them: the lines that the last change of securities in
 * effect put in place, a party that was merged since by the one that it became; else the policy's own.
 */
const inForce = (ctx: Ctx): RawBuilder<unknown> => sql`
  in_force as (
    select p.*, coalesce(p.endorsed_sum_insured, p.sum_insured) as insured_sum, o.lines
    from policies p left join lateral (
      select e.applied -> 'placement' -> 'lines' as lines from endorsements e
      where e.policy_id = p.id and e.status = 'APPROVED' and e.endorsement_type = 'SEC' and e.effective_date <= ${ctx.today}
      order by e.effective_date desc, e.approval desc limit 1) o on true
    where p.branch_id = any(${[...ctx.scope]}::int[]) and p.status = 'APPROVED' and p.posted_on is not null
      and p.insurance_start_date <= ${ctx.today} and p.cover_end_date >= ${ctx.today}
      and (p.cancelled_from is null or p.cancelled_from > ${ctx.today})),
  carried as (
    select p.id as policy_id, l.security_id, l.share from in_force p join policy_lines l on l.policy_id = p.id
    where p.lines is null and l.share > 0
    union all
    select p.id, coalesce(y.merged_into, y.id), x.share
    from in_force p cross join lateral jsonb_to_recordset(p.lines) as x ("securityId" integer, share bigint)
      join parties y on y.id = x."securityId"
    where x.share > 0)`;

/** What a line, in millionths of a percent, carries of the sum insured. */
const placedOf = (share: RawBuilder<unknown>) =>
  sql`round(p.insured_sum::numeric * ${share} / ${String(HUNDRED)}::numeric)`;

const PLACED: Record<'whole' | 'security', RawBuilder<unknown>> = {
  whole: sql`(select policy_id, null::integer as security_id, sum(share) as share from carried group by policy_id)`,
  security: sql`carried`,
};

/** Policies in force with who carries them and what a row is named by. */
const placedBy = (
  by: ExposureGroup,
) => sql`in_force p join ${PLACED[by === 'security' ? 'security' : 'whole']} l on l.policy_id = p.id
      join parties r on r.id = p.reinsured_id join cover_types k on k.id = p.cover_type_id left join cover_types kc on kc.id = k.class_id
      left join countries c on c.code = p.risk_country left join parties s on s.id = l.security_id`;

async function exposureRows(ctx: Ctx, by: ExposureGroup): Promise<Stored[]> {
  const { key, name } = GROUPED[by];
  const ofSecurity = by === 'security';
  const { rows } = await sql<Stored>`
    with ${inForce(ctx)}
    select coalesce(nullif(${key}, ''), ${NO_COUNTRY}) as id, ${name} as name, p.currency, count(distinct p.id)::int as policies, sum(p.insured_sum)::bigint as sum_insured,
      sum(${placedOf(sql`l.share`)})::bigint as exposure, max(${placedOf(sql`l.share`)})::bigint as largest,
      ${ofSecurity ? sql`max(l.share)` : sql`null::bigint`} as largest_line,
      ${ofSecurity ? sql`max(s.line_limit)` : sql`null::bigint`} as line_limit,
      ${ofSecurity ? sql`case when max(s.line_limit) is not null then (count(*) filter (where l.share > s.line_limit))::int end` : sql`null::int`} as above
    from ${placedBy(by)}
    group by 1, 2, 3 order by 2, 1, 3`.execute(ctx.db);
  return rows;
}

/** By currency over all policies: a policy with several securities counts once. */
async function totalRows(ctx: Ctx): Promise<Figures[]> {
  const { rows } = await sql<Figures>`
    with ${inForce(ctx)}
    select p.currency, count(*)::int as policies, sum(p.insured_sum)::bigint as sum_insured,
      sum(${placedOf(sql`l.share`)})::bigint as exposure
    from in_force p join ${PLACED.whole} l on l.policy_id = p.id group by 1 order by 1`.execute(ctx.db);
  return rows;
}

/** An amount at today's rate; null where the firm has none. */
function inBase(ctx: Ctx, rates: ReadonlyMap<string, ExchangeRate | null>) {
  return <R extends { currency: string; exposure: bigint }>(row: R): R & { base_exposure: bigint | null } => {
    const rate = rates.get(row.currency) ?? null;
    const to = ctx.firm.baseCurrency;
    return { ...row, base_exposure: rate === null ? null : convert(row.exposure, { from: row.currency, to, rate }) };
  };
}

async function rowsOf(ctx: Ctx, input: Input): Promise<Row[]> {
  const rows = await exposureRows(ctx, groupOf(input));
  const rates = await ratesOn(
    ctx,
    rows.map((row) => row.currency),
    ctx.today,
  );
  return rows.map(inBase(ctx, rates));
}

async function reply(ctx: Ctx, input: Input): Promise<Reply<typeof exposureCall>> {
  const base = ctx.firm.baseCurrency;
  const totals = await totalRows(ctx);
  const rates = await ratesOn(
    ctx,
    totals.map((total) => total.currency),
    ctx.today,
  );
  return {
    as_at: ctx.today,
    base_currency: base,
    data: (await rowsOf(ctx, input)).map((row) => replyRow(exposureTable, row, base)),
    totals: totals.map(inBase(ctx, rates)).map((total) => replyRow(exposureTotals, total, base)),
  };
}

/** What is in force today by country, class, reinsured or security: accumulation, and each security's lines against its limit. */
export const exposureReport = report({
  endpoint: exposureCall,
  table: exposureTable,
  name: 'exposure',
  title: 'Exposure in force',
  period: (ctx) => `As at ${writtenDay(ctx.today)}`,
  facts: (_ctx, input) => [fact('By', EXPOSURE_LABELS[groupOf(input)])],
  reply,
  rows: rowsOf,
});

type Exposed = Omit<Values<typeof exposedTable>, 'policy'> & { policy_id: number; policy: string };

const exposedQuery = (
  ctx: Ctx,
  { by = 'country', key, currency }: Decoded<typeof exposedCall>['query'],
) => sql<Exposed>`
  with ${inForce(ctx)}
  select p.id as policy_id, p.broker_reference as policy, i.name as insured, r.name as reinsured, ${GROUPED[by].name} as name,
    p.cover_end_date as ends, p.currency, p.insured_sum as sum_insured, ${placedOf(sql`l.share`)}::bigint as exposure
  from ${placedBy(by)} join parties i on i.id = p.current_insured_id
  where ${every([
    sql`true`,
    when(key, (one) => sql`coalesce(nullif(${GROUPED[by].key}, ''), ${NO_COUNTRY}) = ${one}`),
    when(currency, (code) => sql`p.currency = ${code}`),
  ])}
  order by p.broker_reference, p.id, l.security_id`;

const exposedOf = ({ policy_id: id, ...row }: Exposed): Values<typeof exposedTable> => ({
  ...row,
  policy: { id, name: row.policy },
});

/** The policies behind a row of the exposure. */
export const exposedReport = report({
  endpoint: exposedCall,
  table: exposedTable,
  name: 'exposure-policies',
  title: 'Policies in force',
  period: (ctx) => `As at ${writtenDay(ctx.today)}`,
  reply: async (ctx, { query }) => {
    const { rows } = await sql<Exposed>`${exposedQuery(ctx, query)} limit ${MOST + 1}`.execute(ctx.db);
    return {
      data: rows.slice(0, MOST).map((row) => replyRow(exposedTable, exposedOf(row), ctx.firm.baseCurrency)),
      ...(rows.length > MOST && { more: true }),
    };
  },
  rows: (ctx, { query }) => mapped(exportRows(ctx.db, exposedQuery(ctx, query)), exposedOf),
});
