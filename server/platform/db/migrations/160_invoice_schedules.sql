-- An invoice that is made again by the calendar: its lines are those of the approved invoice that it names, which never change.
create table invoice_schedules (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  invoice_id int not null references invoices (id),
  every text not null check (every in ('MONTH', 'QUARTER', 'YEAR')),
  first_on date not null,
  last_on date,
  payment_terms text not null check (payment_terms <> ''),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'STOPPED')),
  version int not null default 1,
  -- Who made or edited it: none of them decides its drafts.
  hands int[] not null,
  made_by int not null references users (id),
  made_at timestamptz not null,
  edited_by int not null references users (id),
  constraint schedule_ends_after_it_begins check (last_on >= first_on),
  constraint schedule_maker_among_hands check (made_by = any (hands) and edited_by = any (hands))
);
create index invoice_schedules_newest on invoice_schedules (branch_id, id desc);
create index invoice_schedules_active on invoice_schedules (branch_id, id) where status = 'ACTIVE';
create index invoice_schedules_invoice on invoice_schedules (invoice_id);
create trigger hands_stay before update on invoice_schedules for each row
  when (not new.hands @> old.hands) execute function keep_hands();

-- The days that came: each has one draft, or why there is none yet.
create table invoice_schedule_days (
  schedule_id int not null references invoice_schedules (id),
  branch_id int not null references branches (id),
  day date not null,
  invoice_id int references invoices (id),
  problem text,
  primary key (schedule_id, day),
  constraint draft_of_one_day unique (invoice_id),
  constraint drafted_or_why check ((invoice_id is null) = (problem is not null))
);
call protect_branch('invoice_schedules');
call protect_branch('invoice_schedule_days');
