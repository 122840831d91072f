-- What parties' accounts moved in base by month, so that the trend of what is due reads two dozen rows and not each day's balance of each party.
-- It is what items were opened and settled by on the days on which that was booked, which is what the ledger moved but for revaluations (I10); so the
-- changes that acts append for open_sums say it as well, and no act writes a row more.
alter table open_changes add column booked_on date;
comment on column open_changes.booked_on is 'The day of the entry, where an item was settled before the day on which it was opened; else that is `day`.';

create table control_months (
  branch_id integer not null,
  account text not null,
  month date not null,
  base_amount bigint not null,
  primary key (branch_id, account, month)
);
call protect_branch('control_months');

create or replace function changed_by_items() returns trigger language plpgsql as $$
declare changed int[] := array(
  select n.id from now_items n join old_items o on o.id = n.id
  where (n.party_id, n.account, n.due_on, n.opened_on, n.amount, n.base_amount) <> (o.party_id, o.account, o.due_on, o.opened_on, o.amount, o.base_amount));
begin
  if cardinality(changed) > 0 then
    insert into open_changes (branch_id, account, party_id, currency, due_on, debit, day, booked_on, amount, base_amount)
    select i.branch_id, i.account, i.party_id, i.currency, i.due_on, i.amount >= 0, m.day, m.booked_on, sum(i.sign * m.amount), sum(i.sign * m.base_amount)
    from (select 1 as sign, n.* from now_items n union all select -1, o.* from old_items o) i
    cross join lateral (
      select i.opened_on as day, null::date as booked_on, i.amount, i.base_amount
      union all
      select greatest(s.day, i.opened_on), case when s.day < i.opened_on then s.day end, -s.amount, -s.base_amount from settlements s where s.item_id = i.id) m
    where i.id = any (changed) group by 1, 2, 3, 4, 5, 6, 7, 8;
  end if;
  return null;
end $$;

create or replace function changed_by_settlements() returns trigger language plpgsql as $$
begin
  insert into open_changes (branch_id, account, party_id, currency, due_on, debit, day, booked_on, amount, base_amount)
  select i.branch_id, i.account, i.party_id, i.currency, i.due_on, i.amount >= 0, greatest(s.day, i.opened_on), case when s.day < i.opened_on then s.day end,
    -sum(s.amount), -sum(s.base_amount)
  from now_settlements s join open_items i on i.id = s.item_id group by 1, 2, 3, 4, 5, 6, 7, 8;
  return null;
end $$;

create or replace function fold_open_changes(most int) returns int language plpgsql security definer set search_path = public as $$
declare folded int;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_open_changes')) then return 0; end if;
  with folding as (
    delete from open_changes where id <= (select max(id) from (select id from open_changes order by id limit most) first) returning *),
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
      set amount = m.amount + excluded.amount, base_amount = m.base_amount + excluded.base_amount),
  months as (
    insert into control_months as c (branch_id, account, month, base_amount)
    select branch_id, account, date_trunc('month', coalesce(booked_on, day))::date, sum(base_amount) from folding group by 1, 2, 3
    on conflict (branch_id, account, month) do update set base_amount = c.base_amount + excluded.base_amount)
  select count(*) into folded from folding;
  delete from open_sums where amount = 0 and base_amount = 0;
  return folded;
end $$;

-- What is there already, from the balances of days: less revaluations, and less what waits to be folded.
with control as (
  select code from ledger_accounts
  where function in ('UNALLOCATED_CASH', 'PREMIUM_RECEIVABLE', 'CLAIMS_RECOVERABLE', 'INVOICES_RECEIVABLE', 'PREMIUM_PAYABLE', 'CLAIMS_PAYABLE'))
insert into control_months (branch_id, account, month, base_amount)
select branch_id, account, date_trunc('month', day)::date, sum(base) from (
  select b.branch_id, b.account, b.day, b.base_debit - b.base_credit as base from daily_balances b
  where b.account in (select code from control)
  union all
  select l.branch_id, l.account, l.day, -l.base_amount from journal_entries e join journal_lines l on l.entry_id = e.id
  where e.event in ('REVALUATION', 'BANK_REVALUATION', 'REVALUATION_REVERSED', 'REVALUATION_UNDONE') and l.account in (select code from control)
  union all
  select branch_id, account, coalesce(booked_on, day), -base_amount from open_changes) x
group by 1, 2, 3;
