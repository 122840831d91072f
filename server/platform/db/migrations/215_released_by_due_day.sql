-- What is released of credit notes and not paid yet is kept summed by party and the day on which it falls due: it pays what is due first.
-- An act appends which notes it touched (released_touched); a worker works those out anew and folds the difference, in the way of 193.
create table released_touched (
  id bigint generated always as identity primary key,
  branch_id integer not null,
  note_id integer not null
);
create table released_notes (
  note_id integer not null,
  branch_id integer not null,
  party_id integer not null,
  currency char(3) not null,
  due_on date not null,
  amount bigint not null,
  primary key (note_id, party_id, due_on)
);
create table released_sums (
  branch_id integer not null,
  party_id integer not null,
  currency char(3) not null,
  due_on date not null,
  amount bigint not null,
  primary key (branch_id, party_id, currency, due_on)
);
call protect_branch('released_touched');
call protect_branch('released_notes');
call protect_branch('released_sums');

-- What is released and unpaid of credit notes, at most what is open of them, by the days on which that falls due.
create function released_by_due_day(notes int[]) returns table (note_id int, branch_id int, party_id int, currency char(3), due_on date, amount bigint)
language sql stable as $$
  with unpaid as (
    select p.credit_note_id as note_id, sum(p.released - p.paid) as unpaid from note_parts p
    where p.credit_note_id = any (notes) and p.released > p.paid group by 1),
  due as (
    select i.note_id, i.branch_id, i.party_id, i.currency, i.due_on, -sum(i.outstanding) as open
    from open_items i join ledger_accounts a on a.code = i.account and a.function = 'PREMIUM_PAYABLE'
    where i.note_id = any (notes) and i.outstanding <> 0 group by 1, 2, 3, 4, 5),
  reached as (
    select d.note_id, d.branch_id, d.party_id, d.currency, d.due_on,
      least(r.unpaid, greatest(sum(d.open) over (partition by d.note_id, d.party_id), 0),
        greatest(sum(d.open) over (partition by d.note_id, d.party_id order by d.due_on), 0)) as amount
    from due d join unpaid r on r.note_id = d.note_id)
  select * from (
    select r.note_id, r.branch_id, r.party_id, r.currency, r.due_on,
      (r.amount - lag(r.amount, 1, 0::numeric) over (partition by r.note_id, r.party_id order by r.due_on))::bigint as amount
    from reached r) x where x.amount <> 0
$$;

create function released_touched_by_parts() returns trigger language plpgsql as $$
begin
  insert into released_touched (branch_id, note_id)
  select distinct n.branch_id, n.credit_note_id from now_parts n join old_parts o on o.id = n.id
  where n.credit_note_id is not null and (n.released, n.paid, n.credit_note_id) is distinct from (o.released, o.paid, o.credit_note_id);
  return null;
end $$;
create trigger released_touched_by_parts after update on note_parts referencing old table as old_parts new table as now_parts
  for each statement execute function released_touched_by_parts();

create function released_touched_by_openings() returns trigger language plpgsql as $$
begin
  insert into released_touched (branch_id, note_id)
  select distinct n.branch_id, n.note_id from now_items n join ledger_accounts a on a.code = n.account
  where a.function = 'PREMIUM_PAYABLE' and n.note_id is not null;
  return null;
end $$;
create trigger released_touched_by_openings after insert on open_items referencing new table as now_items
  for each statement execute function released_touched_by_openings();

create function released_touched_by_items() returns trigger language plpgsql as $$
begin
  insert into released_touched (branch_id, note_id)
  select distinct n.branch_id, n.note_id from now_items n join old_items o on o.id = n.id join ledger_accounts a on a.code = n.account
  where a.function = 'PREMIUM_PAYABLE' and n.note_id is not null
    and (n.outstanding, n.due_on, n.party_id, n.account) is distinct from (o.outstanding, o.due_on, o.party_id, o.account);
  return null;
end $$;
create trigger released_touched_by_items after update on open_items referencing old table as old_items new table as now_items
  for each statement execute function released_touched_by_items();

-- One at a time. What was touched is worked out from what is committed now, so that to touch a note twice counts once.
create function fold_released(most int) returns int language plpgsql security definer set search_path = public as $$
declare folded int; touched int[];
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_released')) then return 0; end if;
  with folding as (delete from released_touched where id in (select id from released_touched order by id limit most) returning note_id)
  select count(*), array_agg(distinct note_id) into folded, touched from folding;
  if folded > 0 then
    with was as (delete from released_notes where note_id = any (touched) returning branch_id, party_id, currency, due_on, amount)
    insert into released_sums as s (branch_id, party_id, currency, due_on, amount)
    select branch_id, party_id, currency, due_on, -sum(amount) from was group by 1, 2, 3, 4
    on conflict (branch_id, party_id, currency, due_on) do update set amount = s.amount + excluded.amount;
    with now as (
      insert into released_notes (note_id, branch_id, party_id, currency, due_on, amount)
      select note_id, branch_id, party_id, currency, due_on, amount from released_by_due_day(touched)
      returning branch_id, party_id, currency, due_on, amount)
    insert into released_sums as s (branch_id, party_id, currency, due_on, amount)
    select branch_id, party_id, currency, due_on, sum(amount) from now group by 1, 2, 3, 4
    on conflict (branch_id, party_id, currency, due_on) do update set amount = s.amount + excluded.amount;
    delete from released_sums where amount = 0;
  end if;
  return folded;
end $$;

insert into released_notes (note_id, branch_id, party_id, currency, due_on, amount)
select note_id, branch_id, party_id, currency, due_on, amount from released_by_due_day(array(
  select distinct credit_note_id from note_parts where credit_note_id is not null and released > paid));
insert into released_sums (branch_id, party_id, currency, due_on, amount)
select branch_id, party_id, currency, due_on, sum(amount) from released_notes group by 1, 2, 3, 4;

-- What nothing is left of goes.
create index released_sums_nothing on released_sums (branch_id) where amount = 0;
create index released_touched_notes on released_touched (branch_id, note_id);
