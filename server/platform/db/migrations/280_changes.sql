-- Who watches a dashboard is told that a record of their branches changed. What changed is read by them with their own rights: this gives
-- numbers of the trail and branches alone.
create function newest_change() returns bigint language sql stable security definer set search_path = public as $$
  select coalesce(max(id), 0) from audit_trail $$;
create function changed_since(since bigint, kinds text[]) returns table (id bigint, branch_id int)
language sql stable security definer set search_path = public as $$
  select a.id, a.branch_id from audit_trail a where a.id > since and a.entity = any (kinds) order by a.id $$;
