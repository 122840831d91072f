import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../platform/http/context.ts';

/** A query of the debit notes of which something may be held back: few. */
export const heldNotes = (ctx: Ctx): RawBuilder<unknown> => sql`
  select distinct h.debit_note_id from note_parts h
  where h.branch_id = any(${[...ctx.scope]}::int[]) and (h.due_back > 0 or h.committed > h.released + h.advanced)`;

/** A query of the parts of which something is held back for what others of their notes were paid too much: worked out for those few notes alone. M0. */
const heldBack = (ctx: Ctx): RawBuilder<unknown> => sql`
  select r.part_id, r.held_back from part_releases(array(${heldNotes(ctx)})) r where r.held_back > 0`;

/** After notes `w` with what is open of them in all and not due yet, and what is unpaid of them, `r`: as `x`, what of the whole is released, and what is due. */
export const REACHED = sql`
  cross join lateral (select least(coalesce(r.unpaid, 0), greatest(w.total, 0)) as released, greatest(least(w.total, w.total - w.not_due), 0) as due) x`;

/** A query of credit notes: what of each is released after what is held back, and not paid yet; those without any of it have no row. M0. */
export const unpaidOf = (ctx: Ctx, notes: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select part.credit_note_id as note_id, sum(greatest(part.released - part.paid - coalesce(held.held_back, 0), 0))::bigint as unpaid
  from note_parts part left join (${heldBack(ctx)}) held on held.part_id = part.id
  -- Read by their keys in the order of these, however many there are.
  where part.released > part.paid and part.credit_note_id = any(array(${notes})) group by 1`;

/** Parts that premium vouchers have ordered to be paid, and nobody has paid yet. */
const ordered = (ctx: Ctx): RawBuilder<unknown> => sql`
  select i.part_id from vouchers v join voucher_items i on i.voucher_id = v.id
  where v.branch_id = any(${[...ctx.scope]}::int[]) and v.status in ('PENDING', 'APPROVED') and v.kind = 'PREMIUM'`;

/** What of a note is still said to be released: all that is not paid, or what is on no voucher either, as the release queue has it. */
type Released = 'UNPAID' | 'ON_NO_VOUCHER';

/**
 * Common table expressions that end in `released_days`: what is released of credit notes after what is held back, by party, currency and the day on
 * which it falls due, the earliest first. From the sums that are kept, with what was touched since worked out anew; of a note of
 * which not all is left, vouchers pay what is due first, and what is held back is due last.
 */
export function releasedByDueDay(ctx: Ctx, what: Released = 'UNPAID'): RawBuilder<unknown> {
  const scope = sql`branch_id = any(${[...ctx.scope]}::int[])`;
  const [taken, others] =
    what === 'UNPAID'
      ? [sql`p.paid`, sql``]
      : [sql`greatest(p.paid, p.committed)`, sql`union select part_id from (${ordered(ctx)}) o`];
  return sql`
    touched as materialized (select distinct note_id from released_touched where ${scope}),
    held as materialized (${heldBack(ctx)}),
    lessened as materialized (
      select p.credit_note_id as note_id, sum(greatest(least(p.released, ${taken}) - p.paid, 0)) as ordered,
        sum(greatest(p.released - ${taken} - coalesce(h.held_back, 0), 0)) as is_left
      from note_parts p left join held h on h.part_id = p.id
      -- Read by their keys, of which the planner takes an array to have few.
      where p.credit_note_id = any(array(
        select x.credit_note_id from note_parts x where x.id = any(array(select part_id from held ${others})) and x.credit_note_id is not null))
      group by 1),
    reached as (
      select d.party_id, d.currency, d.due_on, d.amount, l.ordered, l.is_left,
        sum(d.amount) over (partition by d.note_id, d.party_id order by d.due_on) as until
      from released_by_due_day(array(select note_id from lessened)) d join lessened l on l.note_id = d.note_id),
    released_days as (
      select party_id, currency, due_on, amount from released_sums where ${scope}
      union all
      select n.party_id, n.currency, n.due_on, -n.amount from touched t join released_notes n on n.note_id = t.note_id
      union all
      select party_id, currency, due_on, amount from released_by_due_day(array(select note_id from touched))
      union all
      select party_id, currency, due_on, (greatest(least(until, ordered + is_left) - greatest(until - amount, ordered), 0) - amount)::bigint from reached)`;
}
