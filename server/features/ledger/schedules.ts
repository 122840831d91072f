import { sql } from 'kysely';
import type { Instalment } from '../../../domain/placements/terms.ts';
import type { Ctx } from '../../platform/http/context.ts';

/** An instalment of a note with what is settled of it, in minor units of the note's currency. */
export type SettledInstalment = Instalment & { settled: bigint };

/** The instalments of notes of the request's branches as they are now, by note, the first due first. */
export async function schedulesOf(
  ctx: Ctx,
  notes: readonly number[],
): Promise<ReadonlyMap<number, readonly SettledInstalment[]>> {
  const { rows } = await sql<SettledInstalment & { note_id: number }>`
    select note_id, sequence, due_on as "dueOn", amount, amount - outstanding as settled from open_items
    where note_id = any(${[...new Set(notes)]}::int[]) and branch_id = any(${[...ctx.scope]}::int[]) order by due_on, sequence`.execute(
    ctx.db,
  );
  return Map.groupBy(rows, (item) => item.note_id);
}
