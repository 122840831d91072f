-- What a party brought and has in force is read from its own policies alone, without their rows.
create index policies_written on policies (reinsured_id, posted_on) include (branch_id, base_fac_premium, insurance_start_date, cover_end_date)
  where status = 'APPROVED';
