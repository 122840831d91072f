-- Bordereaux: what all rows of a file have in common, what the new ones come to, what to look at before they are written.
alter table imports
  add column common jsonb,
  add column totals jsonb not null default '[]',
  add column warned int not null default 0;

alter table import_rows
  add column warnings jsonb not null default '[]',
  -- The insured that the row names and the register does not have.
  add column insured text;
create index import_rows_insured on import_rows (import_id, insured) where insured is not null;
create index import_rows_warned on import_rows (import_id, row) where warnings <> '[]';
-- Whether the same file was imported before.
create index imports_file on imports (sha256) where state = 'DONE';
-- Whether a cedant's policy is there already.
create index policies_of_cedant on policies (reinsured_id, branch_id, insurance_start_date) where cedant_policy_number <> '';
