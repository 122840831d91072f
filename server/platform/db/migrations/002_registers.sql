-- Registers of the firm: seen by every branch.
create table countries (code char(2) primary key, name text not null unique);

create table currencies (
  id int generated always as identity primary key,
  code char(3) not null unique,
  name text not null,
  exponent int not null check (exponent between 0 and 4),
  active boolean not null default false,
  version int not null default 1
);

-- Base units for one unit of the currency, scaled by 10^10.
create table exchange_rates (
  currency char(3) not null references currencies (code),
  day date not null,
  rate bigint not null check (rate > 0),
  entered_by int references users (id),
  primary key (currency, day)
);

create table parties (
  id int generated always as identity primary key,
  kind text not null check (kind in ('REINSURED', 'INSURED', 'SECURITY')),
  market text check (market in ('LOCAL', 'LONDON')),
  name text not null,
  name_key text not null,
  address text not null default '',
  country char(2) references countries (code),
  resident boolean not null default true,
  email text not null default '',
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  search_text text not null,
  version int not null default 1,
  made_by int references users (id),
  created_at timestamptz not null default now(),
  constraint market_of_security check ((kind = 'SECURITY') = (market is not null))
);
create unique index parties_name_once on parties (kind, coalesce(market, ''), name_key);
create index parties_search on parties using gin (search_text gin_trgm_ops);
create index parties_list on parties (kind, market, name_key, id);

-- A class has no parent; a subclass has its class.
create table cover_types (
  id int generated always as identity primary key,
  class_id int references cover_types (id),
  name text not null,
  name_key text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  version int not null default 1
);
create unique index cover_types_name_once on cover_types (coalesce(class_id, 0), name_key);

create table clauses (
  id int generated always as identity primary key,
  code text not null,
  title text not null,
  wording text not null,
  market text check (market in ('LOCAL', 'LONDON')),
  class_id int references cover_types (id),
  wording_version int not null default 1,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  search_text text not null,
  version int not null default 1,
  constraint clause_code_once unique (code)
);

create table taxes (
  id int generated always as identity primary key,
  code text not null unique,
  name text not null
);

create table tax_rates (
  id int generated always as identity primary key,
  tax_id int not null references taxes (id),
  rate bigint not null check (rate between 0 and 100000000),
  basis text not null check (basis in ('GROSS', 'NET_OF_COMMISSION', 'BROKERAGE', 'COMMISSION')),
  borne_by text not null check (borne_by in ('SECURITY', 'REINSURED', 'BROKER')),
  applies_to text not null default 'ALL' check (applies_to in ('ALL', 'RESIDENT', 'NON_RESIDENT')),
  market text check (market in ('LOCAL', 'LONDON')),
  class_id int references cover_types (id),
  effective_from date not null,
  effective_to date,
  enabled boolean not null default true,
  constraint tax_period check (effective_to is null or effective_to >= effective_from)
);

create table ledger_accounts (
  code text primary key check (code ~ '^[0-9]{4}$'),
  name text not null,
  type text not null check (type in ('ASSET', 'LIABILITY', 'EQUITY', 'INCOME', 'EXPENSE')),
  sub_kind text not null default 'NONE' check (sub_kind in ('NONE', 'REINSURED', 'SECURITY', 'PARTY', 'TAX')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE'))
);

create table closed_periods (
  month date primary key check (extract(day from month) = 1),
  closed_by int not null references users (id),
  closed_at timestamptz not null default now()
);
