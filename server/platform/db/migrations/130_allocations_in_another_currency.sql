-- M5: an allocation takes an amount of its receipt and settles one of its note; they differ where the currencies do.
alter table allocations add column note_amount bigint;
update allocations set note_amount = amount;
alter table allocations alter column note_amount set not null,
  add constraint allocations_note_amount_check check (note_amount > 0);
alter table receipt_proposals add column note_amount bigint;
update receipt_proposals set note_amount = amount;
alter table receipt_proposals alter column note_amount set not null,
  add constraint receipt_proposals_note_amount_check check (note_amount > 0);
