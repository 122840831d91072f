-- Fac premium and brokerage are searched by the numbers of endorsements too, which have an index.
create or replace function text_of(source text) returns text language plpgsql immutable set search_path = public as $$
begin
  return case
    when source in ('policies', 'receipts', 'vouchers', 'claims', 'adjustments', 'invoices', 'manual_journals') then 'search_text'
    when source = 'endorsements' then 'lower(number)'
    when source = 'journal_entries' then 'folded(narration)' end;
end $$;
