-- What an approved endorsement changed the sum insured by, in its place among those that were approved before it: one of an earlier day that comes
-- later moves what those of later days left, so that none of them alone says what is insured.
alter table endorsements add column sum_insured_change bigint not null default 0;

do $$
declare
  e record;
  policy int := 0;
  types text[];
  days date[];
  changes bigint[];
  closed int;
  place int;
  change bigint;
begin
  for e in
    select x.id, x.policy_id, x.endorsement_type, x.effective_date, x.sum_insured, p.sum_insured as first
    from endorsements x join policies p on p.id = x.policy_id
    where x.status = 'APPROVED'
      and x.policy_id in (select policy_id from endorsements where status = 'APPROVED' and sum_insured is not null)
    order by x.policy_id, x.approval
  loop
    if e.policy_id <> policy then
      policy := e.policy_id;
      types := '{}';
      days := '{}';
      changes := '{}';
    end if;
    place := cardinality(days) + 1;
    if e.endorsement_type in ('AP', 'RP') then
      select coalesce(max(i), 0) into closed from generate_subscripts(days, 1) i where types[i] = 'SEC' or types[i] like 'CANCEL%';
      if not exists (select from generate_series(1, closed) i where days[i] > e.effective_date and types[i] not in ('EXT', 'NIL')) then
        select coalesce(min(i), place) into place from generate_subscripts(days, 1) i
        where i > closed and types[i] in ('AP', 'RP') and days[i] > e.effective_date;
      end if;
    end if;
    select coalesce(e.sum_insured - e.first - coalesce(sum(changes[i]), 0), 0) into change from generate_series(1, place - 1) i;
    types := types[:place - 1] || e.endorsement_type || types[place:];
    days := days[:place - 1] || e.effective_date || days[place:];
    changes := changes[:place - 1] || change || changes[place:];
    update endorsements set sum_insured_change = change where id = e.id and change <> 0;
  end loop;
end $$;
