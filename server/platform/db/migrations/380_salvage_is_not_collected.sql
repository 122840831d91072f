-- What salvage was set against is neither to be collected nor to be paid: a claim is settled once the rest of what was called is. C11, §4.
create or replace function claim_stages_of(claims int[]) returns table (claim_id int, stage text) language sql stable as $$
  select c.id, case when c.status <> 'APPROVED' then null when c.closed_on is not null then 'CLOSED' when c.asked = 0 then 'NOTIFIED'
    when m.paid >= c.asked - m.set_off then 'SETTLED' when m.collected >= c.asked - m.set_off then 'COLLECTED' when m.collected > 0 then 'PART_COLLECTED' else 'CALLED' end
  from (select id, status, closed_on, ours_called + ours_fees + ours_ex_gratia as asked from claims where id in (select unnest(claim_stages_of.claims))) c
  left join (
    select n.claim_id, sum(n.settled - n.set_off) as collected, sum(n.set_off) as set_off, sum(x.paid) as paid from notes n join note_parts x on x.debit_note_id = n.id
    where n.claim_id in (select unnest(claim_stages_of.claims)) and n.purpose = 'CLAIM' and n.status = 'ISSUED' group by 1) m on m.claim_id = c.id
$$;
update claims c set stage = s.stage
from claim_stages_of(array(select distinct claim_id from notes where purpose = 'CLAIM' and set_off > 0)) s
where s.claim_id = c.id and c.stage is distinct from s.stage;
