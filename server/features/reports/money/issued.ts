import { type RawBuilder, sql } from 'kysely';
import type { Day } from '../../../../domain/values/day.ts';
import type { Ctx } from '../../../platform/http/context.ts';

/** Whether a policy `of` was disabled, and its notes made void, by the end of a day. */
const disabledBy = (
  policy: RawBuilder<unknown>,
  day: Day,
): RawBuilder<unknown> => sql`exists (select 1 from journal_entries e
  where e.source_kind = 'policy' and e.source_id = ${policy} and e.event = 'POLICY_DISABLED' and e.day <= ${day}::date)`;

/**
 * Whether a note `n` of a placement or a claim counted at the end of a day, in the request's branches: one that is void
 * today counted until its policy was disabled. Notes of our own invoices are void by another way.
 */
export const issuedBy = (ctx: Ctx, day: Day): RawBuilder<unknown> => sql`
  n.branch_id = any(${ctx.scope}::int[]) and n.posted_on <= ${day}::date
    and (n.status = 'ISSUED' or not ${disabledBy(sql`n.policy_id`, day)})`;

/**
 * The same of a policy `p`. Those that were taken back since are few, and found once, so that several processes read the others.
 */
export const bookedBy = (ctx: Ctx, day: Day): RawBuilder<unknown> => sql`
  p.branch_id = any(${[...ctx.scope]}::int[]) and p.posted_on <= ${day}::date
    and (p.status = 'APPROVED' or (p.status = 'DISABLED' and p.id = any(array(
      select q.id from policies q join journal_entries x on x.source_kind = 'policy' and x.source_id = q.id and x.event = 'POLICY_DISABLED' and x.day > ${day}::date
      where q.branch_id = any(${[...ctx.scope]}::int[]) and q.status = 'DISABLED'))))`;
