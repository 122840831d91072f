-- What securities are still owed, by security and branch, oldest first: a page of securities with their open credit notes
-- costs what it shows, whatever was ever paid.
create index note_parts_open on note_parts (party_id, branch_id, id)
  where kind = 'SECURITY' and paid < amount - returned;

-- The list of users sorts by these, too.
create index users_status on users (status, id);
create index users_last_sign_in on users (last_sign_in, id);
create index users_created on users (created_at, id);
