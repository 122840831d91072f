import { sql } from 'kysely';
import type { Instalment } from '../../../domain/placements/terms.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';

/** An instalment of a note with what is settled of it, in minor units of the note's currency. */
export type SettledInstalment = Instalment & { settled: bigint };

/**
 * The instalments of notes of the request's branches, by note, the first due first: as they are now, or with what was settled of
 * them by the end of a day.
 */
export async function schedulesOf(
  ctx: Ctx,
  notes: readonly number[],
  day: Day = ctx.today,
): Promise<ReadonlyMap<number, readonly SettledInstalment[]>> {
  const { rows } = await sql<SettledInstalment & { note_id: number }>`
    select i.note_id, i.sequence, i.due_on as "dueOn", i.amount, i.amount - i.outstanding - coalesce(l.amount, 0) as settled
    from open_items i left join lateral (
      select sum(s.amount)::bigint as amount from settlements s where s.item_id = i.id and s.day > ${day}::date) l on true
    where i.note_id = any(${[...new Set(notes)]}::int[]) and i.branch_id = any(${[...ctx.scope]}::int[]) order by i.due_on, i.sequence`.execute(
    ctx.db,
  );
  return Map.groupBy(rows, (item) => item.note_id);
}
