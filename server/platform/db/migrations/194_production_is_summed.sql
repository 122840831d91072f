-- Production is kept summed by month and by what reports group it by, in the way of what is open (193): an act appends, a worker folds.
create table production_changes (
  id bigint generated always as identity primary key,
  branch_id integer not null,
  month date not null,
  currency char(3) not null,
  cover_type_id integer not null,
  reinsured_id integer not null,
  producer_id integer not null,
  market text not null check (market in ('LOCAL', 'LONDON')),
  type text not null check (type in ('NEW', 'RENEWAL', 'AP', 'RP', 'EXT', 'NIL', 'SEC', 'CANCEL_PRORATA', 'CANCEL_SHORT', 'CANCEL_FLAT')),
  policies integer not null,
  fac_premium bigint not null,
  brokerage bigint not null,
  base_fac_premium bigint not null,
  base_brokerage bigint not null
);
create table production_months (
  branch_id integer not null,
  month date not null,
  currency char(3) not null,
  cover_type_id integer not null,
  reinsured_id integer not null,
  producer_id integer not null,
  market text not null check (market in ('LOCAL', 'LONDON')),
  type text not null check (type in ('NEW', 'RENEWAL', 'AP', 'RP', 'EXT', 'NIL', 'SEC', 'CANCEL_PRORATA', 'CANCEL_SHORT', 'CANCEL_FLAT')),
  policies integer not null,
  fac_premium bigint not null,
  brokerage bigint not null,
  base_fac_premium bigint not null,
  base_brokerage bigint not null,
  primary key (branch_id, month, currency, cover_type_id, reinsured_id, producer_id, market, type)
);
call protect_branch('production_changes');
call protect_branch('production_months');

create function change_production(sign int, p policies) returns void language plpgsql as $$
begin
  if p.status = 'APPROVED' and p.posted_on is not null then
    insert into production_changes (branch_id, month, currency, cover_type_id, reinsured_id, producer_id, market, type, policies, fac_premium, brokerage, base_fac_premium, base_brokerage)
    values (p.branch_id, date_trunc('month', p.posted_on)::date, p.currency, p.cover_type_id, p.reinsured_id, p.producer_id, p.market,
      case when p.renewed_from_id is null then 'NEW' else 'RENEWAL' end,
      sign, sign * coalesce(p.fac_premium, 0), sign * coalesce(p.brokerage_total, 0), sign * coalesce(p.base_fac_premium, 0), sign * coalesce(p.base_brokerage, 0));
  end if;
end $$;
create function change_production(sign int, p policies, e endorsements) returns void language plpgsql as $$
begin
  if e.status = 'APPROVED' and e.posted_on is not null then
    insert into production_changes (branch_id, month, currency, cover_type_id, reinsured_id, producer_id, market, type, policies, fac_premium, brokerage, base_fac_premium, base_brokerage)
    values (e.branch_id, date_trunc('month', e.posted_on)::date, e.currency, p.cover_type_id, p.reinsured_id, p.producer_id, p.market, e.endorsement_type,
      0, sign * coalesce(e.fac_premium, 0), sign * coalesce(e.brokerage_total, 0), sign * coalesce(e.base_fac_premium, 0), sign * coalesce(e.base_brokerage, 0));
  end if;
end $$;

create function production_of_policy() returns trigger language plpgsql as $$
declare e endorsements;
begin
  if tg_op = 'UPDATE' then perform change_production(-1, old); end if;
  perform change_production(1, new);
  if tg_op = 'UPDATE' and (old.cover_type_id, old.reinsured_id, old.producer_id, old.market) <> (new.cover_type_id, new.reinsured_id, new.producer_id, new.market) then
    for e in select * from endorsements where policy_id = new.id and status = 'APPROVED' and posted_on is not null loop
      perform change_production(-1, old, e);
      perform change_production(1, new, e);
    end loop;
  end if;
  return null;
