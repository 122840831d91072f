-- What is open is kept summed by party and the day on which it falls due, so that ages and dues of a firm read no single item.
-- An act appends what it changes (open_changes); a worker folds that into the sums, so that no act waits for a row of them.
-- What is open now is open_sums and open_changes; at the end of a month it is that less what moved later (open_moves and open_changes).
create table open_changes (
  id bigint generated always as identity primary key,
  branch_id integer not null,
  account text not null,
  party_id integer not null,
  currency char(3) not null,
  due_on date not null,
  -- Whether the items are debits: what is owed to a party does not hide what it owes.
  debit boolean not null,
  -- The day from which it counts.
  day date not null,
  amount bigint not null,
  base_amount bigint not null
);
create table open_sums (
  branch_id integer not null,
  account text not null,
  party_id integer not null,
  currency char(3) not null,
  due_on date not null,
  debit boolean not null,
  amount bigint not null,
  base_amount bigint not null,
  primary key (branch_id, account, party_id, currency, due_on, debit)
);
create table open_moves (
  branch_id integer not null,
  account text not null,
  party_id integer not null,
  currency char(3) not null,
  due_on date not null,
  debit boolean not null,
  month date not null,
  amount bigint not null,
  base_amount bigint not null,
  primary key (branch_id, month, account, party_id, currency, due_on, debit)
);
call protect_branch('open_changes');
call protect_branch('open_sums');
call protect_branch('open_moves');

create function changed_by_openings() returns trigger language plpgsql as $$
begin
  insert into open_changes (branch_id, account, party_id, currency, due_on, debit, day, amount, base_amount)
  select branch_id, account, party_id, currency, due_on, amount >= 0, opened_on, sum(amount), sum(base_amount) from now_items
  where amount <> 0 group by 1, 2, 3, 4, 5, 6, 7;
  return null;
end $$;
create trigger changed_by_openings after insert on open_items referencing new table as now_items
  for each statement execute function changed_by_openings();

-- An item that is put on another day, resized or of a merged party takes with it what was settled of it.
create function changed_by_items() returns trigger language plpgsql as $$
declare changed int[] := array(
  select n.id from now_items n join old_items o on o.id = n.id
  where (n.party_id, n.account, n.due_on, n.opened_on, n.amount, n.base_amount) <> (o.party_id, o.account, o.due_on, o.opened_on, o.amount, o.base_amount));
begin
  if cardinality(changed) > 0 then
    insert into open_changes (branch_id, account, party_id, currency, due_on, debit, day, amount, base_amount)
    select i.branch_id, i.account, i.party_id, i.currency, i.due_on, i.amount >= 0, m.day, sum(i.sign * m.amount), sum(i.sign * m.base_amount)
    from (select 1 as sign, n.* from now_items n union all select -1, o.* from old_items o) i
    cross join lateral (
      select i.opened_on as day, i.amount, i.base_amount
      union all
      select greatest(s.day, i.opened_on), -s.amount, -s.base_amount from settlements s where s.item_id = i.id) m
    where i.id = any (changed) group by 1, 2, 3, 4, 5, 6, 7;
  end if;
  return null;
end $$;
create trigger changed_by_items after update on open_items referencing old table as old_items new table as now_items
  for each statement execute function changed_by_items();

create function changed_by_settlements() returns trigger language plpgsql as $$
begin
  insert into open_changes (branch_id, account, party_id, currency, due_on, debit, day, amount, base_amount)
  select i.branch_id, i.account, i.party_id, i.currency, i.due_on, i.amount >= 0, greatest(s.day, i.opened_on), -sum(s.amount), -sum(s.base_amount)
  from now_settlements s join open_items i on i.id = s.item_id group by 1, 2, 3, 4, 5, 6, 7;
  return null;
end $$;
create trigger changed_by_settlements after insert on settlements referencing new table as now_settlements
  for each statement execute function changed_by_settlements();

-- One at a time; whoever comes meanwhile has nothing to do. Answers how many changes it folded.
create function fold_open_changes(most int) returns int language plpgsql security definer set search_path = public as $$
declare folded int;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_open_changes')) then return 0; end if;
  with folding as (
    delete from open_changes where id in (select id from open_changes order by id limit most) returning *),
  sums as (
    insert into open_sums as s (branch_id, account, party_id, currency, due_on, debit, amount, base_amount)
    select branch_id, account, party_id, currency, due_on, debit, sum(amount), sum(base_amount) from folding group by 1, 2, 3, 4, 5, 6
    on conflict (branch_id, account, party_id, currency, due_on, debit) do update
      set amount = s.amount + excluded.amount, base_amount = s.base_amount + excluded.base_amount),
  moves as (
    insert into open_moves as m (branch_id, account, party_id, currency, due_on, debit, month, amount, base_amount)
    select branch_id, account, party_id, currency, due_on, debit, date_trunc('month', day)::date, sum(amount), sum(base_amount)
    from folding group by 1, 2, 3, 4, 5, 6, 7
    on conflict (branch_id, month, account, party_id, currency, due_on, debit) do update
      set amount = m.amount + excluded.amount, base_amount = m.base_amount + excluded.base_amount)
  select count(*) into folded from folding;
  delete from open_sums where amount = 0 and base_amount = 0;
  return folded;
end $$;

insert into open_moves (branch_id, account, party_id, currency, due_on, debit, month, amount, base_amount)
select branch_id, account, party_id, currency, due_on, debit, date_trunc('month', day)::date, sum(amount), sum(base_amount) from (
  select branch_id, account, party_id, currency, due_on, amount >= 0 as debit, opened_on as day, amount, base_amount from open_items
  union all
  select i.branch_id, i.account, i.party_id, i.currency, i.due_on, i.amount >= 0, greatest(s.day, i.opened_on), -s.amount, -s.base_amount
  from settlements s join open_items i on i.id = s.item_id) moved
group by 1, 2, 3, 4, 5, 6, 7;
insert into open_sums (branch_id, account, party_id, currency, due_on, debit, amount, base_amount)
select branch_id, account, party_id, currency, due_on, debit, sum(amount), sum(base_amount) from open_moves group by 1, 2, 3, 4, 5, 6
having sum(amount) <> 0 or sum(base_amount) <> 0;

-- What nothing is left of goes.
create index open_sums_nothing on open_sums (branch_id) where amount = 0 and base_amount = 0;
-- Notes with something open, by the day on which that falls due.
create index open_items_due on open_items (branch_id, account, due_on, note_id) include (id) where outstanding <> 0 and note_id is not null;
