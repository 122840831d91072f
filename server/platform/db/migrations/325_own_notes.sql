-- What the notes of reinsureds come to, by currency, is added up from an index alone: all notes were read for it, four times as many. It takes the place of the one by which
-- debit notes of premium are found, so that an approval writes as many indexes.
drop index notes_of_premium;
create index notes_of_premium on notes (id) include (branch_id, warranty_day, kind, purpose, party_id, currency, posted_on, amount)
  where purpose in ('PREMIUM', 'RETURN') and status = 'ISSUED' and debit_note_id is null;
