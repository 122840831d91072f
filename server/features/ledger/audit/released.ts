import { BORNE, NETTED_OF_NOTES, NETTED_OF_PARTS } from './adjusted.ts';

/** So many notes are worked out at once: an array of all is searched from its beginning for each part. */
const AT_ONCE = 1_000;
/** What is released of each part of the notes that a query names, as `r`. */
export const releasesOf = (notes: string) => `
  (select array_agg(n.id) as notes from (${notes}) n group by n.id / ${AT_ONCE}) block cross join lateral part_releases(block.notes) r`;

const dayOf = (at: string) => `(${at} at time zone (select time_zone from firm))::date`;

/** What vouchers held over night and let go unpaid is kept: from when until when by the trail, and what those hold that still name their parts. M0. */
const HELD_BEFORE = [
  `select format('voucher %s let go of part %s on %s and had held it since %s; its trail says otherwise', h.voucher_id, h.part_id, h.held_until, h.held_from) as fault
   from past_holds h
   left join audit_trail l on l.entity = 'voucher' and l.entity_id = h.voucher_id and l.facts ->> 'version' = (h.version + 1)::text
   left join lateral (select max(at) as at from audit_trail where entity = 'voucher' and entity_id = h.voucher_id and facts ->> 'to' = 'PENDING' and id < l.id) b on true
   where l.facts ->> 'from' not in ('PENDING', 'APPROVED') or l.facts ->> 'to' not in ('DRAFT', 'REJECTED', 'REVERSED')
     or (h.held_from, h.held_until) is distinct from (${dayOf('b.at')}, ${dayOf('l.at')})`,
  `select format('voucher %s held %s of part %s until it was %s, kept is %s', v.id, i.amount, i.part_id, lower(v.status), h.amount) as fault
   from vouchers v join audit_trail a on a.entity = 'voucher' and a.entity_id = v.id and a.facts ->> 'from' in ('PENDING', 'APPROVED') and a.facts ->> 'to' = v.status
     and a.facts ->> 'version' = v.version::text
   join voucher_items i on i.voucher_id = v.id
   left join past_holds h on h.voucher_id = v.id and h.part_id = i.part_id and h.version = v.version - 1
   where v.status in ('DRAFT', 'REJECTED', 'REVERSED') and ${dayOf('v.submitted_at')} < ${dayOf('a.at')}
     and (h.amount, h.advanced) is distinct from (i.amount, i.advanced)`,
];

/**
 * I11: money in and out as receipts and vouchers say it; what a security paid back is money of its note again. An item
 * without money of its own can be paid by a manager's override alone, which names itself on the voucher.
 */
export const RELEASED = [
  `with money as (
     select r.note_id, sum(r.available) as available, sum(v.held - b.amount) as net,
       sum(least(v.advanced, greatest(v.held - b.amount - r.released, 0))) as advanced, coalesce(max(a.received), 0) as received
     from ${releasesOf(`select id from notes where status = 'ISSUED'`)}
     cross join lateral (
       select coalesce(sum(held), 0) as held, coalesce(sum(advanced), 0) as advanced from (
         select i.amount as held, i.advanced from voucher_items i join vouchers v on v.id = i.voucher_id
         where i.part_id = r.part_id and v.status in ('PENDING', 'APPROVED', 'PAID')
         union all select k.amount, 0 from (${NETTED_OF_PARTS}) k where k.part_id = r.part_id
         union all select paid_before, advanced_before from note_parts where id = r.part_id) h) v
     cross join lateral (
       select coalesce(sum(x.due_back), 0) as owed from part_returns x where x.part_id = r.part_id) o
     cross join lateral (select case when o.owed = 0 then 0 else came_back(r.part_id) end as amount) b
     cross join lateral (
       select sum(amount) as received from (
         select note_amount as amount from allocations where note_id = r.note_id and reversed_at is null
         union all select settled_before from notes where id = r.note_id
         union all select amount from adjustments where note_id = r.note_id and status = 'APPROVED' and kind in (${BORNE}, 'NET_SETTLEMENT')
         union all select amount from vouchers where note_id = r.note_id and kind in ('SET_OFF', 'SALVAGE') and status = 'PAID'
         union all select k.amount from (${NETTED_OF_NOTES}) k where k.note_id = r.note_id) s) a
     group by r.note_id)
   select format('note %s: %s is available, in hand are %s - %s, %s of it paid ahead', n.number, m.available, m.received, m.net, m.advanced) as fault
   from money m join notes n on n.id = m.note_id where m.available > greatest(m.received - m.net + m.advanced, 0)`,
  ...HELD_BEFORE,
];
