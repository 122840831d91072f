-- Statements of account made together by one job: each party once, and its mail once.
create table statement_batches (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  side text not null check (side in ('REINSURED', 'SECURITY')),
  as_at date not null,
  by_mail boolean not null,
  made_by int not null references users (id),
  made_at timestamptz not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'DONE', 'CANCELLED', 'FAILED')),
  message text,
  job_id bigint,
  finished_at timestamptz
);
create index statement_batches_newest on statement_batches (branch_id, id desc);

-- What became of each party: its paper, the same as a sheet, or why there is none, or why it was not mailed.
create table statement_items (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  batch_id int not null references statement_batches (id),
  party_id int not null references parties (id),
  document_id int references documents (id),
  sheet bytea,
  problem text,
  done_at timestamptz,
  constraint statement_of_party_once unique (batch_id, party_id),
  constraint statement_has_its_paper check ((document_id is null) = (sheet is null)),
  constraint statement_done_or_not check (done_at is not null or (document_id is null and problem is null))
);
create index statement_items_party on statement_items (party_id, branch_id, id desc);
create index statement_items_document on statement_items (document_id) where document_id is not null;

-- The mail of a party in a batch: a second one is refused, whatever runs twice.
create table statement_mails (
  item_id int primary key references statement_items (id),
  branch_id int not null references branches (id),
  sending_id int not null unique references document_sendings (id)
);

call protect_branch('statement_batches');
call protect_branch('statement_items');
call protect_branch('statement_mails');
