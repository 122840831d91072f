-- A change of securities moves who has a policy in force: those of the policy to the day before it, those whom it put in place from its day on to the next change
-- or the end. None begins before one that was approved before it (§2 SEC).

-- Who carries a policy and on which days, by its approved changes of securities without one of them (`besides`, 0: none). `named` is who was put in place: one that
-- was merged since is the one that it became.
create function carried(p policies, besides int) returns table (named int, party_id int, starts_on date, ends_on date, changed boolean) language sql stable as $$
  with changes as (
    select e.effective_date as day, e.applied -> 'placement' -> 'lines' as lines, lead(e.effective_date) over (order by e.approval) as next
    from endorsements e
    where e.policy_id = p.id and e.status = 'APPROVED' and e.endorsement_type = 'SEC' and e.id <> besides and e.applied -> 'placement' -> 'lines' is not null)
  select l.security_id, l.security_id, p.insurance_start_date, least(last_covered(p), (select min(day) from changes) - 1), false
  from policy_lines l where l.policy_id = p.id
  union all
  select y.id, coalesce(y.merged_into, y.id), c.day, least(last_covered(p), c.next - 1), true
  from changes c cross join lateral jsonb_to_recordset(c.lines) as x ("securityId" int, share bigint) join parties y on y.id = x."securityId" where x.share > 0
$$;
-- The last day on which those carry it whom the policy names.
create function first_carried_to(p policies) returns date language sql stable as $$
  select least(last_covered(p), (
    select min(e.effective_date) - 1 from endorsements e
    where e.policy_id = p.id and e.status = 'APPROVED' and e.endorsement_type = 'SEC' and e.applied -> 'placement' -> 'lines' is not null))
$$;

-- Days of carriers alone, without premium: what `p` had and has of them is `sign` -1 and 1.
create function change_carriers(sign int, p policies, besides int, only_changed boolean) returns void language sql as $$
  insert into party_changes (branch_id, party_id, premium, starts_on, ends_on, policies)
  select p.branch_id, c.party_id, 0, c.starts_on, c.ends_on, sign from carried(p, besides) c
  where c.starts_on <= c.ends_on and (c.changed or not only_changed)
$$;

create or replace function change_party_sums(sign int, p policies) returns void language plpgsql as $$
declare first_to date;
begin
  if p.status = 'APPROVED' then
    first_to := first_carried_to(p);
    insert into party_changes (branch_id, party_id, posted_on, premium, starts_on, ends_on, policies)
    select p.branch_id, x.party_id, p.posted_on, sign * coalesce(x.premium, 0), p.insurance_start_date, x.ends_on, sign * (x.ends_on >= p.insurance_start_date)::int from (
      select p.reinsured_id as party_id, p.base_fac_premium as premium, last_covered(p) as ends_on
      union all select coalesce(p.endorsed_insured_id, p.insured_id), p.base_fac_premium, last_covered(p)
      union all select l.security_id, base_share(l.share_premium, p.base_fac_premium, p.fac_premium), first_to from policy_lines l where l.policy_id = p.id) x
    where x.party_id is not null;
    if first_to < last_covered(p) then perform change_carriers(sign, p, 0, true); end if;
  end if;
end $$;

