-- Net settlement: securities keep the premium of a whole debit note back from a claim that they owe. C8.
do $$
declare known text := (select substring(pg_get_constraintdef(oid) from 'ARRAY\[(.*)\]') from pg_constraint
  where conrelid = 'adjustments'::regclass and conname = 'adjustments_kind_check');
begin
  alter table adjustments drop constraint adjustments_kind_check;
  execute format('alter table adjustments add constraint adjustments_kind_check check (kind = any (array[%s, ''NET_SETTLEMENT'']))', known);
end $$;
alter table adjustments
  add column claim_id int references claims (id),
  add constraint net_of_a_claim check ((kind = 'NET_SETTLEMENT') = (claim_id is not null));
create index adjustments_claim on adjustments (claim_id) where claim_id is not null;
-- A debit note is settled net once: it is settled whole.
create unique index net_settlement_once on adjustments (note_id) where kind = 'NET_SETTLEMENT' and status in ('PENDING', 'APPROVED');

-- What each security keeps back from which of its claim invoices, of what it is owed by which part of the debit note.
create table adjustment_nets (
  branch_id int not null references branches (id),
  adjustment_id int not null references adjustments (id),
  part_id int not null references note_parts (id),
  invoice_id int not null references notes (id),
  amount bigint not null check (amount > 0),
  primary key (adjustment_id, part_id, invoice_id)
);
create index adjustment_nets_invoice on adjustment_nets (invoice_id);
create index adjustment_nets_part on adjustment_nets (part_id);

-- The receipts of the net amounts that are approved with it, in the version that was submitted.
create table adjustment_receipts (
  branch_id int not null references branches (id),
  adjustment_id int not null references adjustments (id),
  receipt_id int not null references receipts (id),
  receipt_version int not null,
  primary key (adjustment_id, receipt_id)
);
create index adjustment_receipts_receipt on adjustment_receipts (receipt_id);
call protect_branch('adjustment_nets');
call protect_branch('adjustment_receipts');
