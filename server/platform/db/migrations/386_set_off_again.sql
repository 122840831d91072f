-- A note that is owed again, since what paid it was taken back, is set against its return on that day: by which entry. §2, M0.
alter table note_offsets drop constraint offset_once, add constraint offset_once unique (return_note_id, note_id, entry_id);
alter table part_returns drop constraint return_once, add column entry_id int references journal_entries (id),
  add constraint set_off_of_endorsement check (entry_id is null or endorsement_id is not null);
create unique index return_once on part_returns (endorsement_id, part_id, coalesce(entry_id, 0)) where endorsement_id is not null;
