-- A finished reconciliation stays as it is. Who looks at it again begins another one with its lines and reasons, once.
alter table reconciliations add column follows_id int references reconciliations (id);
alter table reconciliations add constraint reconciliation_followed_once unique (follows_id);

create function keep_finished() returns trigger language plpgsql as $$
begin
  raise exception 'A finished reconciliation stays as it is' using errcode = 'check_violation', constraint = 'finished_stays';
end $$;
-- Parties become one all the same.
create trigger finished_stays before update on reconciliations for each row
  when (old.status = 'FINISHED' and to_jsonb(new) - 'party_id' <> to_jsonb(old) - 'party_id') execute function keep_finished();
create trigger finished_is_kept before delete on reconciliations for each row
  when (old.status = 'FINISHED') execute function keep_finished();

create function keep_parts_of_finished() returns trigger language plpgsql as $$
begin
  if exists (select 1 from reconciliations where status = 'FINISHED'
      and id in (case when tg_op <> 'INSERT' then old.reconciliation_id end, case when tg_op <> 'DELETE' then new.reconciliation_id end)) then
    raise exception 'A finished reconciliation stays as it is' using errcode = 'check_violation', constraint = 'finished_stays';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger finished_stays before insert or update or delete on reconciliation_lines
  for each row execute function keep_parts_of_finished();
create trigger finished_stays before insert or update or delete on reconciliation_reasons
  for each row execute function keep_parts_of_finished();
create trigger finished_stays before insert or update or delete on reconciliation_entries
  for each row execute function keep_parts_of_finished();
