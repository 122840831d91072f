-- What is not in the chain yet is looked for among the newest links and no others: each second the whole chain was read.
create or replace function unsealed_audit(most int) returns table (id bigint, digest bytea) language sql stable security definer set search_path = public as $$
  with since as materialized (select coalesce(max(c.audit_id), 0) - 10000 as id from audit_chain c)
  select a.id, a.digest from audit_trail a
  where a.id > (select s.id from since s)
    and not exists (select 1 from audit_chain c where c.audit_id = a.id and c.audit_id > (select s.id from since s))
  order by a.id limit most $$;
