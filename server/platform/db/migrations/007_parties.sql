-- Parties in full: who they are, how they are rated, whom to write to, where to pay, and the merging of two into one.

-- The words that tell a name from others: without legal form, words of the trade and order. Its nearest are candidates for
-- the same party; which of them are near is decided by domain/registers/near-names.ts.
create function near_name(name text) returns text language sql immutable parallel safe as $$
  with words as (
    select w as word,
      w ~ '^(ins|insurers?|insurances?|assurances?|assurers?|re|reinsurers?|reinsurances?|reassurances?)$' as trade,
      w ~ '^(ltd|limited|plc|llc|llp|lp|inc|incorporated|co|company|corp|corporation|cie|compagnie|sa|sarl|sas|gmbh|ag|nv|bv|spa|kg|pty|pte|pvt|private|public|the|and|of|de|la)$' as form
    from regexp_split_to_table(
      regexp_replace(regexp_replace(lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g')), '[.''’]', '', 'g'), '[^[:alnum:]]+', ' ', 'g'), ' ') as w
    where w <> '')
  select coalesce(
    (select string_agg(word, ' ' order by word collate "C") from words where not form and not trade),
    (select string_agg(word, ' ' order by word collate "C") from words), '')
$$;

alter table parties
  add column short_name text not null default '',
  add column registration_number text not null default '',
  add column tax_number text not null default '',
  add column rating text not null default '',
  add column rating_agency text not null default '',
  add column rated_on date,
  -- Of a syndicate or of a company.
  add column market_number text not null default '',
  -- The largest line that the firm has approved, in % of 100 %; none when null.
  add column line_limit bigint check (line_limit > 0 and line_limit <= 100000000),
  -- The country's name, kept here so that a list sorts by it from an index.
  add column country_name text not null default '',
  add column near_key text generated always as (near_name(name)) stored,
  add column merged_into int references parties (id),
  add constraint rated_by_an_agency check (rating <> '' or (rating_agency = '' and rated_on is null)),
  add constraint security_alone_is_rated check (kind = 'SECURITY' or (rating = '' and market_number = '' and line_limit is null)),
  add constraint merged_is_inactive check (merged_into is null or (status = 'INACTIVE' and merged_into <> id));

create function keep_country_name() returns trigger language plpgsql as $$
begin
  new.country_name := coalesce((select name from countries where code = new.country), '');
  return new;
end $$;
create trigger country_name before insert or update of country, country_name on parties
  for each row execute function keep_country_name();
create function follow_country_name() returns trigger language plpgsql as $$
begin
  update parties set country_name = new.name where country = new.code;
  return null;
end $$;
create trigger country_name after update of name on countries
  for each row when (new.name <> old.name) execute function follow_country_name();
update parties set country = country where country is not null;

-- What was merged into another is not listed; each order of the list has its index.
drop index parties_list;
create index parties_list on parties (kind, market, name_key, id) where merged_into is null;
create index parties_by_short_name on parties (kind, market, short_name, id) where merged_into is null;
create index parties_by_address on parties (kind, market, address, id) where merged_into is null;
create index parties_by_country on parties (kind, market, country_name, id) where merged_into is null;
create index parties_by_rating on parties (kind, market, rating, id) where merged_into is null and kind = 'SECURITY';
create index parties_by_status on parties (kind, market, status, id) where merged_into is null;
create index parties_by_name on parties (kind, name_key, id) where merged_into is null;
create index parties_by_id on parties (kind, market, id) where merged_into is null;
create index parties_near on parties using gist (near_key gist_trgm_ops (siglen = 128));
create index parties_merged on parties (merged_into) where merged_into is not null;

-- The nearest names of one register by their trigrams; what was merged counts under its old name as well.
create function parties_near(wanted text, in_kind text, in_market text, most int) returns table (id int, name text, distance real)
  language sql stable set search_path = public as $$
  select p.id, p.name, p.near_key <-> near_name(wanted) from parties p
  where p.kind = in_kind and p.market is not distinct from in_market
  order by p.near_key <-> near_name(wanted) limit most $$;

create table party_contacts (
  id int generated always as identity primary key,
  party_id int not null references parties (id),
  position int not null,
  name text not null,
  role text not null default '',
  email text not null default '',
  phone text not null default '',
  -- The documents that go to this address.
  documents text[] not null default '{}',
  constraint contact_once unique (party_id, position) deferrable initially deferred,
  constraint documents_need_an_address check (documents = '{}' or email <> '')
);

-- Through whom a security is reached: brokers and agents between it and us.
create table party_intermediaries (
  id int generated always as identity primary key,
  party_id int not null references parties (id),
  position int not null,
  name text not null,
  reference text not null default '',
  email text not null default '',
  constraint intermediary_once unique (party_id, position) deferrable initially deferred
);

-- Where a party is paid. An account is proposed by one person and confirmed by another; its details never change.
create table party_bank_accounts (
  id int generated always as identity primary key,
  party_id int not null references parties (id),
  currency char(3) not null references currencies (code),
  bank text not null,
  branch text not null default '',
  account_name text not null,
  account_number text not null,
  swift text not null default '',
  state text not null default 'PROPOSED' check (state in ('PROPOSED', 'ACTIVE', 'REPLACED', 'REFUSED', 'WITHDRAWN')),
  version int not null default 1,
  made_by int not null references users (id),
  made_at timestamptz not null default now(),
  decided_by int references users (id),
  decided_at timestamptz,
  reason text not null default '',
  checker_waived boolean not null default false,
  -- When it stopped being the one to pay to.
  ended_at timestamptz,
  constraint maker_is_not_checker check (decided_by is null or checker_waived or decided_by <> made_by),
  constraint confirmed_by_someone check (state not in ('ACTIVE', 'REFUSED') or (decided_by is not null and decided_at is not null))
);
create index party_bank_accounts_party on party_bank_accounts (party_id, id);
create unique index bank_account_active_once on party_bank_accounts (party_id, currency) where state = 'ACTIVE';
create unique index bank_account_proposed_once on party_bank_accounts (party_id, currency) where state = 'PROPOSED';

-- Two parties that were one: written by merge_parties alone, and what lets it, and nothing else, move posted lines.
create table party_merges (
  id int generated always as identity primary key,
  loser_id int not null references parties (id),
  survivor_id int not null references parties (id),
  made_by int not null references users (id),
  made_at timestamptz not null default now(),
  transaction_id xid8 not null default pg_current_xact_id(),
  constraint merged_once unique (loser_id),
  constraint into_another check (loser_id <> survivor_id)
);
create index party_merges_survivor on party_merges (survivor_id);
create trigger append_only before update or delete or truncate on party_merges for each statement execute function refuse_change();

-- Posted lines stay as they are, but for the party of a merge in the same transaction.
create function refuse_change_but_merge() returns trigger language plpgsql as $$
begin
  if tg_level = 'STATEMENT' then
    perform 1 from party_merges where transaction_id = pg_current_xact_id_if_assigned();
    if found then return null; end if;
  elsif to_jsonb(new) - 'party_id' = to_jsonb(old) - 'party_id' then
    perform 1 from party_merges
      where transaction_id = pg_current_xact_id_if_assigned() and loser_id = old.party_id and survivor_id = new.party_id;
    if found then return new; end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
drop trigger append_only on journal_lines;
create trigger append_only before delete or truncate on journal_lines for each statement execute function refuse_change();
create trigger append_only_update before update on journal_lines for each statement execute function refuse_change_but_merge();
create trigger append_only_row before update on journal_lines for each row execute function refuse_change_but_merge();

-- A record begun before a merge must not name, after it, the party that is gone. The lock waits for a merge under way.
create function refuse_merged_party() returns trigger language plpgsql as $$
declare
  named int := (to_jsonb(new) ->> tg_argv[0])::int;
  gone int;
begin
  if named is null then return new; end if;
  select merged_into into gone from parties where id = named for key share;
  if gone is not null then
    raise exception 'Party % was merged into %', named, gone using errcode = 'check_violation', constraint = 'party_was_merged';
  end if;
  return new;
end $$;
create trigger not_merged_reinsured before insert or update of reinsured_id on policies
  for each row execute function refuse_merged_party('reinsured_id');
create trigger not_merged_insured before insert or update of insured_id on policies
  for each row execute function refuse_merged_party('insured_id');
create trigger not_merged before insert or update of security_id on policy_lines
  for each row execute function refuse_merged_party('security_id');
create trigger not_merged before insert or update of payer_id on receipts
  for each row execute function refuse_merged_party('payer_id');
create trigger not_merged before insert or update of payee_id on vouchers
  for each row execute function refuse_merged_party('payee_id');
create trigger not_merged before insert on party_bank_accounts
  for each row execute function refuse_merged_party('party_id');

-- Every column that names a party as one of a record: what a merge re-points. Read from the catalogue, so that a table made
-- later is not forgotten. What a merge treats in its own way is left out.
create view party_references as
  select c.conrelid::regclass::text as relation, a.attname::text as field,
    exists (select 1 from pg_attribute s where s.attrelid = c.conrelid and s.attname = 'search_text') as searched
  from pg_constraint c
  join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
  where c.contype = 'f' and c.confrelid = 'parties'::regclass
    and c.conrelid not in ('parties'::regclass, 'party_merges'::regclass, 'party_contacts'::regclass,
      'party_intermediaries'::regclass, 'party_bank_accounts'::regclass);

-- How many rows of each table name a party, in every branch: what a merge would move.
create function party_reference_counts(party int) returns table (relation text, rows bigint)
  language plpgsql stable security definer set search_path = public as $$
declare
  reference record;
  counted bigint;
begin
  for reference in select r.relation, r.field from party_references r order by 1, 2 loop
    execute format('select count(*) from %s where %I = $1', reference.relation, reference.field) into counted using party;
    relation := reference.relation;
    rows := counted;
    return next;
  end loop;
end $$;

-- Placements on which two securities both stand: these could not be told apart after a merge.
create function shared_placements(one int, other int) returns table (id int, broker_reference text)
  language sql stable security definer set search_path = public as $$
  select p.id, p.broker_reference from policies p
  where exists (select 1 from policy_lines l where l.policy_id = p.id and l.security_id = one)
    and exists (select 1 from policy_lines l where l.policy_id = p.id and l.security_id = other)
  order by p.id $$;

-- Makes one party of two. Runs as the owner because it reaches every branch and the posted lines; the user must be root.
create function merge_parties(loser int, survivor int, by_user int) returns void
  language plpgsql security definer set search_path = public as $$
declare
  gone parties;
  stays parties;
  reference record;
  was text;
begin
  if not exists (select 1 from user_roles r join users u on u.id = r.user_id
      where r.user_id = by_user and r.role = 'ROLE_ROOT' and u.status = 'ACTIVE') then
    raise exception 'Only root merges parties' using errcode = 'insufficient_privilege';
  end if;
  perform 1 from parties where id in (loser, survivor) order by id for update;
  select * into gone from parties where id = loser;
  select * into stays from parties where id = survivor;
  if gone.id is null or stays.id is null or loser = survivor or gone.merged_into is not null or stays.merged_into is not null
      or gone.kind <> stays.kind or gone.market is distinct from stays.market
      or exists (select 1 from shared_placements(loser, survivor)) then
    raise exception 'Parties % and % cannot be merged', loser, survivor using errcode = 'check_violation', constraint = 'parties_can_merge';
  end if;
  insert into party_merges (loser_id, survivor_id, made_by) values (loser, survivor, by_user);

  was := lower(regexp_replace(normalize(stays.name, NFKD), '[\u0300-\u036f]', '', 'g'));
  for reference in select * from party_references order by relation, field loop
    execute format('update %s set %I = $2%s where %I = $1', reference.relation, reference.field,
      case when reference.searched then ', search_text = case when strpos(search_text, $3) > 0 then search_text else search_text || '' '' || $3 end' else '' end,
      reference.field) using loser, survivor, was;
  end loop;

  insert into daily_balances as b (branch_id, account, party_id, tax_id, currency, day, debit, credit, base_debit, base_credit)
    select branch_id, account, survivor, tax_id, currency, day, debit, credit, base_debit, base_credit
    from daily_balances where party_id = loser
    on conflict (branch_id, account, party_id, tax_id, currency, day) do update set
      debit = b.debit + excluded.debit, credit = b.credit + excluded.credit,
      base_debit = b.base_debit + excluded.base_debit, base_credit = b.base_credit + excluded.base_credit;
  delete from daily_balances where party_id = loser;

  update party_contacts set party_id = survivor,
    position = position + (select coalesce(max(position), 0) from party_contacts where party_id = survivor) where party_id = loser;
  update party_intermediaries set party_id = survivor,
    position = position + (select coalesce(max(position), 0) from party_intermediaries where party_id = survivor) where party_id = loser;

  -- An account confirmed for one party is not one confirmed for the other: it waits for a second person again.
  update party_bank_accounts a set
    state = case
      when a.state = 'PROPOSED' and exists (select 1 from party_bank_accounts o where o.party_id = survivor and o.currency = a.currency and o.state = 'PROPOSED') then 'WITHDRAWN'
      when a.state = 'ACTIVE' and (exists (select 1 from party_bank_accounts o where o.party_id = survivor and o.currency = a.currency and o.state in ('ACTIVE', 'PROPOSED'))
        or exists (select 1 from party_bank_accounts o where o.party_id = loser and o.currency = a.currency and o.state = 'PROPOSED')) then 'REPLACED'
      when a.state = 'ACTIVE' then 'PROPOSED'
      else a.state end,
    ended_at = case when a.state = 'ACTIVE' then now() else a.ended_at end,
    version = a.version + 1
    where a.party_id = loser and a.state in ('PROPOSED', 'ACTIVE');
  update party_bank_accounts set made_by = by_user, made_at = now(), decided_by = null, decided_at = null, checker_waived = false, ended_at = null
    where party_id = loser and state = 'PROPOSED' and decided_by is not null;
  update party_bank_accounts set party_id = survivor where party_id = loser;

  update parties set merged_into = survivor where merged_into = loser;
  update parties set merged_into = survivor, status = 'INACTIVE', version = version + 1 where id = loser;
  update parties set version = version + 1 where id = survivor;
end $$;

-- What one searches in a register does not give what was merged away.
create or replace function parties_matching(wanted text, in_kind text, most int) returns setof int
  language sql stable security definer set search_path = public as $$
  select id from parties
  where search_text like '%' || replace(replace(replace(wanted, '\', '\\'), '%', '\%'), '_', '\_') || '%'
    and kind = in_kind and merged_into is null
  order by id limit most $$;
