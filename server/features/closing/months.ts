import { sql } from 'kysely';
import { AppError } from '../../../domain/errors.ts';
import { lastOfMonth, monthKey, type Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';

/** Refuses what is done at a month’s end while it has not ended. */
export function assertEnded(ctx: Ctx, month: Day, action = 'closing it'): void {
  if (lastOfMonth(month) >= ctx.today)
    throw new AppError('WRONG_STATE', { status: 'a month that has not ended', action });
}

/** Months between two days in which something is booked, as the daily balances have it, and which are not closed. */
export async function openMonths(ctx: Ctx, span: { first?: Day; last: Day }): Promise<Day[]> {
  const { rows } = await sql<{ month: Day }>`
    select month from (
      select distinct date_trunc('month', day)::date as month from daily_balances
      where day <= ${span.last}::date ${span.first ? sql`and day >= ${span.first}::date` : sql``} and branch_id = any(${ctx.scope}::int[])) m
    where not exists (select 1 from closed_periods c where c.month = m.month)
    order by 1`.execute(ctx.db);
  return rows.map((row) => row.month);
}

/** Closes a month that is open; says whether it was. */
export async function keepClosed(ctx: Ctx, month: Day): Promise<boolean> {
  const made = await ctx.db
    .insertInto('closed_periods')
    .values({ month, closed_by: ctx.user.id, closed_at: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('month')
    .executeTakeFirst();
  if (!made) return false;
  // The trail has whole numbers for ids: a month is 202603.
  const facts = { month: month.slice(0, 7) };
  await ctx.audit({ entity: 'period', entityId: monthKey(month), action: 'closed', facts });
  return true;
}

/**
 * Does what posts into a month that may be closed, and leaves it as it was. The caller holds the month (`lockMonth`), so
 * nobody sees it open meanwhile.
 */
export async function whileOpen(ctx: Ctx, month: Day, work: () => Promise<unknown>): Promise<void> {
  const closed = await ctx.db
    .deleteFrom('closed_periods')
    .where('month', '=', month)
    .returning(['month', 'closed_by', 'closed_at'])
    .executeTakeFirst();
  await work();
  if (closed) await ctx.db.insertInto('closed_periods').values(closed).execute();
}
