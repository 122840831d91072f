-- The double-entry ledger. Written by post() alone; append-only; each entry in one branch.
create table journal_entries (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  day date not null,
  event text not null,
  source_kind text not null,
  source_id int not null,
  narration text not null,
  reverses_id int references journal_entries (id),
  made_by int not null references users (id),
  made_at timestamptz not null default now()
);
create index journal_entries_source on journal_entries (source_kind, source_id);
create index journal_entries_day on journal_entries (branch_id, day, id);
-- What a decision books is booked once: one entry for each event of a record.
create unique index entry_once on journal_entries (source_kind, source_id, event) where reverses_id is null and event <> 'ALLOCATION';
create unique index reversed_once on journal_entries (reverses_id) where reverses_id is not null;

create table journal_lines (
  id bigint generated always as identity primary key,
  entry_id int not null references journal_entries (id),
  branch_id int not null references branches (id),
  day date not null,
  account text not null references ledger_accounts (code),
  party_id int references parties (id),
  tax_id int references taxes (id),
  currency char(3) not null references currencies (code),
  amount bigint not null,
  base_amount bigint not null,
  note_id int,
  constraint zero_amount_is_exchange check (amount <> 0 or account in ('4900', '5900'))
);
create index journal_lines_entry on journal_lines (entry_id);
create index journal_lines_account on journal_lines (branch_id, account, party_id, currency, day, id);
create index journal_lines_newest on journal_lines (branch_id, account, day desc, id desc);
create index journal_lines_day on journal_lines (branch_id, day desc, id desc);
create index journal_lines_note on journal_lines (note_id) where note_id is not null;

create trigger append_only before update or delete or truncate on journal_entries for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on journal_lines for each statement execute function refuse_change();

create function balanced_lines() returns trigger language plpgsql as $$
begin
  perform 1 from journal_lines l where l.entry_id in (select entry_id from inserted)
    group by l.entry_id, l.currency having sum(l.amount) <> 0;
  if found then
    raise exception 'An entry does not sum to zero in its currency' using errcode = 'check_violation', constraint = 'balanced_entry';
  end if;
  perform 1 from journal_lines l where l.entry_id in (select entry_id from inserted)
    group by l.entry_id having sum(l.base_amount) <> 0;
  if found then
    raise exception 'An entry does not sum to zero in base' using errcode = 'check_violation', constraint = 'balanced_entry';
  end if;
  perform 1 from inserted i join journal_entries e on e.id = i.entry_id where e.branch_id <> i.branch_id or e.day <> i.day;
  if found then
    raise exception 'A line differs from its entry in branch or day' using errcode = 'check_violation', constraint = 'line_of_entry';
  end if;
  return null;
end $$;
create trigger balanced_entry after insert on journal_lines referencing new table as inserted
  for each statement execute function balanced_lines();

create function entry_has_lines() returns trigger language plpgsql as $$
begin
  if (select count(*) from journal_lines where entry_id = new.id) < 2 then
    raise exception 'An entry has fewer than two lines' using errcode = 'check_violation', constraint = 'entry_has_lines';
  end if;
  return null;
end $$;
create constraint trigger entry_has_lines after insert on journal_entries deferrable initially deferred
  for each row execute function entry_has_lines();

-- What the lines say, per day, so that a trial balance as at any date does not grow with them.
create table daily_balances (
  branch_id int not null references branches (id),
  account text not null references ledger_accounts (code),
  party_id int not null default 0,
  tax_id int not null default 0,
  currency char(3) not null,
  day date not null,
  debit bigint not null default 0 check (debit >= 0),
  credit bigint not null default 0 check (credit >= 0),
  base_debit bigint not null default 0 check (base_debit >= 0),
  base_credit bigint not null default 0 check (base_credit >= 0),
  primary key (branch_id, account, party_id, tax_id, currency, day)
);

-- What is still owed, signed as in the ledger (debit positive). `outstanding` moves towards zero and stops there.
create table open_items (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  account text not null references ledger_accounts (code),
  party_id int not null references parties (id),
  currency char(3) not null references currencies (code),
  entry_id int not null references journal_entries (id),
  note_id int,
  receipt_id int,
  sequence int not null default 1,
  opened_on date not null,
  due_on date not null,
  amount bigint not null check (amount <> 0),
  base_amount bigint not null,
  outstanding bigint not null,
  base_outstanding bigint not null,
  settled_on date,
  constraint outstanding_within_item check (
    (amount > 0 and outstanding between 0 and amount) or (amount < 0 and outstanding between amount and 0)),
  constraint base_ends_with_item check (outstanding <> 0 or base_outstanding = 0)
);
create index open_items_party on open_items (branch_id, account, party_id, due_on, id) where outstanding <> 0;
create index open_items_note on open_items (note_id, sequence);
create index open_items_receipt on open_items (receipt_id) where receipt_id is not null;

-- Each step of an item towards zero; with the sign of the item, negative when a settlement is reversed.
create table settlements (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  item_id int not null references open_items (id),
  entry_id int not null references journal_entries (id),
  day date not null,
  amount bigint not null check (amount <> 0),
  base_amount bigint not null
);
create index settlements_item on settlements (item_id, day);
create index settlements_entry on settlements (entry_id);
create index settlements_day on settlements (branch_id, day);
create trigger append_only before update or delete or truncate on settlements for each statement execute function refuse_change();

call protect_branch('journal_entries');
call protect_branch('journal_lines');
call protect_branch('daily_balances');
call protect_branch('open_items');
call protect_branch('settlements');
