import { sql } from 'kysely';
import { AppError } from '../../../domain/errors.ts';
import { firstOfMonth, monthKey, showMonth, type Day } from '../../../domain/values/day.ts';
import { send, type Database } from '../../platform/db/pool.ts';
import type { Ctx } from '../../platform/http/context.ts';

// The class of the advisory locks of the months; key 0 is for the books as a whole.
const BOOKS_LOCK = 7_214;

/**
 * Refuses to post into a closed month, and keeps the months open until the commit: closing one waits for all who post
 * into it, and a later posting finds it closed. The same for the base currency. Throws PERIOD_CLOSED, STALE. §8.
 */
export async function assertPeriodsOpen(ctx: Ctx, days: readonly Day[]): Promise<void> {
  const months = [...new Set(days.map(firstOfMonth))].toSorted();
  // A statement of its own: the next one must see what was committed while this one waited.
  await send(
    ctx.db,
    sql`select pg_advisory_xact_lock_shared(${BOOKS_LOCK}, key) from unnest(${[0, ...months.map(monthKey)]}::int[]) as key`,
  );
  const { rows } = await sql<{ base: string; month: Day | null }>`
    select f.base_currency as base, (select min(month) from closed_periods where month = any(${months}::date[])) as month from firm f`.execute(
    ctx.db,
  );
  const [now] = rows;
  if (now?.month) throw new AppError('PERIOD_CLOSED', { month: showMonth(now.month) });
  if (now?.base !== ctx.firm.baseCurrency) throw new AppError('STALE');
}

/** Waits for postings into a month to finish and keeps new ones out until the commit. */
export async function lockMonth(db: Database, month: Day): Promise<void> {
  await sql`select pg_advisory_xact_lock(${BOOKS_LOCK}, ${monthKey(month)})`.execute(db);
}

/** The same for the books as a whole, before the base currency changes. */
export async function lockBooks(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${BOOKS_LOCK}, 0)`.execute(db);
}
