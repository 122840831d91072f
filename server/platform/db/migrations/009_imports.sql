-- Files that become records: read and checked first, written when somebody confirms.
-- `branch_id` is null where what is imported belongs to the firm, as its registers do.
create table imports (
  id int generated always as identity primary key,
  user_id int not null references users (id),
  branch_id int references branches (id),
  target text not null,
  file_name text not null,
  sha256 bytea not null,
  size int not null,
  state text not null default 'READING'
    check (state in ('READING', 'CHECKING', 'READY', 'WRITING', 'DONE', 'FAILED', 'CANCELLED')),
  -- Skip what exists already, or update it.
  existing text not null default 'skip' check (existing in ('skip', 'update')),
  sheets jsonb not null default '[]',
  sheet int not null default 0,
  heading_row int not null default 0,
  columns jsonb not null default '[]',
  matching jsonb not null default '{}',
  notes jsonb not null default '[]',
  rows int not null default 0,
  fresh int not null default 0,
  known int not null default 0,
  faulty int not null default 0,
  written int not null default 0,
  updated int not null default 0,
  skipped int not null default 0,
  message text,
  job_id bigint,
  version int not null default 1,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index imports_of on imports (user_id, id);
create index imports_list on imports (target, id);

alter table imports enable row level security;
create policy branch_scope on imports
  using (branch_id is null or branch_id = any((select nullif(current_setting('slipway.branches', true), '')::int[])::int[]))
  with check (branch_id is null or branch_id = any((select nullif(current_setting('slipway.branches', true), '')::int[])::int[]));

-- The bytes as they came, in parts: nothing holds a whole file that need not.
create table import_files (
  import_id int not null references imports (id),
  part int not null,
  bytes bytea not null,
  created_at timestamptz not null default now(),
  primary key (import_id, part)
);
alter table import_files alter column bytes set storage external;

create table import_rows (
  import_id int not null references imports (id),
  row int not null,
  cells text[] not null,
  -- What is wrong with it, by column: found while reading, and while checking.
  misread jsonb not null default '[]',
  errors jsonb not null default '[]',
  outcome text not null default 'read' check (outcome in ('read', 'new', 'exists', 'error', 'written', 'updated', 'skipped')),
  record jsonb,
  label text,
  record_id int,
  primary key (import_id, row)
);
create index import_rows_outcome on import_rows (import_id, outcome, row);

-- How the columns of a file were matched last time, by the headings that it had.
create table import_matchings (
  target text not null,
  headings bytea not null,
  matching jsonb not null,
  used_by int not null references users (id),
  used_at timestamptz not null default now(),
  primary key (target, headings)
);

alter table jobs add column cancel_asked boolean not null default false;
-- A job that runs is due again when the lease of its worker ends, so both states are looked through.
drop index jobs_waiting;
create index jobs_due on jobs (run_after, id) where state in ('WAITING', 'RUNNING');
