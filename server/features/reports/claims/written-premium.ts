import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import type { resultPremiumsTable } from '../../../../domain/claims/behind-contract.ts';
import type { UnderwritingGroup } from '../../../../domain/claims/table.ts';
import { markets } from '../../../../domain/registers/shapes.ts';
import type { Day } from '../../../../domain/values/day.ts';
import type { Values } from '../../../../domain/tables/table.ts';
import { idText } from '../../../../domain/wire.ts';
import { proportion } from '../../../platform/db/proportion.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { every, when } from '../../../platform/http/lists.ts';
import { IS_CHANGE, LINES_KEPT } from '../../carriers.ts';
import { type CurrencyTotal, type Found, rowsApart } from '../paging.ts';
import { bookedBy } from '../money/issued.ts';
import { refOf } from '../refs.ts';

/** Which policies a report of claims against premium is of, as at which day, and by what. */
export type Grouped = { by: UnderwritingGroup; asAt: Day; from: Day | undefined; to: Day | undefined };

const YEAR = sql`to_char(p.insurance_start_date, 'YYYY')`;
const REINSURED = sql`join parties r on r.id = p.reinsured_id`;
const CLASS = sql`join cover_types k on k.id = p.cover_type_id left join cover_types kc on kc.id = k.class_id`;

/** What a row of a report is named by, of a policy `p`, and whether the policy is of the row with a key, by a column of its own that an index has. */
export type RowName = Record<'key' | 'name', RawBuilder<unknown>> & { is: (key: string) => RawBuilder<unknown> };
/** The same where policies are summed by `column` first, and what few rows that leaves are joined to their `names`. */
export type Grouping = RowName & Record<'column' | 'names', RawBuilder<unknown>>;

/** Records by their ids: a key that is no id is that of none. */
const ofId =
  (column: RawBuilder<unknown>): RowName['is'] =>
  (key) => {
    const { data: id } = z.safeDecode(idText, key);
    return id === undefined ? sql`false` : sql`${column} = ${id}`;
  };
export const ofProducer = ofId(sql`p.producer_id`);

/** What a row of it is named by; of securities, of the line that is joined to the policy. */
export const KEY: Record<UnderwritingGroup, Grouping> = {
  class: {
    is: (key) =>
      sql`p.cover_type_id = any(array(select id from cover_types where coalesce(class_id, id)::text = ${key}))`,
    column: sql`p.cover_type_id`,
    names: CLASS,
    key: sql`coalesce(kc.id, k.id)::text`,
    name: sql`coalesce(kc.name, k.name)`,
  },
  reinsured: {
    is: ofId(sql`p.reinsured_id`),
    column: sql`p.reinsured_id`,
    names: REINSURED,
    key: sql`r.id::text`,
    name: sql`r.name`,
  },
  security: {
    is: ofId(sql`p.security_id`),
    column: sql`p.security_id`,
    names: sql`join parties s on s.id = p.security_id`,
    key: sql`s.id::text`,
    name: sql`s.name`,
  },
  year: {
    is: (key) => sql`${YEAR} = ${key}`,
    column: sql`date_trunc('year', p.insurance_start_date)::date as insurance_start_date`,
    names: sql``,
    key: YEAR,
    name: YEAR,
  },
};
export const KEYED = sql`${REINSURED} ${CLASS}`;

/** Of one security, what is for cover after the day; or the policies that a condition names. */
type Which = { security?: number; ids?: RawBuilder<unknown> };

/**
 * A common table expression `chosen`: the policies that were booked by the day and began within the range; of one security, those with premium of it
 * for later days, which are found once.
 */
