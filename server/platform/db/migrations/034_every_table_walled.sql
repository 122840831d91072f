-- The second wall for what has no branch of its own: it is its user's, or lies in the branch of what it hangs on.

-- The user of the request; unset means nobody.
create function request_user() returns int language sql stable as
  $$ select nullif(current_setting('slipway.user', true), '')::int $$;

-- What was answered to a user is that user's alone.
alter table idempotency_keys enable row level security;
create policy own on idempotency_keys
  using (user_id = (select request_user())) with check (user_id = (select request_user()));

create function forget_old_keys() returns void language sql security definer set search_path = public as
  $$ delete from idempotency_keys where created_at < now() - interval '48 hours' $$;

-- The bytes and rows of a file are seen by who sees the import: its own policy holds inside these.
alter table import_files enable row level security;
create policy of_its_import on import_files
  using (exists (select 1 from imports i where i.id = import_id))
  with check (exists (select 1 from imports i where i.id = import_id));
alter table import_rows enable row level security;
create policy of_its_import on import_rows
  using (exists (select 1 from imports i where i.id = import_id))
  with check (exists (select 1 from imports i where i.id = import_id));

-- What is written into the trail names a branch of the request, or none.
drop policy anyone_adds on audit_trail;
create policy adds_in_scope on audit_trail for insert
  with check (branch_id is null or branch_id = any((select nullif(current_setting('slipway.branches', true), '')::int[])::int[]));

-- The queue holds mails with links and work of every branch. Nobody reads it: no policy, no rights, these functions alone.
alter table jobs enable row level security;

create function put_job(in_kind text, in_payload jsonb, for_user int) returns bigint
  language sql security definer set search_path = public as $$
  insert into jobs (kind, payload, user_id) values (in_kind, in_payload, for_user) returning id $$;

-- A job goes to one worker, which knows its kind; a job whose lease is over goes to the next.
create function take_job(kinds text[], lease interval)
  returns table (id bigint, kind text, payload jsonb, attempts int)
  language sql security definer set search_path = public as $$
  update jobs j set state = 'RUNNING', attempts = j.attempts + 1, run_after = now() + lease
  where j.id = (
    select due.id from jobs due
    where due.state in ('WAITING', 'RUNNING') and due.run_after <= now() and due.kind = any(kinds)
    order by due.run_after, due.id limit 1 for update skip locked)
  returning j.id, j.kind, j.payload, j.attempts $$;

-- From here on a worker names its attempt: one whose lease went to another changes nothing any more.
create function renew_job(job bigint, attempt int, lease interval) returns void
  language sql security definer set search_path = public as $$
  update jobs set run_after = now() + lease where id = job and attempts = attempt and state = 'RUNNING' $$;

create function report_job(job bigint, attempt int, percent int) returns void
  language sql security definer set search_path = public as $$
  update jobs set progress = percent where id = job and attempts = attempt and state = 'RUNNING' $$;

-- What was done is forgotten: a mail's text may hold a link that opens an account.
create function finish_job(job bigint, attempt int) returns void
  language sql security definer set search_path = public as $$
  update jobs set state = 'DONE', finished_at = now(), progress = 100, last_error = null, payload = '{}'
  where id = job and attempts = attempt and state = 'RUNNING' $$;

create function fail_job(job bigint, attempt int, message text, retry_in interval) returns void
  language sql security definer set search_path = public as $$
  update jobs set state = case when retry_in is null then 'FAILED' else 'WAITING' end, last_error = message,
    run_after = now() + coalesce(retry_in, interval '0'), finished_at = case when retry_in is null then now() end
  where id = job and attempts = attempt and state = 'RUNNING' $$;

create function cancel_job(job bigint) returns void
  language sql security definer set search_path = public as $$
  update jobs set cancel_asked = true where id = job $$;

-- How far a job is, without what it does or for whom.
create function job_standing(job bigint) returns table (state text, progress int, cancel_asked boolean)
  language sql stable security definer set search_path = public as $$
  select j.state, j.progress, j.cancel_asked from jobs j where j.id = job $$;

create function scan_waits(attachment int) returns boolean
  language sql stable security definer set search_path = public as $$
  select exists (select 1 from jobs
    where kind = 'scan' and state in ('WAITING', 'RUNNING') and payload ->> 'id' = attachment::text) $$;

create function forget_failed_mails(address text) returns void
  language sql security definer set search_path = public as $$
  update jobs set payload = '{}' where kind = 'mail' and state = 'FAILED' and payload ->> 'to' = address $$;

create function clear_jobs() returns void language sql security definer set search_path = public as $$
  delete from jobs j using firm f where j.state in ('DONE', 'FAILED', 'CANCELLED')
    and coalesce(j.finished_at, j.created_at) < now()
      - (case when j.kind = 'mail' then f.retain_mails_years else f.retain_jobs_years end) * interval '1 year' $$;
