-- What a party brought and has in force is read from its own policies alone, without their rows.
create index policies_of_party on policies (reinsured_id)
  include (branch_id, posted_on, base_fac_premium, insurance_start_date, cover_end_date) where status = 'APPROVED';
