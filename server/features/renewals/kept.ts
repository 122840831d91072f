import { sql, type RawBuilder } from 'kysely';
import type { Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { every, type Condition } from '../../platform/http/lists.ts';

export type Range = { startdate: Day; enddate: Day };

/**
 * A common table expression `expiring`: what expires in a range in the caller's branches, by day, market, currency and how far its renewal is, with the
 * reason why it is not renewed; premium in minor units, in base each at its own day's rate. From the sums that are kept, called `t` for a condition.
 * A row may come in parts. §7 renewal.
 */
export function expiringIn(ctx: Ctx, { startdate, enddate }: Range, further?: Condition): RawBuilder<unknown> {
  const kept = every([
    sql`t.branch_id = any(${[...ctx.scope]}::int[]) and t.day between ${startdate}::date and ${enddate}::date`,
    further,
  ]);
  const from = (table: string) => sql`
    select t.day, t.market, t.currency, t.state, t.reason, t.policies, t.fac_premium, t.base_fac_premium
    from ${sql.table(table)} t where ${kept}`;
  return sql`expiring as (${from('expiry_days')} union all ${from('expiry_changes')})`;
}
