-- What a document comes to is an amount in minor units and its currency, as every amount is; none for papers of terms.
alter table documents add column currency char(3) references currencies (code), add column amount bigint;
alter table documents disable trigger append_only;
update documents set currency = left(total, 3), amount = replace(substr(total, 5), '.', '')::bigint
  where total ~ '^[A-Z]{3} -?[0-9]+(\.[0-9]+)?$';
alter table documents enable trigger append_only;
drop function verify_document(text);
alter table documents drop column total;
alter table documents rename column amount to total;
alter table documents add constraint total_has_currency check ((total is null) = (currency is null));

create function verify_document(wanted text) returns table (
  kind text, number text, dated date, party_name text, currency text, total bigint, sha256 text, is_void boolean,
  replaced_by text)
  language sql stable security definer set search_path = public as $$
  select d.kind, d.number, d.dated, d.party_name, d.currency, d.total, d.sha256,
    coalesce(case d.record_kind
      when 'note' then (select n.status <> 'ISSUED' from notes n where n.id = d.record_id)
      when 'receipt' then (select r.status = 'REVERSED' from receipts r where r.id = d.record_id)
      when 'voucher' then (select v.status = 'REVERSED' from vouchers v where v.id = d.record_id)
      when 'endorsement' then (select e.status = 'DISABLED' from endorsements e where e.id = d.record_id)
      when 'policy' then (select p.status = 'DISABLED' from policies p where p.id = d.record_id)
    end, false),
    replaced_by(d)
  from documents d where d.code = wanted $$;
