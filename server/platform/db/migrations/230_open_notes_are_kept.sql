-- How many notes reinsureds have open, and what those were of, is kept by party, currency and the month in which notes opened and closed.
-- An act appends which notes it touched (owed_touched); a worker works those out anew and folds the difference, in the way of 215.
create table owed_touched (
  id bigint generated always as identity primary key,
  branch_id integer not null,
  note_id integer not null
);
-- When each note opened (1) and closed (-1), with what it was of.
create table owed_notes (
  note_id integer not null,
  branch_id integer not null,
  party_id integer not null,
  currency char(3) not null,
  day date not null,
  notes integer not null check (notes in (1, -1)),
  amount bigint not null,
  primary key (note_id, party_id, day)
);
create table owed_sums (
  branch_id integer not null,
  month date not null,
  party_id integer not null,
  currency char(3) not null,
  notes integer not null,
  amount bigint not null,
  primary key (branch_id, month, party_id, currency)
);
call protect_branch('owed_touched');
call protect_branch('owed_notes');
call protect_branch('owed_sums');
create index owed_touched_notes on owed_touched (branch_id, note_id);

-- The days on which notes on reinsureds' accounts opened and closed, by what their items moved; what is owed to us is above nothing.
create function owed_of(notes int[]) returns table (note_id int, branch_id int, party_id int, currency char(3), day date, notes int, amount bigint)
language sql stable as $$
  with items as (
    select i.id, i.note_id, i.branch_id, i.party_id, i.currency, i.opened_on, i.amount
    from open_items i join ledger_accounts a on a.code = i.account and a.function = 'PREMIUM_RECEIVABLE' where i.note_id = any (owed_of.notes)),
  steps as (
    select i.note_id, i.branch_id, i.party_id, i.currency, i.opened_on as day, i.amount from items i
    union all
    select i.note_id, i.branch_id, i.party_id, i.currency, greatest(s.day, i.opened_on), -s.amount from items i join settlements s on s.item_id = i.id),
  states as (
    select t.note_id, t.branch_id, t.party_id, t.currency, t.day, (sum(sum(t.amount)) over (partition by t.note_id, t.party_id order by t.day) <> 0)::int as open
    from steps t group by 1, 2, 3, 4, 5),
  turns as (
    select t.*, t.open - lag(t.open, 1, 0) over (partition by t.note_id, t.party_id order by t.day) as turn from states t)
  select t.note_id, t.branch_id, t.party_id, t.currency, t.day, t.turn, t.turn * case when n.kind = 'DN' then n.amount else -n.amount end
  from turns t join notes n on n.id = t.note_id where t.turn <> 0
$$;

create function owed_touched_by_openings() returns trigger language plpgsql as $$
begin
  insert into owed_touched (branch_id, note_id)
  select distinct n.branch_id, n.note_id from now_items n join ledger_accounts a on a.code = n.account
  where a.function = 'PREMIUM_RECEIVABLE' and n.note_id is not null;
  return null;
end $$;
create trigger owed_touched_by_openings after insert on open_items referencing new table as now_items
  for each statement execute function owed_touched_by_openings();

create function owed_touched_by_items() returns trigger language plpgsql as $$
begin
  insert into owed_touched (branch_id, note_id)
  select distinct n.branch_id, n.note_id from now_items n join old_items o on o.id = n.id join ledger_accounts a on a.code = n.account
  where a.function = 'PREMIUM_RECEIVABLE' and n.note_id is not null
    and (n.outstanding, n.amount, n.opened_on, n.party_id, n.account) is distinct from (o.outstanding, o.amount, o.opened_on, o.party_id, o.account);
  return null;
end $$;
create trigger owed_touched_by_items after update on open_items referencing old table as old_items new table as now_items
  for each statement execute function owed_touched_by_items();

-- One at a time. What was touched is worked out from what is committed now, so that to touch a note twice counts once.
create function fold_owed(most int) returns int language plpgsql security definer set search_path = public as $$
declare folded int; touched int[];
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_owed')) then return 0; end if;
  with folding as (delete from owed_touched where id in (select id from owed_touched order by id limit most) returning note_id)
  select count(*), array_agg(distinct note_id) into folded, touched from folding;
  if folded > 0 then
    with was as (delete from owed_notes where note_id = any (touched) returning branch_id, party_id, currency, day, notes, amount)
    insert into owed_sums as s (branch_id, month, party_id, currency, notes, amount)
    select branch_id, date_trunc('month', day)::date, party_id, currency, -sum(notes), -sum(amount) from was group by 1, 2, 3, 4
    on conflict (branch_id, month, party_id, currency) do update set notes = s.notes + excluded.notes, amount = s.amount + excluded.amount;
    with now as (
      insert into owed_notes (note_id, branch_id, party_id, currency, day, notes, amount)
      select note_id, branch_id, party_id, currency, day, notes, amount from owed_of(touched)
      returning branch_id, party_id, currency, day, notes, amount)
    insert into owed_sums as s (branch_id, month, party_id, currency, notes, amount)
    select branch_id, date_trunc('month', day)::date, party_id, currency, sum(notes), sum(amount) from now group by 1, 2, 3, 4
    on conflict (branch_id, month, party_id, currency) do update set notes = s.notes + excluded.notes, amount = s.amount + excluded.amount;
  end if;
  return folded;
end $$;

insert into owed_notes (note_id, branch_id, party_id, currency, day, notes, amount)
select note_id, branch_id, party_id, currency, day, notes, amount from owed_of(array(
  select distinct i.note_id from open_items i join ledger_accounts a on a.code = i.account and a.function = 'PREMIUM_RECEIVABLE' where i.note_id is not null));
insert into owed_sums (branch_id, month, party_id, currency, notes, amount)
select branch_id, date_trunc('month', day)::date, party_id, currency, sum(notes), sum(amount) from owed_notes group by 1, 2, 3, 4;
create index owed_notes_day on owed_notes (branch_id, day);
analyze owed_notes, owed_sums;