export const chosenPolicies = (ctx: Ctx, { asAt, from, to }: Grouped, of: Which = {}): RawBuilder<unknown> => sql`
  chosen as ${of.security === undefined ? sql`not materialized` : sql``} (
    select p.id, p.branch_id, p.market, p.broker_reference, p.reinsured_id, p.current_insured_id, p.cover_type_id, p.currency, p.insurance_start_date, p.insurance_end_date,
      p.cover_end_date, p.premium, p.fac_premium
    from policies p
    where ${bookedBy(ctx, asAt)}
      ${from === undefined ? sql`` : sql`and p.insurance_start_date >= ${from}`}
      ${to === undefined ? sql`` : sql`and p.insurance_start_date <= ${to}`}
      ${of.ids === undefined ? sql`` : sql`and p.id in (${of.ids})`}
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

type Days = Record<'start' | 'end', RawBuilder<unknown>>;

/** Days of a layer that are to come after the end of a day, out of all that it has. */
const daysToCome = (asAt: Day, { start, end }: Days) =>
  sql`greatest(${end} - greatest(${start}, ${asAt}::date + 1) + 1, 0) / (${end} - ${start} + 1)::numeric`;

/**
 * Common table expressions that end in `endorsed`: endorsements of the chosen policies that were booked by the day. Their premium is for the days of the
 * extension, of the whole policy where it never was, its own day alone where it pays for the reinstatement after a claim, which is earned at once (C12), else
 * from its day to the end that the policy had then. A change of securities has, once it has begun, the number of its `carriers`, who are the first of its lines,
 * and what of the premium that it `met`, at 100 %, is to come: of each layer that was there before it, over the days of that layer, whenever they begin.
 */
const endorsedBy = (asAt: Day) => sql`
  dated as (
    select e.id, e.policy_id, e.fac_premium, e.premium, e.approval,
      case when ${IS_CHANGE} and e.effective_date <= ${asAt} then jsonb_array_length(${LINES_KEPT}) end as carriers,
      case when e.endorsement_type = 'CANCEL_FLAT' then p.insurance_start_date else e.effective_date end as starts,
      coalesce(case when e.claim_id is null then e.end_date else e.effective_date end,
        max(e.end_date) over (partition by e.policy_id order by e.approval rows between unbounded preceding and 1 preceding), p.insurance_end_date) as "end",
      p.premium * ${daysToCome(asAt, { start: sql`p.insurance_start_date`, end: sql`p.insurance_end_date` })} as original
    from endorsements e join chosen p on p.id = e.policy_id where e.status = 'APPROVED' and e.posted_on <= ${asAt}),
  endorsed as (
    select e.*, least(e.starts, e."end") as start, greatest(e.original + coalesce(
      sum(e.premium * ${daysToCome(asAt, { start: sql`least(e.starts, e."end")`, end: sql`e."end"` })})
        over (partition by e.policy_id order by e.approval rows between unbounded preceding and 1 preceding), 0), 0) as met
    from dated e)`;

const OF_POLICY = sql`p.id as policy_id, p.broker_reference, p.reinsured_id, p.cover_type_id, p.currency, p.insurance_start_date`;

/** All that is placed, or a security's line, since a change of securities `e`; what of the policy `p` was its own before any endorsement. */
const SHARED: Record<
  'whole' | 'security',
  Record<'placed' | 'premium' | 'own' | 'of' | 'joined', RawBuilder<unknown>>
> = {
  whole: {
    placed: sql`(select coalesce(sum(l.share), 0) from endorsement_lines l where l.endorsement_id = e.id and l.position <= e.carriers)`,
    premium: sql`e.fac_premium`,
    own: sql`p.fac_premium`,
    of: sql`null::integer`,
    joined: sql``,
  },
  security: {
    placed: sql`case when l.position <= e.carriers then l.share else 0 end`,
    premium: sql`l.share_premium`,
    own: sql`o.share_premium`,
    of: sql`l.security_id`,
    joined: sql`join endorsement_lines l on l.endorsement_id = e.id left join policy_lines o on o.policy_id = p.id and o.security_id = l.security_id`,
  },
};
const sharedBy = ({ by }: Grouped) => (by === 'security' ? 'security' : 'whole');

/** Whether a layer's policy was cancelled by a day, as far as a condition of the cancellation `v` holds. */
const isCancelled = (
  ctx: Ctx,
  asAt: Day,
  how: RawBuilder<unknown>,
) => sql`policy_id = any(array(select v.policy_id from endorsements v
  where ${how} and v.status = 'APPROVED' and v.posted_on <= ${asAt} and v.branch_id = any(${[...ctx.scope]}::int[])))`;

/** From its first day: none of it was ever on risk, so that nothing of it is earned or to be earned. */
const isVoid = (ctx: Ctx, asAt: Day) => isCancelled(ctx, asAt, sql`v.endorsement_type = 'CANCEL_FLAT'`);

/** From a day that has come: its cover is over, and what it kept is earned, on whatever days it was for. */
const isOver = (ctx: Ctx, asAt: Day) =>
  isCancelled(ctx, asAt, sql`v.endorsement_type in ('CANCEL_PRORATA', 'CANCEL_SHORT') and v.effective_date <= ${asAt}`);

/** What of a layer is earned by a day, as `earnedBy` has it while there is cover. C16. */
const earnedOn = (asAt: Day, premium: RawBuilder<unknown>, { start, end }: Days) =>
  sql`case when ${asAt}::date < ${start} then 0 when ${asAt}::date >= ${end} then ${premium}
    else ${proportion(premium, sql`(${asAt}::date - ${start} + 1)`, sql`(${end} - ${start} + 1)`)} end`;
const LAYER: Days = { start: sql`start`, end: sql`"end"` };

/** Common table expressions before layers are read. */
const layered = (ctx: Ctx, grouped: Grouped, of?: Which): RawBuilder<unknown> => sql`
  ${chosenPolicies(ctx, grouped, of)}, ${endorsedBy(grouped.asAt)}`;

/**
 * The premium of policies with the days that it is for and what of it is earned. `first` where a policy's premium, or its premium of a security, is met for the
 * first time: the policies of a row are counted by it.
 */
const booked = (ctx: Ctx, grouped: Grouped): RawBuilder<unknown> => {
  const { asAt } = grouped;
  const columns = (security: RawBuilder<unknown>, premium: RawBuilder<unknown>) => sql`
    ${OF_POLICY}, null::integer as endorsement_id, 0 as approval, ${security} as security_id, p.insurance_start_date as start, p.insurance_end_date as "end",
    ${premium} as premium, true as first`;
  return sql`
    select x.*, case when ${isVoid(ctx, asAt)} then 0 when ${isOver(ctx, asAt)} then premium else ${earnedOn(asAt, sql`premium`, LAYER)} end as earned
    from (
      select ${
        sharedBy(grouped) === 'whole'
          ? sql`${columns(sql`null::integer`, sql`p.fac_premium`)} from chosen p`
          : sql`${columns(sql`l.security_id`, sql`l.share_premium`)} from chosen p join policy_lines l on l.policy_id = p.id`
      }) x`;
};

/**
 * The same of endorsements. From a change of securities on, whom it moved has still to be earned its line of what is to come of the policy (`carries`): what each
 * layer keeps for later days is divided on those days. The row of the change takes what the rows before it have still to be earned (`held`) beyond that, rounded
 * once, so that nothing of a security is earned twice or taken back from one day to the next.
 */
const changed = (ctx: Ctx, grouped: Grouped): RawBuilder<unknown> => {
  const { placed, premium, own, of, joined } = SHARED[sharedBy(grouped)];
  const { asAt } = grouped;
  return sql`
    select policy_id, broker_reference, reinsured_id, cover_type_id, currency, insurance_start_date, endorsement_id, approval, security_id, start, "end", premium, first,
      case when is_void then 0 when is_over then premium when carries is null then earned
        else premium + coalesce(lag(held) over (partition by policy_id, security_id order by approval), opening) - carries end as earned
    from (
      select y.*, sum(coalesce(carries, premium - earned)) over (partition by policy_id, security_id, part) + case when part = 0 then opening else 0 end as held
      from (
        select x.*, ${earnedOn(asAt, sql`premium`, LAYER)} as earned, count(carries) over (partition by policy_id, security_id order by approval) as part,
          coalesce(own - (${earnedOn(asAt, sql`own`, { start: sql`insurance_start_date`, end: sql`insurance_end_date` })}), 0) as opening,
          ${isVoid(ctx, asAt)} as is_void, ${isOver(ctx, asAt)} as is_over
        from (
          select ${OF_POLICY}, p.insurance_end_date, e.id as endorsement_id, e.approval, ${of} as security_id, e.start, e."end", ${premium} as premium, ${own} as own,
            ${own} is null and row_number() over (partition by p.id, ${of} order by e.approval) = 1 as first,
            case when e.carriers is not null and ${premium} <> 0 then round(round(${placed} * e.met / 100000000, 9))::bigint end as carries
          from endorsed e join chosen p on p.id = e.policy_id ${joined}) x) y) z`;
};

/** Those that end in `layers`: the premium of each policy and endorsement with the days that it is for. */
const layersOf = (ctx: Ctx, grouped: Grouped, of?: Which): RawBuilder<unknown> =>
  sql`${layered(ctx, grouped, of)}, layers as (${booked(ctx, grouped)} union all ${changed(ctx, grouped)})`;

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
  const { column, names, key, name } = KEY[grouped.by];
  // Each is summed by itself: several processes read policies, but not beside endorsements.
  const summed = (layer: RawBuilder<unknown>) => sql`
    select ${column}, currency, count(*) filter (where first) as policies, sum(premium) as written, sum(earned) as earned from (${layer}) p group by 1, 2`;
  const { rows } = await sql<WrittenRow>`
    with ${layered(ctx, grouped)}, summed as (${summed(booked(ctx, grouped))} union all ${summed(changed(ctx, grouped))})
    select ${key} as id, ${name} as name, p.currency, sum(p.policies)::int as policies, sum(p.written)::bigint as written, sum(p.earned)::bigint as earned
    from summed p ${names}
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
    select policy_id, sum(premium - earned)::bigint as amount
    from layers where security_id = ${party} and "end" > ${day}::date and not ${isVoid(ctx, day)}
    group by 1 having sum(premium - earned) <> 0)`;

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
type StoredPremium = Omit<Premium, 'policy' | 'endorsement'> & {
  policy_id: number;
  policy: string;
  endorsement_id: number | null;
  endorsement: string | null;
};

/** Whether a policy `p` or an endorsement of it that was booked by the day has premium: of a row of securities, of that one. */
function hasPremium({ by, asAt }: Grouped, key: string | undefined): RawBuilder<unknown> {
  const booked = sql`e.policy_id = p.id and e.status = 'APPROVED' and e.posted_on <= ${asAt}::date`;
  if (by !== 'security')
    return sql`(p.fac_premium <> 0 or exists (select 1 from endorsements e where ${booked} and e.fac_premium <> 0))`;
  const line = every([sql`l.share_premium <> 0`, when(key, ofId(sql`l.security_id`))]);
  return sql`(exists (select 1 from policy_lines l where l.policy_id = p.id and ${line})
    or exists (select 1 from endorsements e join endorsement_lines l on l.endorsement_id = e.id where ${booked} and ${line}))`;
}

/** A query of the first of the chosen policies with premium of a row, which come off the index of their numbers, a branch and a market at a time. */
const firstPolicies = (ctx: Ctx, grouped: Grouped, { key, currency, most }: Narrowed & { most: number }) => {
  const ofRow = grouped.by === 'security' ? undefined : when(key, KEY[grouped.by].is);
  return sql`
    with ${chosenPolicies(ctx, grouped)}
      select f.id from unnest(${[...ctx.scope]}::int[]) as branch (id) cross join unnest(${[...markets]}::text[]) as of (market) cross join lateral (
        select p.id, p.broker_reference from chosen p
        where ${every([
          sql`p.branch_id = branch.id and p.market = of.market`,
          hasPremium(grouped, key),
          ofRow,
          when(currency, (code) => sql`p.currency = ${code}`),
        ])}
        order by p.broker_reference limit ${most}) f
      order by f.broker_reference limit ${most}`;
};

/** The same, policy by policy and endorsement by endorsement: all of them, or of the first policies, among whose premiums the first premiums are. */
export function premiumsWritten(
  ctx: Ctx,
  grouped: Grouped,
  narrowed: Narrowed & { most?: number | undefined },
): RawBuilder<StoredPremium> {
  const of = KEY[grouped.by];
  const { key, currency, most } = narrowed;
  return sql<StoredPremium>`
    with ${most === undefined ? sql`` : sql`first as materialized (${firstPolicies(ctx, grouped, { key, currency, most })}),`}
    ${layersOf(ctx, grouped, most === undefined ? {} : { ids: sql`select id from first` })}
    select p.policy_id, p.broker_reference as policy, e.id as endorsement_id, e.number as endorsement, ${of.name} as name,
      p.start, p."end", p."end" - p.start + 1 as days, p.currency, p.premium as written, p.earned::bigint as earned
    from layers p ${of.names} left join endorsements e on e.id = p.endorsement_id
    where p.premium <> 0 and ${every([
      sql`true`,
      when(key, of.is),
      when(currency, (code) => sql`p.currency = ${code}`),
    ])}
    order by p.broker_reference, p.policy_id, p.approval, p.security_id`;
}

export const premiumOf = ({ policy_id, endorsement_id, ...row }: StoredPremium): Premium => ({
  ...row,
  policy: { id: policy_id, name: row.policy },
  endorsement: refOf(endorsement_id, row.endorsement),
});
