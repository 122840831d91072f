import { sql, type RawBuilder } from 'kysely';
import { type Day, firstOfMonth, lastOfMonth } from '../../../../domain/values/day.ts';
import type { Ctx } from '../../../platform/http/context.ts';

/**
 * Common table expressions that end in `open_notes`: how many notes on reinsureds' accounts were open at the end of a day, and what those were of,
 * by party and currency. From the months that are kept, less the rest of the day's own; notes that are not folded yet are worked out anew.
 */
export function openNotesAt(ctx: Ctx, day: Day): RawBuilder<unknown> {
  const scope = sql`branch_id = any(${[...ctx.scope]}::int[])`;
  return sql`
    touched_notes as materialized (select distinct note_id from owed_touched where ${scope}),
    open_notes as (
      select party_id, currency, sum(notes)::int as notes, sum(amount)::bigint as amount from (
        select party_id, currency, notes, amount from owed_sums where ${scope} and month <= ${firstOfMonth(day)}::date
        union all
        select party_id, currency, -notes, -amount from owed_notes where ${scope} and day > ${day}::date and day <= ${lastOfMonth(day)}::date
        union all
        select o.party_id, o.currency, -o.notes, -o.amount from touched_notes t join owed_notes o on o.note_id = t.note_id where o.day <= ${day}::date
        union all
        select party_id, currency, notes, amount from owed_of(array(select note_id from touched_notes)) where day <= ${day}::date) kept
      group by 1, 2)`;
}
