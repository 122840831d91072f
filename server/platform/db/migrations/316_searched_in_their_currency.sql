-- A search, too, is ordered by amounts within each currency: what is searched of policies has their currency.
drop index policy_texts_local;
drop index policy_texts_london;
alter table policy_texts add currency character(3);
update policy_texts t set currency = p.currency from policies p where p.id = t.id;
alter table policy_texts alter currency set not null;
create index policy_texts_local on policy_texts using gin (search_text gin_trgm_ops) where market = 'LOCAL';
create index policy_texts_london on policy_texts using gin (search_text gin_trgm_ops) where market = 'LONDON';
create or replace function text_of_policy() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into policy_texts (id, branch_id, market, broker_reference, insurance_start_date, cover_end_date, currency, current_fac_premium, search_text)
  values (new.id, new.branch_id, new.market, new.broker_reference, new.insurance_start_date, new.cover_end_date, new.currency, new.current_fac_premium, new.search_text)
  on conflict (id) do update set branch_id = excluded.branch_id, market = excluded.market, broker_reference = excluded.broker_reference,
    insurance_start_date = excluded.insurance_start_date, cover_end_date = excluded.cover_end_date, currency = excluded.currency,
    current_fac_premium = excluded.current_fac_premium, search_text = excluded.search_text;
  return null;
end $$;
drop trigger text_changes on policies;
create trigger text_changes after update on policies for each row
  when (row(old.branch_id, old.market, old.broker_reference, old.insurance_start_date, old.cover_end_date, old.currency, old.current_fac_premium, old.search_text)
    is distinct from row(new.branch_id, new.market, new.broker_reference, new.insurance_start_date, new.cover_end_date, new.currency, new.current_fac_premium, new.search_text))
  execute function text_of_policy();
