-- Records that one person submits or approves together: each by itself, in a transaction of its own.
create table record_batches (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  kind text not null check (kind in
    ('policy', 'endorsement', 'claim', 'movement', 'receipt', 'voucher', 'adjustment', 'invoice', 'journal')),
  act text not null check (act in ('submit', 'approve')),
  made_by int not null references users (id),
  made_at timestamptz not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'DONE', 'CANCELLED', 'FAILED')),
  message text,
  job_id bigint,
  finished_at timestamptz
);
create index record_batches_newest on record_batches (made_by, id desc);
create index record_batches_branch on record_batches (branch_id, id desc);

-- What became of each record. `seen` is what its maker saw: its version, and how far what it amends had come.
create table record_batch_items (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  batch_id int not null references record_batches (id),
  record_id int not null,
  seen jsonb not null,
  called text not null,
  title text not null,
  currency char(3) not null references currencies (code),
  amount bigint,
  problem text,
  done_at timestamptz,
  constraint record_of_batch_once unique (batch_id, record_id),
  constraint record_done_or_not check (done_at is not null or problem is null)
);

call protect_branch('record_batches');
call protect_branch('record_batch_items');
