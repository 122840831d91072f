-- How many claims the register has on a day is counted in an index alone.
create index claims_known on claims (branch_id, approved_on) include (id, disabled_on);
