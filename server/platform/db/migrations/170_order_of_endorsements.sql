-- In which place of its policy's endorsements one was approved: each is worked out on what those before it left. The instant of its
-- decision is that at which its request began, which may be before that of one that was decided first.
alter table endorsements add column approval int;
update endorsements e set approval = o.place
from (select id, row_number() over (partition by policy_id order by decided_at, id)::int as place from endorsements where status = 'APPROVED') o
where o.id = e.id;
alter table endorsements
  add constraint approval_of_approved check (status <> 'APPROVED' or approval is not null),
  add constraint approved_in_its_place unique (policy_id, approval);
