-- The day by which the premium of a debit note is to be paid under its policy's warranty or condition; null where there is none. What is
-- not paid is read in this order, the most urgent first, from an index that has no other notes.
alter table notes add column warranty_day date,
  add constraint warranty_of_premium check (warranty_day is null or (kind = 'DN' and purpose = 'PREMIUM' and debit_note_id is null and policy_id is not null));

update notes n set warranty_day = p.day + p.warranty_days
from (
  select o.id, p.warranty_days, coalesce(e.effective_date, p.insurance_start_date) as day
  from notes o join policies p on p.id = o.policy_id left join endorsements e on e.id = o.endorsement_id
  where o.kind = 'DN' and o.purpose = 'PREMIUM' and o.debit_note_id is null and p.warranty_days is not null) p
where p.id = n.id;

create index notes_warranty on notes (branch_id, warranty_day, id) where warranty_day is not null;
