-- What one branch received may be for notes of another: there it is a receipt whose cash comes from that receipt in place of a bank account.
-- Of the receipt that it comes from it keeps the branch and the number, which its own branch may not look up.
alter table receipts
  alter bank_account_id drop not null,
  add source_id integer references receipts (id),
  add source_branch_id integer references branches (id),
  add source_number text,
  -- The entry by which the cash left the other branch.
  add passing_entry_id integer references journal_entries (id),
  -- What receipts of other branches hold or took of this one.
  add passed_on bigint not null default 0 constraint receipts_passed_on_check check (passed_on >= 0),
  add constraint cash_from_one_place check (num_nonnulls(bank_account_id, source_id) = 1),
  add constraint source_is_named check (num_nonnulls(source_id, source_branch_id, source_number) in (0, 3) and source_branch_id is distinct from branch_id),
  add constraint passed_on_once check (source_id is null or passed_on = 0),
  add constraint passing_is_booked check ((passing_entry_id is not null) = (source_id is not null and status in ('APPROVED', 'REVERSED'))),
  drop constraint allocated_within_receipt,
  add constraint allocated_within_receipt check (allocated >= 0 and allocated + refunded + passed_on <= amount),
  drop constraint receipts_method_check,
  add constraint receipts_method_check check (method in ('BANK_TRANSFER', 'CHEQUE', 'CASH', 'MOBILE_MONEY', 'BRANCH') and (method = 'BRANCH') = (source_id is not null));
create unique index passing_entry_once on receipts (passing_entry_id) where passing_entry_id is not null;
create index receipts_source on receipts (source_id) where source_id is not null;
create index receipts_passed_on on receipts (branch_id) where passed_on > 0;
drop index receipts_to_allocate;
create index receipts_to_allocate on receipts (branch_id, bank_date) where status = 'APPROVED' and amount > allocated + refunded + passed_on;

-- Cash leaves a receipt as often as receipts of other branches take of it: each of those has its entry once.
drop index entry_once;
create unique index entry_once on journal_entries (source_kind, source_id, event) where reverses_id is null and event not in ('ALLOCATION', 'CASH_PASSED_ON');

-- What became of a receipt's cash in other branches is said to its own: which receipts there hold or took it, and nothing else of them.
create function cash_passed_on(receipt int) returns table (id int, number text, status text, branch_id int, amount bigint, day date)
  language sql stable security definer set search_path = public as $$
  select p.id, p.number, p.status, p.branch_id, p.amount, p.bank_date from receipts r join receipts p on p.source_id = r.id
  where r.id = receipt and r.branch_id = any((select nullif(current_setting('slipway.branches', true), '')::int[])::int[])
    and p.status in ('PENDING', 'APPROVED', 'REVERSED')
  order by p.id $$;

-- Of a new column the planner thinks that a third of the rows has anything in it, and would read all receipts for the few that do.
do $$ begin if exists (select from receipts) then analyze receipts (passed_on, source_id); end if; end $$;
