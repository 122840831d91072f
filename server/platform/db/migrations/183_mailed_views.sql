-- A view that is mailed by the calendar: what it shows is copied, so that it goes on when the view is changed or deleted.
create table view_schedules (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  list text not null,
  name text not null,
  query text not null,
  every text not null check (every in ('DAY', 'WEEK', 'MONTH')),
  first_on date not null,
  format text not null check (format in ('xlsx', 'pdf')),
  not_empty boolean not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PAUSED', 'STOPPED')),
  version int not null default 1,
  made_by int not null references users (id),
  made_at timestamptz not null,
  edited_by int not null references users (id)
);
create index view_schedules_newest on view_schedules (branch_id, id desc);
create index view_schedules_active on view_schedules (branch_id, id) where status = 'ACTIVE';
create table view_schedule_users (
  schedule_id int not null references view_schedules (id),
  branch_id int not null references branches (id),
  user_id int not null references users (id),
  -- Took themselves off it; the maker may put them on again.
  left_at timestamptz,
  primary key (schedule_id, user_id)
);
create index view_schedule_users_user on view_schedule_users (user_id, schedule_id);
-- What became of each day for each of them, once. The file goes once it has left.
create table view_sendings (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  schedule_id int not null references view_schedules (id),
  day date not null,
  user_id int not null references users (id),
  status text not null check (status in ('QUEUED', 'SENT', 'FAILED', 'EMPTY', 'REFUSED')),
  message text,
  recipients text[] not null,
  subject text not null,
  text text not null,
  file_name text,
  file bytea,
  settled_at timestamptz,
  made_by int not null references users (id),
  made_at timestamptz not null,
  constraint view_mailed_once unique (schedule_id, day, user_id),
  constraint queued_with_file check (status <> 'QUEUED' or file is not null)
);
create index view_sendings_newest on view_sendings (schedule_id, id desc);
create index view_sendings_files on view_sendings (branch_id, id) where file is not null;
call protect_branch('view_schedules');
call protect_branch('view_schedule_users');
call protect_branch('view_sendings');
