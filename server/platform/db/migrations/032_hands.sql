-- Everyone who made, edited or submitted a record, in any version: none of them decides or reverses it. Hands are filled
-- from the trail; decisions of before, which looked at the maker and the last editor alone, are marked.
create function keep_hands() returns trigger language plpgsql as $$
begin
  raise exception 'The hands of a record only grow' using errcode = 'check_violation', constraint = 'hands_only_grow';
end $$;

do $$
declare kind record;
begin
  for kind in select * from (values ('policy', 'policies'), ('endorsement', 'endorsements'), ('receipt', 'receipts'), ('voucher', 'vouchers')) k (name, relation) loop
    execute format('alter table %I add column hands int[], add column decided_before_hands boolean not null default false', kind.relation);
    execute format($fill$
      update %1$I r set decided_before_hands = r.decided_by is not null, hands = array(
        select r.made_by union select r.edited_by
        union select a.user_id from audit_trail a where a.entity = %2$L and a.entity_id = r.id and a.user_id is not null
          and a.action in ('saved', 'edited', 'edit', 'submitted')
        order by 1)$fill$, kind.relation, kind.name);
    execute format($rule$
      alter table %1$I alter column hands set not null, drop constraint maker_is_not_checker,
        add constraint maker_among_hands check (made_by = any (hands) and edited_by = any (hands)),
        add constraint maker_is_not_checker check (decided_by is null or checker_waived
          or (decided_by <> made_by and decided_by <> edited_by and (decided_before_hands or decided_by <> all (hands))))$rule$, kind.relation);
    execute format($guard$
      create trigger hands_stay before update on %1$I for each row
        when (not new.hands @> old.hands or (new.decided_before_hands and not old.decided_before_hands)) execute function keep_hands();
      create trigger hands_begin before insert on %1$I for each row
        when (new.decided_before_hands) execute function keep_hands()$guard$, kind.relation);
  end loop;
end $$;

-- An account of a party that waits again after a merge has two who proposed it.
alter table party_bank_accounts add column hands int[];
update party_bank_accounts b set hands = array(
  select b.made_by
  union select a.user_id from audit_trail a where b.state = 'PROPOSED' and a.entity = 'party' and a.action = 'account_proposed'
    and a.facts ->> 'account' = b.id::text and a.user_id is not null
  order by 1);
alter table party_bank_accounts alter column hands set not null, drop constraint maker_is_not_checker,
  add constraint maker_among_hands check (made_by = any (hands)),
  add constraint maker_is_not_checker check (decided_by is null or checker_waived or decided_by <> all (hands));
create trigger hands_stay before update on party_bank_accounts for each row
  when (not new.hands @> old.hands) execute function keep_hands();
do $$
declare
  was text := pg_get_functiondef('merge_parties(int, int, int)'::regprocedure);
  now_is text := replace(was, 'set made_by = by_user, made_at', 'set made_by = by_user, hands = array(select unnest(hands) union select by_user order by 1), made_at');
begin
  if now_is = was then raise exception 'merge_parties has no such line'; end if;
  execute now_is;
end $$;
