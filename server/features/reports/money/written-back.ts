import { type RawBuilder, sql } from 'kysely';
import type { Day } from '../../../../domain/values/day.ts';
import type { Ctx } from '../../../platform/http/context.ts';

/**
 * The entries by which premium that cannot be collected was written back, and those that took that back, in the request's branches, as an array: they are few.
 * Such premium reduces a note and never settles it: nobody paid it. G9, M3.
 */
export const writtenBackBy = (ctx: Ctx): RawBuilder<unknown> => sql`array(
  select e.id from adjustments a join journal_entries e on e.source_kind = 'adjustment' and e.source_id = a.id
  where a.branch_id = any(${[...ctx.scope]}::int[]) and a.kind = 'UNCOLLECTABLE' and a.status in ('APPROVED', 'REVERSED'))`;

/** A common table expression `written_back`: what of each note was so by the end of a day, signed as its items are. */
export const writtenBack = (ctx: Ctx, day: Day): RawBuilder<unknown> => sql`
  written_back as materialized (
    select i.note_id, sum(s.amount)::bigint as amount from settlements s join open_items i on i.id = s.item_id
    where s.entry_id = any(${writtenBackBy(ctx)}) and s.day <= ${day}::date group by 1 having sum(s.amount) <> 0)`;
