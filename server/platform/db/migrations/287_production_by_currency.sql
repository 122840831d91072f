-- Production is kept by month and currency alone as well: the dashboard reads a few rows for what all classes, cedants and producers made.
create table production_totals (
  branch_id integer not null,
  month date not null,
  currency char(3) not null,
  policies integer not null,
  fac_premium bigint not null,
  brokerage bigint not null,
  base_fac_premium bigint not null,
  base_brokerage bigint not null,
  primary key (branch_id, month, currency)
);
call protect_branch('production_totals');

create or replace function fold_production_changes(most int) returns int language plpgsql security definer set search_path = public as $$
declare folded int;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_production_changes')) then return 0; end if;
  with folding as (
    delete from production_changes where id <= (select max(id) from (select id from production_changes order by id limit most) first) returning *),
  months as (
    insert into production_months as m (branch_id, month, currency, cover_type_id, reinsured_id, producer_id, market, type, policies, fac_premium, brokerage, base_fac_premium, base_brokerage)
    select branch_id, month, currency, cover_type_id, reinsured_id, producer_id, market, type,
      sum(policies), sum(fac_premium), sum(brokerage), sum(base_fac_premium), sum(base_brokerage) from folding group by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (branch_id, month, currency, cover_type_id, reinsured_id, producer_id, market, type) do update
      set policies = m.policies + excluded.policies, fac_premium = m.fac_premium + excluded.fac_premium, brokerage = m.brokerage + excluded.brokerage,
        base_fac_premium = m.base_fac_premium + excluded.base_fac_premium, base_brokerage = m.base_brokerage + excluded.base_brokerage),
  totals as (
    insert into production_totals as t (branch_id, month, currency, policies, fac_premium, brokerage, base_fac_premium, base_brokerage)
    select branch_id, month, currency, sum(policies), sum(fac_premium), sum(brokerage), sum(base_fac_premium), sum(base_brokerage) from folding group by 1, 2, 3
    on conflict (branch_id, month, currency) do update
      set policies = t.policies + excluded.policies, fac_premium = t.fac_premium + excluded.fac_premium, brokerage = t.brokerage + excluded.brokerage,
        base_fac_premium = t.base_fac_premium + excluded.base_fac_premium, base_brokerage = t.base_brokerage + excluded.base_brokerage)
  select count(*) into folded from folding;
  return folded;
end $$;

insert into production_totals (branch_id, month, currency, policies, fac_premium, brokerage, base_fac_premium, base_brokerage)
select branch_id, month, currency, sum(policies), sum(fac_premium), sum(brokerage), sum(base_fac_premium), sum(base_brokerage) from production_months group by 1, 2, 3;
