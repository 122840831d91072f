-- What an approval writes is checked once for each statement and not once for each row and key. Notes, entries and branches are never deleted, and their
-- ids never change (the application's role may delete none of them; an identity takes no other value): a row that names one of them can only be wrong when
-- it is written. So the triggers that read the new rows anyway look them up, in one query for all rows.

-- Lines stay as they were written, so the lines of a statement that add up to zero leave each entry as it was: those of before are not read again.
create or replace function balanced_lines() returns trigger language plpgsql as $$
declare
  misplaced boolean;
  unknown boolean;
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
    bool_or(i.amount = 0 and a.function is distinct from 'EXCHANGE_GAIN' and a.function is distinct from 'EXCHANGE_LOSS'
      and e.event not in ('REVALUATION', 'BANK_REVALUATION', 'REVALUATION_REVERSED', 'REVALUATION_UNDONE', 'YEAR_CLOSED', 'YEAR_REOPENED')),
    bool_or((a.sub_kind = 'BANK') <> (i.bank_account_id is not null) or b.account <> i.account or b.currency <> i.currency)
    into misplaced, unknown, void, foreign_bank
  from inserted i left join journal_entries e on e.id = i.entry_id left join ledger_accounts a on a.code = i.account
    left join bank_accounts b on b.id = i.bank_account_id left join notes n on n.id = i.note_id;
  if misplaced then
    raise exception 'A line differs from its entry in branch or day' using errcode = 'check_violation', constraint = 'line_of_entry';
  elsif unknown then
    raise exception 'A line names a note that is not there' using errcode = 'foreign_key_violation', constraint = 'line_note';
  elsif void then
    raise exception 'A line without an amount is not an exchange difference' using errcode = 'check_violation', constraint = 'zero_amount_is_exchange';
  elsif foreign_bank then
    raise exception 'A line on a bank does not name an account of that bank in its currency' using errcode = 'check_violation', constraint = 'bank_account_of_line';
  end if;
  return null;
end $$;
alter table journal_lines drop constraint journal_lines_entry_id_fkey, drop constraint journal_lines_branch_id_fkey, drop constraint line_note;

create or replace function changed_by_openings() returns trigger language plpgsql as $$
begin
  if exists (
    select from now_items i left join journal_entries e on e.id = i.entry_id left join notes n on n.id = i.note_id
    where e.id is null or e.branch_id <> i.branch_id or (i.note_id is not null and n.id is null)) then
    raise exception 'An open item names an entry or a note that is not there' using errcode = 'foreign_key_violation', constraint = 'item_of_entry';
  end if;
  insert into open_changes (branch_id, account, party_id, currency, due_on, debit, day, amount, base_amount)
  select branch_id, account, party_id, currency, due_on, amount >= 0, opened_on, sum(amount), sum(base_amount) from now_items
  where amount <> 0 group by 1, 2, 3, 4, 5, 6, 7;
  return null;
end $$;
alter table open_items drop constraint open_items_entry_id_fkey, drop constraint open_items_branch_id_fkey, drop constraint item_note;
create trigger keys_stay before update of branch_id, entry_id, note_id on open_items for each statement execute function refuse_change();

create or replace function released_by_new_parts() returns trigger language plpgsql as $$
declare
  changed int[];
  unknown boolean;
begin
  select array_agg(distinct n.id) filter (where n.settled > 0
      or exists (select from note_parts q where q.debit_note_id = n.id and (q.effective <> q.amount or q.certified > 0))),
    bool_or(n.id is null or n.branch_id <> p.branch_id or (p.credit_note_id is not null and c.id is null))
    into changed, unknown
  from now_parts p left join notes n on n.id = p.debit_note_id left join notes c on c.id = p.credit_note_id;
  if unknown then
    raise exception 'A part names a note that is not there' using errcode = 'foreign_key_violation', constraint = 'part_of_note';
  end if;
  if cardinality(changed) > 0 then perform keep_released(changed); end if;
  return null;
end $$;
alter table note_parts drop constraint note_parts_debit_note_id_fkey, drop constraint note_parts_branch_id_fkey, drop constraint note_parts_credit_note_id_fkey;
create trigger keys_stay before update of branch_id, debit_note_id, credit_note_id on note_parts for each statement execute function refuse_change();

-- What was not approved counts for nothing: it is not taken off before the rest is added.
create or replace function parties_of_policy() returns trigger language plpgsql as $$
declare e endorsements;
begin
  if tg_op = 'UPDATE' and old.status = 'APPROVED' then perform change_party_sums(-1, old); end if;
  if new.status = 'APPROVED' then perform change_party_sums(1, new); end if;
  if tg_op = 'UPDATE' and (old.reinsured_id, old.current_insured_id) is distinct from (new.reinsured_id, new.current_insured_id) then
    for e in select * from endorsements where policy_id = new.id and status = 'APPROVED' and posted_on is not null loop
      perform change_party_sums(-1, old, e);
      perform change_party_sums(1, new, e);
    end loop;
  end if;
  return null;
end $$;
create or replace function production_of_policy() returns trigger language plpgsql as $$
declare e endorsements;
begin
  if tg_op = 'UPDATE' and old.status = 'APPROVED' then perform change_production(-1, old); end if;
  if new.status = 'APPROVED' then perform change_production(1, new); end if;
  if tg_op = 'UPDATE' and (old.cover_type_id, old.reinsured_id, old.producer_id, old.market) <> (new.cover_type_id, new.reinsured_id, new.producer_id, new.market) then
    for e in select * from endorsements where policy_id = new.id and status = 'APPROVED' and posted_on is not null loop
      perform change_production(-1, old, e);
      perform change_production(1, new, e);
    end loop;
  end if;
  return null;
end $$;

-- Lists sort by what endorsements made of both (policies_current_premium, policies_cover_end).
drop index policies_premium, policies_end;
