-- A financial year's income and expense, brought to equity in each branch once; a year that was opened again can be closed anew. M8.
create table year_closings (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  first_day date not null,
  last_day date not null check (last_day > first_day),
  status text not null default 'CLOSED' check (status in ('CLOSED', 'REOPENED')),
  version int not null default 1,
  -- In base: income less expense.
  result bigint not null,
  made_by int not null references users (id),
  made_at timestamptz not null,
  reopened_by int references users (id),
  reopened_at timestamptz,
  reopened_reason text,
  check ((status = 'REOPENED') = (reopened_by is not null and reopened_at is not null and reopened_reason is not null))
);
create unique index year_closed_once on year_closings (branch_id, last_day) where status = 'CLOSED';
call protect_branch('year_closings');

-- A trial balance may leave the closing of years out: their entries are found without reading the others.
create index journal_entries_year_ends on journal_entries (branch_id, day) where event in ('YEAR_CLOSED', 'YEAR_REOPENED');
