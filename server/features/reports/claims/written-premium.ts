import { type RawBuilder, sql } from 'kysely';
import type { resultPremiumsTable } from '../../../../domain/claims/behind-contract.ts';
import type { UnderwritingGroup } from '../../../../domain/claims/table.ts';
import type { Day } from '../../../../domain/values/day.ts';
import type { Values } from '../../../../domain/tables/table.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { every, when } from '../../../platform/http/lists.ts';
import { type CurrencyTotal, type Found, rowsApart } from '../paging.ts';
import { refOf } from '../refs.ts';

/** Which policies a report of claims against premium is of, as at which day, and by what. */
export type Grouped = { by: UnderwritingGroup; asAt: Day; from: Day | undefined; to: Day | undefined };

/** What a row of it is named by, of a policy `p`; of securities, of the line that is joined to it. */
export const KEY: Record<UnderwritingGroup, { key: RawBuilder<unknown>; name: RawBuilder<unknown> }> = {
  class: { key: sql`coalesce(kc.id, k.id)::text`, name: sql`coalesce(kc.name, k.name)` },
  reinsured: { key: sql`r.id::text`, name: sql`r.name` },
  security: { key: sql`s.id::text`, name: sql`s.name` },
  year: { key: sql`to_char(p.insurance_start_date, 'YYYY')`, name: sql`to_char(p.insurance_start_date, 'YYYY')` },
};
export const KEYED = sql`join parties r on r.id = p.reinsured_id join cover_types k on k.id = p.cover_type_id
  left join cover_types kc on kc.id = k.class_id`;

/** Of one security, what is for cover after the day. */
type Unearning = { security?: number };

/** A common table expression `chosen`: the policies that were booked by the day and began within the range; of one security, those with premium of it for later days. */
export const chosenPolicies = (ctx: Ctx, { asAt, from, to }: Grouped, of: Unearning = {}): RawBuilder<unknown> => sql`
  chosen as (
    select p.id, p.broker_reference, p.reinsured_id, p.current_insured_id, p.cover_type_id, p.currency, p.insurance_start_date, p.insurance_end_date,
      p.cover_end_date, p.fac_premium
    from policies p
    where p.branch_id = any(${[...ctx.scope]}::int[]) and p.status = 'APPROVED' and p.posted_on <= ${asAt}
      ${from === undefined ? sql`` : sql`and p.insurance_start_date >= ${from}`}
      ${to === undefined ? sql`` : sql`and p.insurance_start_date <= ${to}`}
      ${
        of.security === undefined
          ? sql``
          : sql`and (p.insurance_end_date > ${asAt}::date or p.id in (
              select policy_id from endorsements where status = 'APPROVED' and end_date > ${asAt}::date and branch_id = any(${[...ctx.scope]}::int[])))
            and p.id in (
              select l.policy_id from policy_lines l where l.security_id = ${of.security} and l.branch_id = any(${[...ctx.scope]}::int[])
              union
              select e.policy_id from endorsement_lines l join endorsements e on e.id = l.endorsement_id
              where l.security_id = ${of.security} and e.branch_id = any(${[...ctx.scope]}::int[]))`
      })`;

// The days that an endorsement's premium is for: those of the extension, of the whole policy where it never was, else
// from its day to the end that the policy had then.
const ENDORSED = sql`select e.id, e.policy_id, e.fac_premium,
    case when e.endorsement_type = 'CANCEL_FLAT' then p.insurance_start_date else e.effective_date end as start,
    coalesce(e.end_date, (select max(x.end_date) from endorsements x where x.policy_id = e.policy_id and x.status = 'APPROVED'
      and x.approval < e.approval), p.insurance_end_date) as "end"
  from endorsements e join chosen p on p.id = e.policy_id where e.status = 'APPROVED'`;

const LAYERS: Record<'whole' | 'security', RawBuilder<unknown>> = {
  whole: sql`
    select id as policy_id, null::integer as endorsement_id, 0 as security_id, insurance_start_date as start, insurance_end_date as "end", fac_premium as premium
    from chosen
    union all select e.policy_id, e.id, 0, e.start, e."end", e.fac_premium from endorsed e`,
  security: sql`
    select p.id as policy_id, null::integer as endorsement_id, l.security_id, p.insurance_start_date as start, p.insurance_end_date as "end", l.share_premium as premium
    from chosen p join policy_lines l on l.policy_id = p.id
    union all
    select e.policy_id, e.id, l.security_id, e.start, e."end", l.share_premium
    from endorsed e join endorsement_lines l on l.endorsement_id = e.id`,
};

/** What of a layer is earned by a day, as `earnedBy` has it. C16. */
const earnedOn = (asAt: Day) => sql`case when ${asAt}::date < l.start then 0 else
  round(l.premium::numeric * (least(${asAt}::date, l."end") - l.start + 1) / (l."end" - l.start + 1)) end`;

