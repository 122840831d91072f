-- What a branch expects of a class in a year, month by month, in base currency.
create table budgets (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  year int not null check (year between 2000 and 2100),
  class_id int not null references cover_types (id),
  version int not null default 1,
  made_by int not null references users (id),
  made_at timestamptz not null,
  edited_by int not null references users (id),
  edited_at timestamptz not null,
  constraint budget_once unique (branch_id, year, class_id)
);
create table budget_months (
  budget_id int not null references budgets (id) on delete cascade,
  branch_id int not null references branches (id),
  month int not null check (month between 1 and 12),
  premium bigint not null check (premium >= 0),
  brokerage bigint not null check (brokerage >= 0),
  primary key (budget_id, month)
);
create index budgets_newest on budgets (branch_id, id desc);
create index budgets_year on budgets (branch_id, year desc, id desc);
call protect_branch('budgets');
call protect_branch('budget_months');
