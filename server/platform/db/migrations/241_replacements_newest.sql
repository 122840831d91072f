-- The list of one's own replacements, and root's of all.
create index replacement_batches_newest on replacement_batches (made_by, id desc);
create index replacement_batches_branch on replacement_batches (branch_id, id desc);
