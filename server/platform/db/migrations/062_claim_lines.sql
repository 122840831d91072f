-- The lines that bear a claim, as its policy had them at the date of loss: reports divide by them without replaying policies.
create table claim_lines (
  branch_id int not null references branches (id),
  claim_id int not null references claims (id),
  security_id int not null references parties (id),
  position int not null,
  line bigint not null check (line between 0 and 100000000),
  primary key (claim_id, security_id)
);
create index claim_lines_security on claim_lines (security_id, branch_id);
call protect_branch('claim_lines');

-- A register as at an earlier day still has a claim that was disabled since.
alter table claims add column disabled_on date;
