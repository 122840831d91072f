import { sql, type RawBuilder } from 'kysely';
import type { SettledInstalment } from '../../../domain/placements/instalments.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';

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

/** When the oldest of what is open of a note falls due, by the name of its row in a query; of one that is settled, when its first instalment did. */
export const dueNow = (note: string): RawBuilder<Day> => sql<Day>`coalesce(
  (select min(x.due_on) from open_items x where x.note_id = ${sql.ref(`${note}.id`)} and x.outstanding <> 0), ${sql.ref(`${note}.due_on`)})`;

/**
 * Whether something of what the warranty of a note asks for is open at the end of a day: `openUnderWarranty` as a condition, which tests
 * hold against it. `note` and `by`, the warranty's day, are columns of the query around it. §2.
 */
export const shortOfWarranty = (
  ctx: Ctx,
  { note, by, day }: { note: RawBuilder<number>; by: RawBuilder<Day>; day: Day },
): RawBuilder<boolean> => sql<boolean>`(
  select sum(s.outstanding + s.later) filter (where s.place = 1 or s.due_on <= ${by}) > 0 from (
    select s.outstanding, s.due_on, row_number() over (order by s.due_on, s.sequence) as place,
      coalesce((select sum(x.amount) from settlements x where x.item_id = s.id and x.day > ${day}::date), 0) as later
    from open_items s where s.note_id = ${note} and s.amount <> 0 and s.branch_id = any(${[...ctx.scope]}::int[])) s)`;
