-- What each line of a statement is: a receipt or a voucher of the books. A line is matched once, and what was entered is
-- matched with one line of each account that it moves; taking a match back leaves its row.
create table bank_matches (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  bank_account_id int not null references bank_accounts (id),
  line_id int not null references bank_lines (id),
  reason text not null check (reason in ('NUMBER', 'END_TO_END', 'PAYER', 'PAYER_SEVERAL', 'PAYER_LESS', 'BY_HAND')),
  receipt_id int references receipts (id),
  voucher_id int references vouchers (id),
  -- What the payer kept back, drafted with its receipt.
  adjustment_id int references adjustments (id),
  live boolean not null default true,
  version int not null default 1,
  made_by int not null references users (id),
  made_at timestamptz not null,
  undone_by int references users (id),
  undone_at timestamptz,
  undone_reason text,
  constraint match_of_one check (num_nonnulls(receipt_id, voucher_id) = 1),
  constraint undone_with_reason check (live = (undone_by is null) and live = (undone_at is null) and live = (undone_reason is null))
);
create unique index line_matched_once on bank_matches (line_id) where live;
create unique index receipt_matched_once on bank_matches (receipt_id) where live and receipt_id is not null;
create unique index voucher_matched_once on bank_matches (voucher_id, bank_account_id) where live and voucher_id is not null;
create index bank_matches_newest on bank_matches (branch_id, id desc) where live;
call protect_branch('bank_matches');

-- Said on the line, which everybody sees who sees the account, though the record may lie in a branch that is not theirs.
alter table bank_lines add column matched boolean not null default false;
create index bank_lines_open on bank_lines (bank_account_id, day, id) where live and not matched;

-- By which names and accounts payers were confirmed to pay; of several that share one none is known by it alone.
create table payer_names (
  id int generated always as identity primary key,
  known_by text not null,
  party_id int not null references parties (id),
  learned_by int not null references users (id),
  learned_at timestamptz not null
);
create index payer_names_known on payer_names (known_by, party_id);
create index payer_names_party on payer_names (party_id);

-- Numbers as a bank's text has them: letters and digits alone.
create index notes_bare_number on notes (branch_id, upper(regexp_replace(number, '[^A-Za-z0-9]', '', 'g')));
