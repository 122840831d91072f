import { type RawBuilder, sql } from 'kysely';
import type { Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { PAYING_PARTS, PAYMENTS } from './parts-at.ts';
import { cameBackAt, partsReleasedAt } from './parts-released.ts';

/**
 * Common table expressions that end in `ahead`: by note or claim, what managers let vouchers pay of its parts ahead of what was released of them
 * (`paid`), was not released by the end of the day, and has not been made good (`amount`). It lacks in the bank whatever else lies there for
 * others of the note or the claim: the two are never set against one another. `moved` is a query of what moved for notes and claims
 * until the day. Where all that was paid lacks anyway, nothing counts apart. C6, M17, product.md §3.
 */
export const aheadAt = (ctx: Ctx, { day, moved }: { day: Day; moved: RawBuilder<unknown> }): RawBuilder<unknown> => sql`
  advanced as materialized (
    select p.id, p.debit_note_id, p.party_id, p.due_back, p.released, x.paid, x.advanced
    from (select distinct part_id from voucher_items where advanced > 0 and branch_id = any(${[...ctx.scope]}::int[])) i
    join note_parts p on p.id = i.part_id
    cross join lateral (
      select p.paid_before + sum(m.amount) as paid, sum(m.advanced) as advanced from ${PAYMENTS} m
      join journal_entries e on e.source_kind = m.kind and e.source_id = m.source and e.event in ${PAYING_PARTS}
        and e.reverses_id is null and e.day <= ${day}::date
      where m.part_id = p.id and not exists (select from journal_entries b where b.reverses_id = e.id and b.day <= ${day}::date)) x
    where x.advanced > 0),
  ${
    day >= ctx.today
      ? sql`parts_released as (select id, released from advanced)`
      : partsReleasedAt(sql`select debit_note_id from advanced`, day)
  },
  paid_ahead as (
    select coalesce(n.claim_id, 0) as claim_id, case when n.claim_id is null then n.id else 0 end as note_id, n.branch_id, n.currency, n.purpose = 'FEE' as is_fee,
      sum(least(a.advanced, greatest(a.paid - r.released - case when a.due_back = 0 then 0 else coalesce((${cameBackAt(day)}), 0) end, 0))) as paid
    from advanced a join parts_released r on r.id = a.id join notes n on n.id = a.debit_note_id group by 1, 2, 3, 4, 5),
  ahead as materialized (
    select p.*, m.bank_id, m.made_good, (p.paid - m.made_good)::bigint as amount from paid_ahead p
    cross join lateral (
      select coalesce((array_agg(k.bank_id order by k.day desc) filter (where k.paid > 0))[1], 0) as bank_id, greatest(sum(k.made_good), 0) as made_good,
        sum(k.received - k.paid + k.made_good) as in_hand
      from (${moved}) k where (k.claim_id, k.note_id) = (p.claim_id, p.note_id)) m
    where p.paid > m.made_good and m.in_hand + p.paid > m.made_good)`;
