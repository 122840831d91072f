-- What the notes of a party come to, and what is released of a security's, is added up from an index alone; each note and each part was read for it.
drop index notes_party;
create index notes_party on notes (party_id, branch_id, posted_on, id) include (kind, currency, amount, status, purpose, policy_id, debit_note_id);
drop index note_parts_party;
create index note_parts_party on note_parts (party_id, branch_id) include (credit_note_id, released) where party_id is not null;
