-- What parties brought, and how many of their policies are in force, is kept summed by party, in the way of what is open (193): an act appends, a worker
-- folds. Premium in base by month; policies in force by the days on which their cover begins and is over, by month and in the month by day.
create table party_changes (
  id bigint generated always as identity primary key,
  branch_id integer not null,
  party_id integer not null,
  posted_on date,
  premium bigint not null,
  starts_on date,
  ends_on date,
  policies integer not null
);
create table party_months (
  branch_id integer not null,
  party_id integer not null,
  month date not null,
  premium bigint not null,
  in_force integer not null,
  primary key (branch_id, party_id, month)
);
create table party_days (
  branch_id integer not null,
  party_id integer not null,
  day date not null,
  in_force integer not null,
  primary key (branch_id, party_id, day)
);
call protect_branch('party_changes');
call protect_branch('party_months');
call protect_branch('party_days');
create index party_changes_party on party_changes (branch_id, party_id);

-- A part of an amount in base at booked rates: what a line is of its whole.
create function base_share(part bigint, base bigint, whole bigint) returns bigint language sql immutable as $$
  select coalesce(round(part::numeric * base / nullif(whole, 0)), 0)::bigint
$$;
-- Cover that ends before it begins is never in force.
create function covers(p policies) returns int language sql immutable as $$
  select (p.cover_end_date >= p.insurance_start_date)::int
$$;

create function change_party_sums(sign int, p policies) returns void language plpgsql as $$
begin
  if p.status = 'APPROVED' then
    insert into party_changes (branch_id, party_id, posted_on, premium, starts_on, ends_on, policies)
    select p.branch_id, x.party_id, p.posted_on, sign * coalesce(x.premium, 0), p.insurance_start_date, p.cover_end_date, sign * covers(p) from (
      select p.reinsured_id as party_id, p.base_fac_premium as premium
      union all select coalesce(p.endorsed_insured_id, p.insured_id), p.base_fac_premium
      union all select l.security_id, base_share(l.share_premium, p.base_fac_premium, p.fac_premium) from policy_lines l where l.policy_id = p.id) x
    where x.party_id is not null;
  end if;
end $$;
-- Of an endorsement, by its policy's clients; and by its lines.
create function change_party_sums(sign int, p policies, e endorsements) returns void language plpgsql as $$
begin
  if e.status = 'APPROVED' and e.posted_on is not null then
    insert into party_changes (branch_id, party_id, posted_on, premium, policies)
    select e.branch_id, x.party_id, e.posted_on, sign * coalesce(e.base_fac_premium, 0), 0
    from (values (p.reinsured_id), (coalesce(p.endorsed_insured_id, p.insured_id))) x (party_id) where x.party_id is not null;
  end if;
end $$;
create function change_security_sums(sign int, e endorsements) returns void language plpgsql as $$
begin
  if e.status = 'APPROVED' and e.posted_on is not null then
    insert into party_changes (branch_id, party_id, posted_on, premium, policies)
    select e.branch_id, l.security_id, e.posted_on, sign * base_share(l.share_premium, e.base_fac_premium, e.fac_premium), 0
    from endorsement_lines l where l.endorsement_id = e.id;
  end if;
end $$;

create function parties_of_policy() returns trigger language plpgsql as $$
declare e endorsements;
begin
  if tg_op = 'UPDATE' then perform change_party_sums(-1, old); end if;
  perform change_party_sums(1, new);
  if tg_op = 'UPDATE' and (old.reinsured_id, old.current_insured_id) is distinct from (new.reinsured_id, new.current_insured_id) then
    for e in select * from endorsements where policy_id = new.id and status = 'APPROVED' and posted_on is not null loop
      perform change_party_sums(-1, old, e);
      perform change_party_sums(1, new, e);
    end loop;
  end if;
  return null;
end $$;
create trigger parties_begin after insert on policies for each row when (new.status = 'APPROVED') execute function parties_of_policy();
create trigger parties_change after update on policies for each row
  when (
    (old.status = 'APPROVED' or new.status = 'APPROVED' or old.posted_on is not null)
    and (old.branch_id, old.status, old.posted_on, old.reinsured_id, old.current_insured_id, old.fac_premium, old.base_fac_premium, old.insurance_start_date, old.cover_end_date)
    is distinct from (new.branch_id, new.status, new.posted_on, new.reinsured_id, new.current_insured_id, new.fac_premium, new.base_fac_premium, new.insurance_start_date, new.cover_end_date))
  execute function parties_of_policy();

