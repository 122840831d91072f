import { type RawBuilder, sql } from 'kysely';
import type { Day } from '../../../domain/values/day.ts';

/** What settles a note with money; returns, certificates and what cannot be collected lessen it. */
const PAYING = sql.raw(
  `('RECEIPT', 'ALLOCATION', 'VOUCHER_PAID', 'WRITE_OFF', 'BANK_CHARGE', 'NET_SETTLEMENT', 'HISTORY')`,
);

/** Of a note: what settled it with money after a day, to be taken off what has. */
export const paidInAfter = (note: RawBuilder<unknown>, day: Day): RawBuilder<unknown> => sql`
  coalesce((select sum(s.amount) from open_items i join settlements s on s.item_id = i.id and s.day > ${day}::date
    join journal_entries e on e.id = s.entry_id left join journal_entries b on b.id = e.reverses_id
    where i.note_id = ${note} and coalesce(b.event, e.event) in ${PAYING}), 0)`;

/**
 * Common table expressions that end in `parts_released`: of the parts of some debit notes (`notes`, a query of their ids) what each came
 * to at the end of a day, and what the money that had come in released of it. Parts are as they are now, with what endorsements and
 * adjustments took off them since put back. `part_releases` is the same of today. M0.
 */
export const partsReleasedAt = (notes: RawBuilder<unknown>, day: Day): RawBuilder<unknown> => sql`
    leads as materialized (select distinct id from (${notes}) n (id)),
    endorsed as (
      select p.id as part_id, p.endorsement_id, 0::bigint as returned from note_parts p
        where p.debit_note_id in (select id from leads) and p.endorsement_id is not null
      union all
      select r.part_id, r.endorsement_id, r.amount from part_returns r join note_parts p on p.id = r.part_id
        where p.debit_note_id in (select id from leads) and r.endorsement_id is not null),
    endorsed_since as materialized (
      select x.part_id, x.returned from endorsed x join journal_entries e on e.source_kind = 'endorsement' and e.source_id = x.endorsement_id
        and e.event = 'ENDORSEMENT_APPROVED' and e.reverses_id is null and e.day > ${day}::date),
    adjusted_since as materialized (
      select q.part_id, sum(q.amount * ((e.day > ${day}::date)::int - coalesce((b.day > ${day}::date)::int, 0))) as amount
      from adjustment_parts q join note_parts p on p.id = q.part_id
      join journal_entries e on e.source_kind = 'adjustment' and e.source_id = q.adjustment_id and e.event in ('CERTIFICATE', 'UNCOLLECTABLE')
        and e.reverses_id is null
      left join journal_entries b on b.reverses_id = e.id
      where p.debit_note_id in (select id from leads) group by 1),
    parts_then as materialized (
      select p.id, p.debit_note_id as lead, p.kind = 'REFUND' as refund, p.effective - p.certified
          + coalesce((select sum(x.returned) from endorsed_since x where x.part_id = p.id), 0)
          + coalesce((select x.amount from adjusted_since x where x.part_id = p.id), 0) as own
      from note_parts p where p.debit_note_id in (select id from leads)
        and not exists (select 1 from endorsed_since x where x.part_id = p.id and x.returned = 0)),
    cash_then as materialized (
      select n.id as lead,
        greatest(n.settled - n.set_off - (select sum(p.certified + p.uncollectable) from note_parts p where p.debit_note_id = n.id), 0)
          - ${paidInAfter(sql`n.id`, day)} as cash
      from notes n where n.id in (select id from leads)),
    whole_then as (
      select p.*, c.cash, coalesce(sum(p.own) filter (where not p.refund) over (partition by p.lead), 0) as whole,
        coalesce(sum(p.own) filter (where p.refund) over (partition by p.lead order by p.id rows between unbounded preceding and 1 preceding), 0) as before
      from parts_then p join cash_then c on c.lead = p.lead),
    parts_released as (
      select id, lead, own, case when refund then least(own, greatest(cash - whole - before, 0)) when cash >= whole then own
        else floor(own * cash / whole) end as released
      from whole_then)`;
