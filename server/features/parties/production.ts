import { type RawBuilder, sql } from 'kysely';
import type { Day } from '../../../domain/values/day.ts';

export type PartySide = 'CLIENT' | 'REINSURER';

type Reach = {
  /** A query of the ids of parties. */
  parties: RawBuilder<unknown>;
  branches: readonly number[];
  since: Day;
  today: Day;
};

/** A part of an amount in base at booked rates: what a line is of its whole. */
const shareOf = (whole: 'p' | 'e') =>
  sql`coalesce(round(l.share_premium::numeric * ${sql.ref(`${whole}.base_fac_premium`)} / nullif(${sql.ref(`${whole}.fac_premium`)}, 0)), 0)::bigint`;

/**
 * What parties brought since a day, and their policies in force: by party the branch, the day of posting, the premium in base at
 * booked rates with endorsements, and whether it is a policy in force today. Of a security its lines.
 */
export function producedBy(side: PartySide, { parties, branches, since, today }: Reach): RawBuilder<unknown> {
  const own = sql`p.branch_id = any(${[...branches]}::int[]) and p.status = 'APPROVED'
    and (p.posted_on >= ${since}::date or p.cover_end_date >= ${today}::date)`;
  const inForce = sql`(p.insurance_start_date <= ${today}::date and p.cover_end_date >= ${today}::date)`;
  const endorsed = sql`e.branch_id = any(${[...branches]}::int[]) and e.status = 'APPROVED' and e.posted_on >= ${since}::date`;
  if (side === 'REINSURER')
    return sql`
      select l.security_id as party_id, p.branch_id, p.posted_on, ${inForce} as in_force, ${shareOf('p')} as base
      from policy_lines l join policies p on p.id = l.policy_id where l.security_id = any(array(${parties})) and ${own}
      union all
      select l.security_id, e.branch_id, e.posted_on, false, ${shareOf('e')}
      from endorsement_lines l join endorsements e on e.id = l.endorsement_id where l.security_id = any(array(${parties})) and ${endorsed}`;
  const named = [
    { party: sql`p.reinsured_id`, rest: sql`true` },
    { party: sql`p.insured_id`, rest: sql`p.endorsed_insured_id is null` },
    { party: sql`p.endorsed_insured_id`, rest: sql`true` },
  ];
  return sql.join(
    named.flatMap(({ party, rest }) => [
      sql`select ${party} as party_id, p.branch_id, p.posted_on, ${inForce} as in_force, coalesce(p.base_fac_premium, 0) as base
        from policies p where ${party} = any(array(${parties})) and ${rest} and ${own}`,
      sql`select ${party}, e.branch_id, e.posted_on, false, coalesce(e.base_fac_premium, 0)
        from endorsements e join policies p on p.id = e.policy_id where ${party} = any(array(${parties})) and ${rest} and ${endorsed}`,
    ]),
    sql` union all `,
  );
}
