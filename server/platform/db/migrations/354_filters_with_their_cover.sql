-- What of a reinsured, a class or a producer is in force, over, or began by a day is found in the index of its policies alone: the index of all policies was walked
-- for it, or each of its policies read.
drop index policies_reinsured;
create index policies_reinsured on policies (reinsured_id, branch_id, id desc) include (market, status, insurance_start_date, cover_end_date, cancelled_from);
drop index policies_class;
create index policies_class on policies (cover_type_id, branch_id, id desc) include (market, status, insurance_start_date, cover_end_date, cancelled_from);
drop index policies_producer;
create index policies_producer on policies (producer_id, branch_id, id desc) include (market, status, insurance_start_date, cover_end_date, cancelled_from);
-- Claims of a security are known without their lines.
drop index claim_lines_security;
create index claim_lines_security on claim_lines (security_id, branch_id) include (claim_id);
