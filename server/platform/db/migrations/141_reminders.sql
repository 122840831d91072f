-- Reminders of overdue premium leave as batches of letters do: a batch says which of the two it is, and why it demands
-- premium whose warranty day has passed, where it does.
alter table statement_batches
  add column kind text not null default 'STATEMENT' check (kind in ('STATEMENT', 'REMINDER')),
  add column reason text not null default '',
  add constraint reminders_are_of_reinsureds check (kind = 'STATEMENT' or side = 'REINSURED');
create index statement_batches_kind on statement_batches (branch_id, kind, id desc);
-- A reminder has no sheet beside its paper.
alter table statement_items drop constraint statement_has_its_paper,
  add constraint sheet_beside_a_paper check (sheet is null or document_id is not null);

-- What a letter reminds of: an instalment of a note, at each level once, with what was open of it when the letter was made.
create table reminder_lines (
  letter_id int not null references statement_items (id),
  branch_id int not null references branches (id),
  open_item_id int not null references open_items (id),
  note_id int not null references notes (id),
  level text not null check (level in ('FIRST', 'SECOND', 'FINAL')),
  amount bigint not null default 0 check (amount >= 0),
  sent_on date,
  -- A line whose amount was paid before its letter was made reminds of nothing.
  live boolean not null default true,
  primary key (letter_id, open_item_id),
  constraint sent_with_an_amount check ((sent_on is null) = (amount = 0))
);
create unique index reminder_once on reminder_lines (open_item_id, level) where live;
create index reminder_lines_note on reminder_lines (note_id);
call protect_branch('reminder_lines');

-- From how many days overdue each letter is due.
alter table firm
  add column reminder_first_days int not null default 7,
  add column reminder_second_days int not null default 21,
  add column reminder_final_days int not null default 35,
  add constraint reminders_in_order check (1 <= reminder_first_days and reminder_first_days < reminder_second_days
    and reminder_second_days < reminder_final_days and reminder_final_days <= 365);
