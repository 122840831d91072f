-- The branches that keep money on an account: its reconciliation is whole or is none. Their numbers alone leave the wall.
create function branches_of_bank(bank int) returns setof int
  language sql stable security definer set search_path = public as $$
  select distinct branch_id from daily_balances where bank_account_id = bank
$$;
create index bank_matches_account on bank_matches (bank_account_id) where live;
