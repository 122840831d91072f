-- A party's own statement of its account with us, held against ours: it books nothing.
create table reconciliations (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  party_id int not null references parties (id),
  currency char(3) not null references currencies (code),
  as_at date not null,
  -- Their signs were the other way round than our account shows.
  turned boolean not null,
  file_name text not null,
  sha256 bytea not null,
  lines int not null check (lines between 1 and 5000),
  theirs bigint not null,
  status text not null default 'OPEN' check (status in ('OPEN', 'FINISHED')),
  version int not null default 1,
  -- As it was when it was finished: theirs = ours and what is explained, to the cent.
  ours bigint,
  explained bigint,
  made_by int not null references users (id),
  made_at timestamptz not null,
  finished_by int references users (id),
  finished_at timestamptz,
  constraint reconciliation_finished_by_somebody
    check ((status = 'FINISHED') = (num_nonnulls(ours, explained, finished_by, finished_at) = 4)
      and num_nonnulls(ours, explained, finished_by, finished_at) in (0, 4)),
  constraint bridge_closes check (status = 'OPEN' or theirs = ours + explained)
);
create index reconciliations_newest on reconciliations (branch_id, id desc);
create index reconciliations_party on reconciliations (party_id, branch_id, id desc);

-- Its lines, signed as our account is shown; a choice is the document that a person says it is, or none of ours.
create table reconciliation_lines (
  reconciliation_id int not null references reconciliations (id),
  branch_id int not null references branches (id),
  row int not null,
  day date,
  document text not null,
  reference text not null,
  text text not null,
  amount bigint not null check (amount <> 0),
  chosen boolean not null default false,
  choice text,
  primary key (reconciliation_id, row),
  constraint choice_was_made check (choice is null or chosen)
);

-- Reasons that a person set; a null takes a proposal away.
create table reconciliation_reasons (
  reconciliation_id int not null references reconciliations (id),
  branch_id int not null references branches (id),
  key text not null,
  reason text check (reason in ('NOT_WITH_US', 'NOT_WITH_THEM', 'TAX', 'COMMISSION', 'EXCHANGE', 'IN_TRANSIT', 'UNALLOCATED', 'ROUNDING')),
  primary key (reconciliation_id, key)
);

-- The bridge as it was when it was finished, whatever is booked on those days later.
create table reconciliation_entries (
  reconciliation_id int not null references reconciliations (id),
  branch_id int not null references branches (id),
  place int not null,
  key text not null,
  document text not null,
  rows int[] not null,
  theirs bigint not null,
  ours bigint not null,
  difference bigint not null,
  reason text,
  matched_by text check (matched_by in ('NUMBER', 'REFERENCE', 'HAND')),
  primary key (reconciliation_id, place),
  constraint difference_is_theirs_less_ours check (difference = theirs - ours),
  constraint difference_has_its_reason check ((difference = 0) = (reason is null))
);

call protect_branch('reconciliations');
call protect_branch('reconciliation_lines');
call protect_branch('reconciliation_reasons');
call protect_branch('reconciliation_entries');
