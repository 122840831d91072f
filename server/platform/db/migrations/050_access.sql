-- What left the house and who tried to come in, the latest first: few rows of a long trail.
create index audit_trail_access on audit_trail (id)
  where action in ('exported', 'downloaded', 'opened', 'sent', 'sign_in_failed', 'second_factor_refused', 'limit_reached', 'refuse_second_factor');
