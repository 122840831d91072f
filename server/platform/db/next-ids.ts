import { sql } from 'kysely';
import type { Database } from './pool.ts';

/**
 * The next ids of a sequence: what refers to rows that are not written yet is written without waiting for them. The count travels as an array, for
 * which the database plans once; for a figure it plans at every call.
 */
export async function nextIds(
  db: Database,
  sequence: 'journal_entries_id_seq' | 'notes_id_seq',
  count: number,
): Promise<number[]> {
  const places = Array.from({ length: count }, (_, index) => index);
  const { rows } = await sql<{ id: number }>`
    select nextval(${sql.lit(sequence)})::int as id from unnest(${places}::int[])`.execute(db);
  return rows.map(({ id }) => id);
}
