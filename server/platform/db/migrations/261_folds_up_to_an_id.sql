-- A fold took what waits by a list of its first ids. The planner knows these tables as empty, which they are most of the time, and compared each of twenty
-- thousand rows with each: half a minute for what an import leaves. What waits up to the last of these ids is one look into the index.

create or replace function fold_open_changes(most int) returns int language plpgsql security definer set search_path = public as $$
declare folded int;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_open_changes')) then return 0; end if;
  with folding as (
    delete from open_changes where id <= (select max(id) from (select id from open_changes order by id limit most) first) returning *),
  sums as (
    insert into open_sums as s (branch_id, account, party_id, currency, due_on, debit, amount, base_amount)
    select branch_id, account, party_id, currency, due_on, debit, sum(amount), sum(base_amount) from folding group by 1, 2, 3, 4, 5, 6
    on conflict (branch_id, account, party_id, currency, due_on, debit) do update
      set amount = s.amount + excluded.amount, base_amount = s.base_amount + excluded.base_amount),
  moves as (
    insert into open_moves as m (branch_id, account, party_id, currency, due_on, debit, month, amount, base_amount)
    select branch_id, account, party_id, currency, due_on, debit, date_trunc('month', day)::date, sum(amount), sum(base_amount)
    from folding group by 1, 2, 3, 4, 5, 6, 7
    on conflict (branch_id, month, account, party_id, currency, due_on, debit) do update
      set amount = m.amount + excluded.amount, base_amount = m.base_amount + excluded.base_amount)
  select count(*) into folded from folding;
  delete from open_sums where amount = 0 and base_amount = 0;
  return folded;
end $$;
create or replace function fold_production_changes(most int) returns int language plpgsql security definer set search_path = public as $$
declare folded int;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_production_changes')) then return 0; end if;
  with folding as (
    delete from production_changes where id <= (select max(id) from (select id from production_changes order by id limit most) first) returning *),
  months as (
    insert into production_months as m (branch_id, month, currency, cover_type_id, reinsured_id, producer_id, market, type, policies, fac_premium, brokerage, base_fac_premium, base_brokerage)
    select branch_id, month, currency, cover_type_id, reinsured_id, producer_id, market, type,
      sum(policies), sum(fac_premium), sum(brokerage), sum(base_fac_premium), sum(base_brokerage) from folding group by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (branch_id, month, currency, cover_type_id, reinsured_id, producer_id, market, type) do update
      set policies = m.policies + excluded.policies, fac_premium = m.fac_premium + excluded.fac_premium, brokerage = m.brokerage + excluded.brokerage,
        base_fac_premium = m.base_fac_premium + excluded.base_fac_premium, base_brokerage = m.base_brokerage + excluded.base_brokerage)
  select count(*) into folded from folding;
  return folded;
end $$;
create or replace function fold_party_changes(most int) returns int language plpgsql security definer set search_path = public as $$
declare folded int;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_party_changes')) then return 0; end if;
  with folding as (
    delete from party_changes where id <= (select max(id) from (select id from party_changes order by id limit most) first) returning *),
  dated as (
    select f.branch_id, f.party_id, d.day, d.premium, d.in_force from folding f
    cross join lateral (values (f.posted_on, f.premium, 0), (f.starts_on, 0, f.policies), (f.ends_on + 1, 0, -f.policies)) d (day, premium, in_force)
    where d.day is not null),
  months as (
    insert into party_months as m (branch_id, party_id, month, premium, in_force)
    select branch_id, party_id, date_trunc('month', day)::date, sum(premium), sum(in_force) from dated group by 1, 2, 3
    on conflict (branch_id, party_id, month) do update set premium = m.premium + excluded.premium, in_force = m.in_force + excluded.in_force),
  days as (
    insert into party_days as y (branch_id, party_id, day, in_force)
    select branch_id, party_id, day, sum(in_force) from dated group by 1, 2, 3 having sum(in_force) <> 0
    on conflict (branch_id, party_id, day) do update set in_force = y.in_force + excluded.in_force)
  select count(*) into folded from folding;
  return folded;
end $$;
create or replace function fold_released(most int) returns int language plpgsql security definer set search_path = public as $$
declare folded int; touched int[];
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_released')) then return 0; end if;
  with folding as (delete from released_touched where id <= (select max(id) from (select id from released_touched order by id limit most) first) returning note_id)
  select count(*), array_agg(distinct note_id) into folded, touched from folding;
  if folded > 0 then
    with was as (delete from released_notes where note_id = any (touched) returning branch_id, party_id, currency, due_on, amount)
    insert into released_sums as s (branch_id, party_id, currency, due_on, amount)
    select branch_id, party_id, currency, due_on, -sum(amount) from was group by 1, 2, 3, 4
    on conflict (branch_id, party_id, currency, due_on) do update set amount = s.amount + excluded.amount;
    with now as (
      insert into released_notes (note_id, branch_id, party_id, currency, due_on, amount)
      select note_id, branch_id, party_id, currency, due_on, amount from released_by_due_day(touched)
      returning branch_id, party_id, currency, due_on, amount)
    insert into released_sums as s (branch_id, party_id, currency, due_on, amount)
    select branch_id, party_id, currency, due_on, sum(amount) from now group by 1, 2, 3, 4
    on conflict (branch_id, party_id, currency, due_on) do update set amount = s.amount + excluded.amount;
    delete from released_sums where amount = 0;
  end if;
  return folded;
