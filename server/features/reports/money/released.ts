import { type RawBuilder, sql } from 'kysely';
import type { Day } from '../../../../domain/values/day.ts';
import type { Ctx } from '../../../platform/http/context.ts';

/** Whether it is known what is released: it is worked out from what is settled now, not from what was on an earlier day. */
export const releaseKnown = (ctx: Ctx, day: Day): boolean => day >= ctx.today;

/** A query of credit notes: what of each is released and not paid yet; those without any of it have no row. M0. */
export const unpaidOf = (notes: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select part.credit_note_id as note_id, sum(part.released - part.paid)::bigint as unpaid
  from note_parts part where part.released > part.paid and part.credit_note_id in (${notes}) group by 1`;

/**
 * A common table expression `unpaid_by_due_day`: what is released of credit notes and not paid, by party, currency and the day on which it
 * falls due, the earliest first; from the sums that are kept, with what was touched since worked out anew.
 */
export function unpaidByDueDay(ctx: Ctx): RawBuilder<unknown> {
  const scope = sql`branch_id = any(${[...ctx.scope]}::int[])`;
  return sql`
    touched as materialized (select distinct note_id from released_touched where ${scope}),
    unpaid_by_due_day as (
      select party_id, currency, due_on, amount from released_sums where ${scope}
      union all
      select n.party_id, n.currency, n.due_on, -n.amount from touched t join released_notes n on n.note_id = t.note_id
      union all
      select party_id, currency, due_on, amount from released_by_due_day(array(select note_id from touched)))`;
}
