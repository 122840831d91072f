-- What parts that are not paid in full come to is kept summed for the release queue, in the way of 193: an act appends, a worker folds.
-- Void notes and what is held back are few and taken off when it is read.
create table release_changes (
  id bigint generated always as identity primary key,
  branch_id integer not null,
  kind text not null,
  party_id integer,
  tax_id integer,
  currency char(3) not null,
  owed bigint not null,
  released bigint not null,
  committed bigint not null,
  available bigint not null,
  items bigint not null
);
create table release_sums (
  branch_id integer not null,
  kind text not null,
  party_id integer,
  tax_id integer,
  currency char(3) not null,
  owed bigint not null,
  released bigint not null,
  committed bigint not null,
  available bigint not null,
  items bigint not null,
  constraint release_sums_once unique nulls not distinct (branch_id, kind, party_id, tax_id, currency)
);
call protect_branch('release_changes');
call protect_branch('release_sums');

create function release_changed_by_new_parts() returns trigger language plpgsql as $$
begin
  insert into release_changes (branch_id, kind, party_id, tax_id, currency, owed, released, committed, available, items)
  select branch_id, kind, party_id, tax_id, currency, sum(effective - paid), sum(greatest(released - paid, 0)), sum(committed - paid),
    sum(greatest(released - committed, 0)), count(*) filter (where released > committed)
  from now_parts where paid < effective group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger release_changed_by_new_parts after insert on note_parts referencing new table as now_parts
  for each statement execute function release_changed_by_new_parts();

create function release_changed_by_parts() returns trigger language plpgsql as $$
begin
  insert into release_changes (branch_id, kind, party_id, tax_id, currency, owed, released, committed, available, items)
  select * from (
    select branch_id, kind, party_id, tax_id, currency, sum(sign * (effective - paid)) as owed, sum(sign * greatest(released - paid, 0)) as released,
      sum(sign * (committed - paid)) as committed, sum(sign * greatest(released - committed, 0)) as available,
      coalesce(sum(sign) filter (where released > committed), 0) as items
    from (select 1 as sign, n.* from now_parts n union all select -1, o.* from old_parts o) p
    where paid < effective group by 1, 2, 3, 4, 5) x
  where (owed, released, committed, available, items) <> (0, 0, 0, 0, 0);
  return null;
end $$;
create trigger release_changed_by_parts after update on note_parts referencing old table as old_parts new table as now_parts
  for each statement execute function release_changed_by_parts();

create function fold_release_changes(most int) returns int language plpgsql security definer set search_path = public as $$
declare folded int;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_release_changes')) then return 0; end if;
  with folding as (
    delete from release_changes where id in (select id from release_changes order by id limit most) returning *),
  sums as (
    insert into release_sums as s (branch_id, kind, party_id, tax_id, currency, owed, released, committed, available, items)
    select branch_id, kind, party_id, tax_id, currency, sum(owed), sum(released), sum(committed), sum(available), sum(items) from folding group by 1, 2, 3, 4, 5
    on conflict on constraint release_sums_once do update set owed = s.owed + excluded.owed, released = s.released + excluded.released,
      committed = s.committed + excluded.committed, available = s.available + excluded.available, items = s.items + excluded.items)
  select count(*) into folded from folding;
  return folded;
end $$;

insert into release_sums (branch_id, kind, party_id, tax_id, currency, owed, released, committed, available, items)
select branch_id, kind, party_id, tax_id, currency, sum(effective - paid), sum(greatest(released - paid, 0)), sum(committed - paid),
  sum(greatest(released - committed, 0)), count(*) filter (where released > committed)
from note_parts where paid < effective group by 1, 2, 3, 4, 5;
