import { sql, type RawBuilder } from 'kysely';
import { searchKey } from './lists.ts';

/** Whether a text column contains what is searched for, whatever its case and accents; for the few rows of a report. */
export function columnContains(column: string, search: string): RawBuilder<boolean> {
  const pattern = `%${searchKey(search).replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`folded(${sql.ref(column)}) like ${pattern}`;
}

/** Whether any of the columns contains it; null when nothing is searched for. */
export function anyContains(columns: readonly string[], search: string | undefined): RawBuilder<unknown> | null {
  if (search === undefined || searchKey(search) === '') return null;
  return sql`(${sql.join(
    columns.map((column) => sql`coalesce(${columnContains(column, search)}, false)`),
    sql` or `,
  )})`;
}