create function parties_of_endorsement() returns trigger language plpgsql as $$
declare p policies;
begin
  select * into p from policies where id = new.policy_id;
  if tg_op = 'UPDATE' then
    perform change_party_sums(-1, p, old);
    perform change_security_sums(-1, old);
  end if;
  perform change_party_sums(1, p, new);
  perform change_security_sums(1, new);
  return null;
end $$;
create trigger parties_begin after insert on endorsements for each row when (new.status = 'APPROVED') execute function parties_of_endorsement();
create trigger parties_change after update on endorsements for each row
  when (
    (old.status = 'APPROVED' or new.status = 'APPROVED')
    and (old.branch_id, old.status, old.posted_on, old.fac_premium, old.base_fac_premium)
    is distinct from (new.branch_id, new.status, new.posted_on, new.fac_premium, new.base_fac_premium))
  execute function parties_of_endorsement();

-- Lines of what is approved: those that come with its approval, and those of a security that was merged.
create function parties_of_policy_lines() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into party_changes (branch_id, party_id, posted_on, premium, starts_on, ends_on, policies)
    select p.branch_id, l.security_id, p.posted_on, 1 * base_share(l.share_premium, p.base_fac_premium, p.fac_premium),
      p.insurance_start_date, p.cover_end_date, 1 * covers(p)
    from now_lines l join policies p on p.id = l.policy_id and p.status = 'APPROVED';
  elsif tg_op = 'DELETE' then
    insert into party_changes (branch_id, party_id, posted_on, premium, starts_on, ends_on, policies)
    select p.branch_id, l.security_id, p.posted_on, -1 * base_share(l.share_premium, p.base_fac_premium, p.fac_premium),
      p.insurance_start_date, p.cover_end_date, -1 * covers(p)
    from old_lines l join policies p on p.id = l.policy_id and p.status = 'APPROVED';
  else
    insert into party_changes (branch_id, party_id, posted_on, premium, starts_on, ends_on, policies)
    select p.branch_id, l.security_id, p.posted_on, l.sign * base_share(l.share_premium, p.base_fac_premium, p.fac_premium),
      p.insurance_start_date, p.cover_end_date, l.sign * covers(p)
    from (select 1 as sign, n.* from now_lines n union all select -1, o.* from old_lines o) l
      join now_lines n on n.id = l.id join old_lines o on o.id = l.id and (n.security_id, n.share_premium) <> (o.security_id, o.share_premium) join policies p on p.id = l.policy_id and p.status = 'APPROVED';
  end if;
  return null;
end $$;
create function parties_of_endorsement_lines() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into party_changes (branch_id, party_id, posted_on, premium, policies)
    select e.branch_id, l.security_id, e.posted_on, 1 * base_share(l.share_premium, e.base_fac_premium, e.fac_premium), 0
    from now_lines l join endorsements e on e.id = l.endorsement_id and e.status = 'APPROVED' and e.posted_on is not null;
  elsif tg_op = 'DELETE' then
    insert into party_changes (branch_id, party_id, posted_on, premium, policies)
    select e.branch_id, l.security_id, e.posted_on, -1 * base_share(l.share_premium, e.base_fac_premium, e.fac_premium), 0
    from old_lines l join endorsements e on e.id = l.endorsement_id and e.status = 'APPROVED' and e.posted_on is not null;
  else
    insert into party_changes (branch_id, party_id, posted_on, premium, policies)
    select e.branch_id, l.security_id, e.posted_on, l.sign * base_share(l.share_premium, e.base_fac_premium, e.fac_premium), 0
    from (select 1 as sign, n.* from now_lines n union all select -1, o.* from old_lines o) l
      join now_lines n on n.id = l.id join old_lines o on o.id = l.id and (n.security_id, n.share_premium) <> (o.security_id, o.share_premium) join endorsements e on e.id = l.endorsement_id and e.status = 'APPROVED' and e.posted_on is not null;
  end if;
  return null;
