-- Vouchers by which the firm makes its client bank good, bears its bank's charges there, and gives unallocated cash back.
-- A making good may name the note that it is for.
alter table vouchers drop constraint vouchers_kind_check;
alter table vouchers add constraint vouchers_kind_check
  check (kind in ('PREMIUM', 'CLAIM', 'DRAWING', 'TAX', 'EXPENSE', 'MAKE_GOOD', 'BANK_CHARGE', 'REFUND'));
alter table vouchers
  add column note_id int references notes (id),
  add column receipt_id int references receipts (id),
  -- The voucher whose payment drafted this one.
  add column follows_id int references vouchers (id),
  add constraint note_of_making_good check (note_id is null or kind = 'MAKE_GOOD'),
  add constraint receipt_of_refund check (receipt_id is null or kind = 'REFUND'),
  add constraint follows_once unique (follows_id);
create index vouchers_note on vouchers (note_id) where note_id is not null;
create index vouchers_receipt on vouchers (receipt_id) where receipt_id is not null;

-- What of a receipt vouchers pending, approved and paid give back to its payer.
alter table receipts
  add column refunded bigint not null default 0 check (refunded >= 0),
  drop constraint allocated_within_receipt,
  add constraint allocated_within_receipt check (allocated >= 0 and allocated + refunded <= amount);
