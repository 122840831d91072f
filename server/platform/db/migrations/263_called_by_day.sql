-- What was called of the securities in a year is added up from the index alone.
create index notes_called on notes (branch_id, posted_on) include (base_amount) where purpose = 'CLAIM' and status = 'ISSUED';
