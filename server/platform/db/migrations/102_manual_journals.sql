-- What a person books by hand: lines by account, balanced in each currency, on no account of parties' balances or of banks. A record
-- that a second person decides; the ledger's own lines are made by its approval. M16.
create table manual_journals (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  number text,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PENDING', 'APPROVED', 'REJECTED', 'REVERSED', 'DISABLED')),
  version int not null default 1,
  day date not null,
  narration text not null,
  reference text not null default '',
  -- The firm's base currency, and what the debits come to in it.
  currency char(3) not null references currencies (code),
  amount bigint not null check (amount > 0),
  hands int[] not null,
  decided_before_hands boolean not null default false,
  made_by int not null references users (id),
  edited_by int not null references users (id),
  submitted_at timestamptz,
  decided_by int references users (id),
  decided_at timestamptz,
  decision_reason text,
  checker_waived boolean not null default false,
  search_text text not null,
  created_at timestamptz not null default now(),
  constraint manual_journal_number_once unique (number),
  constraint numbered_when_approved check ((status in ('APPROVED', 'REVERSED')) = (number is not null)),
  constraint maker_among_hands check (made_by = any (hands) and edited_by = any (hands)),
  constraint maker_is_not_checker check (decided_by is null or checker_waived
    or (decided_by <> made_by and decided_by <> edited_by and (decided_before_hands or decided_by <> all (hands))))
);
create trigger hands_stay before update on manual_journals for each row
  when (not new.hands @> old.hands or (new.decided_before_hands and not old.decided_before_hands)) execute function keep_hands();
create trigger hands_begin before insert on manual_journals for each row
  when (new.decided_before_hands) execute function keep_hands();
create index manual_journals_newest on manual_journals (branch_id, id desc);
create index manual_journals_status on manual_journals (branch_id, status, id desc);
create index manual_journals_day on manual_journals (branch_id, day desc, id desc);
create index manual_journals_amount on manual_journals (branch_id, amount desc, id desc);
create index manual_journals_search on manual_journals using gin (search_text gin_trgm_ops);

create table manual_journal_lines (
  branch_id int not null references branches (id),
  journal_id int not null references manual_journals (id),
  position int not null check (position > 0),
  account text not null references ledger_accounts (code),
  party_id int references parties (id),
  tax_id int references taxes (id),
  currency char(3) not null references currencies (code),
  -- Debit positive.
  amount bigint not null check (amount <> 0),
  primary key (journal_id, position),
  constraint one_sub_account check (num_nonnulls(party_id, tax_id) <= 1)
);
create index manual_journal_lines_party on manual_journal_lines (party_id) where party_id is not null;
create trigger not_merged before insert or update of party_id on manual_journal_lines
  for each row execute function refuse_merged_party('party_id');
call protect_branch('manual_journals');
call protect_branch('manual_journal_lines');

create function manual_journals_matching(wanted text, most int) returns setof int
  language plpgsql stable security definer set search_path = public as $$
begin
  return query execute 'select id from manual_journals where search_text like $1 and branch_id = any($2)'
    || case when most <= 10000 then ' order by id desc' else '' end || ' limit $3'
    using '%' || replace(replace(replace(wanted, '\', '\\'), '%', '\%'), '_', '\_') || '%',
      nullif(current_setting('slipway.branches', true), '')::int[], most;
end $$;
