-- Which mails of a kind still have a job to send them: a request reads no queue.
create function mails_under_way(of_kind text) returns setof int
  language sql stable security definer set search_path = public as $$
  select (payload ->> 'sending')::int from jobs
  where kind = of_kind and state in ('WAITING', 'RUNNING') and payload ->> 'sending' is not null $$;
