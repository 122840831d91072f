-- The notes of a movement of a claim, void ones too: its page lists them.
create index notes_movement on notes (movement_id) where movement_id is not null;
