-- A policy that is disabled is production of the month in which it was approved, and gives back in the month in which it was disabled, as the ledger has it: what a
-- report said of an earlier month stays.
create or replace view production with (security_invoker = true) as
  select id, branch_id, id as policy_id, null::int as endorsement_id, broker_reference as number, posted_on, currency,
    fac_premium, brokerage_total as brokerage, base_fac_premium, base_brokerage, 1 as policies
  from policies where status = 'APPROVED' and posted_on is not null
  union all
  select id, branch_id, policy_id, id, number, posted_on, currency, fac_premium, brokerage_total, base_fac_premium, base_brokerage, 0
  from endorsements where status = 'APPROVED' and posted_on is not null
  union all
  select id, branch_id, id, null, broker_reference, posted_on, currency, fac_premium, brokerage_total, base_fac_premium, base_brokerage, 1
  from policies where status = 'DISABLED' and posted_on is not null
  union all
  select p.id, p.branch_id, p.id, null, p.broker_reference, e.day, p.currency, -p.fac_premium, -p.brokerage_total, -p.base_fac_premium, -p.base_brokerage, -1
  from policies p join journal_entries e on e.source_kind = 'policy' and e.source_id = p.id and e.event = 'POLICY_DISABLED'
  where p.status = 'DISABLED' and p.posted_on is not null;
create or replace view production_newest with (security_invoker = true) as
  (select id, branch_id, id as policy_id, null::int as endorsement_id, broker_reference as number, posted_on, currency,
     fac_premium, brokerage_total as brokerage, base_fac_premium, base_brokerage, 1 as policies
   from policies where status = 'APPROVED' and posted_on is not null order by posted_on desc, id desc)
  union all
  (select id, branch_id, policy_id, id, number, posted_on, currency, fac_premium, brokerage_total, base_fac_premium, base_brokerage, 0
   from endorsements where status = 'APPROVED' and posted_on is not null order by posted_on desc, id desc)
  union all
  (select id, branch_id, id, null, broker_reference, posted_on, currency, fac_premium, brokerage_total, base_fac_premium, base_brokerage, 1
   from policies where status = 'DISABLED' and posted_on is not null order by posted_on desc, id desc)
  union all
  (select p.id, p.branch_id, p.id, null, p.broker_reference, e.day, p.currency, -p.fac_premium, -p.brokerage_total, -p.base_fac_premium, -p.base_brokerage, -1
   from policies p join journal_entries e on e.source_kind = 'policy' and e.source_id = p.id and e.event = 'POLICY_DISABLED'
   where p.status = 'DISABLED' and p.posted_on is not null order by e.day desc, p.id desc);
create index policies_taken_back on policies (branch_id, posted_on desc, id desc) where status = 'DISABLED' and posted_on is not null;

create or replace function change_production(sign int, p policies) returns void language plpgsql as $$
begin
  if p.status in ('APPROVED', 'DISABLED') and p.posted_on is not null then
    insert into production_changes (branch_id, month, currency, cover_type_id, reinsured_id, producer_id, market, type, policies, fac_premium, brokerage, base_fac_premium, base_brokerage)
    select p.branch_id, date_trunc('month', m.day)::date, p.currency, p.cover_type_id, p.reinsured_id, p.producer_id, p.market,
      case when p.renewed_from_id is null then 'NEW' else 'RENEWAL' end, m.times, m.times * coalesce(p.fac_premium, 0), m.times * coalesce(p.brokerage_total, 0),
      m.times * coalesce(p.base_fac_premium, 0), m.times * coalesce(p.base_brokerage, 0)
    from (
      select p.posted_on as day, sign as times
      union all
      select e.day, -sign from journal_entries e
      where p.status = 'DISABLED' and e.source_kind = 'policy' and e.source_id = p.id and e.event = 'POLICY_DISABLED') m;
  end if;
end $$;

create or replace function production_of_policy() returns trigger language plpgsql as $$
declare e endorsements;
begin
  if tg_op = 'UPDATE' and old.status in ('APPROVED', 'DISABLED') then perform change_production(-1, old); end if;
  if new.status in ('APPROVED', 'DISABLED') then perform change_production(1, new); end if;
  if tg_op = 'UPDATE' and (old.cover_type_id, old.reinsured_id, old.producer_id, old.market) <> (new.cover_type_id, new.reinsured_id, new.producer_id, new.market) then
    for e in select * from endorsements where policy_id = new.id and status = 'APPROVED' and posted_on is not null loop
      perform change_production(-1, old, e);
      perform change_production(1, new, e);
    end loop;
  end if;
  return null;
end $$;

-- Those that were disabled before had been taken out of their months.
do $$
declare p policies;
begin
  for p in select * from policies where status = 'DISABLED' and posted_on is not null loop
    perform change_production(1, p);
  end loop;
end $$;
