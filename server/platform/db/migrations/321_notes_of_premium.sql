-- Reminders are of debit notes of premium, of which all that are overdue are added up: what is asked of each note is in an index, so that none of them is read.
create index notes_of_premium on notes (id) include (branch_id, warranty_day)
  where purpose = 'PREMIUM' and kind = 'DN' and status = 'ISSUED' and debit_note_id is null;
