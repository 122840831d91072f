-- Roles of the firm's own, the second factor, and what a session is recognised by.
create table roles (
  id int generated always as identity primary key,
  code text not null unique check (code ~ '^ROLE_[A-Z0-9_]{1,35}$'),
  name text not null,
  name_key text not null,
  built_in boolean not null default false,
  -- Of the firm's own roles alone: what a built-in one may do stands in the code.
  permissions text[] not null default '{}',
  second_factor_required boolean not null default false,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  constraint built_in_role_is_code check (not built_in or (permissions = '{}' and status = 'ACTIVE')),
  constraint reserved_rights_stay check (not permissions && array['firm.manage', 'roles.manage', 'registers.merge'])
);
create unique index roles_name_once on roles (name_key);
create index roles_name on roles (name, id);

insert into roles (code, name, name_key, built_in) values
  ('ROLE_ROOT', 'Root', 'root', true),
  ('ROLE_MANAGER', 'Manager', 'manager', true),
  ('ROLE_UNDERWRITER', 'Underwriter', 'underwriter', true),
  ('ROLE_CLAIMS', 'Claims', 'claims', true),
  ('ROLE_ACCOUNTANT', 'Accountant', 'accountant', true),
  ('ROLE_CASHIER', 'Cashier', 'cashier', true),
  ('ROLE_AUDITOR', 'Auditor', 'auditor', true);

alter table user_roles drop constraint user_roles_role_check;
alter table user_roles add constraint user_roles_role_known foreign key (role) references roles (code);
create index user_roles_role on user_roles (role, user_id);

alter table users add column anonymised_at timestamptz;
alter table users add column created_by int references users (id);
create index users_name on users (name, id);

-- Where and with what somebody signed in: a summary, never the browser's own line.
alter table sessions add column address text not null default '';
alter table sessions add column agent text not null default '';
alter table sessions add column factor text not null default 'PASSWORD'
  check (factor in ('PASSWORD', 'TOTP', 'PASSKEY', 'RECOVERY'));

-- The secret of an authenticator app, sealed; the last step that was used is never used again.
create table totp_secrets (
  user_id int primary key references users (id),
  sealed text not null,
  last_step bigint not null default 0,
  created_at timestamptz not null,
  confirmed_at timestamptz
);

create table recovery_codes (
  user_id int not null references users (id),
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table passkeys (
  id int generated always as identity primary key,
  user_id int not null references users (id),
  credential_id text not null constraint passkey_once unique,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id, id);

-- A passkey being added, by the session that asked for it.
create table passkey_challenges (
  session_id uuid primary key references sessions (id),
  challenge text not null,
  expires_at timestamptz not null
);

-- A password was right and a second factor is awaited: no session yet.
create table pending_sign_ins (
  token_hash bytea primary key,
  user_id int not null references users (id),
  -- Of the password's stored form: a changed password leaves it worthless.
  password_digest bytea not null,
  challenge text,
  expires_at timestamptz not null
);
create index pending_sign_ins_user on pending_sign_ins (user_id);

-- The personal values that the trail keeps about a user who was deleted; the facts and their digests stay. It runs as the
-- owner: what was written about them in any branch goes.
create function erase_user_audit(erased int) returns void language sql security definer set search_path = public as $$
  update audit_trail set personal = null where entity = 'user' and entity_id = erased and personal is not null $$;
