import { type RawBuilder, sql } from 'kysely';

/**
 * The first of two ids, the other where there is none: `coalesce` to join by. Behind row-level security the planner looks up by an index only what it
 * knows to leak nothing, and does not know it of `coalesce`: a table that is joined by one is read whole.
 */
export const eitherId = (first: string, other: string): RawBuilder<number | null> =>
  sql`case when ${sql.ref(first)} is not null then ${sql.ref(first)} else ${sql.ref(other)} end`;
