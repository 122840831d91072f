-- What expires is kept summed by day, currency and how far its renewal is, in the way of production (194): an act appends, a worker folds. What sixty days come to was added
-- up from a seventh of all policies each time.
create table expiry_changes (
  id bigint generated always as identity primary key,
  branch_id integer not null,
  day date not null,
  market text not null check (market in ('LOCAL', 'LONDON')),
  currency char(3) not null,
  state text not null check (state in ('OPEN', 'DRAFT', 'RENEWED', 'NOT_RENEWED')),
  reason text not null check ((reason <> '') <= (state = 'NOT_RENEWED')),
  policies integer not null,
  fac_premium bigint not null,
  base_fac_premium bigint not null
);
create table expiry_days (
  branch_id integer not null,
  day date not null,
  market text not null check (market in ('LOCAL', 'LONDON')),
  currency char(3) not null,
  state text not null check (state in ('OPEN', 'DRAFT', 'RENEWED', 'NOT_RENEWED')),
  reason text not null check ((reason <> '') <= (state = 'NOT_RENEWED')),
  policies integer not null,
  fac_premium bigint not null,
  base_fac_premium bigint not null,
  primary key (branch_id, day, market, currency, state, reason)
);
call protect_branch('expiry_changes');
call protect_branch('expiry_days');

-- By the status of its renewal, if it has one, and the reason why it is not renewed, if there is one. §4.
create function renewal_state(renewal text, reason text) returns text language sql immutable as $$
  select case when renewal = 'APPROVED' then 'RENEWED' when renewal is not null then 'DRAFT' when reason is not null then 'NOT_RENEWED' else 'OPEN' end
$$;
create function renewal_of(policy int) returns text language sql stable as $$
  select status from policies where renewed_from_id = policy and status <> 'DISABLED'
$$;

-- Appends to the day on which a policy expires. One that is not approved, or is cancelled, does not expire.
create function change_expiry(p policies, renewal text, policies int, fac_premium bigint, base_fac_premium bigint) returns void language plpgsql as $$
declare state constant text := renewal_state(renewal, p.not_renewed_reason);
begin
  if p.status = 'APPROVED' and p.cancelled_from is null then
    insert into expiry_changes (branch_id, day, market, currency, state, reason, policies, fac_premium, base_fac_premium)
    values (p.branch_id, p.cover_end_date, p.market, p.currency, state, case state when 'NOT_RENEWED' then trim(p.not_renewed_reason) else '' end,
      policies, fac_premium, base_fac_premium);
  end if;
end $$;
-- All of a policy: in base the original and each approved endorsement at its own day's rate.
create function change_expiry(sign int, p policies, renewal text) returns void language plpgsql as $$
begin
  if p.status = 'APPROVED' and p.cancelled_from is null then
    perform change_expiry(p, renewal, sign, sign * p.current_fac_premium, sign * (coalesce(p.base_fac_premium, 0)
      + coalesce((select sum(e.base_fac_premium)::bigint from endorsements e where e.policy_id = p.id and e.status = 'APPROVED'), 0)));
  end if;
end $$;

create function expiry_of_policy() returns trigger language plpgsql security definer set search_path = public as $$
declare renewal text;
begin
  if tg_op = 'INSERT' then
    perform change_expiry(1, new, null);
  else
    renewal := renewal_of(new.id);
    perform change_expiry(-1, old, renewal);
    perform change_expiry(1, new, renewal);
  end if;
  return null;
end $$;
create trigger expiry_begins after insert on policies for each row when (new.status = 'APPROVED') execute function expiry_of_policy();
create trigger expiry_changes after update on policies for each row
  when (
    (old.status = 'APPROVED' or new.status = 'APPROVED')
    and (old.branch_id, old.status, old.market, old.currency, old.cover_end_date, old.cancelled_from, old.current_fac_premium, old.base_fac_premium, old.not_renewed_reason)
    is distinct from (new.branch_id, new.status, new.market, new.currency, new.cover_end_date, new.cancelled_from, new.current_fac_premium, new.base_fac_premium, new.not_renewed_reason))
  execute function expiry_of_policy();

