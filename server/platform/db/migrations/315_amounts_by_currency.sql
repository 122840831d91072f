-- Amounts of several currencies have no order among them: lists that are ordered by an amount have those of each currency together, in the order of these.
drop index receipts_amount;
create index receipts_amount on receipts (branch_id, currency desc, amount desc, id desc);
drop index vouchers_amount;
create index vouchers_amount on vouchers (branch_id, currency desc, amount desc, id desc);
drop index invoices_amount;
create index invoices_amount on invoices (branch_id, currency desc, amount desc, id desc);
drop index adjustments_amount;
create index adjustments_amount on adjustments (branch_id, currency desc, amount desc, id desc);
drop index claims_incurred;
create index claims_incurred on claims (branch_id, currency desc, ours_incurred desc, id desc);
drop index policies_current_premium;
create index policies_current_premium on policies (branch_id, market, currency desc, current_fac_premium desc, id desc);
drop index policies_renewal_premium;
create index policies_renewal_premium on policies (branch_id, currency, current_fac_premium, id) where status = 'APPROVED' and cancelled_from is null;
