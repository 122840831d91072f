import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import type { Decoded } from '../../../../domain/endpoint.ts';
import { besideOn } from '../../../../domain/reports/beside.ts';
import {
  exposedPolicies as exposedCall,
  exposedTable,
  EXPOSURE_LABELS,
  OF_CHANGE,
} from '../../../../domain/reports/exposure.ts';
import type { Values } from '../../../../domain/tables/table.ts';
import { addDays, type Day, writtenDay } from '../../../../domain/values/day.ts';
import { idText } from '../../../../domain/wire.ts';
import { every, when } from '../../../platform/http/lists.ts';
import { besideFact } from '../../../platform/exports/facts.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { firstOfQuery, report } from '../report.ts';
import { GROUPED, groupOf, inForce, overlapping, PLACED, placedBy } from './exposure.ts';

type Input = Decoded<typeof exposedCall>;
type Stored = Omit<Values<typeof exposedTable>, 'policy'> & { policy_id: number; policy: string };

const dayOf = (ctx: Ctx, { query }: Input): Day => query.asat ?? ctx.today;
const besideOf = (ctx: Ctx, input: Input): Day | undefined => besideOn(input.query.beside, dayOf(ctx, input));

/** The security that it is of; a row's key that is no number is no security's. */
const securityOf = ({ query: { by, key } }: Input): number | undefined =>
  by === 'security' ? z.safeDecode(idText, key ?? '').data : undefined;

/** Which policies in force `p` it is of. */
function narrowedBy(input: Input): RawBuilder<unknown> | undefined {
  const { query } = input;
  return every([
    sql`true`,
    // A security's own policies are all that are there.
    when(securityOf(input) === undefined ? query.key : undefined, GROUPED[groupOf(input)].is),
    when(query.currency, (code) => sql`p.currency = ${code}`),
    when(query.policy, (id) => sql`p.id = ${id}`),
  ]);
}

/** Read of the rows that are shown alone, once they are in order. */
const nameOf = (party: string) => sql`(select name from parties where id = p.${sql.ref(party)})`;
const userOf = (user: RawBuilder<unknown>) => sql`(select name from users where id = ${user})`;

const inForceOn = (ctx: Ctx, input: Input) => {
  const of = GROUPED[groupOf(input)];
  return sql<Stored>`
  with ${inForce(ctx, dayOf(ctx, input))}
  select p.id as policy_id, p.broker_reference as policy, p.current_insured_id as insured_id, ${nameOf('current_insured_id')} as insured, p.reinsured_id,
    ${nameOf('reinsured_id')} as reinsured, ${of.name} as name, p.cover_end_date as ends, p.currency, p.insured_sum as sum_insured, ${PLACED} as exposure,
    null::bigint as beside, null::bigint as change, null::text as why, null::text as changed_by, null::text as change_approved_by
  from ${placedBy(groupOf(input), securityOf(input))} p ${of.names}
  where ${narrowedBy(input)}
  order by p.broker_reference, p.id, p.security_id`;
};

/** What is placed of policies on a day, as columns of its own. */
const placedOn = (ctx: Ctx, input: Input, day: Day) => {
  const of = GROUPED[groupOf(input)];
  return sql`(
    with ${inForce(ctx, day)}
    select p.id, coalesce(p.security_id, 0) as security_id, ${of.name} as name, p.insured_sum, ${PLACED} as placed
    from ${placedBy(groupOf(input), securityOf(input))} p ${of.names} where ${narrowedBy(input)})`;
};

/**
 * What was booked of a policy `p` between two days, or came into effect: its own noting, and its endorsements, the last of them by whom; of cover that only
 * began or ended, who wrote the policy.
 */
