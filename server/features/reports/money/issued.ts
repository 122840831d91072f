import { type RawBuilder, sql } from 'kysely';
import type { Day } from '../../../../domain/values/day.ts';
import type { Ctx } from '../../../platform/http/context.ts';

/** Policies that were taken back on days by a condition on their entry `x`, as an array: they are few, and found once, so that several processes read the others. */
const takenBack = (ctx: Ctx, on: RawBuilder<unknown>): RawBuilder<unknown> => sql`array(
  select q.id from policies q join journal_entries x on x.source_kind = 'policy' and x.source_id = q.id and x.event = 'POLICY_DISABLED' and ${on}
  where q.branch_id = any(${[...ctx.scope]}::int[]) and q.status = 'DISABLED')`;

/**
 * Whether a note `n` of a placement or a claim counted at the end of a day, in the request's branches: one that is void
 * today counted until its policy was disabled. Notes of our own invoices are void by another way.
 */
export const issuedBy = (ctx: Ctx, day: Day): RawBuilder<unknown> => sql`
  n.branch_id = any(${ctx.scope}::int[]) and n.posted_on <= ${day}::date
    and (n.status = 'ISSUED' or n.policy_id is null or n.policy_id <> all(${takenBack(ctx, sql`x.day <= ${day}::date`)}))`;

/** Whether it counted at the end of a day, or of another one beside it. */
export const issuedByEither = (ctx: Ctx, { day, beside }: { day: Day; beside: Day | undefined }): RawBuilder<unknown> =>
  beside === undefined ? issuedBy(ctx, day) : sql`((${issuedBy(ctx, day)}) or (${issuedBy(ctx, beside)}))`;

/** The same of a policy `p`. */
export const bookedBy = (ctx: Ctx, day: Day): RawBuilder<unknown> => sql`
  p.branch_id = any(${[...ctx.scope]}::int[]) and p.posted_on <= ${day}::date
    and (p.status = 'APPROVED' or (p.status = 'DISABLED' and p.id = any(${takenBack(ctx, sql`x.day > ${day}::date`)})))`;
