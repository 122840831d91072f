-- Claim invoices are few among all notes: the recovery board reads these alone.
create index notes_of_claims on notes (branch_id, party_id) where purpose = 'CLAIM' and status = 'ISSUED';
