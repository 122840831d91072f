import { sql, type RawBuilder } from 'kysely';
import { searchKey } from '../../platform/http/lists.ts';

/** Whether a text column contains what is searched for, whatever its case and accents; for the few rows of a report. */
export function contains(column: string, wanted: string): RawBuilder<boolean> {
  const pattern = `%${searchKey(wanted).replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`lower(regexp_replace(normalize(${sql.ref(column)}, NFKD), '[\u0300-\u036f]', '', 'g')) like ${pattern}`;
}

/** Whether any of the columns contains it; null when nothing is searched for. */
export function anyContains(columns: readonly string[], wanted: string | undefined): RawBuilder<unknown> | null {
  if (wanted === undefined || searchKey(wanted) === '') return null;
  return sql`(${sql.join(
    columns.map((column) => sql`coalesce(${contains(column, wanted)}, false)`),
    sql` or `,
  )})`;
}
