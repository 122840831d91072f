-- Who at a security accepted its line. The day and the security's reference have columns already: a line of London is
-- written where a local one is accepted.
alter table policy_lines add column accepted_by text not null default '';
