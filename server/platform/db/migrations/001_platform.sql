-- What everything stands on: the firm, its branches, people, sessions, idempotency, the audit trail, jobs.
create extension if not exists pg_trgm;

create table branches (
  id int generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Z]{2,5}$'),
  name text not null,
  address text not null default '',
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE'))
);

create table firm (
  id int primary key default 1 check (id = 1),
  name text not null,
  address text not null default '',
  phone text not null default '',
  email text not null default '',
  registration text not null default '',
  base_currency char(3) not null,
  time_zone text not null default 'Africa/Nairobi',
  brokerage_recognition text not null default 'DEBIT_NOTE' check (brokerage_recognition in ('DEBIT_NOTE', 'RECEIPT')),
  maker_checker boolean not null default true,
  session_hours int not null default 12 check (session_hours between 1 and 12),
  idle_minutes int not null default 60 check (idle_minutes between 5 and 720),
  -- The demo's sample firm, and whether all of it is there.
  sample text check (sample in ('LOADING', 'LOADED')),
  version int not null default 1
);

create table users (
  id int generated always as identity primary key,
  email text not null,
  email_key text not null unique,
  name text not null,
  password_hash text,
  status text not null default 'INACTIVE' check (status in ('INACTIVE', 'ACTIVE', 'DISABLED')),
  version int not null default 1,
  last_sign_in timestamptz,
  created_at timestamptz not null default now()
);

-- A role in one branch; root holds its role in all of them (branch_id null).
create table user_roles (
  user_id int not null references users (id),
  branch_id int references branches (id),
  role text not null check (role in ('ROLE_ROOT', 'ROLE_MANAGER', 'ROLE_UNDERWRITER', 'ROLE_CLAIMS', 'ROLE_ACCOUNTANT', 'ROLE_CASHIER', 'ROLE_AUDITOR')),
  constraint root_is_everywhere check ((role = 'ROLE_ROOT') = (branch_id is null))
);
create unique index user_roles_once on user_roles (user_id, coalesce(branch_id, 0), role);
create index user_roles_branch on user_roles (branch_id, user_id);

create table sessions (
  id uuid primary key,
  user_id int not null references users (id),
  branch_id int references branches (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_seen_at timestamptz not null default now(),
  ended_at timestamptz
);
create index sessions_user on sessions (user_id) where ended_at is null;

create table password_links (
  token_hash bytea primary key,
  user_id int not null references users (id),
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Failed sign-ins per account and per address; written outside the request's transaction so that a refusal survives.
create table attempts (
  id bigint generated always as identity primary key,
  subject text not null,
  at timestamptz not null default now()
);
create index attempts_subject on attempts (subject, at);

create table idempotency_keys (
  user_id int not null references users (id),
  endpoint text not null,
  key text not null check (length(key) between 8 and 100),
  input_hash bytea not null,
  status int,
  -- json and not jsonb: the same key gives the same answer to the letter.
  reply json,
  created_at timestamptz not null default now(),
  primary key (user_id, endpoint, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Append-only. `personal` holds values that can be erased; `facts` holds their salted digests instead.
create table audit_trail (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  user_id int references users (id),
  session_id uuid,
  branch_id int references branches (id),
  entity text not null,
  entity_id int not null,
  action text not null,
  facts jsonb not null,
  personal jsonb,
  digest bytea not null
);
create index audit_trail_record on audit_trail (entity, entity_id, id);
create index audit_trail_user on audit_trail (user_id, id);

create table audit_chain (
  seq bigint primary key,
  audit_id bigint not null unique references audit_trail (id),
  hash bytea not null,
  sealed_at timestamptz not null default now()
);

create table jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  payload jsonb not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
  run_after timestamptz not null default now(),
  attempts int not null default 0,
  progress int not null default 0,
  last_error text,
  user_id int references users (id),
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index jobs_waiting on jobs (run_after, id) where state = 'WAITING';

-- Gapless numbers per branch, kind and year.
create table counters (
  branch_id int not null references branches (id),
  kind text not null,
  year int not null,
  last int not null default 0,
  primary key (branch_id, kind, year)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger append_only before update or delete or truncate on audit_chain for each statement execute function refuse_change();
create trigger append_only before delete or truncate on audit_trail for each statement execute function refuse_change();
create function refuse_change_but_erasure() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'personal' is distinct from to_jsonb(old) - 'personal' or new.personal is not null then
    raise exception 'audit_trail is append-only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger append_only_row before update on audit_trail for each row execute function refuse_change_but_erasure();

-- The branches of the request; unset or empty means none. The sub-select makes it one evaluation per query.
create procedure protect_branch(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format($policy$
    create policy branch_scope on %s
      using (branch_id = any((select nullif(current_setting('slipway.branches', true), '')::int[])::int[]))
      with check (branch_id = any((select nullif(current_setting('slipway.branches', true), '')::int[])::int[]))
  $policy$, target);
end $$;

-- Read at start through the owner's connection alone; the application's role has no way in.
create schema if not exists private;
create table private.signing_keys (
  kid text primary key,
  secret bytea not null,
  created_at timestamptz not null default now()
);
create table if not exists private.schema_migrations (
  name text primary key,
  digest text not null,
  applied_at timestamptz not null default now()
);
