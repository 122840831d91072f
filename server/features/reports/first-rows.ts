import { replyRow, type Columns, type Table, type Values } from '../../../domain/tables/table.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { inTurns } from '../../platform/turns.ts';

/** More rows than a screen shows; totals and exports have all of them. */
export const MOST = 5_000;

/**
 * Of rows that are read, one more than a screen shows at most: those that it shows, as they travel, and whether there are more. While they are written out
 * the database answers what else was asked.
 */
export async function firstShown<C extends Columns, Stored>(
  ctx: Ctx,
  read: readonly Stored[] | Promise<readonly Stored[]>,
  { table, rowOf }: { table: Table<C>; rowOf: (stored: Stored) => Values<Table<C>> },
) {
  const base = ctx.firm.baseCurrency;
  const rows = await read;
  return {
    data: await inTurns(rows.slice(0, MOST), (row) => replyRow(table, rowOf(row), base)),
    ...(rows.length > MOST && { more: true }),
  };
}