const whyChanged = (other: Day, day: Day): RawBuilder<unknown> => {
  const [earlier, later] = other < day ? [other, day] : [day, other];
  const within = (of: RawBuilder<unknown>) => sql`${of} between ${addDays(earlier, 1)}::date and ${later}::date`;
  return sql`
    select upper(left(said.what, 1)) || substr(said.what, 2) as why,
      coalesce(e.made_by, p.made_by) as made_by, coalesce(e.decided_by, p.decided_by) as decided_by
    from (select string_agg(n.number, ', ' order by n.approval) as numbers, (array_agg(n.made_by order by n.approval desc))[1] as made_by,
        (array_agg(n.decided_by order by n.approval desc))[1] as decided_by
      from endorsements n where n.policy_id = p.id and n.status = 'APPROVED'
        and (${within(sql`n.posted_on`)} or ${within(sql`n.effective_date`)})) e
    cross join lateral (select coalesce(nullif(concat_ws(', ', case when ${within(sql`p.posted_on`)} then 'noted' end, e.numbers,
        case when p.status = 'DISABLED' then 'taken back' end,
        case when ${within(sql`p.insurance_start_date`)} then 'cover began' end,
        case when ${within(sql`p.cover_end_date + 1`)} then 'cover ended' end), ''), 'another security') as what) said`;
};

/** The policies, or lines of them, of which there is more or less than on the other day. */
const changedSince = (ctx: Ctx, input: Input, { other, most }: { other: Day; most: number | undefined }) => {
  const day = dayOf(ctx, input);
  return sql<Stored>`
  with moved as (
    select m.id, m.security_id, min(m.name) as name, sum(m.insured_sum)::bigint as sum_insured, sum(m.placed)::bigint as exposure, sum(m.beside)::bigint as beside
    from (
      select id, security_id, name, insured_sum, placed, 0 as beside from ${placedOn(ctx, input, day)} this_day
      union all select id, security_id, name, 0, 0, placed from ${placedOn(ctx, input, other)} other_day) m
    group by 1, 2 having sum(m.placed) <> sum(m.beside))
  select p.id as policy_id, p.broker_reference as policy, p.current_insured_id as insured_id, ${nameOf('current_insured_id')} as insured, p.reinsured_id,
    ${nameOf('reinsured_id')} as reinsured, p.name, p.cover_end_date as ends, p.currency, p.sum_insured, p.exposure, p.beside,
    p.exposure - p.beside as change, w.why, ${userOf(sql`w.made_by`)} as changed_by, ${userOf(sql`w.decided_by`)} as change_approved_by
  from (
    -- Why is asked of what is shown alone.
    select p.id, p.broker_reference, p.current_insured_id, p.reinsured_id, p.insurance_start_date, p.cover_end_date, p.currency, p.status, p.posted_on,
      p.made_by, p.decided_by, m.security_id, m.name, m.sum_insured, m.exposure, m.beside
    from moved m join policies p on p.id = m.id order by p.broker_reference, p.id, m.security_id
    ${most === undefined ? sql`` : sql`limit ${most}`}) p cross join lateral (${whyChanged(other, day)}) w
  order by p.broker_reference, p.id, p.security_id`;
};

const exposedQuery = (ctx: Ctx, input: Input, most?: number): RawBuilder<Stored> => {
  const other = besideOf(ctx, input);
  return other === undefined ? inForceOn(ctx, input) : changedSince(ctx, input, { other, most });
};

const exposedOf = ({ policy_id: id, ...row }: Stored): Values<typeof exposedTable> => ({
  ...row,
  policy: { id, name: row.policy },
});

/** The policies behind a row of the exposure; beside another day those that made the difference. */
export const exposedReport = report({
  endpoint: exposedCall,
  table: exposedTable,
  name: 'exposure-policies',
  title: 'Policies in force',
  period: (ctx, input) => `As at ${writtenDay(dayOf(ctx, input))}`,
  facts: (ctx, input) => {
    const beside = besideOf(ctx, input);
    return [besideFact(beside)];
  },
  leaves: ({ beside }) => (beside === undefined ? OF_CHANGE : []),
  unsummed: (query) => (query.key === undefined ? overlapping(query) : []),
  headings: (query) => ({ name: EXPOSURE_LABELS[groupOf({ query })] }),
  ...firstOfQuery({ table: exposedTable, query: exposedQuery, row: exposedOf }),
});
