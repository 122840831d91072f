-- What production sums stands in the index by which it is found, so that months and years of it read no policy.
drop index policies_produced;
create index policies_produced on policies (branch_id, posted_on desc, id desc)
  include (currency, broker_reference, fac_premium, brokerage_total, base_fac_premium, base_brokerage) where status = 'APPROVED' and posted_on is not null;
