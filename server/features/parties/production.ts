import { type RawBuilder, sql } from 'kysely';
import type { Day } from '../../../domain/values/day.ts';

export type PartySide = 'CLIENT' | 'REINSURER';

/**
 * The approved policies of a party `r` in branches, and its endorsements posted since a day: when, with which premium in base at
 * booked rates, and whether in force today. Of a security its lines. Each register finds its own by an index.
 */
export function producedBy(
  side: PartySide,
  { branches, since, today }: { branches: readonly number[]; since: Day; today: Day },
): RawBuilder<unknown> {
  const own = sql`p.branch_id = any(${[...branches]}::int[]) and p.status = 'APPROVED'`;
  const inForce = sql`(p.insurance_start_date <= ${today}::date and p.cover_end_date >= ${today}::date)`;
  const endorsed = sql`e.status = 'APPROVED' and e.posted_on >= ${since}::date`;
  const shareOf = (part: RawBuilder<unknown>, whole: RawBuilder<unknown>, base: RawBuilder<unknown>) =>
    sql`coalesce(round(${part}::numeric * ${base} / nullif(${whole}, 0)), 0)::bigint`;
  if (side === 'REINSURER')
    return sql`
      select p.posted_on, ${inForce} as in_force, ${shareOf(sql`l.share_premium`, sql`p.fac_premium`, sql`p.base_fac_premium`)} as base
      from policy_lines l join policies p on p.id = l.policy_id where l.security_id = r.id and ${own}
      union all
      select e.posted_on, false, ${shareOf(sql`l.share_premium`, sql`e.fac_premium`, sql`e.base_fac_premium`)}
      from endorsement_lines l join endorsements e on e.id = l.endorsement_id
      where l.security_id = r.id and e.branch_id = any(${[...branches]}::int[]) and ${endorsed}`;
  const named = [
    sql`p.reinsured_id = r.id`,
    sql`p.insured_id = r.id and p.endorsed_insured_id is null`,
    sql`p.endorsed_insured_id = r.id`,
  ];
  return sql.join(
    named.flatMap((names) => [
      sql`select p.posted_on, ${inForce} as in_force, coalesce(p.base_fac_premium, 0) as base from policies p where ${names} and ${own}`,
      sql`select e.posted_on, false, coalesce(e.base_fac_premium, 0) from policies p join endorsements e on e.policy_id = p.id
        where ${names} and ${own} and ${endorsed}`,
    ]),
    sql` union all `,
  );
}
