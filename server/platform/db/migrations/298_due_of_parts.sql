-- What securities are owed of salvage is on parts, which have no note of their own: the overview of what is due to us finds the first of it as it finds those of notes.
create index open_items_due_part on open_items (branch_id, account, due_on, part_id) where outstanding <> 0 and part_id is not null;
