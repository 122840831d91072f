import { type RawBuilder, sql } from 'kysely';
import type { Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { eventsIn } from './events.ts';
import { cameBackAt, partsReleasedAt } from './parts-released.ts';

/** What books that parts are paid: a voucher, or a net settlement. */
export const PAYING_PARTS = eventsIn(['VOUCHER_PAID', 'NET_SETTLEMENT']);

/**
 * What vouchers and adjustments pay of parts or take back of them, by what they are: a table for a query, read by part or by source. What a voucher
 * pays it `holds` from its submission on; the rest counts once it is booked.
 */
export const PAYMENTS = sql`(
  select 'voucher' as kind, voucher_id as source, part_id, amount, advanced, true as holds from voucher_items
  union all select 'voucher', voucher_id, part_id, -amount, 0::bigint, false from voucher_nets where part_id is not null
  union all select 'adjustment', adjustment_id, part_id, amount, 0::bigint, false from adjustment_parts)`;

/**
 * Common table expressions that end in `payments_since`: by part, what more of it was paid, held by vouchers and advanced by them at the end of a day than is
 * now. A voucher holds from the day on which it was last submitted, as long as it waits or until it is paid; what one held before, and let go unpaid since, is
 * kept (`past_holds`).
 */
export const paymentsSince = (ctx: Ctx, day: Day): RawBuilder<unknown> => {
  const scope = sql`branch_id = any(${[...ctx.scope]}::int[])`;
  return sql`
    payments_moved as (
      select e.source_kind as kind, e.source_id as source, e.day <= ${day}::date as paid_then, b.id is null as paid_now, b.id is null as held_now
      from journal_entries e left join journal_entries b on b.reverses_id = e.id
      where e.source_kind in ('voucher', 'adjustment') and e.event in ${PAYING_PARTS} and e.reverses_id is null and e.${scope}
        and (e.day > ${day}::date or b.day > ${day}::date)
      union all
      select 'voucher', id, false, false, true from vouchers where ${scope} and status in ('PENDING', 'APPROVED')),
    payments_since as materialized (
      select part_id, sum(paid)::bigint as paid, sum(committed)::bigint as committed, sum(advanced)::bigint as advanced
      from (
        select m.part_id, m.amount * x.paid as paid, m.amount * case when m.holds then x.held else x.paid end as committed, m.advanced * x.held as advanced
        from (
          select c.kind, c.source, c.paid_then::int - c.paid_now::int as paid, (c.paid_then
              or coalesce((v.submitted_at at time zone ${ctx.firm.timeZone})::date <= ${day}::date, false))::int - c.held_now::int as held
          from payments_moved c left join vouchers v on c.kind = 'voucher' and v.id = c.source) x
        join ${PAYMENTS} m on m.kind = x.kind and m.source = x.source
        where x.paid <> 0 or x.held <> 0
        union all
        select part_id, 0, amount, advanced from past_holds where ${scope} and held_until > ${day}::date and held_from <= ${day}::date) p
      group by 1)`;
};

/**
 * After `payments_since`, common table expressions that end in `parts_at`: the parts of some debit notes (`notes`, a query of their ids) as they were at the end
 * of a day: what was released and paid of each, and what of it was held back for what others of its note were paid too much. `part_releases` is the
 * same of today. M0.
 */
export const partsAt = (notes: RawBuilder<unknown>, day: Day): RawBuilder<unknown> => sql`
    ${partsReleasedAt(notes, day)},
    -- What another system paid is in no voucher of ours, and what it paid ahead was nobody else's.
    before_since as materialized (
      select id as part_id, paid_before - sum(amount) as paid, sum(amount) as since from (
        select p.id, p.paid_before, -s.amount as amount
        from parts_now p join open_items i on i.note_id = p.credit_note_id join settlements s on s.item_id = i.id and s.day > ${day}::date
        join journal_entries e on e.id = s.entry_id and e.event = 'HISTORY' where p.paid_before > 0
        union all
        select p.id, p.paid_before, x.amount from parts_now p join history_payments x on x.part_id = p.id
        join history_documents d on d.id = x.history_id and d.day > ${day}::date where p.paid_before > 0) h
      group by id, paid_before),
    taken as materialized (
      select r.id, r.lead, p.party_id, p.due_back, p.kind = 'REFUND' or p.endorsement_id in (select id from endorsements where endorsement_type = 'SEC') as raised,
        r.released, p.paid + coalesce(m.paid, 0) - coalesce(h.since, 0) as paid, p.committed + coalesce(m.committed, 0) - coalesce(h.since, 0) as committed,
        greatest(p.advanced + coalesce(m.advanced, 0), h.paid - r.released) as advanced
      from parts_released r join parts_now p on p.id = r.id left join payments_since m on m.part_id = r.id left join before_since h on h.part_id = r.id),
    -- Nothing is held back but where somebody has more than is released.
    beside as (
      select a.id, a.lead, coalesce(a.raised, false) as raised, greatest(a.released - a.committed + b.back, 0) as free, greatest(a.committed - b.back - a.released - a.advanced, 0) as owing
      from taken a cross join lateral (select case when a.due_back = 0 then 0 else coalesce((${cameBackAt(day)}), 0) end as back) b
      -- Looked into as a set: joined, each part would be compared with each, since the planner takes them for one.
      where (a.lead in (select lead from taken where committed > released + advanced)) is true),
    tiers as (
      select *, sum(owing) over note as all_owing, sum(free) over (partition by lead, raised) as tier_free, coalesce(sum(free) filter (where raised) over note, 0) as first_free
      from beside window note as (partition by lead)),
    divided as (
      select id, lead, raised, t.taken, div(t.taken * free, greatest(tier_free, 1)) as share, mod(t.taken * free, greatest(tier_free, 1)) as remainder
      from tiers cross join lateral (select least(tier_free, case when raised then all_owing else greatest(all_owing - first_free, 0) end) as taken) t),
    -- Worked out once, not for each part.
    held_then as materialized (
      select id, share + (row_number() over tier <= taken - sum(share) over (partition by lead, raised))::int as held_back
      from divided window tier as (partition by lead, raised order by remainder desc, id)),
    parts_at as materialized (
      select a.id, a.lead, a.released, a.paid, coalesce(h.held_back, 0) as held_back from taken a left join held_then h on h.id = a.id)`;
