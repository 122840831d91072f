-- What the bank says of the firm's own accounts. Statements of an account follow each other without a gap; each of their
-- lines counts once, whatever file brings it, until its statement is taken back.
create table bank_statements (
  id int generated always as identity primary key,
  bank_account_id int not null references bank_accounts (id),
  -- That of its account; none of one that serves every branch.
  branch_id int references branches (id),
  -- Its place among those of its account, the first from 1.
  place int not null check (place > 0),
  format text not null check (format in ('CSV', 'CAMT053', 'MT940')),
  number text not null default '',
  currency char(3) not null references currencies (code),
  -- The day of its closing balance, and that of its first line.
  first_day date not null,
  last_day date not null,
  opening bigint not null,
  closing bigint not null,
  lines int not null check (lines >= 0),
  file_name text not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  status text not null default 'READ' check (status in ('READ', 'TAKEN_BACK')),
  version int not null default 1,
  read_by int not null references users (id),
  read_at timestamptz not null,
  taken_back_by int references users (id),
  taken_back_at timestamptz,
  taken_back_reason text,
  constraint taken_back_with_reason check ((status = 'TAKEN_BACK') = (taken_back_by is not null)
    and (taken_back_by is null) = (taken_back_at is null) and (taken_back_by is null) = (taken_back_reason is null)),
  constraint days_of_statement check (first_day <= last_day)
);
create unique index statement_place_once on bank_statements (bank_account_id, place) where status = 'READ';
create index bank_statements_file on bank_statements (bank_account_id, sha256) where status = 'READ';
create index bank_statements_newest on bank_statements (bank_account_id, place desc, id desc);
call protect_branch_or_firm('bank_statements');

create table bank_lines (
  id int generated always as identity primary key,
  branch_id int references branches (id),
  bank_account_id int not null references bank_accounts (id),
  statement_id int not null references bank_statements (id),
  position int not null check (position > 0),
  day date not null,
  value_day date,
  -- Into the account positive, out of it negative.
  amount bigint not null check (amount <> 0),
  -- The bank's own, and that which the payment order had.
  reference text not null,
  end_to_end text not null,
  party text not null,
  party_account text not null,
  text text not null,
  -- By what it is known again: the bank's reference, else its day, amount, text and place among equals.
  known_by text not null,
  live boolean not null default true,
  unique (statement_id, position)
);
create unique index bank_line_once on bank_lines (bank_account_id, known_by) where live;
create index bank_lines_day on bank_lines (bank_account_id, day, id) where live;
call protect_branch_or_firm('bank_lines');

-- A statement adds up, and begins where the one before it ended.
create function statement_adds_up() returns trigger language plpgsql as $$
declare before bigint;
begin
  if new.opening + (select coalesce(sum(amount), 0) from bank_lines where statement_id = new.id) <> new.closing
    or new.lines <> (select count(*) from bank_lines where statement_id = new.id) then
    raise exception 'Bank statement % does not add up', new.id using errcode = 'check_violation', constraint = 'statement_adds_up';
  end if;
  select closing into before from bank_statements
    where bank_account_id = new.bank_account_id and status = 'READ' and place < new.place order by place desc limit 1;
  if before is not null and before <> new.opening then
    raise exception 'Bank statement % does not follow', new.id using errcode = 'check_violation', constraint = 'statement_follows';
  end if;
  return null;
end $$;
create constraint trigger statement_adds_up after insert on bank_statements deferrable initially deferred
  for each row execute function statement_adds_up();

-- How the days of a file are written, where its numbers alone do not say it.
alter table import_matchings add column day_order text check (day_order in ('DAY_FIRST', 'MONTH_FIRST'));
