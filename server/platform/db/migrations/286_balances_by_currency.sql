-- What accounts of parties moved by month is kept by currency too, debits and credits apart: what is due in each currency reads no party and no due day.
drop table control_months;
create table control_months (
  branch_id integer not null,
  account text not null,
  month date not null,
  currency char(3) not null,
  debit boolean not null,
  amount bigint not null,
  base_amount bigint not null,
  primary key (branch_id, account, month, currency, debit)
);
call protect_branch('control_months');

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
    insert into control_months as c (branch_id, account, month, currency, debit, amount, base_amount)
    select branch_id, account, date_trunc('month', coalesce(booked_on, day))::date, currency, debit, sum(amount), sum(base_amount)
    from folding group by 1, 2, 3, 4, 5
    on conflict (branch_id, account, month, currency, debit) do update
      set amount = c.amount + excluded.amount, base_amount = c.base_amount + excluded.base_amount)
  select count(*) into folded from folding;
  delete from open_sums where amount = 0 and base_amount = 0;
  return folded;
end $$;

-- What is there already: what items were opened and settled by, less what waits to be folded.
insert into control_months (branch_id, account, month, currency, debit, amount, base_amount)
select branch_id, account, month, currency, debit, sum(amount), sum(base_amount) from (
  select branch_id, account, date_trunc('month', opened_on)::date as month, currency, amount >= 0 as debit, amount, base_amount from open_items
  union all
  select i.branch_id, i.account, date_trunc('month', s.day)::date, i.currency, i.amount >= 0, -s.amount, -s.base_amount
  from settlements s join open_items i on i.id = s.item_id
  union all
  select branch_id, account, date_trunc('month', coalesce(booked_on, day))::date, currency, debit, -amount, -base_amount from open_changes) moved
group by 1, 2, 3, 4, 5;
