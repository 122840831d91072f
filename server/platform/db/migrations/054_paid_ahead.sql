-- A manager may let a security be paid ahead of what was received for it. What a voucher so takes beyond what is released is
-- an advance: named on its item, missing in the client bank until money comes or the firm makes it good, and nobody else's
-- money is held back for it.
alter table vouchers add column override boolean not null default false,
  add constraint override_of_premium check (not override or kind in ('PREMIUM', 'CLAIM'));
alter table voucher_items add column advanced bigint not null default 0,
  add constraint advanced_within_item check (advanced >= 0 and advanced <= amount);
alter table note_parts add column advanced bigint not null default 0,
  add constraint advanced_within_committed check (advanced >= 0 and advanced <= committed);

-- M0 as before, and what was advanced by an override is owed by nobody else.
create or replace function part_releases(notes int[], voucher int default null)
returns table (part_id int, note_id int, effective bigint, released bigint, held_back bigint, available bigint, due_back bigint)
language sql stable as $$
  with parts as (
    select p.id, p.debit_note_id as note, p.effective, p.effective - p.certified as own, b.amount as back,
      greatest(n.settled - n.set_off - sum(p.certified + p.uncollectable) over (partition by p.debit_note_id), 0) as cash,
      p.paid - b.amount as paid,
      p.committed - b.amount - coalesce((select sum(i.amount) from voucher_items i where i.voucher_id = voucher and i.part_id = p.id), 0) as held,
      p.advanced - coalesce((select sum(i.advanced) from voucher_items i where i.voucher_id = voucher and i.part_id = p.id), 0) as advanced,
      coalesce((select e.endorsement_type = 'SEC' from endorsements e where e.id = p.endorsement_id), false) as raised
    from note_parts p join notes n on n.id = p.debit_note_id
    cross join lateral (select case when p.due_back = 0 then 0 else came_back(p.id) end as amount) b
    where p.debit_note_id = any (notes)),
  whole as (select *, sum(own) over (partition by note) as total from parts),
  release as (
    select *, case when cash >= total then own else floor(own::numeric * cash / total) end as released from whole),
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
