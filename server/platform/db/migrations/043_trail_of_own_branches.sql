-- What is written into the trail names a branch of the request or of the user, who may be on the way to another one.
drop policy adds_in_scope on audit_trail;
create policy adds_in_scope on audit_trail for insert
  with check (branch_id is null or branch_id = any((select nullif(current_setting('slipway.branches', true), '')::int[])::int[])
    or exists (select 1 from user_roles r where r.user_id = (select request_user())
      and (r.branch_id = audit_trail.branch_id or r.branch_id is null)));