-- What a renewal does to the policy that it renews, which nobody changes meanwhile.
create function renewal_moved(policy int, was text, now text) returns void language plpgsql as $$
declare p policies;
begin
  if renewal_state(was, null) <> renewal_state(now, null) then
    select * into p from policies where id = policy for share;
    perform change_expiry(-1, p, was);
    perform change_expiry(1, p, now);
  end if;
end $$;
create function expiry_of_renewal() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if tg_op = 'INSERT' then
    perform renewal_moved(new.renewed_from_id, null, nullif(new.status, 'DISABLED'));
  elsif old.renewed_from_id = new.renewed_from_id then
    perform renewal_moved(new.renewed_from_id, nullif(old.status, 'DISABLED'), nullif(new.status, 'DISABLED'));
  else
    perform renewal_moved(old.renewed_from_id, nullif(old.status, 'DISABLED'), null) where old.renewed_from_id is not null;
    perform renewal_moved(new.renewed_from_id, null, nullif(new.status, 'DISABLED')) where new.renewed_from_id is not null;
  end if;
  return null;
end $$;
create trigger expiry_renewed_begins after insert on policies for each row when (new.renewed_from_id is not null) execute function expiry_of_renewal();
create trigger expiry_renewed after update on policies for each row
  when ((old.renewed_from_id is not null or new.renewed_from_id is not null)
    and (old.renewed_from_id, old.status) is distinct from (new.renewed_from_id, new.status)) execute function expiry_of_renewal();

-- The premium of an endorsement is on its policy's row; what it is in base is on its own.
create function expiry_of_endorsement() returns trigger language plpgsql security definer set search_path = public as $$
declare
  p policies;
  was constant bigint := case when tg_op = 'UPDATE' and old.status = 'APPROVED' then coalesce(old.base_fac_premium, 0) else 0 end;
  now constant bigint := case when new.status = 'APPROVED' then coalesce(new.base_fac_premium, 0) else 0 end;
begin
  if was <> now then
    select * into p from policies where id = new.policy_id for share;
    perform change_expiry(p, renewal_of(p.id), 0, 0, now - was);
  end if;
  return null;
end $$;
create trigger expiry_begins after insert on endorsements for each row when (new.status = 'APPROVED') execute function expiry_of_endorsement();
create trigger expiry_changes after update on endorsements for each row
  when ((old.status = 'APPROVED' or new.status = 'APPROVED') and (old.status, old.base_fac_premium) is distinct from (new.status, new.base_fac_premium))
  execute function expiry_of_endorsement();

create function fold_expiry_changes(most int) returns int language plpgsql security definer set search_path = public as $$
declare folded int;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_expiry_changes')) then return 0; end if;
  with folding as (
    delete from expiry_changes where id <= (select max(id) from (select id from expiry_changes order by id limit most) first) returning *),
  days as (
    insert into expiry_days as d (branch_id, day, market, currency, state, reason, policies, fac_premium, base_fac_premium)
    select branch_id, day, market, currency, state, reason, sum(policies), sum(fac_premium), sum(base_fac_premium) from folding group by 1, 2, 3, 4, 5, 6
    on conflict (branch_id, day, market, currency, state, reason) do update
      set policies = d.policies + excluded.policies, fac_premium = d.fac_premium + excluded.fac_premium, base_fac_premium = d.base_fac_premium + excluded.base_fac_premium)
  select count(*) into folded from folding;
  return folded;
end $$;

insert into expiry_days (branch_id, day, market, currency, state, reason, policies, fac_premium, base_fac_premium)
select x.branch_id, x.cover_end_date, x.market, x.currency, x.state, case x.state when 'NOT_RENEWED' then trim(x.not_renewed_reason) else '' end,
  count(*), sum(x.current_fac_premium), sum(x.base)
from (
  select p.*, renewal_state(n.status, p.not_renewed_reason) as state, coalesce(p.base_fac_premium, 0) + coalesce(e.base, 0) as base
  from policies p left join policies n on n.renewed_from_id = p.id and n.status <> 'DISABLED'
  left join (select policy_id, sum(base_fac_premium)::bigint as base from endorsements where status = 'APPROVED' group by 1) e on e.policy_id = p.id
  where p.status = 'APPROVED' and p.cancelled_from is null) x
group by 1, 2, 3, 4, 5, 6;
