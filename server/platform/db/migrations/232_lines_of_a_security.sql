-- Lines of a security are read by their index alone, in the order of their policies.
drop index policy_lines_security;
create index policy_lines_security on policy_lines (security_id, branch_id, policy_id) include (share, share_premium);
