-- What left the house and who tried to come in, the latest first: few rows of a long trail.
create index audit_trail_access on audit_trail (id)
  where action in ('exported', 'downloaded', 'opened', 'sent', 'sign_in_failed', 'second_factor_refused', 'limit_reached', 'refuse_second_factor');

-- A worker works for nobody: what waits in the queue holds mails and links of every branch, and no request takes any of it.
create or replace function take_job(kinds text[], lease interval)
  returns table (id bigint, kind text, payload jsonb, attempts int)
  language plpgsql security definer set search_path = public as $$
begin
  if request_user() is not null or nullif(current_setting('slipway.branches', true), '') is not null then
    raise exception 'A request takes no job' using errcode = 'insufficient_privilege';
  end if;
  return query update jobs j set state = 'RUNNING', attempts = j.attempts + 1, run_after = now() + lease
    where j.id = (
      select due.id from jobs due
      where due.state in ('WAITING', 'RUNNING') and due.run_after <= now() and due.kind = any(kinds)
      order by due.run_after, due.id limit 1 for update skip locked)
    returning j.id, j.kind, j.payload, j.attempts;
end $$;
