-- In which place of its claim's movements one was approved: the claim is what the last of them made it. The instant of its decision is
-- that at which its request began, which may be before that of one that was decided first.
alter table movements add column approval int;
update movements m set approval = o.place
from (select id, row_number() over (partition by claim_id order by posted_on, decided_at, id)::int as place from movements where status = 'APPROVED') o
where o.id = m.id;
alter table movements
  add constraint approval_of_approved check (status <> 'APPROVED' or approval is not null),
  add constraint movement_approved_in_its_place unique (claim_id, approval);
drop index movements_as_at;
create index movements_as_at on movements (claim_id, posted_on, approval) where status = 'APPROVED';
