-- Cash that is not wholly allocated is counted before a month is closed, and revaluations are left out of what banks took in: neither
-- reads what else is in the books.
create index receipts_to_allocate on receipts (branch_id, bank_date) where status = 'APPROVED' and amount > allocated + refunded;
create index journal_entries_revaluations on journal_entries (branch_id, day)
  where event in ('REVALUATION', 'BANK_REVALUATION', 'REVALUATION_REVERSED', 'REVALUATION_UNDONE');
