-- What was collected on a claim is paid to the reinsured, or set off against a debit note of it; salvage goes to the securities.
do $$
declare known text := (select substring(pg_get_constraintdef(oid) from 'ARRAY\[(.*)\]') from pg_constraint
  where conrelid = 'vouchers'::regclass and conname = 'vouchers_kind_check');
begin
  alter table vouchers drop constraint vouchers_kind_check;
  execute format('alter table vouchers add constraint vouchers_kind_check check (kind = any (array[%s, ''CLAIM'', ''SALVAGE'', ''SET_OFF'']))', known);
end $$;
alter table vouchers
  add column claim_id int references claims (id),
  -- The debit note that a set-off settles.
  add column note_id int references notes (id),
  add constraint voucher_of_claim check ((kind in ('CLAIM', 'SALVAGE', 'SET_OFF')) = (claim_id is not null)),
  add constraint set_off_of_note check ((kind = 'SET_OFF') = (note_id is not null));
create index vouchers_claim on vouchers (claim_id) where claim_id is not null;
create index vouchers_note on vouchers (note_id) where note_id is not null;

-- A note of a movement is a claim invoice or a salvage note; such notes may also come from elsewhere.
alter table notes drop constraint note_of_movement;
alter table notes add constraint note_of_movement check ((claim_id is null) = (movement_id is null)
  and (movement_id is null or purpose in ('CLAIM', 'SALVAGE')));
