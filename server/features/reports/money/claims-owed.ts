import { type RawBuilder, sql } from 'kysely';
import type { Day } from '../../../../domain/values/day.ts';
import type { Ctx } from '../../../platform/http/context.ts';

/** Where claims that securities have not paid are read. */
type Uncollected = {
  /** `open_at` has the claims of every security too: what they have not paid is read there, and not looked up claim by claim. */
  together?: boolean;
  /** A condition on the item `o` that leaves out others: of a party that is not asked for. */
  asked?: RawBuilder<unknown>;
};

/**
 * Common table expressions behind `openAt` with claims payable that end in `claims_at`: what is owed to reinsureds for each
 * claim invoice at the end of a day, and how much of that its security has paid. What it has not paid is `to_come`, and
 * due to nobody yet. M12, C5.
 */
export function claimsAt(
  ctx: Ctx,
  day: Day,
  { together = false, asked = sql`true` }: Uncollected = {},
): RawBuilder<unknown> {
  const uncollected = together
    ? sql`select note_id, sum(open)::bigint as open from open_at where function = 'CLAIMS_RECOVERABLE' group by 1`
    : sql`
    select i.note_id, sum(i.outstanding + coalesce(l.amount, 0))::bigint as open
    from open_items i left join later l on l.item_id = i.id
    where i.note_id in (select claim_note_id from owed) and i.branch_id = any(${ctx.scope}::int[]) and i.opened_on <= ${day}::date
    group by 1`;
  return sql`
  owed as materialized (
    select o.*, x.debit_note_id as claim_note_id from open_at o join note_parts x on x.id = o.part_id
    where o.function = 'CLAIMS_PAYABLE' and o.open <> 0 and ${asked}),
  uncollected as (${uncollected}),
  claims_at as (
    select w.*, greatest(-w.open - coalesce(u.open, 0), 0)::bigint as collected, least(-w.open, coalesce(u.open, 0))::bigint as to_come
    from owed w left join uncollected u on u.note_id = w.claim_note_id)`;
}
