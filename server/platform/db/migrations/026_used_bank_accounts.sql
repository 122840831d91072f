-- Whether an account of the firm is used is asked before it is changed.
create index receipts_bank on receipts (bank_account_id);
create index vouchers_bank on vouchers (bank_account_id);
