-- An advice of uncollectable premium is void once its adjustment was reversed.
do $$
declare
  before text := pg_get_functiondef('verify_document(text)'::regprocedure);
  line constant text := 'when ''invoice'' then (select i.status = ''REVERSED'' from invoices i where i.id = d.record_id)';
  after text := replace(before, line, line || '
      when ''adjustment'' then (select a.status = ''REVERSED'' from adjustments a where a.id = d.record_id)');
begin
  if after = before then
    raise exception 'verify_document does not say when an invoice is void';
  end if;
  execute after;
end $$;