/** Common table expressions that end in `layers`: the premium of each policy and endorsement with the days that it is for. */
const layersOf = (ctx: Ctx, grouped: Grouped, of?: Unearning): RawBuilder<unknown> => sql`
  ${chosenPolicies(ctx, grouped, of)}, endorsed as (${ENDORSED} and e.posted_on <= ${grouped.asAt}),
  layers as (select y.policy_id, y.endorsement_id, y.security_id, least(y.start, y."end") as start, y."end", y.premium
    from (${LAYERS[grouped.by === 'security' ? 'security' : 'whole']}) y)`;
const LAID = sql`layers l join chosen p on p.id = l.policy_id ${KEYED} left join parties s on s.id = l.security_id`;

export type WrittenRow = {
  id: string;
  name: string;
  currency: string;
  policies: number;
  written: bigint;
  earned: bigint;
};

/** Fac premium written and earned by the end of a day, with endorsements, of policies by class, reinsured, security or year. C16. */
export async function writtenPremium(ctx: Ctx, grouped: Grouped): Promise<WrittenRow[]> {
  const { by, asAt } = grouped;
  const { key, name } = KEY[by];
  const { rows } = await sql<WrittenRow>`
    with ${layersOf(ctx, grouped)}
    select ${key} as id, ${name} as name, p.currency, count(distinct p.id)::int as policies,
      sum(l.premium)::bigint as written, sum(${earnedOn(asAt)})::bigint as earned
    from ${LAID}
    group by 1, 2, 3`.execute(ctx.db);
  return rows;
}

type Unearned = {
  policy: { id: number; name: string };
  insured_id: number;
  insured: string;
  reinsured_id: number;
  reinsured: string;
  start: Day;
  end: Day;
  share: null;
  currency: string;
  amount: bigint;
};

type OfSecurity = { party: number; day: Day };

/** Common table expressions that end in `unearned`: what of a security's premium of each policy is for cover after a day, by days; nothing of it left out. */
const unearnedBy = (ctx: Ctx, { party, day }: OfSecurity): RawBuilder<unknown> => sql`
  ${layersOf(ctx, { by: 'security', asAt: day, from: undefined, to: undefined }, { security: party })},
  unearned as (
    select l.policy_id, sum(l.premium - (${earnedOn(day)}))::bigint as amount
    from layers l where l.security_id = ${party} and l."end" > ${day}::date group by 1 having sum(l.premium - (${earnedOn(day)})) <> 0)`;

/**
 * What of a security's premium is for cover after the end of a day, pro rata by days, of each policy as it was booked by then: all, or the first of
 * them; and what all of them come to by currency.
 */
export async function unearnedOf(
  ctx: Ctx,
  of: OfSecurity,
  most?: number,
): Promise<{ rows: Unearned[]; totals: CurrencyTotal[] }> {
  const { rows } = await sql<Found<Omit<Unearned, 'policy' | 'share'> & { id: number; name: string }>>`
    with ${unearnedBy(ctx, of)},
    own as materialized (select p.id, p.broker_reference, p.currency, u.amount from unearned u join chosen p on p.id = u.policy_id),
    shown as (select * from own order by broker_reference, id ${most === undefined ? sql`` : sql`limit ${most}`})
    select p.id, p.broker_reference as name, d.id as insured_id, d.name as insured, r.id as reinsured_id, r.name as reinsured, p.insurance_start_date as start,
      p.cover_end_date as "end", s.currency, s.amount
    from shown s join policies p on p.id = s.id join parties d on d.id = p.current_insured_id join parties r on r.id = p.reinsured_id
    union all
    select null, null, null, null, null, null, null, null, currency, sum(amount)::bigint from own group by currency
    order by name, id, currency`.execute(ctx.db);
  const { rows: found, totals } = rowsApart(rows);
  return { rows: found.map(({ id, name, ...row }) => ({ ...row, policy: { id, name }, share: null })), totals };
}

type Narrowed = { key?: string | undefined; currency?: string | undefined };
type Premium = Values<typeof resultPremiumsTable>;
type Stored = Omit<Premium, 'policy' | 'endorsement'> & {
  policy_id: number;
  policy: string;
  endorsement_id: number | null;
  endorsement: string | null;
};

/** The same, policy by policy and endorsement by endorsement. */
export async function premiumsWritten(ctx: Ctx, grouped: Grouped, { key, currency }: Narrowed): Promise<Premium[]> {
  const of = KEY[grouped.by];
  const { rows } = await sql<Stored>`
    with ${layersOf(ctx, grouped)}
    select p.id as policy_id, p.broker_reference as policy, e.id as endorsement_id, e.number as endorsement, ${of.name} as name,
      l.start, l."end", l."end" - l.start + 1 as days, p.currency, l.premium as written, (${earnedOn(grouped.asAt)})::bigint as earned
    from ${LAID} left join endorsements e on e.id = l.endorsement_id
    where l.premium <> 0 and ${every([
      sql`true`,
      when(key, (one) => sql`${of.key} = ${one}`),
      when(currency, (code) => sql`p.currency = ${code}`),
    ])}
    order by p.broker_reference, p.id, e.approval nulls first, l.security_id`.execute(ctx.db);
  return rows.map(({ policy_id, endorsement_id, ...row }) => ({
    ...row,
    policy: { id: policy_id, name: row.policy },
    endorsement: refOf(endorsement_id, row.endorsement),
  }));
}
