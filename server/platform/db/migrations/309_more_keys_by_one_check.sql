-- As 260: what a line, an item and a note name is looked up once for each statement. Accounts and currencies are never deleted and keep their codes; taxes,
-- policies and notes are never deleted and keep their ids. Keys of parties stay as they are: whoever writes for a party waits for its merging.
create trigger codes_stay before update of code on currencies for each statement execute function refuse_change();
create trigger codes_stay before update of code on ledger_accounts for each statement execute function refuse_change();

create or replace function balanced_lines() returns trigger language plpgsql as $$
declare
  misplaced boolean;
  unknown boolean;
  foreign_key boolean;
  void boolean;
  foreign_bank boolean;
begin
  if exists (select from inserted group by entry_id, currency having sum(amount) <> 0) then
    raise exception 'An entry does not sum to zero in its currency' using errcode = 'check_violation', constraint = 'balanced_entry';
  end if;
  if exists (select from inserted group by entry_id having sum(base_amount) <> 0) then
    raise exception 'An entry does not sum to zero in base' using errcode = 'check_violation', constraint = 'balanced_entry';
  end if;
  select bool_or(e.id is null or e.branch_id <> i.branch_id or e.day <> i.day),
    bool_or(i.note_id is not null and n.id is null),
    bool_or(a.code is null or c.code is null or (i.tax_id is not null and t.id is null)),
    bool_or(i.amount = 0 and a.function is distinct from 'EXCHANGE_GAIN' and a.function is distinct from 'EXCHANGE_LOSS'
      and e.event not in ('REVALUATION', 'BANK_REVALUATION', 'REVALUATION_REVERSED', 'REVALUATION_UNDONE', 'YEAR_CLOSED', 'YEAR_REOPENED')),
    bool_or((a.sub_kind = 'BANK') <> (i.bank_account_id is not null) or b.account <> i.account or b.currency <> i.currency)
    into misplaced, unknown, foreign_key, void, foreign_bank
  from inserted i left join journal_entries e on e.id = i.entry_id left join ledger_accounts a on a.code = i.account
    left join currencies c on c.code = i.currency left join taxes t on t.id = i.tax_id
    left join bank_accounts b on b.id = i.bank_account_id left join notes n on n.id = i.note_id;
  if misplaced then
    raise exception 'A line differs from its entry in branch or day' using errcode = 'check_violation', constraint = 'line_of_entry';
  elsif unknown then
    raise exception 'A line names a note that is not there' using errcode = 'foreign_key_violation', constraint = 'line_note';
  elsif foreign_key then
    raise exception 'A line names an account, a currency or a tax that is not there' using errcode = 'foreign_key_violation', constraint = 'line_of_account';
  elsif void then
    raise exception 'A line without an amount is not an exchange difference' using errcode = 'check_violation', constraint = 'zero_amount_is_exchange';
  elsif foreign_bank then
    raise exception 'A line on a bank does not name an account of that bank in its currency' using errcode = 'check_violation', constraint = 'bank_account_of_line';
  end if;
  return null;
end $$;
alter table journal_lines drop constraint journal_lines_account_fkey, drop constraint journal_lines_currency_fkey, drop constraint journal_lines_tax_id_fkey;

