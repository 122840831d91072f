-- The note of a part is found by its key, then asked of which claim it is: asked together, the planner went by the index of notes of claims while it thought that there were
-- none, and read all of them for each part.
create or replace function claims_touched_by_parts() returns trigger language plpgsql security definer set search_path = public as $$
declare note notes;
begin
  select * into note from notes where id = new.debit_note_id;
  if note.claim_id is not null then
    insert into claims_touched (branch_id, claim_id) values (note.branch_id, note.claim_id);
  end if;
  return null;
end $$;

-- What was paid to a security beyond what its part comes to, which is little: the form of a payment looks for it beside what is open.
create index note_parts_paid_beyond on note_parts (party_id, branch_id) where kind = 'SECURITY' and paid > effective;
