-- Placements that came in as a file and became a draft: which file, whose record it was, and what was made of it. By the
-- sender and its number, or by the UMR, a file that comes again is known.
create table interchange_imports (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  policy_id int not null references policies (id),
  sender text not null,
  sender_key text not null,
  number text not null,
  umr text,
  as_at date not null,
  sha256 text not null,
  made_by int not null references users (id),
  made_at timestamptz not null default now()
);
create index interchange_imports_number on interchange_imports (number, sender_key);
create index interchange_imports_umr on interchange_imports (umr) where umr is not null;
create trigger append_only before update or delete or truncate on interchange_imports for each statement execute function refuse_change();

call protect_branch('interchange_imports');

-- A party that is named in a file is known by its numbers too.
create index parties_registration on parties (registration_number) where registration_number <> '';
create index parties_market_number on parties (market_number) where market_number <> '';
