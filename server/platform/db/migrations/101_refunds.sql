-- What a return gives back to the reinsured beyond what it still owed is refunded out of the debit notes that it lessened: a part of
-- them for the reinsured, by its credit note. M17.
insert into note_parts (branch_id, debit_note_id, endorsement_id, kind, party_id, credit_note_id, currency, amount)
select branch_id, debit_note, endorsement_id, 'REFUND', party_id, credit_note, currency, refund from (
  select n.branch_id, n.endorsement_id, n.party_id, n.id as credit_note, n.currency, d.debit_note,
    least(d.given, greatest(n.amount - n.set_off - (sum(d.given) over (partition by n.id order by d.debit_note) - d.given), 0)) as refund
  from notes n cross join lateral (
    select l.id as debit_note,
      coalesce((select sum(r.amount) from part_returns r join note_parts q on q.id = r.part_id
        where r.endorsement_id = n.endorsement_id and q.debit_note_id = l.id), 0)
      - coalesce((select sum(q.amount) from note_parts q where q.endorsement_id = n.endorsement_id and q.debit_note_id = l.id), 0)
      - coalesce((select sum(o.amount) from note_offsets o where o.return_note_id = n.id and o.note_id = l.id), 0) as given
    from notes l where l.policy_id = n.policy_id and l.kind = 'DN' and l.debit_note_id is null) d
  where n.kind = 'CN' and n.purpose = 'RETURN' and n.status = 'ISSUED' and n.endorsement_id is not null
    and n.amount > n.set_off and d.given > 0) f
where refund > 0;

-- A refund is of a receipt's unallocated cash, or of a credit note; of a note a manager may let it go ahead of what came back.
alter table vouchers
  drop constraint note_of_its_kind,
  add constraint note_of_its_kind check (case kind
    when 'SET_OFF' then note_id is not null
    when 'MAKE_GOOD' then true
    when 'SALVAGE' then true
    when 'REFUND' then num_nonnulls(note_id, receipt_id) = 1
    else note_id is null end),
  drop constraint override_of_premium,
  add constraint override_of_premium check (not override or kind in ('PREMIUM', 'CLAIM', 'REFUND'));

-- M0 as before. A refund has what came in beyond what the parts still come to, and is the first that waits for what is due back.
create or replace function part_releases(notes int[], voucher int default null)
returns table (part_id int, note_id int, effective bigint, released bigint, held_back bigint, available bigint, due_back bigint)
language sql stable as $$
  with parts as (
    select p.id, p.debit_note_id as note, p.effective, p.effective - p.certified as own, b.amount as back,
      greatest(n.settled - n.set_off - sum(p.certified + p.uncollectable) over (partition by p.debit_note_id), 0) as cash,
      p.paid - b.amount as paid,
      p.committed - b.amount - case when voucher is null then 0 else coalesce((select sum(i.amount) from voucher_items i where i.voucher_id = voucher and i.part_id = p.id), 0) end as held,
      p.advanced - case when voucher is null then 0 else coalesce((select sum(i.advanced) from voucher_items i where i.voucher_id = voucher and i.part_id = p.id), 0) end as advanced,
      case when p.endorsement_id is null then false else coalesce((select e.endorsement_type = 'SEC' from endorsements e where e.id = p.endorsement_id), false) end or p.kind = 'REFUND' as raised,
      p.kind = 'REFUND' as refund
    from note_parts p join notes n on n.id = p.debit_note_id
    cross join lateral (select case when p.due_back = 0 then 0 else came_back(p.id) end as amount) b
    where p.debit_note_id = any (notes)),
  whole as (
    select *, coalesce(sum(own) filter (where not refund) over (partition by note), 0) as total,
      coalesce(sum(own) filter (where refund) over (partition by note order by id rows between unbounded preceding and 1 preceding), 0) as before
    from parts),
  release as (
    select *, case when refund then least(own, greatest(cash - total - before, 0)) when cash >= total then own else floor(own::numeric * cash / total) end as released from whole),
  free as (select *, greatest(released - held, 0) as free, greatest(held - released - advanced, 0) as owing from release),
  tier as (
    select *, sum(owing) over w as all_owing, sum(free) over (partition by note, raised) as tier_free,
      coalesce(sum(free) filter (where raised) over w, 0) as first_free
    from free window w as (partition by note)),
  taking as (
    select *, least(tier_free, case when raised then all_owing else greatest(all_owing - first_free, 0) end) as taken from tier),
  divided as (
    select *, div(taken * free, greatest(tier_free, 1)) as share, mod(taken * free, greatest(tier_free, 1)) as remainder from taking),
  ranked as (
    select *, taken - sum(share) over (partition by note, raised) as missing,
      row_number() over (partition by note, raised order by remainder desc, id) as place
    from divided),
  held as (select *, share + case when place <= missing then 1 else 0 end as held_back from ranked)
  select id, note, effective, released::bigint, held_back::bigint, (free - held_back)::bigint, greatest(paid - released - advanced, 0)::bigint
  from held
$$;
