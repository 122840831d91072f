-- The papers of a claim that was disabled are void, as those of a policy are. The rest of what verifying a document answers
-- stays as it is.
do $$
declare
  before text := pg_get_functiondef('verify_document(text)'::regprocedure);
  after text := replace(before, 'when ''policy'' then',
    'when ''claim'' then (select c.status = ''DISABLED'' from claims c where c.id = d.record_id)' || chr(10) || '      when ''policy'' then');
begin
  if after = before then
    raise exception 'verify_document does not say when papers of a policy are void';
  end if;
  execute after;
end $$;
