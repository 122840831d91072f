-- The second wall for what is not a record of business itself: the numbers of a branch, and what was done in it.
call protect_branch('counters');

alter table audit_trail enable row level security;
-- What concerns the firm (registers, users) has no branch and is seen by whoever may see it at all.
create policy branch_scope on audit_trail for select
  using (branch_id is null or branch_id = any((select nullif(current_setting('slipway.branches', true), '')::int[])::int[]));
create policy anyone_adds on audit_trail for insert with check (true);

-- The sealer links what it may not read: ids and digests, never facts.
create function unsealed_audit(most int) returns table (id bigint, digest bytea)
  language sql stable security definer set search_path = public as $$
  select a.id, a.digest from audit_trail a
  where a.id > coalesce((select max(c.audit_id) from audit_chain c), 0) - 10000
    and not exists (select 1 from audit_chain c where c.audit_id = a.id)
  order by a.id limit most $$;
