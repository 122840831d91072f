import { type RawBuilder, sql } from 'kysely';
import type { Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { paidInAfter, partsReleasedAt } from './parts-released.ts';

/** What of a part that was due back had come back in money at the end of a day; `came_back` is the same of today. M0. */
const cameBackAt = (day: Day): RawBuilder<unknown> => sql`
  select sum(least(r.due_back, greatest(d.settled - d.set_off - ${paidInAfter(sql`d.id`, day)} - before.amount, 0)))
  from part_returns r join notes d on d.endorsement_id = r.endorsement_id and d.party_id = a.party_id
    and d.kind = 'DN' and d.purpose = 'RETURN' and d.debit_note_id is not null and d.status = 'ISSUED'
  cross join lateral (
    select coalesce(sum(o.due_back), 0) as amount from part_returns o join note_parts q on q.id = o.part_id
    where o.endorsement_id = r.endorsement_id and q.party_id = a.party_id and o.part_id < r.part_id) before
  where r.part_id = a.id`;

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
      select p.paid_before + sum(m.amount) as paid, sum(m.advanced) as advanced from (
        select 'voucher' as kind, t.voucher_id as source, t.amount, t.advanced from voucher_items t where t.part_id = p.id
        union all select 'voucher', k.voucher_id, -k.amount, 0 from voucher_nets k where k.part_id = p.id
        union all select 'adjustment', q.adjustment_id, q.amount, 0 from adjustment_parts q where q.part_id = p.id) m
      join journal_entries e on e.source_kind = m.kind and e.source_id = m.source and e.event in ('VOUCHER_PAID', 'NET_SETTLEMENT')
        and e.reverses_id is null and e.day <= ${day}::date
      where not exists (select from journal_entries b where b.reverses_id = e.id and b.day <= ${day}::date)) x
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
