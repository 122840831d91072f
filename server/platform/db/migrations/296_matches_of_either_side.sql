-- A line of the bank may also be the way back of what was booked (a cheque returned unpaid, a payment that came back), what the firm made good between two of its
-- accounts, or several receipts that were banked together: a match says which side of its record it is, and what of its line.
alter table bank_matches
  -- What an adjustment made good: not `adjustment_id`, which a payer kept back of what it paid.
  add column made_good_id int references adjustments (id),
  add column returned boolean not null default false,
  add column amount bigint,
  add column place int not null default 1 check (place > 0);
update bank_matches m set amount = l.amount from bank_lines l where l.id = m.line_id;
alter table bank_matches
  alter column amount set not null,
  drop constraint match_of_one,
  add constraint match_of_one check (num_nonnulls(receipt_id, voucher_id, made_good_id) = 1),
  add constraint match_of_something check (amount <> 0);

drop index line_matched_once;
drop index receipt_matched_once;
drop index voucher_matched_once;
create unique index line_matched_once on bank_matches (line_id, place) where live;
create unique index receipt_matched_once on bank_matches (receipt_id, returned) where live and receipt_id is not null;
create unique index voucher_matched_once on bank_matches (voucher_id, bank_account_id, returned) where live and voucher_id is not null;
create unique index made_good_matched_once on bank_matches (made_good_id, bank_account_id, returned) where live and made_good_id is not null;

-- What a line is matched with comes to the line, or it is matched with nothing.
create function line_is_whole() returns trigger language plpgsql as $$
begin
  if (select sum(m.amount) from bank_matches m where m.line_id = new.line_id and m.live) <> (select l.amount from bank_lines l where l.id = new.line_id) then
    raise exception 'Bank line % is not matched whole', new.line_id using errcode = 'check_violation', constraint = 'line_is_whole';
  end if;
  return null;
end $$;
create constraint trigger line_is_whole after insert or update on bank_matches deferrable initially deferred
  for each row execute function line_is_whole();
