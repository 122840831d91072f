-- Receipts of a payer in the order of their list, which walked the branch's newest receipts for them.
drop index receipts_payer;
create index receipts_payer on receipts (payer_id, branch_id, id desc);
