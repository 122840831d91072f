-- How many recipients were no address of the document's parties; mails from before were not asked.
alter table document_sendings add column strangers int not null default 0
  constraint strangers_are_recipients check (strangers between 0 and cardinality(recipients));
create index document_sendings_made on document_sendings (made_at);
create index renewal_notices_made on renewal_notices (made_at);

-- How much the whole firm has mailed, by whom and when, for its limits: no addresses, no documents.
create function mailed_since(since timestamptz)
  returns table (made_by int, made_at timestamptz, addresses int, strangers int)
  language sql stable security definer set search_path = public as $$
  select s.made_by, s.made_at, cardinality(s.recipients), s.strangers from document_sendings s where s.made_at > since
  union all
  select n.made_by, n.made_at, cardinality(n.recipients), 0 from renewal_notices n where n.made_at > since $$;