-- What items begin is checked and appended by one statement: three triggers that each read the new rows took longer than what they wrote.
drop trigger owed_touched_by_openings on open_items;
drop trigger released_touched_by_openings on open_items;
drop function owed_touched_by_openings();
drop function released_touched_by_openings();
create or replace function changed_by_openings() returns trigger language plpgsql as $$
declare unknown boolean;
begin
  with opened as (
    select i.*, a.function, e.id is null or e.branch_id <> i.branch_id or (i.note_id is not null and n.id is null) or a.code is null or c.code is null as unknown
    from now_items i left join journal_entries e on e.id = i.entry_id left join notes n on n.id = i.note_id
      left join ledger_accounts a on a.code = i.account left join currencies c on c.code = i.currency),
  changes as (
    insert into open_changes (branch_id, account, party_id, currency, due_on, debit, day, amount, base_amount)
    select branch_id, account, party_id, currency, due_on, amount >= 0, opened_on, sum(amount), sum(base_amount) from opened
    where amount <> 0 group by 1, 2, 3, 4, 5, 6, 7),
  owed as (
    insert into owed_touched (branch_id, note_id)
    select distinct branch_id, note_id from opened where function = 'PREMIUM_RECEIVABLE' and note_id is not null),
  released as (
    insert into released_touched (branch_id, note_id)
    select distinct branch_id, note_id from opened where function = 'PREMIUM_PAYABLE' and note_id is not null)
  select bool_or(o.unknown) into unknown from opened o;
  if unknown then
    raise exception 'An open item names an entry, a note, an account or a currency that is not there' using errcode = 'foreign_key_violation', constraint = 'item_of_entry';
  end if;
  return null;
end $$;
alter table open_items drop constraint open_items_account_fkey, drop constraint open_items_currency_fkey;
drop trigger keys_stay on open_items;
create trigger keys_stay before update of branch_id, account, currency, entry_id, note_id on open_items for each statement execute function refuse_change();

-- The same of new parts: what they name, what is released of them and what they add to the queue.
drop trigger release_changed_by_new_parts on note_parts;
drop function release_changed_by_new_parts();
create or replace function released_by_new_parts() returns trigger language plpgsql as $$
declare
  changed int[];
  unknown boolean;
begin
  with changes as (
    insert into release_changes (branch_id, kind, party_id, tax_id, currency, owed, released, committed, available, items)
    select branch_id, kind, party_id, tax_id, currency, sum(effective - paid), sum(greatest(released - paid, 0)), sum(committed - paid),
      sum(greatest(released - committed, 0)), count(*) filter (where released > committed)
    from now_parts where paid < effective group by 1, 2, 3, 4, 5)
  select array_agg(distinct n.id) filter (where n.settled > 0
      or exists (select from note_parts q where q.debit_note_id = n.id and (q.effective <> q.amount or q.certified > 0))),
    bool_or(n.id is null or n.branch_id <> p.branch_id or (p.credit_note_id is not null and c.id is null) or (p.tax_id is not null and t.id is null))
    into changed, unknown
  from now_parts p left join notes n on n.id = p.debit_note_id left join notes c on c.id = p.credit_note_id left join taxes t on t.id = p.tax_id;
  if unknown then
    raise exception 'A part names a note or a tax that is not there' using errcode = 'foreign_key_violation', constraint = 'part_of_note';
  end if;
  if cardinality(changed) > 0 then perform keep_released(changed); end if;
  return null;
end $$;
alter table note_parts drop constraint note_parts_tax_id_fkey;
drop trigger keys_stay on note_parts;
create trigger keys_stay before update of branch_id, debit_note_id, credit_note_id, tax_id on note_parts for each statement execute function refuse_change();

-- A note is of its branch and currency, of a policy that is there, and of a debit note of its branch.
create function notes_of_what_is_there() returns trigger language plpgsql as $$
begin
  if exists (
    select from now_notes n left join branches b on b.id = n.branch_id left join currencies c on c.code = n.currency
      left join policies p on p.id = n.policy_id left join notes d on d.id = n.debit_note_id
    where b.id is null or c.code is null or (n.policy_id is not null and p.id is null) or (n.debit_note_id is not null and d.branch_id is distinct from n.branch_id)) then
    raise exception 'A note names a branch, a currency, a policy or a debit note that is not there' using errcode = 'foreign_key_violation', constraint = 'note_of_policy';
  end if;
  return null;
end $$;
create trigger notes_of_what_is_there after insert on notes referencing new table as now_notes for each statement execute function notes_of_what_is_there();
alter table notes drop constraint notes_branch_id_fkey, drop constraint notes_currency_fkey, drop constraint notes_policy_id_fkey, drop constraint notes_debit_note_id_fkey;
create trigger keys_stay before update of branch_id, currency, policy_id, debit_note_id on notes for each statement execute function refuse_change();
