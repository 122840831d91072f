-- By which rule figures are worked out. What was approved before 2 keeps 1 for its life: afresh less noted would bring the
-- cents between the two into its next endorsement.
alter table policies add column figures_rule smallint not null default 2 constraint figures_rule_known check (figures_rule in (1, 2));
update policies set figures_rule = 1 where posted_on is not null;
