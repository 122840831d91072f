-- Mails to securities about claims: asked to agree a movement, reminded of what is overdue. They leave after the commit.
create table claim_mails (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  security_id int not null references parties (id),
  -- The movement that it is asked to agree; none of a reminder.
  movement_id int references movements (id),
  recipients text[] not null check (cardinality(recipients) between 1 and 10),
  subject text not null,
  text text not null,
  status text not null default 'QUEUED' check (status in ('QUEUED', 'SENT', 'FAILED')),
  message text,
  settled_at timestamptz,
  made_by int not null references users (id),
  made_at timestamptz not null default now()
);
create index claim_mails_made on claim_mails (made_at);
create index claim_mails_security on claim_mails (security_id, branch_id);
create index claim_mails_movement on claim_mails (movement_id) where movement_id is not null;
call protect_branch('claim_mails');

-- They count towards the limits of mails.
CREATE OR REPLACE FUNCTION public.mailed_since(since timestamp with time zone)
 RETURNS TABLE(made_by integer, made_at timestamp with time zone, addresses integer, strangers integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select s.made_by, s.made_at, cardinality(s.recipients), s.strangers from document_sendings s where s.made_at > since
  union all
  select n.made_by, n.made_at, cardinality(n.recipients), 0 from renewal_notices n where n.made_at > since
  union all
  select c.made_by, c.made_at, cardinality(c.recipients), 0 from claim_mails c where c.made_at > since $function$;
