-- What can be paid to a security is offered before what is not released yet, however much of it there is.
create index note_parts_available on note_parts (party_id, branch_id) include (credit_note_id) where kind = 'SECURITY' and released > committed;
