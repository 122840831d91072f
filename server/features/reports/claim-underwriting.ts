import { type RawBuilder, sql } from 'kysely';
import { lossRatio } from '../../../domain/claims/ratios.ts';
import { underwritingReport } from '../../../domain/claims/report-contract.ts';
import { type UnderwritingGroup, underwritingTable } from '../../../domain/claims/table.ts';
import type { Decoded } from '../../../domain/endpoint.ts';
import { replyRow, type Values } from '../../../domain/tables/table.ts';
import { allocate } from '../../../domain/values/decimal.ts';
import { type Day, writtenDay } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { fact } from '../../platform/exports/facts.ts';
import { report } from './report.ts';

type Query = Decoded<typeof underwritingReport>['query'];
type Row = Values<typeof underwritingTable>;
type Premium = { id: string; name: string; currency: string; policies: number; written: bigint; earned: bigint };

const asAtOf = (ctx: Ctx, { asat }: Query): Day => asat ?? ctx.today;

/** How a policy `p` is grouped: the key and its words. */
const GROUPS: Record<UnderwritingGroup, { id: RawBuilder<unknown>; name: RawBuilder<unknown> }> = {
  class: {
    id: sql`(select coalesce(t.class_id, t.id) from cover_types t where t.id = p.cover_type_id)::text`,
    name: sql`(select coalesce(c.name, t.name) from cover_types t left join cover_types c on c.id = t.class_id where t.id = p.cover_type_id)`,
  },
  reinsured: { id: sql`p.reinsured_id::text`, name: sql`(select name from parties where id = p.reinsured_id)` },
  security: { id: sql`x.security_id::text`, name: sql`(select name from parties where id = x.security_id)` },
  year: {
    id: sql`extract(year from p.insurance_start_date)::text`,
    name: sql`extract(year from p.insurance_start_date)::text`,
  },
};

const chosen = (
  ctx: Ctx,
  { from, to }: Query,
) => sql`p.branch_id = any(${[...ctx.scope]}::int[]) and p.status = 'APPROVED'
  ${from === undefined ? sql`` : sql`and p.insurance_start_date >= ${from}`} ${to === undefined ? sql`` : sql`and p.insurance_start_date <= ${to}`}`;

/** The end of a policy when an endorsement was approved: as the last extension before it had made it. */
const END_THEN = sql`coalesce(e.end_date, (select max(y.end_date) from endorsements y
  where y.policy_id = p.id and y.status = 'APPROVED' and y.endorsement_type = 'EXT' and y.decided_at < e.decided_at), p.insurance_end_date)`;

/** Premium ours, as written by a day and as earned by it: the original and each endorsement over its own days. C16. */
async function premiums(ctx: Ctx, query: Query, by: UnderwritingGroup): Promise<Premium[]> {
  const day = asAtOf(ctx, query);
  const { id, name } = GROUPS[by];
  const bySecurity = by === 'security';
  const { rows } = await sql<Premium>`
    with layers as (
      select p.id as policy, ${id} as id, ${name} as name, p.currency, p.insurance_start_date as start, p.insurance_end_date as finish,
        ${bySecurity ? sql`x.share_premium` : sql`p.fac_premium`} as premium
      from policies p ${bySecurity ? sql`join policy_lines x on x.policy_id = p.id` : sql``}
      where ${chosen(ctx, query)} and p.posted_on <= ${day}
      union all
      select p.id, ${id}, ${name}, p.currency, e.effective_date, greatest(${END_THEN}, e.effective_date),
        ${bySecurity ? sql`x.share_premium` : sql`e.fac_premium`}
      from endorsements e join policies p on p.id = e.policy_id ${bySecurity ? sql`join endorsement_lines x on x.endorsement_id = e.id` : sql``}
      where ${chosen(ctx, query)} and e.status = 'APPROVED' and e.posted_on <= ${day})
    select id, name, currency, count(distinct policy)::int as policies, sum(premium)::bigint as written,
      sum(round(premium::numeric * greatest(least(finish, ${day}::date) - start + 1, 0) / (finish - start + 1)))::bigint as earned
    from layers group by 1, 2, 3`.execute(ctx.db);
  return rows;
}

type Loss = {
  claim: number;
  id: string;
  name: string;
  currency: string;
  incurred: bigint;
  called: bigint;
  fees: bigint;
  salvage: bigint;
};
type LossLine = Loss & {
  line: bigint;
  part_called: bigint;
  part_fees: bigint;
  part_salvage: bigint;
  part_ex_gratia: bigint;
  ex_gratia: bigint;
};

const LAST = (day: Day) => sql`left join lateral (
  select m.* from movements m where m.claim_id = c.id and m.status = 'APPROVED' and m.posted_on <= ${day}
  order by m.posted_on desc, m.id desc limit 1) m on true`;
const STANDING = sql`coalesce(m.after_ours_incurred, round(c.claim_reserve::numeric * c.claim_share / 100000000)::bigint) as incurred,
  coalesce(m.after_ours_called, 0)::bigint as called, coalesce(m.after_ours_fees, 0)::bigint as fees,
  coalesce(m.after_ours_salvage, 0)::bigint as salvage, coalesce(m.after_ours_ex_gratia, 0)::bigint as ex_gratia`;