end $$;
create trigger parties_of_new_lines after insert on policy_lines referencing new table as now_lines for each statement execute function parties_of_policy_lines();
create trigger parties_of_changed_lines after update on policy_lines referencing old table as old_lines new table as now_lines for each statement execute function parties_of_policy_lines();
create trigger parties_of_lines_gone after delete on policy_lines referencing old table as old_lines for each statement execute function parties_of_policy_lines();
create trigger parties_of_new_lines after insert on endorsement_lines referencing new table as now_lines for each statement execute function parties_of_endorsement_lines();
create trigger parties_of_changed_lines after update on endorsement_lines referencing old table as old_lines new table as now_lines for each statement execute function parties_of_endorsement_lines();
create trigger parties_of_lines_gone after delete on endorsement_lines referencing old table as old_lines for each statement execute function parties_of_endorsement_lines();

-- One at a time; whoever comes meanwhile has nothing to do. Answers how many changes it folded.
create function fold_party_changes(most int) returns int language plpgsql security definer set search_path = public as $$
declare folded int;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_party_changes')) then return 0; end if;
  with folding as (
    delete from party_changes where id in (select id from party_changes order by id limit most) returning *),
  dated as (
    select f.branch_id, f.party_id, d.day, d.premium, d.in_force from folding f
    cross join lateral (values (f.posted_on, f.premium, 0), (f.starts_on, 0, f.policies), (f.ends_on + 1, 0, -f.policies)) d (day, premium, in_force)
    where d.day is not null),
  months as (
    insert into party_months as m (branch_id, party_id, month, premium, in_force)
    select branch_id, party_id, date_trunc('month', day)::date, sum(premium), sum(in_force) from dated group by 1, 2, 3
    on conflict (branch_id, party_id, month) do update set premium = m.premium + excluded.premium, in_force = m.in_force + excluded.in_force),
  days as (
    insert into party_days as y (branch_id, party_id, day, in_force)
    select branch_id, party_id, day, sum(in_force) from dated group by 1, 2, 3 having sum(in_force) <> 0
    on conflict (branch_id, party_id, day) do update set in_force = y.in_force + excluded.in_force)
  select count(*) into folded from folding;
  return folded;
end $$;

-- What there is, once.
create temp view made_by as
  select p.branch_id, x.party_id, p.posted_on, coalesce(x.premium, 0) as premium, p.insurance_start_date as starts_on, p.cover_end_date as ends_on, covers(p) as policies
  from policies p cross join lateral (
    select p.reinsured_id as party_id, p.base_fac_premium as premium
    union all select p.current_insured_id, p.base_fac_premium) x
  where p.status = 'APPROVED' and x.party_id is not null
  union all
  select p.branch_id, l.security_id, p.posted_on, base_share(l.share_premium, p.base_fac_premium, p.fac_premium), p.insurance_start_date, p.cover_end_date, covers(p)
  from policies p join policy_lines l on l.policy_id = p.id where p.status = 'APPROVED'
  union all
  select e.branch_id, x.party_id, e.posted_on, coalesce(e.base_fac_premium, 0), null, null, 0
  from endorsements e join policies p on p.id = e.policy_id cross join lateral (values (p.reinsured_id), (p.current_insured_id)) x (party_id)
  where e.status = 'APPROVED' and e.posted_on is not null and x.party_id is not null
  union all
  select e.branch_id, l.security_id, e.posted_on, base_share(l.share_premium, e.base_fac_premium, e.fac_premium), null, null, 0
  from endorsements e join endorsement_lines l on l.endorsement_id = e.id where e.status = 'APPROVED' and e.posted_on is not null;
create temp table dated on commit drop as
  select branch_id, party_id, day, sum(premium) as premium, sum(in_force) as in_force from (
    select branch_id, party_id, posted_on as day, premium, 0 as in_force from made_by
    union all select branch_id, party_id, starts_on, 0, policies from made_by
    union all select branch_id, party_id, ends_on + 1, 0, -policies from made_by) d
  where day is not null group by 1, 2, 3;
insert into party_months (branch_id, party_id, month, premium, in_force)
select branch_id, party_id, date_trunc('month', day)::date, sum(premium), sum(in_force) from dated group by 1, 2, 3;
insert into party_days (branch_id, party_id, day, in_force) select branch_id, party_id, day, in_force from dated where in_force <> 0;
drop view made_by;
