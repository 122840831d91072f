-- A note is whatever is owed on paper: its number series apart from what it is for. It may hang on a policy or an
-- endorsement, later on a claim's movement or an invoice, or come from the books of another system.
alter table notes
  add column purpose text not null default 'PREMIUM' check (purpose in ('PREMIUM', 'RETURN', 'CLAIM', 'SALVAGE', 'FEE')),
  add column origin text not null default 'BOOKED' check (origin in ('BOOKED', 'HISTORY'));
update notes n set purpose = 'RETURN' from policies p
  where p.id = n.policy_id and n.endorsement_id is not null and (n.party_id = p.reinsured_id) = (n.kind = 'CN');
alter table notes alter column purpose drop default;
alter table notes drop constraint notes_kind_check;
alter table notes add constraint notes_kind_check check (kind in ('DN', 'CN', 'INV'));
alter table notes alter column policy_id drop not null;
alter table notes add constraint note_of_placement
  check (policy_id is not null or (endorsement_id is null and (origin = 'HISTORY' or purpose not in ('PREMIUM', 'RETURN'))));

-- A placement and each of its endorsements have one note to each party; a claim has as many as it has calls.
drop index debit_note_once;
drop index credit_note_once;
create unique index debit_note_once on notes (policy_id, coalesce(endorsement_id, 0))
  where debit_note_id is null and status = 'ISSUED' and purpose in ('PREMIUM', 'RETURN');
create unique index credit_note_once on notes (policy_id, coalesce(endorsement_id, 0), party_id)
  where debit_note_id is not null and status = 'ISSUED' and purpose in ('PREMIUM', 'RETURN');

-- What a note's money is for: besides premium, what was collected for a claim, a refund, salvage.
alter table note_parts drop constraint note_parts_kind_check;
alter table note_parts add constraint note_parts_kind_check
  check (kind in ('SECURITY', 'BROKERAGE', 'TAX', 'CLAIM', 'REFUND', 'SALVAGE'));

-- A set-off names the record that it comes from, whatever its kind.
alter table note_offsets add column source_kind text, add column source_id int;
update note_offsets set source_kind = 'endorsement', source_id = endorsement_id;
alter table note_offsets alter column source_kind set not null, alter column source_id set not null;
alter table note_offsets drop column endorsement_id;