const known = (day: Day) => sql`c.approved_on <= ${day} and (c.disabled_on is null or c.disabled_on > ${day})`;

// What is paid ex gratia counts as incurred of who agreed to pay it; fees and salvage are apart.
async function losses(ctx: Ctx, query: Query, by: UnderwritingGroup): Promise<Loss[]> {
  const day = asAtOf(ctx, query);
  if (by === 'security') return lossesBySecurity(ctx, query);
  const { id, name } = GROUPS[by];
  const { rows } = await sql<Loss & { ex_gratia: bigint }>`
    select c.id as claim, ${id} as id, ${name} as name, c.currency, ${STANDING}
    from claims c join policies p on p.id = c.policy_id ${LAST(day)}
    where ${chosen(ctx, query)} and ${known(day)}`.execute(ctx.db);
  return rows.map(({ ex_gratia: exGratia, ...row }) => ({ ...row, incurred: row.incurred + exGratia }));
}

const partOf = (day: Day, which: RawBuilder<unknown>) => sql`coalesce((select sum(y.amount) from movements v
  join movement_parts y on y.movement_id = v.id and y.security_id = x.security_id
  where v.claim_id = c.id and v.status = 'APPROVED' and v.posted_on <= ${day} and ${which}), 0)::bigint`;

/** The same by security: what was called of it, and its line's part of what is not called yet. C1. */
async function lossesBySecurity(ctx: Ctx, query: Query): Promise<Loss[]> {
  const day = asAtOf(ctx, query);
  const { id, name } = GROUPS.security;
  const { rows } = await sql<LossLine>`
    select c.id as claim, ${id} as id, ${name} as name, c.currency, x.line, ${STANDING},
      ${partOf(day, sql`v.movement_type in ('CALL', 'FINAL') and not v.ex_gratia`)} as part_called,
      ${partOf(day, sql`v.movement_type = 'FEE'`)} as part_fees, ${partOf(day, sql`v.movement_type = 'SALVAGE'`)} as part_salvage,
      ${partOf(day, sql`v.ex_gratia`)} as part_ex_gratia
    from claims c join policies p on p.id = c.policy_id join claim_lines x on x.claim_id = c.id ${LAST(day)}
    where ${chosen(ctx, query)} and ${known(day)} order by c.id, x.position`.execute(ctx.db);
  return [...Map.groupBy(rows, (row) => row.claim).values()].flatMap((own) => {
    const [first] = own;
    const weights = own.map((row) => row.line);
    const left = (first?.incurred ?? 0n) - (first?.called ?? 0n);
    const toCome = weights.some((one) => one > 0n) ? allocate(left, weights) : weights;
    return own.map((row, index) => ({
      ...row,
      incurred: row.part_called + (toCome[index] ?? 0n) + row.part_ex_gratia,
      called: row.part_called,
      fees: row.part_fees,
      salvage: row.part_salvage,
    }));
  });
}

const NOTHING = { policies: 0, written: 0n, earned: 0n, claims: 0, incurred: 0n, called: 0n, fees: 0n, salvage: 0n };
type Sums = typeof NOTHING & Pick<Row, 'id' | 'name' | 'currency'>;

async function rowsOf(ctx: Ctx, { query }: { query: Query }): Promise<Row[]> {
  const by = query.by ?? 'class';
  const sums = new Map<string, Sums>();
  const at = ({ id, name, currency }: Pick<Row, 'id' | 'name' | 'currency'>): Sums => {
    const key = `${id}/${currency}`;
    const sum = sums.get(key) ?? { ...NOTHING, id, name, currency };
    sums.set(key, sum);
    return sum;
  };
  for (const premium of await premiums(ctx, query, by)) Object.assign(at(premium), premium);
  for (const loss of await losses(ctx, query, by)) {
    const sum = at(loss);
    sum.claims += 1;
    sum.incurred += loss.incurred;
    sum.called += loss.called;
    sum.fees += loss.fees;
    sum.salvage += loss.salvage;
  }
  return [...sums.values()]
    .map((sum) => ({
      ...sum,
      ratio_written: lossRatio(sum.incurred, sum.written),
      ratio_earned: lossRatio(sum.incurred, sum.earned),
    }))
    .toSorted((a, b) => (a.name === b.name ? (a.currency < b.currency ? -1 : 1) : a.name < b.name ? -1 : 1));
}

/** Premium written and earned, claims and their ratio. C16. */
export const claimsAgainstPremium = report({
  endpoint: underwritingReport,
  table: underwritingTable,
  name: 'claims-ratio',
  title: 'Claims against premium',
  facts: (_ctx, { query }) => [fact('By', query.by ?? 'class')],
  period: (ctx, { query }) => `As at ${writtenDay(asAtOf(ctx, query))}`,
  reply: async (ctx, input) =>
    (await rowsOf(ctx, input)).map((row) => replyRow(underwritingTable, row, ctx.firm.baseCurrency)),
  rows: rowsOf,
});
