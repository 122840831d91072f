-- What lists of claims are filtered by is on the claim's own row, and the index of the newest has it, so that keys are found in it alone: whose policy it is, of which class,
-- and the stage. Policies were looked up for the first two, and for the stage the money of every claim that was called was added up.
alter table claims add reinsured_id integer, add cover_type_id integer, add stage text;
comment on column claims.reinsured_id is 'Of its policy, kept by triggers.';
comment on column claims.cover_type_id is 'Of its policy, kept by triggers.';
comment on column claims.stage is 'Kept: as its money was when it was last worked out; claims_touched has those that moved since.';
update claims c set reinsured_id = p.reinsured_id, cover_type_id = p.cover_type_id from policies p where p.id = c.policy_id;

create function policy_of_claim() returns trigger language plpgsql security definer set search_path = public as $$
begin
  select reinsured_id, cover_type_id into new.reinsured_id, new.cover_type_id from policies where id = new.policy_id;
  return new;
end $$;
create trigger policy_begins before insert on claims for each row execute function policy_of_claim();
create trigger policy_changes before update of policy_id, reinsured_id, cover_type_id on claims for each row execute function policy_of_claim();
create function claims_of_policy() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update claims set reinsured_id = new.reinsured_id, cover_type_id = new.cover_type_id where policy_id = new.id;
  return null;
end $$;
create trigger claims_follow after update of reinsured_id, cover_type_id on policies for each row
  when (old.reinsured_id is distinct from new.reinsured_id or old.cover_type_id is distinct from new.cover_type_id) execute function claims_of_policy();

-- Which claims moved since their stage was worked out. Who settles a note appends to it and waits for nobody; a worker works them out anew.
create table claims_touched (
  id bigint generated always as identity primary key,
  branch_id integer not null,
  claim_id integer not null
);
call protect_branch('claims_touched');

-- The stage of approved claims by what was called, collected and paid; none of another. §4.
create function claim_stages_of(claims int[]) returns table (claim_id int, stage text) language sql stable as $$
  select c.id, case when c.status <> 'APPROVED' then null when c.closed_on is not null then 'CLOSED' when c.asked = 0 then 'NOTIFIED'
    when m.paid >= c.asked then 'SETTLED' when m.collected >= c.asked then 'COLLECTED' when m.collected > 0 then 'PART_COLLECTED' else 'CALLED' end
  from (select id, status, closed_on, ours_called + ours_fees + ours_ex_gratia as asked from claims where id in (select unnest(claim_stages_of.claims))) c
  left join (
    select n.claim_id, sum(n.settled - n.set_off) as collected, sum(x.paid) as paid from notes n join note_parts x on x.debit_note_id = n.id
    where n.claim_id in (select unnest(claim_stages_of.claims)) and n.purpose = 'CLAIM' and n.status = 'ISSUED' group by 1) m on m.claim_id = c.id
$$;

create function claims_touched_by_claims() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into claims_touched (branch_id, claim_id) values (new.branch_id, new.id);
  return null;
end $$;
create trigger touched_begin after insert on claims for each row when (new.status = 'APPROVED') execute function claims_touched_by_claims();
create trigger touched_change after update on claims for each row
  when ((old.status, old.closed_on, old.ours_called, old.ours_fees, old.ours_ex_gratia) is distinct from (new.status, new.closed_on, new.ours_called, new.ours_fees, new.ours_ex_gratia))
  execute function claims_touched_by_claims();
create function claims_touched_by_notes() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into claims_touched (branch_id, claim_id) values (new.branch_id, new.claim_id);
  return null;
end $$;
create trigger touched_claims after update on notes for each row
  when (new.claim_id is not null and (old.settled, old.set_off, old.status) is distinct from (new.settled, new.set_off, new.status)) execute function claims_touched_by_notes();
-- A note counts with its part: one that begins with money is touched by that.
create function claims_touched_by_parts() returns trigger language plpgsql security definer set search_path = public as $$
begin
  insert into claims_touched (branch_id, claim_id) select n.branch_id, n.claim_id from notes n where n.id = new.debit_note_id and n.claim_id is not null;
  return null;
end $$;
create trigger touched_claims_begin after insert on note_parts for each row when (new.kind = 'CLAIM') execute function claims_touched_by_parts();
create trigger touched_claims after update on note_parts for each row when (new.kind = 'CLAIM' and old.paid <> new.paid) execute function claims_touched_by_parts();

-- One at a time. A claim that an act holds is left for the next time, so that nobody waits in a circle. What was touched is worked out from what is committed by then.
create function fold_claim_stages(most int) returns int language plpgsql security definer set search_path = public as $$
declare folded int; touched int[]; free int[]; held int;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_claim_stages')) then return 0; end if;
  with folding as (delete from claims_touched where id <= (select max(id) from (select id from claims_touched order by id limit most) first) returning claim_id)
  select count(*), array_agg(distinct claim_id) into folded, touched from folding;
  if folded = 0 then return 0; end if;
  select coalesce(array_agg(id), '{}') into free from (select id from claims where id = any (touched) order by id for no key update skip locked) c;
  insert into claims_touched (branch_id, claim_id) select branch_id, id from claims where id = any (touched) and id <> all (free);
  get diagnostics held = row_count;
  update claims c set stage = s.stage from claim_stages_of(free) s where c.id = s.claim_id and c.stage is distinct from s.stage;
  return greatest(folded - held, 0);
end $$;

update claims c set stage = s.stage from claim_stages_of(array(select id from claims)) s where s.claim_id = c.id;
drop index claims_newest;
create index claims_newest on claims (branch_id, id desc)
  include (status, stage, reinsured_id, cover_type_id, currency, policy_id, event_id, handler_id, loss_date, notified_on, approved_on, disabled_on);
