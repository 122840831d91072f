import { type RawBuilder, sql } from 'kysely';
import type { Day } from '../../../domain/values/day.ts';
import { eventsIn } from './events.ts';

/**
 * What settles a note with money; returns, certificates and what cannot be collected lessen it. The entry of a receipt settles no note: its cash lies
 * unallocated until an allocation takes it.
 */
const PAYING = eventsIn(['ALLOCATION', 'VOUCHER_PAID', 'WRITE_OFF', 'BANK_CHARGE', 'NET_SETTLEMENT', 'HISTORY']);

/** Items `i` with what settled them after a day, and whether it was money. */
const paidAfter = (day: Day) => ({
  items: sql`open_items i join settlements s on s.item_id = i.id and s.day > ${day}::date
    join journal_entries e on e.id = s.entry_id left join journal_entries b on b.id = e.reverses_id`,
  isMoney: sql`coalesce(b.event, e.event) in ${PAYING}`,
});

/** Of a note: what settled it with money after a day, to be taken off what has. */
const paidInAfter = (note: RawBuilder<unknown>, day: Day): RawBuilder<unknown> => {
  const { items, isMoney } = paidAfter(day);
  return sql`coalesce((select sum(s.amount) from ${items} where i.note_id = ${note} and ${isMoney}), 0)`;
};

/** Of parts `a`: what of them was due back and had come back in money at the end of a day; `came_back` is the same of today. M0. */
export const cameBackAt = (day: Day): RawBuilder<unknown> => sql`
  select sum(least(r.due_back, greatest(d.settled - d.set_off - ${paidInAfter(sql`d.id`, day)} - before.amount, 0)))
  from part_returns r join notes d on d.endorsement_id = r.endorsement_id and d.party_id = a.party_id
    and d.kind = 'DN' and d.purpose = 'RETURN' and d.debit_note_id is not null and d.status = 'ISSUED'
  cross join lateral (
    select coalesce(sum(o.due_back), 0) as amount from part_returns o join note_parts q on q.id = o.part_id
    where o.endorsement_id = r.endorsement_id and q.party_id = a.party_id and o.part_id < r.part_id) before
  where r.part_id = a.id`;

/**
 * Common table expressions that end in `parts_released`: of the parts of some debit notes (`notes`, a query of their ids) what each came
 * to at the end of a day, and what the money that had come in released of it. Parts are as they are now, with what endorsements and
 * adjustments took off them since put back; those that came with a later endorsement are left out. `part_releases` is the same of today. M0.
 */
export const partsReleasedAt = (notes: RawBuilder<unknown>, day: Day): RawBuilder<unknown> => {
  const { items, isMoney } = paidAfter(day);
  return sql`
    leads as materialized (select distinct id from (${notes}) n (id)),
    parts_now as materialized (
      select p.*, p.debit_note_id as lead, p.kind = 'REFUND' as refund from leads l join note_parts p on p.debit_note_id = l.id),
    endorsed_since as materialized (
      select part_id, sum(returned) as returned, bool_or(added) as added
      from (
        select x.part_id, x.returned, x.added
        from (
          select id as part_id, endorsement_id, 0::bigint as returned, true as added from parts_now where endorsement_id is not null
          union all
          select r.part_id, r.endorsement_id, r.amount, false from parts_now p join part_returns r on r.part_id = p.id and r.endorsement_id is not null
          where r.entry_id is null) x
        join journal_entries e on e.source_kind = 'endorsement' and e.source_id = x.endorsement_id
          and e.event = 'ENDORSEMENT_APPROVED' and e.reverses_id is null and e.day > ${day}::date
        union all
        -- What was set off later, when the note was owed again.
        select r.part_id, r.amount, false from parts_now p join part_returns r on r.part_id = p.id
        join journal_entries e on e.id = r.entry_id and e.day > ${day}::date) moved
      group by 1),
    adjusted_since as materialized (
      select q.part_id, sum(q.amount * ((e.day > ${day}::date)::int - coalesce((b.day > ${day}::date)::int, 0))) as amount
      from parts_now p join adjustment_parts q on q.part_id = p.id
      join journal_entries e on e.source_kind = 'adjustment' and e.source_id = q.adjustment_id and e.event in ('CERTIFICATE', 'UNCOLLECTABLE')
        and e.reverses_id is null
      left join journal_entries b on b.reverses_id = e.id group by 1),
    paid_since as materialized (
      select i.note_id, sum(s.amount) as amount from ${items} where i.note_id in (select id from leads) and ${isMoney} group by 1),
    cash_then as materialized (
      select n.id as lead, greatest(n.settled - n.set_off - coalesce(k.lessened, 0), 0) - coalesce(s.amount, 0) as cash
      from leads l join notes n on n.id = l.id
      left join (select lead, sum(certified + uncollectable) as lessened from parts_now group by 1) k on k.lead = n.id
      left join paid_since s on s.note_id = n.id),
    parts_then as (
      select p.id, p.lead, p.refund, p.effective - p.certified + coalesce(x.returned, 0) + coalesce(a.amount, 0) as own
      from parts_now p left join endorsed_since x on x.part_id = p.id left join adjusted_since a on a.part_id = p.id
      where x.added is not true),
    whole_then as (
      select p.*, c.cash, coalesce(sum(p.own) filter (where not p.refund) over (partition by p.lead), 0) as whole,
        coalesce(sum(p.own) filter (where p.refund) over (partition by p.lead order by p.id rows between unbounded preceding and 1 preceding), 0) as before
      from parts_then p join cash_then c on c.lead = p.lead),
    parts_released as (
      select id, lead, own, case when refund then least(own, greatest(cash - whole - before, 0)) when cash >= whole then own
        else floor(own * cash / whole) end as released
      from whole_then)`;
};
