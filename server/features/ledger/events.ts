import { sql, type RawBuilder } from 'kysely';
import type { LedgerEvent } from '../../../domain/ledger/entries.ts';

/** Events to compare a column with, written out: the planner must see them to use an index that has theirs alone. */
export const eventsIn = (events: readonly LedgerEvent[]): RawBuilder<unknown> =>
  sql`(${sql.join(events.map((event) => sql.lit(event)))})`;
