-- The lines of an account in a currency, page by page in the order of their days.
create index journal_lines_currency on journal_lines (branch_id, account, currency, day, id);