end $$;
create trigger production_begins after insert on policies for each row when (new.status = 'APPROVED') execute function production_of_policy();
create trigger production_changes after update on policies for each row
  when (
    (old.status = 'APPROVED' or new.status = 'APPROVED' or old.posted_on is not null)
    and (old.branch_id, old.status, old.posted_on, old.currency, old.cover_type_id, old.reinsured_id, old.producer_id, old.market, old.renewed_from_id,
      old.fac_premium, old.brokerage_total, old.base_fac_premium, old.base_brokerage)
    is distinct from (new.branch_id, new.status, new.posted_on, new.currency, new.cover_type_id, new.reinsured_id, new.producer_id, new.market, new.renewed_from_id,
      new.fac_premium, new.brokerage_total, new.base_fac_premium, new.base_brokerage))
  execute function production_of_policy();

create function production_of_endorsement() returns trigger language plpgsql as $$
declare p policies;
begin
  select * into p from policies where id = new.policy_id;
  if tg_op = 'UPDATE' then perform change_production(-1, p, old); end if;
  perform change_production(1, p, new);
  return null;
end $$;
create trigger production_begins after insert on endorsements for each row when (new.status = 'APPROVED') execute function production_of_endorsement();
create trigger production_changes after update on endorsements for each row
  when (
    (old.status = 'APPROVED' or new.status = 'APPROVED')
    and (old.branch_id, old.status, old.posted_on, old.currency, old.endorsement_type, old.fac_premium, old.brokerage_total, old.base_fac_premium, old.base_brokerage)
    is distinct from (new.branch_id, new.status, new.posted_on, new.currency, new.endorsement_type, new.fac_premium, new.brokerage_total, new.base_fac_premium, new.base_brokerage))
  execute function production_of_endorsement();

create function fold_production_changes(most int) returns int language plpgsql security definer set search_path = public as $$
declare folded int;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_production_changes')) then return 0; end if;
  with folding as (
    delete from production_changes where id in (select id from production_changes order by id limit most) returning *),
  months as (
    insert into production_months as m (branch_id, month, currency, cover_type_id, reinsured_id, producer_id, market, type, policies, fac_premium, brokerage, base_fac_premium, base_brokerage)
    select branch_id, month, currency, cover_type_id, reinsured_id, producer_id, market, type,
      sum(policies), sum(fac_premium), sum(brokerage), sum(base_fac_premium), sum(base_brokerage) from folding group by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (branch_id, month, currency, cover_type_id, reinsured_id, producer_id, market, type) do update
      set policies = m.policies + excluded.policies, fac_premium = m.fac_premium + excluded.fac_premium, brokerage = m.brokerage + excluded.brokerage,
        base_fac_premium = m.base_fac_premium + excluded.base_fac_premium, base_brokerage = m.base_brokerage + excluded.base_brokerage)
  select count(*) into folded from folding;
  return folded;
end $$;

insert into production_months (branch_id, month, currency, cover_type_id, reinsured_id, producer_id, market, type, policies, fac_premium, brokerage, base_fac_premium, base_brokerage)
select t.branch_id, date_trunc('month', t.posted_on)::date, t.currency, p.cover_type_id, p.reinsured_id, p.producer_id, p.market,
  coalesce(e.endorsement_type, case when p.renewed_from_id is null then 'NEW' else 'RENEWAL' end),
  count(*) filter (where t.endorsement_id is null), sum(t.fac_premium), coalesce(sum(t.brokerage), 0), coalesce(sum(t.base_fac_premium), 0), coalesce(sum(t.base_brokerage), 0)
from production t join policies p on p.id = t.policy_id left join endorsements e on e.id = t.endorsement_id
group by 1, 2, 3, 4, 5, 6, 7, 8;

-- Production by day, the newest first: each of its parts comes off its index in that order.
create view production_newest with (security_invoker = true) as
  (select id, branch_id, id as policy_id, null::int as endorsement_id, broker_reference as number, posted_on, currency,
     fac_premium, brokerage_total as brokerage, base_fac_premium, base_brokerage
   from policies where status = 'APPROVED' and posted_on is not null order by posted_on desc, id desc)
  union all
  (select id, branch_id, policy_id, id as endorsement_id, number, posted_on, currency, fac_premium, brokerage_total as brokerage, base_fac_premium, base_brokerage
   from endorsements where status = 'APPROVED' and posted_on is not null order by posted_on desc, id desc);
