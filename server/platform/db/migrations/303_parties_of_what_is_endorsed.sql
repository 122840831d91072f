-- A policy is in force to the last day that a cancellation leaves it, and a change of securities moves premium: what parties brought and have in force is
-- kept by both. An endorsement's line is in base at the rate that it was booked at, since a change of securities comes to nothing in all, of which no
-- part can be taken.
create function last_covered(p policies) returns date language sql immutable as $$
  select least(p.cover_end_date, p.cancelled_from - 1)
$$;
create or replace function covers(p policies) returns int language sql immutable as $$
  select (last_covered(p) >= p.insurance_start_date)::int
$$;
create function line_in_base(premium bigint, e endorsements) returns bigint language sql stable as $$
  select coalesce(round(premium * e.exchange_rate::numeric / 10000000000 * power(10::numeric, b.exponent - c.exponent)), 0)::bigint
  from currencies c, firm f join currencies b on b.code = f.base_currency where c.code = e.currency
$$;

create or replace function change_party_sums(sign int, p policies) returns void language plpgsql as $$
begin
  if p.status = 'APPROVED' then
    insert into party_changes (branch_id, party_id, posted_on, premium, starts_on, ends_on, policies)
    select p.branch_id, x.party_id, p.posted_on, sign * coalesce(x.premium, 0), p.insurance_start_date, last_covered(p), sign * covers(p) from (
      select p.reinsured_id as party_id, p.base_fac_premium as premium
      union all select coalesce(p.endorsed_insured_id, p.insured_id), p.base_fac_premium
      union all select l.security_id, base_share(l.share_premium, p.base_fac_premium, p.fac_premium) from policy_lines l where l.policy_id = p.id) x
    where x.party_id is not null;
  end if;
end $$;
create or replace function change_security_sums(sign int, e endorsements) returns void language plpgsql as $$
begin
  if e.status = 'APPROVED' and e.posted_on is not null then
    insert into party_changes (branch_id, party_id, posted_on, premium, policies)
    select e.branch_id, l.security_id, e.posted_on, sign * line_in_base(l.share_premium, e), 0
    from endorsement_lines l where l.endorsement_id = e.id;
  end if;
end $$;
create or replace function parties_of_policy_lines() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into party_changes (branch_id, party_id, posted_on, premium, starts_on, ends_on, policies)
    select p.branch_id, l.security_id, p.posted_on, 1 * base_share(l.share_premium, p.base_fac_premium, p.fac_premium),
      p.insurance_start_date, last_covered(p), 1 * covers(p)
    from now_lines l join policies p on p.id = l.policy_id and p.status = 'APPROVED';
  elsif tg_op = 'DELETE' then
    insert into party_changes (branch_id, party_id, posted_on, premium, starts_on, ends_on, policies)
    select p.branch_id, l.security_id, p.posted_on, -1 * base_share(l.share_premium, p.base_fac_premium, p.fac_premium),
      p.insurance_start_date, last_covered(p), -1 * covers(p)
    from old_lines l join policies p on p.id = l.policy_id and p.status = 'APPROVED';
  else
    insert into party_changes (branch_id, party_id, posted_on, premium, starts_on, ends_on, policies)
    select p.branch_id, l.security_id, p.posted_on, l.sign * base_share(l.share_premium, p.base_fac_premium, p.fac_premium),
      p.insurance_start_date, last_covered(p), l.sign * covers(p)
    from (select 1 as sign, n.* from now_lines n union all select -1, o.* from old_lines o) l
      join now_lines n on n.id = l.id join old_lines o on o.id = l.id and (n.security_id, n.share_premium) <> (o.security_id, o.share_premium) join policies p on p.id = l.policy_id and p.status = 'APPROVED';
  end if;
  return null;
end $$;
create or replace function parties_of_endorsement_lines() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into party_changes (branch_id, party_id, posted_on, premium, policies)
    select e.branch_id, l.security_id, e.posted_on, 1 * line_in_base(l.share_premium, e), 0
    from now_lines l join endorsements e on e.id = l.endorsement_id and e.status = 'APPROVED' and e.posted_on is not null;
  elsif tg_op = 'DELETE' then
    insert into party_changes (branch_id, party_id, posted_on, premium, policies)
    select e.branch_id, l.security_id, e.posted_on, -1 * line_in_base(l.share_premium, e), 0
    from old_lines l join endorsements e on e.id = l.endorsement_id and e.status = 'APPROVED' and e.posted_on is not null;
  else
    insert into party_changes (branch_id, party_id, posted_on, premium, policies)
    select e.branch_id, l.security_id, e.posted_on, l.sign * line_in_base(l.share_premium, e), 0
    from (select 1 as sign, n.* from now_lines n union all select -1, o.* from old_lines o) l
      join now_lines n on n.id = l.id join old_lines o on o.id = l.id and (n.security_id, n.share_premium) <> (o.security_id, o.share_premium) join endorsements e on e.id = l.endorsement_id and e.status = 'APPROVED' and e.posted_on is not null;
  end if;
  return null;
end $$;

drop trigger parties_change on policies;
create trigger parties_change after update on policies for each row
  when (
    (old.status = 'APPROVED' or new.status = 'APPROVED' or old.posted_on is not null)
    and (old.branch_id, old.status, old.posted_on, old.reinsured_id, old.current_insured_id, old.fac_premium, old.base_fac_premium, old.insurance_start_date, old.cover_end_date, old.cancelled_from)
    is distinct from (new.branch_id, new.status, new.posted_on, new.reinsured_id, new.current_insured_id, new.fac_premium, new.base_fac_premium, new.insurance_start_date, new.cover_end_date, new.cancelled_from))
  execute function parties_of_policy();

-- What there is of cancelled policies and of endorsements' lines differs from what was kept of it: the difference waits to be folded as any other.
insert into party_changes (branch_id, party_id, premium, starts_on, ends_on, policies)
select p.branch_id, x.party_id, 0, p.insurance_start_date, v.ends_on, v.policies
from policies p cross join lateral (
  select p.reinsured_id as party_id union all select p.current_insured_id union all select l.security_id from policy_lines l where l.policy_id = p.id) x
cross join lateral (values (p.cover_end_date, -(p.cover_end_date >= p.insurance_start_date)::int), (last_covered(p), covers(p))) v (ends_on, policies)
where p.status = 'APPROVED' and p.cancelled_from is not null and x.party_id is not null;
insert into party_changes (branch_id, party_id, posted_on, premium, policies)
select e.branch_id, l.security_id, e.posted_on, line_in_base(l.share_premium, e) - base_share(l.share_premium, e.base_fac_premium, e.fac_premium), 0
from endorsements e join endorsement_lines l on l.endorsement_id = e.id
where e.status = 'APPROVED' and e.posted_on is not null
  and line_in_base(l.share_premium, e) <> base_share(l.share_premium, e.base_fac_premium, e.fac_premium);
