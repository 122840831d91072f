-- Whose business a placement is; of those entered before, who made them.
alter table policies add column producer_id int references users (id);
update policies set producer_id = made_by;
alter table policies alter column producer_id set not null;
create index policies_producer on policies (producer_id, branch_id, id desc);
