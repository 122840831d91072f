-- The firm's own settings: who it is, its branches, months, numbers, bank accounts, terms, taxes and accounts.
alter table firm
  add column trading_name text not null default '',
  add column tax_number text not null default '',
  add column licence text not null default '',
  add column street_address text not null default '',
  add column website text not null default '',
  add column year_start_month int not null default 1 check (year_start_month between 1 and 12),
  add column lloyds_broker_number text not null default '' check (lloyds_broker_number ~ '^([0-9]{3,4})?$'),
  add column mail_from_name text not null default '',
  add column mail_reply_to text not null default '',
  add column mail_signature text not null default '',
  add column document_footer text not null default '',
  add column retain_jobs_years int not null default 1 check (retain_jobs_years between 1 and 10),
  add column retain_mails_years int not null default 1 check (retain_mails_years between 1 and 10),
  add column retain_imports_years int not null default 2 check (retain_imports_years between 1 and 10),
  add column retain_personal_years int not null default 10 check (retain_personal_years between 1 and 30),
  add column retain_attempts_days int not null default 1 check (retain_attempts_days between 1 and 365);

-- One logo, as it was uploaded; documents that were issued hold their own copy.
create table firm_logo (
  id int primary key default 1 check (id = 1),
  type text not null check (type in ('image/png', 'image/svg+xml')),
  bytes bytea not null,
  sha256 text not null,
  width int not null check (width > 0),
  height int not null check (height > 0),
  uploaded_by int not null references users (id),
  uploaded_at timestamptz not null
);

alter table branches
  add column phone text not null default '',
  add column version int not null default 1;

-- A format is for numbers to come; what was given stands in given_numbers with its place in the sequence.
create table number_formats (
  kind text primary key check (kind ~ '^[A-Z]{2,5}$'),
  format text not null,
  version int not null default 1
);
create table given_numbers (
  branch_id int not null references branches (id),
  kind text not null,
  year int not null,
  sequence int not null check (sequence > 0),
  number text not null,
  primary key (branch_id, kind, year, sequence),
  constraint number_given_once unique (number)
);
insert into given_numbers (branch_id, kind, year, sequence, number)
select branch_id, split_part(number, '/', 2), split_part(number, '/', 3)::int, split_part(number, '/', 4)::int, number
from (select branch_id, broker_reference as number from policies) p
union all
select branch_id, split_part(number, '/', 1), split_part(number, '/', 3)::int, split_part(number, '/', 4)::int, number
from (
  select branch_id, number from notes
  union all select branch_id, number from receipts where number is not null
  union all select branch_id, number from vouchers where number is not null) n;
create trigger append_only before update or delete or truncate on given_numbers for each statement execute function refuse_change();
call protect_branch('given_numbers');

-- The firm's accounts with banks. Without a branch an account is every branch's.
create table bank_accounts (
  id int generated always as identity primary key,
  name text not null,
  bank text not null,
  bank_branch text not null default '',
  number text not null,
  iban text not null default '',
  swift text not null default '',
  currency char(3) not null references currencies (code),
  purpose text not null check (purpose in ('OFFICE', 'CLIENT')),
  account text not null references ledger_accounts (code),
  branch_id int references branches (id),
  is_default boolean not null default false,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  search_text text not null,
  version int not null default 1,
  constraint account_of_purpose check (account = case purpose when 'CLIENT' then '1010' else '1000' end),
  constraint default_is_active check (not is_default or status = 'ACTIVE')
);
create unique index bank_account_once on bank_accounts (bank, number, currency);
create unique index default_bank_account on bank_accounts (purpose, currency, coalesce(branch_id, 0)) where is_default;
create index bank_accounts_list on bank_accounts (name, id);
alter table bank_accounts enable row level security;
create policy branch_scope on bank_accounts
  using (branch_id is null or branch_id = any((select nullif(current_setting('slipway.branches', true), '')::int[])::int[]))
  with check (branch_id is null or branch_id = any((select nullif(current_setting('slipway.branches', true), '')::int[])::int[]));

create table payment_terms (
  id int generated always as identity primary key,
  code text not null,
  label text not null,
  enabled boolean not null default true,
  position int not null,
  version int not null default 1,
  constraint payment_terms_code_once unique (code)
);
insert into payment_terms (code, label, position) values
  ('LUMP_30', 'In full within 30 days', 1),
  ('LUMP_60', 'In full within 60 days', 2),
  ('LUMP_90', 'In full within 90 days', 3),
  ('INSTALMENTS_2', '2 instalments, half-yearly', 4),
  ('INSTALMENTS_4', '4 instalments, quarterly', 5),
  ('INSTALMENTS_12', '12 instalments, monthly', 6);

alter table taxes
  add column status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  add column version int not null default 1;
create index tax_rates_tax on tax_rates (tax_id, effective_from);

alter table ledger_accounts add column version int not null default 1;

-- Personal values of old audit rows, cleared as their owner once they are older than the firm keeps them: the application
-- itself may not touch a row of the trail.
create function erase_old_personal(most int) returns int
  language plpgsql security definer set search_path = public as $$
declare
  erased int;
begin
  update audit_trail set personal = null
  where id in (
    select id from audit_trail
    where at < now() - (select retain_personal_years from firm) * interval '1 year' and personal is not null
    order by at, id limit most);
  get diagnostics erased = row_count;
  return erased;
end $$;
create index audit_trail_personal on audit_trail (at, id) where personal is not null;

-- Whether anything stands in the ledger of any branch: it fixes the base currency for everybody.
create function something_posted() returns boolean
  language sql stable security definer set search_path = public as $$ select exists (select 1 from journal_entries) $$;
