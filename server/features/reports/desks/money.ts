import { sql, type RawBuilder } from 'kysely';
import type { Reply } from '../../../../domain/endpoint.ts';
import { agesTable } from '../../../../domain/reports/ageing.ts';
import { BUCKETS, type Bucket } from '../../../../domain/reports/buckets.ts';
import type { moneyDesk } from '../../../../domain/reports/desks.ts';
import { replyRow } from '../../../../domain/tables/table.ts';
import { sum } from '../../../../domain/values/money.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { ageIs } from '../money/aged.ts';
import { openByDueDay } from '../money/open-sums.ts';
import { releasedByDueDay } from '../money/released.ts';

type Aged = Record<Bucket, bigint> & { currency: string };
type Sent = Reply<typeof moneyDesk>['released'][number];

/** A column of each bucket over rows `o` with a due day. */
const buckets = (ctx: Ctx, value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(
    BUCKETS.map(
      (bucket) =>
        sql`coalesce(sum(${value}) filter (where ${ageIs(bucket, { day: ctx.today, item: sql`o` })}), 0)::bigint as ${sql.ref(bucket)}`,
    ),
  );

const sent = (row: Aged): Sent =>
  replyRow(agesTable, { ...row, total: sum(BUCKETS.map((bucket) => row[bucket])) }, row.currency);

/** Cash that no note has taken yet, by the days since it came. */
async function unallocatedByAge(ctx: Ctx): Promise<Sent[]> {
  const { rows } = await sql<Aged>`
    with ${openByDueDay(ctx, { day: ctx.today, functions: ['UNALLOCATED_CASH'] })}
    select o.currency, ${buckets(ctx, sql`-o.open`)} from (select due_on, currency, open, 'CASH' as function from by_due_day) o
    group by 1 having sum(o.open) <> 0 order by 1`.execute(ctx.db);
  return rows.map(sent);
}

/** What securities can be paid, as the release queue has it, by the days since it fell due. */
async function releasedByAge(ctx: Ctx): Promise<Sent[]> {
  const { rows } = await sql<Aged>`
    with ${releasedByDueDay(ctx, 'ON_NO_VOUCHER')}
    select o.currency, ${buckets(ctx, sql`o.amount`)} from (select due_on, currency, amount, 'PART' as function from released_days) o
    group by 1 having sum(o.amount) <> 0 order by 1`.execute(ctx.db);
  return rows.map(sent);
}

/** For who heads finance. */
export async function moneyDeskOf(ctx: Ctx): Promise<Reply<typeof moneyDesk>> {
  const unallocated = await unallocatedByAge(ctx);
  const released = await releasedByAge(ctx);
  // As the checklist of a month's end counts them.
  const { rows } = await sql<{ count: number; oldest: string | null }>`
    select count(*)::int as count, min(day) as oldest from bank_lines where live and not matched and day <= ${ctx.today}
      and (branch_id is null or branch_id = any(${ctx.scope}::int[]))`.execute(ctx.db);
  return { as_at: ctx.today, unallocated, released, bank_lines: rows[0] ?? { count: 0, oldest: null } };
}