end $$;
create or replace function fold_owed(most int) returns int language plpgsql security definer set search_path = public as $$
declare folded int; touched int[];
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_owed')) then return 0; end if;
  with folding as (delete from owed_touched where id <= (select max(id) from (select id from owed_touched order by id limit most) first) returning note_id)
  select count(*), array_agg(distinct note_id) into folded, touched from folding;
  if folded > 0 then
    with was as (delete from owed_notes where note_id = any (touched) returning branch_id, party_id, currency, day, notes, amount)
    insert into owed_sums as s (branch_id, month, party_id, currency, notes, amount)
    select branch_id, date_trunc('month', day)::date, party_id, currency, -sum(notes), -sum(amount) from was group by 1, 2, 3, 4
    on conflict (branch_id, month, party_id, currency) do update set notes = s.notes + excluded.notes, amount = s.amount + excluded.amount;
    with now as (
      insert into owed_notes (note_id, branch_id, party_id, currency, day, notes, amount)
      select note_id, branch_id, party_id, currency, day, notes, amount from owed_of(touched)
      returning branch_id, party_id, currency, day, notes, amount)
    insert into owed_sums as s (branch_id, month, party_id, currency, notes, amount)
    select branch_id, date_trunc('month', day)::date, party_id, currency, sum(notes), sum(amount) from now group by 1, 2, 3, 4
    on conflict (branch_id, month, party_id, currency) do update set notes = s.notes + excluded.notes, amount = s.amount + excluded.amount;
  end if;
  return folded;
end $$;
create or replace function fold_client_acts(most int) returns int language plpgsql security definer set search_path = public as $$
declare folded int; entries int[]; before bigint; notes int[]; claims int[];
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_client_acts')) then return 0; end if;
  with folding as (delete from client_acts where entry_id <= (select max(entry_id) from (select entry_id from client_acts order by entry_id limit most) first) returning entry_id)
  select count(*), array_agg(entry_id) into folded, entries from folding;
  if folded > 0 then
    select coalesce(max(id), 0) into before from client_moves;
    insert into client_moves (branch_id, act, day, currency, claim_id, note_id, is_fee, bank_id, received, paid, made_good, unallocated, charges, exchanged, transferred, against)
    select branch_id, act, day, currency, claim_id, note_id, is_fee, bank_id, received, paid, made_good, unallocated, charges, exchanged, transferred, against
    from client_moves_of(entries);
    select array_agg(distinct note_id) filter (where note_id > 0), array_agg(distinct claim_id) filter (where claim_id > 0) into notes, claims
    from client_moves where id > before;
    perform client_totals_of(-1, notes, claims);
    insert into client_sums as s (branch_id, currency, claim_id, note_id, is_fee, bank_id, in_hand)
    select branch_id, currency, claim_id, note_id, is_fee, bank_id, sum(received - paid + made_good) from client_moves
    where id > before and claim_id + note_id > 0 group by 1, 2, 3, 4, 5, 6
    on conflict (note_id, claim_id, bank_id) do update set in_hand = s.in_hand + excluded.in_hand;
    delete from client_sums where in_hand = 0;
    perform client_totals_of(1, notes, claims);
    insert into client_days as d (branch_id, day, currency, against, bank_id, unallocated, charges, exchanged, transferred)
    select branch_id, day, currency, coalesce(against, ''), bank_id, sum(unallocated), sum(charges), sum(exchanged), sum(transferred) from client_moves
    where id > before and claim_id + note_id = 0 group by 1, 2, 3, 4, 5
    on conflict (branch_id, day, currency, against, bank_id) do update set unallocated = d.unallocated + excluded.unallocated,
      charges = d.charges + excluded.charges, exchanged = d.exchanged + excluded.exchanged, transferred = d.transferred + excluded.transferred;
  end if;
  return folded;
end $$;
create or replace function fold_release_changes(most int) returns int language plpgsql security definer set search_path = public as $$
declare folded int;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_release_changes')) then return 0; end if;
  with folding as (
    delete from release_changes where id <= (select max(id) from (select id from release_changes order by id limit most) first) returning *),
  sums as (
    insert into release_sums as s (branch_id, kind, party_id, tax_id, currency, owed, released, committed, available, items)
    select branch_id, kind, party_id, tax_id, currency, sum(owed), sum(released), sum(committed), sum(available), sum(items) from folding group by 1, 2, 3, 4, 5
    on conflict on constraint release_sums_once do update set owed = s.owed + excluded.owed, released = s.released + excluded.released,
      committed = s.committed + excluded.committed, available = s.available + excluded.available, items = s.items + excluded.items)
  select count(*) into folded from folding;
  return folded;
end $$;
