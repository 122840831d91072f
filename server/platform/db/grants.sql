-- What the application's role may do: rows, never structure. Append-only tables take no update and no delete.
grant usage on schema public to :app;
grant select on all tables in schema public to :app;
grant insert on all tables in schema public to :app;
grant usage on all sequences in schema public to :app;
grant update on
  branches, firm, users, sessions, password_links, idempotency_keys, jobs, counters,
  currencies, exchange_rates, parties, cover_types, clauses, tax_rates, ledger_accounts,
  daily_balances, open_items, policies, policy_lines, slips, notes, note_parts, receipts, allocations, vouchers,
  endorsements
  to :app;
grant update (personal) on audit_trail to :app;
grant delete on
  user_roles, attempts, idempotency_keys, closed_periods, policy_lines, policy_taxes, policy_clauses,
  receipt_proposals, voucher_items, endorsement_lines, endorsement_taxes
  to :app;
revoke all on schema private from :app;
