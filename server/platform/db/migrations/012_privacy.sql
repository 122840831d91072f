-- Personal data of one person, found and erased. Runs as the owner where the trail is: no one else may change it.
alter table parties add column erased_at timestamptz;
create index party_contacts_words on party_contacts using gin ((lower(name || ' ' || email)) gin_trgm_ops);
create index party_intermediaries_words on party_intermediaries using gin ((lower(name || ' ' || email)) gin_trgm_ops);
create index users_words on users using gin ((lower(name || ' ' || email)) gin_trgm_ops);

-- What the application may not change by itself: the details of bank accounts, and the personal values that the trail keeps
-- about a party. The facts and their digests stay, and with them the chain.
create function erase_party_traces(erased int) returns void language sql security definer set search_path = public as $$
  update party_bank_accounts set bank = 'Erased', branch = '', account_name = 'Erased', account_number = 'Erased', swift = ''
    where party_id = erased and exists (select 1 from parties where id = erased and erased_at is not null);
  update audit_trail set personal = null where entity = 'party' and entity_id = erased and personal is not null
    and exists (select 1 from parties where id = erased and erased_at is not null) $$;

-- The same for somebody who is named in a party's rows: those rows alone that hold one of the words.
create function erase_words_audit(of_party int, words text[]) returns void language sql security definer set search_path = public as $$
  update audit_trail a set personal = null
  where a.entity = 'party' and a.entity_id = of_party and a.personal is not null and exists (
    select 1 from jsonb_each_text(a.personal) as held (field, value), unnest(words) as word
    where word <> '' and strpos(lower(held.value), lower(word)) > 0) $$;
