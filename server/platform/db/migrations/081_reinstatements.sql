-- A reinstatement premium is an additional premium that names the claim which used the limit, and how much of it is put back. C3, C12.
alter table endorsements
  add column claim_id int references claims (id),
  add column reinstated bigint check (reinstated > 0),
  add constraint reinstatement_of_a_claim check ((claim_id is null) = (reinstated is null) and (claim_id is null or endorsement_type = 'AP'));
create index endorsements_claim on endorsements (claim_id) where claim_id is not null;

-- The claims whose parts, payers or answers name a security.
create function claims_of_security(security int) returns table (claim int)
  language sql stable security definer set search_path = public as $$
  select l.claim_id from claim_lines l where l.security_id = security
  union select m.claim_id from movement_parts x join movements m on m.id = x.movement_id where x.security_id = security
  union select m.claim_id from movement_payers x join movements m on m.id = x.movement_id where x.security_id = security
  union select m.claim_id from claim_agreements x join movements m on m.id = x.movement_id where x.security_id = security $$;

-- Two securities that bear one claim are not made one: its parts and answers are of each.
create or replace function shared_placements(one int, other int) returns table (id int, broker_reference text)
  language sql stable security definer set search_path = public as $$
  select p.id, p.broker_reference from policies p
  where (exists (select 1 from policy_lines l where l.policy_id = p.id and l.security_id = one)
      and exists (select 1 from policy_lines l where l.policy_id = p.id and l.security_id = other))
    or exists (
      select 1 from endorsements e where e.policy_id = p.id
        and exists (select 1 from endorsement_lines l where l.endorsement_id = e.id and l.security_id = one)
        and exists (select 1 from endorsement_lines l where l.endorsement_id = e.id and l.security_id = other))
  union all
  select c.id, c.number from claims c
  where c.id in (select claim from claims_of_security(one)) and c.id in (select claim from claims_of_security(other))
  order by 1 $$;