create or replace function parties_of_policy_lines() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into party_changes (branch_id, party_id, posted_on, premium, starts_on, ends_on, policies)
    select p.branch_id, l.security_id, p.posted_on, base_share(l.share_premium, p.base_fac_premium, p.fac_premium),
      p.insurance_start_date, d.ends_on, (d.ends_on >= p.insurance_start_date)::int
    from now_lines l join policies p on p.id = l.policy_id and p.status = 'APPROVED' cross join lateral (select first_carried_to(p) as ends_on) d;
  elsif tg_op = 'DELETE' then
    insert into party_changes (branch_id, party_id, posted_on, premium, starts_on, ends_on, policies)
    select p.branch_id, l.security_id, p.posted_on, -base_share(l.share_premium, p.base_fac_premium, p.fac_premium),
      p.insurance_start_date, d.ends_on, -(d.ends_on >= p.insurance_start_date)::int
    from old_lines l join policies p on p.id = l.policy_id and p.status = 'APPROVED' cross join lateral (select first_carried_to(p) as ends_on) d;
  else
    insert into party_changes (branch_id, party_id, posted_on, premium, starts_on, ends_on, policies)
    select p.branch_id, l.security_id, p.posted_on, l.sign * base_share(l.share_premium, p.base_fac_premium, p.fac_premium),
      p.insurance_start_date, d.ends_on, l.sign * (d.ends_on >= p.insurance_start_date)::int
    from (select 1 as sign, n.* from now_lines n union all select -1, o.* from old_lines o) l
      join now_lines n on n.id = l.id join old_lines o on o.id = l.id and (n.security_id, n.share_premium) <> (o.security_id, o.share_premium)
      join policies p on p.id = l.policy_id and p.status = 'APPROVED' cross join lateral (select first_carried_to(p) as ends_on) d;
  end if;
  return null;
end $$;

create or replace function parties_of_endorsement() returns trigger language plpgsql as $$
declare p policies;
begin
  select * into p from policies where id = new.policy_id;
  if tg_op = 'UPDATE' then
    perform change_party_sums(-1, p, old);
    perform change_security_sums(-1, old);
  end if;
  perform change_party_sums(1, p, new);
  perform change_security_sums(1, new);
  -- What is approved stays so: another endorsement undoes it.
  if new.endorsement_type = 'SEC' and p.status = 'APPROVED' and new.status = 'APPROVED' and (tg_op = 'INSERT' or old.status <> 'APPROVED') then
    perform change_carriers(-1, p, new.id, false);
    perform change_carriers(1, p, 0, false);
  end if;
  return null;
end $$;

-- Whom changes of securities name is not moved by a merging: what they have in force is, from who they were to who they are.
create function carriers_of_merged() returns trigger language plpgsql as $$
begin
  insert into party_changes (branch_id, party_id, premium, starts_on, ends_on, policies)
  select p.branch_id, v.party_id, 0, c.starts_on, c.ends_on, v.policies
  from policies p cross join lateral carried(p, 0) c
    cross join lateral (values (coalesce(old.merged_into, old.id), -1), (coalesce(new.merged_into, new.id), 1)) v (party_id, policies)
  where p.status = 'APPROVED' and c.changed and c.named = new.id and c.starts_on <= c.ends_on
    and p.id in (select e.policy_id from endorsements e where e.status = 'APPROVED' and e.endorsement_type = 'SEC'
      and e.applied -> 'placement' -> 'lines' @> jsonb_build_array(jsonb_build_object('securityId', new.id)));
  return null;
end $$;
create trigger carriers_of_merged after update on parties for each row
  when (new.kind = 'SECURITY' and old.merged_into is distinct from new.merged_into) execute function carriers_of_merged();

-- Of changes of before: what was kept is taken back, and what is carried kept.
insert into party_changes (branch_id, party_id, premium, starts_on, ends_on, policies)
select p.branch_id, l.security_id, 0, p.insurance_start_date, last_covered(p), -covers(p)
from policies p join policy_lines l on l.policy_id = p.id
where p.status = 'APPROVED' and covers(p) = 1 and p.id in (select policy_id from endorsements where status = 'APPROVED' and endorsement_type = 'SEC');
insert into party_changes (branch_id, party_id, premium, starts_on, ends_on, policies)
select p.branch_id, c.party_id, 0, c.starts_on, c.ends_on, 1
from policies p cross join lateral carried(p, 0) c
where p.status = 'APPROVED' and c.starts_on <= c.ends_on and p.id in (select policy_id from endorsements where status = 'APPROVED' and endorsement_type = 'SEC');
