-- A row may go on with the record of the row above it: the further sections of a slip.
alter table import_rows drop constraint import_rows_outcome_check;
alter table import_rows add constraint import_rows_outcome_check
  check (outcome in ('read', 'new', 'exists', 'part', 'error', 'written', 'updated', 'skipped'));
