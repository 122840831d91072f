import { sql, type RawBuilder } from 'kysely';
import { addDays, addMonths, type Day, firstOfMonth, lastOfMonth } from '../../../../domain/values/day.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { type Condition, every } from '../../../platform/http/lists.ts';

type Span = { from: Day; to: Day };

const FIGURES = sql`policies, fac_premium, brokerage, base_fac_premium, base_brokerage`;
const BY = sql`branch_id, month, currency, cover_type_id, reinsured_id, producer_id, market, type`;

/**
 * A common table expression `made`: production of whole months by branch, month, currency and what reports group it by, from the sums that are kept.
 * A row may come in parts.
 */
export function madeIn(ctx: Ctx, { from, to }: Span): RawBuilder<unknown> {
  if (from !== firstOfMonth(from) || to !== lastOfMonth(to)) throw new Error('Production is kept by whole months.');
  const kept = sql`branch_id = any(${[...ctx.scope]}::int[]) and month between ${from}::date and ${to}::date`;
  return sql`made as (
    select ${BY}, ${FIGURES} from production_months where ${kept}
    union all select ${BY}, ${FIGURES} from production_changes where ${kept})`;
}

/** Which production alone, as conditions on sums that are kept `p` and on production `t`; undefined: all of it. */
type Which = Record<'kept' | 'made', Condition>;

/**
 * A common table expression `made` of any days, by month and currency alone: months that are not whole are read row by row, but of the month that
 * runs what is kept counts, less what is booked ahead of its last day. Of all production the sums of months are kept without what reports group it by.
 */
export function madeBetween(ctx: Ctx, { from, to }: Span, which?: Which): RawBuilder<unknown> {
  const first = from === firstOfMonth(from) ? from : addMonths(firstOfMonth(from), 1);
  const whole = to === lastOfMonth(to) || to === ctx.today;
  const last = whole ? lastOfMonth(to) : addDays(firstOfMonth(to), -1);
  const days = (span: Span, sign = sql``) => sql`
    select date_trunc('month', posted_on)::date as month, currency, ${sign}policies as policies,
      ${sign}fac_premium, ${sign}brokerage, ${sign}base_fac_premium, ${sign}base_brokerage
    from production t where branch_id = any(${[...ctx.scope]}::int[]) and ${every([sql`posted_on between ${span.from} and ${span.to}`, which?.made])}`;
  if (first > last) return sql`made as (${days({ from, to })})`;
  const ends = [
    ...(from < first ? [days({ from, to: addDays(first, -1) })] : []),
    ...(last < to ? [days({ from: addDays(last, 1), to })] : []),
    ...(last > to ? [days({ from: addDays(to, 1), to: last }, sql`-`)] : []),
  ];
  const kept = sql`branch_id = any(${[...ctx.scope]}::int[]) and ${every([sql`month between ${first}::date and ${last}::date`, which?.kept])}`;
  return sql`made as (
    select month, currency, ${FIGURES} from ${sql.table(which?.kept ? 'production_months' : 'production_totals')} p where ${kept}
    union all select month, currency, ${FIGURES} from production_changes p where ${kept}
    ${sql.join(
      ends.map((end) => sql`union all ${end}`),
      sql` `,
    )})`;
}
