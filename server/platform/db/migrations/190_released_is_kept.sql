-- What the money of a debit note releases to each of its parts (M0) is kept with the part: lists, reports and queues over all of them
-- read it instead of working it out. It follows every statement that moves the note's money or resizes its parts, whose note is locked.
alter table note_parts add column released bigint not null default 0;

create function keep_released(changed int[]) returns void language sql as $$
  update note_parts p set released = r.released from part_releases(changed) r where r.part_id = p.id and p.released <> r.released
$$;

create function released_by_notes() returns trigger language plpgsql as $$
declare changed int[] := array(
  select n.id from now_notes n join old_notes o on o.id = n.id where (n.settled, n.set_off) <> (o.settled, o.set_off));
begin
  if cardinality(changed) > 0 then perform keep_released(changed); end if;
  return null;
end $$;
create trigger released_by_notes after update on notes referencing old table as old_notes new table as now_notes
  for each statement execute function released_by_notes();

create function released_by_parts() returns trigger language plpgsql as $$
declare changed int[] := array(
  select distinct p.debit_note_id from now_parts p join old_parts o on o.id = p.id
  where (p.effective, p.certified, p.uncollectable) <> (o.effective, o.certified, o.uncollectable));
begin
  if cardinality(changed) > 0 then perform keep_released(changed); end if;
  return null;
end $$;
create trigger released_by_parts after update on note_parts referencing old table as old_parts new table as now_parts
  for each statement execute function released_by_parts();

-- Of a note on which nothing came in and of which no part is lessened, nothing is released to a new one.
create function released_by_new_parts() returns trigger language plpgsql as $$
declare changed int[] := array(
  select distinct p.debit_note_id from now_parts p join notes n on n.id = p.debit_note_id
  where n.settled > 0 or exists (select from note_parts q where q.debit_note_id = n.id and (q.effective <> q.amount or q.certified > 0)));
begin
  if cardinality(changed) > 0 then perform keep_released(changed); end if;
  return null;
end $$;
create trigger released_by_new_parts after insert on note_parts referencing new table as now_parts
  for each statement execute function released_by_new_parts();

select keep_released(array(
  select n.id from notes n where n.settled > 0 and exists (select from note_parts p where p.debit_note_id = n.id)
  union
  select p.debit_note_id from note_parts p where p.effective <> p.amount or p.certified > 0));

-- What is not paid in full, with all that the release queue sums; of the rest of it, notes that are void.
create index note_parts_unpaid on note_parts (branch_id, kind, party_id, tax_id, currency)
  include (id, debit_note_id, effective, paid, committed, released) where paid < effective;
create index notes_void on notes (branch_id, id) where status = 'VOID';
-- What is left to pay of credit notes.
create index note_parts_left_to_pay on note_parts (credit_note_id) include (branch_id, released, paid) where released > paid;
-- What was paid beyond what is released, and notes of which something may be held back for it: few.
create index note_parts_paid_ahead on note_parts (party_id, branch_id) where paid > released;
create index note_parts_held_back on note_parts (branch_id, debit_note_id) where due_back > 0 or committed > released + advanced;
