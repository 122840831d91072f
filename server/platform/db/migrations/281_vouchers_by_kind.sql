-- What moved between accounts of ours is left out of receipts and payments by the kinds of its vouchers.
create index vouchers_kind on vouchers (branch_id, kind);
