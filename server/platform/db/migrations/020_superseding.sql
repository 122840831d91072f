-- A document may be replaced, for a reason; what stood before stays as it was issued. A kind of one record in one issue
-- has copies 1, 2, …, of which the last is the one that counts.
alter table documents
  add column copy int not null default 1 check (copy >= 1),
  add column reason text not null default '',
  -- The day that stands on the paper, which is not always the day on which it was made.
  add column dated date,
  -- What the paper says (gzip of its page model), so that several can be set into one file as they were issued.
  add column model bytea;
alter table documents disable trigger append_only;
update documents d set dated = coalesce((select n.posted_on from notes n where n.id = d.note_id), d.made_at::date);
alter table documents enable trigger append_only;
alter table documents alter column dated set not null;
alter table documents drop constraint document_once;
alter table documents add constraint document_once unique (kind, record_kind, record_id, issue, security_id, copy);
alter table documents add constraint replaced_for_a_reason check (copy = 1 or reason <> '');

-- The number of the document that stands for another now: the last of its kind and record; null for the last itself.
create function replaced_by(old documents) returns text language sql stable as $$
  select d.number from documents d
  where d.kind = old.kind and d.record_kind = old.record_kind and d.record_id = old.record_id
    and d.security_id = old.security_id and (d.issue, d.copy) > (old.issue, old.copy)
  order by d.issue desc, d.copy desc limit 1 $$;

-- Anyone holding a document may check it: number, date, parties, total and digest, whether it still counts, nothing else.
drop function verify_document(text);
create function verify_document(wanted text) returns table (
  kind text, number text, dated date, party_name text, total text, sha256 text, is_void boolean, replaced_by text)
  language sql stable security definer set search_path = public as $$
  select d.kind, d.number, d.dated, d.party_name, d.total, d.sha256,
    coalesce(case d.record_kind
      when 'note' then (select n.status <> 'ISSUED' from notes n where n.id = d.record_id)
      when 'receipt' then (select r.status = 'REVERSED' from receipts r where r.id = d.record_id)
      when 'voucher' then (select v.status = 'REVERSED' from vouchers v where v.id = d.record_id)
      when 'endorsement' then (select e.status = 'DISABLED' from endorsements e where e.id = d.record_id)
      when 'policy' then (select p.status = 'DISABLED' from policies p where p.id = d.record_id)
    end, false),
    replaced_by(d)
  from documents d where d.code = wanted $$;
