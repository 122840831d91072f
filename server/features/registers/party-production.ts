import { type RawBuilder, sql } from 'kysely';
import { addMonths, type Day, firstOfMonth } from '../../../domain/values/day.ts';

type Reach = {
  /** A query of the ids of parties. */
  parties: RawBuilder<unknown>;
  branches: readonly number[];
};

const among = ({ parties, branches }: Reach) =>
  sql`branch_id = any(${[...branches]}::int[]) and party_id = any(array(${parties}))`;

/**
 * What parties brought, with endorsements, from one month to another: by party, branch and month, the premium in base at booked rates; of a
 * security its lines. From the sums that are kept; a row may come in parts.
 */
export const premiumBetween = (reach: Reach, { from, to }: { from: Day; to: Day }): RawBuilder<unknown> => {
  const [first, last] = [firstOfMonth(from), firstOfMonth(to)];
  return sql`
    select party_id, branch_id, month, premium as base from party_months
    where ${among(reach)} and month between ${first}::date and ${last}::date
    union all
    select party_id, branch_id, date_trunc('month', posted_on)::date, premium from party_changes
    where ${among(reach)} and posted_on >= ${first}::date and posted_on < ${addMonths(last, 1)}::date`;
};

/** How many of the parties' policies are in force on a day, by party; a row may come in parts. */
export const inForceOn = (reach: Reach, day: Day): RawBuilder<unknown> => sql`
  select party_id, in_force from party_months where ${among(reach)} and month < ${firstOfMonth(day)}::date
  union all
  select party_id, in_force from party_days where ${among(reach)} and day between ${firstOfMonth(day)}::date and ${day}::date
  union all
  select party_id, case when ends_on < ${day}::date then 0 else policies end from party_changes where ${among(reach)} and starts_on <= ${day}::date`;
