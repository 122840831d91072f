-- Salvage of a security that still owes on the claim is set against its claim invoice instead of being paid out. C11.
alter table vouchers drop constraint note_of_its_kind;
alter table vouchers add constraint note_of_its_kind check (case kind
  when 'SET_OFF' then note_id is not null
  when 'MAKE_GOOD' then true
  when 'SALVAGE' then true
  else note_id is null end);
