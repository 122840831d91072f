-- The parts that a credit note is of: by them reports say what of it is released.
create index note_parts_credit on note_parts (credit_note_id) where credit_note_id is not null;
