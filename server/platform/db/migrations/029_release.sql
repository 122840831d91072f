-- What a debit note's money releases, holds back and leaves free for a voucher. A return set against a note lessens it and
-- is no money; a part that is resized although it was paid owes the difference.
alter table notes
  add column set_off bigint not null default 0,
  add constraint set_off_within_settled check (set_off >= 0 and set_off <= settled);
update notes n set set_off = s.amount
from (select note, sum(amount)::bigint as amount from (
    select note_id as note, amount from note_offsets union all select return_note_id, amount from note_offsets) o group by note) s
where n.id = s.note;

alter table part_returns add column due_back bigint not null default 0,
  add constraint due_back_within_return check (due_back >= 0 and due_back <= amount);
alter table note_parts add column due_back bigint not null default 0;

-- Endorsements approved before this took off a part only what no voucher held. What they gave back beyond it is due back.
do $$ declare short record; part record; taking bigint; begin
  for short in
    with given_back as (
      select e.id, e.policy_id, e.branch_id, 'SECURITY' as kind, l.security_id as party_id, null::int as tax_id, -l.net_payable as amount
      from endorsements e join endorsement_lines l on l.endorsement_id = e.id where e.status = 'APPROVED'
      union all select id, policy_id, branch_id, 'BROKERAGE', null, null, -brokerage_total from endorsements where status = 'APPROVED'
      union all select e.id, e.policy_id, e.branch_id, 'TAX', null, x.tax_id, -sum(x.amount)::bigint
      from endorsements e join endorsement_taxes x on x.endorsement_id = e.id and x.borne_by <> 'BROKER'
      where e.status = 'APPROVED' group by 1, 2, 3, 6)
    select g.*, g.amount - coalesce((select sum(r.amount) from part_returns r join note_parts p on p.id = r.part_id
      where r.endorsement_id = g.id and p.kind = g.kind and p.party_id is not distinct from g.party_id
        and p.tax_id is not distinct from g.tax_id), 0) as missing
    from given_back g where g.amount > 0 order by g.id
  loop
    for part in
      select p.id, p.amount - p.returned - p.due_back as room from note_parts p join notes n on n.id = p.debit_note_id
      where n.policy_id = short.policy_id and n.status = 'ISSUED' and p.kind = short.kind
        and p.party_id is not distinct from short.party_id and p.tax_id is not distinct from short.tax_id
        and p.endorsement_id is distinct from short.id order by p.id
    loop
      taking := least(part.room, short.missing);
      continue when taking <= 0;
      insert into part_returns (branch_id, endorsement_id, part_id, amount, due_back)
      values (short.branch_id, short.id, part.id, taking, taking)
      on conflict on constraint return_once do update
        set amount = part_returns.amount + excluded.amount, due_back = part_returns.due_back + excluded.due_back;
      update note_parts set due_back = due_back + taking where id = part.id;
      short.missing := short.missing - taking;
    end loop;
  end loop;
end $$;
alter table note_parts add constraint resized_within_part check (due_back >= 0 and returned + due_back <= amount);

drop index note_parts_open;
create index note_parts_open on note_parts (party_id, branch_id, id)
  where kind = 'SECURITY' and paid <> amount - returned - due_back;
-- What a security has paid back is looked up by the endorsement that asked for it.
create index notes_given_back on notes (endorsement_id, party_id) where kind = 'DN' and purpose = 'RETURN' and debit_note_id is not null;

-- What came back of a part: what its security paid on the debit notes of the endorsements that took it off, in the order of
-- their parts. Taxes and brokerage have no such note.
create function came_back(part int) returns bigint language sql stable as $$
  select coalesce(sum(least(r.due_back, greatest(d.settled - d.set_off - before.amount, 0))), 0)::bigint
  from part_returns r join note_parts p on p.id = r.part_id
  join notes d on d.endorsement_id = r.endorsement_id and d.party_id = p.party_id
    and d.kind = 'DN' and d.purpose = 'RETURN' and d.debit_note_id is not null and d.status = 'ISSUED'
  cross join lateral (
    select coalesce(sum(o.due_back), 0) as amount from part_returns o join note_parts q on q.id = o.part_id
    where o.endorsement_id = r.endorsement_id and q.party_id = p.party_id and o.part_id < r.part_id) before
  where r.part_id = part
$$;

-- M0 of every part of the notes, as `releasesOf` (domain/ledger/releases.ts) says it; what one voucher holds may be left out,
-- to see what it can have. Certificates join with their own table.
create function part_releases(notes int[], voucher int default null)
returns table (part_id int, note_id int, effective bigint, released bigint, held_back bigint, available bigint, due_back bigint)
language sql stable as $$
  with parts as (
    select p.id, p.debit_note_id as note, p.amount - p.returned - p.due_back as effective,
      greatest(n.settled - n.set_off, 0) as cash, b.amount as back, p.paid - b.amount as paid,
      p.committed - b.amount - coalesce((select sum(i.amount) from voucher_items i where i.voucher_id = voucher and i.part_id = p.id), 0) as held,
      coalesce((select e.endorsement_type = 'SEC' from endorsements e where e.id = p.endorsement_id), false) as raised
    from note_parts p join notes n on n.id = p.debit_note_id
    cross join lateral (select case when p.due_back = 0 then 0 else came_back(p.id) end as amount) b
    where p.debit_note_id = any (notes)),
  whole as (select *, sum(effective) over (partition by note) as total from parts),
  release as (
    select *, case when cash >= total then effective else floor(effective::numeric * cash / total) end as released from whole),
  free as (select *, greatest(released - held, 0) as free, greatest(held - released, 0) as owing from release),
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
  select id, note, effective, released::bigint, held_back::bigint, (free - held_back)::bigint, greatest(paid - released, 0)::bigint
  from held
$$;
drop function released(bigint, bigint, bigint);
