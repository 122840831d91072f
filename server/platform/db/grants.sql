-- What the application's role may do: rows, never structure. Append-only tables take no update and no delete.
grant usage on schema public to :app;
grant select on all tables in schema public to :app;
grant insert on all tables in schema public to :app;
grant usage on all sequences in schema public to :app;
grant update on
  branches, firm, users, sessions, password_links, idempotency_keys, counters,
  currencies, exchange_rates, parties, cover_types, clauses, tax_rates, ledger_accounts,
  daily_balances, open_items, policies, policy_lines, slips, notes, note_parts, receipts, allocations, vouchers, adjustments, invoices, manual_journals,
  roles, totp_secrets, recovery_codes, passkeys, passkey_challenges,
  imports, import_rows, import_matchings, endorsements, claims, movements, claim_agreements, loss_events
  to :app;
grant update (personal) on audit_trail to :app;
-- The details of an account never change: only its state does.
grant update (state, version, decided_by, decided_at, reason, checker_waived, ended_at) on party_bank_accounts to :app;
grant update (removed_by, removed_at, removed_reason, scan, scanned_at) on attachments to :app;
grant update (text, version, edited_at, deleted_by, deleted_at) on record_notes to :app;
grant update (status, message, settled_at) on document_sendings to :app;
grant update on mail_texts to :app;
grant delete on
  party_contacts, party_intermediaries,
  user_roles, attempts, traced_tries, idempotency_keys, closed_periods, policy_lines, policy_taxes, policy_clauses,
  policy_instalments, slip_sections,
  totp_secrets, recovery_codes, passkeys, passkey_challenges, pending_sign_ins,
  receipt_proposals, voucher_items, voucher_nets, voucher_invoice_taxes, voucher_fees, import_files, import_rows, imports, endorsement_lines, endorsement_taxes, claim_experts, claim_lines, movement_payers, adjustment_receipts, invoice_lines, manual_journal_lines
  to :app;
-- Written by merge_parties, which runs as the owner.
revoke insert on party_merges from :app;
-- Written by what folds changes into them, which runs as the owner.
revoke insert on open_sums, open_moves, control_months, production_months, production_totals, released_notes, released_sums, client_moves, client_sums, client_days, release_sums, owed_notes, owed_sums, party_months, party_days, expiry_days from :app;
-- Written with what they follow, by triggers that run as the owner.
revoke insert on policy_texts, party_papers, rights_edition from :app;
-- The queue is worked through by functions alone.
revoke all on jobs from :app;
revoke all on schema private from :app;
grant update (done_by, done_at) on claim_diary to :app;
grant update (status, message, settled_at) on claim_mails to :app;
grant update on firm_logo, number_formats, bank_accounts, payment_terms, taxes to :app;
grant delete on firm_logo, exchange_rates, cover_type_clauses to :app;
grant update (status, message, settled_at) on renewal_notices to :app;
grant update on renewal_batches, renewal_batch_items, placement_templates to :app;
grant delete on placement_templates to :app;
grant update, delete on authority_limits to :app;
grant update (ended_at, ended_by, version) on lendings to :app;
grant update (committed, paid) on invoice_taxes to :app;
-- The taxes of the day on which an invoice is booked.
grant update (tax_rate, tax) on invoice_lines to :app;
-- A day that came stays; only its draft is made later.
grant update (invoice_id, every, first_on, last_on, payment_terms, status, version, hands, edited_by) on invoice_schedules to :app;
grant update (invoice_id, problem) on invoice_schedule_days to :app;
grant update (status, version, undone_by, undone_at, undone_reason) on revaluations to :app;
grant update (status, version, reopened_by, reopened_at, reopened_reason) on year_closings to :app;
grant update (state, message, job_id, finished_at) on statement_batches to :app;
grant update (state, message, job_id, finished_at) on record_batches to :app;
grant update (called, problem, done_at) on record_batch_items to :app;
grant update (state, message, job_id, finished_at) on replacement_batches to :app;
grant update (endorsement_id, live, problem, done_at) on replacement_items to :app;
grant update (amount, sent_on, live) on reminder_lines to :app;
grant update (sent_on, live) on remittance_lines to :app;
grant update (document_id, sheet, problem, done_at) on statement_items to :app;
-- What the party said stays as it said it.
grant update (status, version, ours, explained, finished_by, finished_at) on reconciliations to :app;
grant update (chosen, choice) on reconciliation_lines to :app;
grant update, delete on reconciliation_reasons to :app;
-- What an override advances is known when its voucher is submitted.
grant update (advanced) on voucher_items to :app;
grant update, delete on saved_views to :app;
grant update (view_id, chosen_at), delete on opening_views to :app;
-- A statement is taken back whole; what the bank said stays as it said it.
grant update (status, version, taken_back_by, taken_back_at, taken_back_reason) on bank_statements to :app;
grant update (live, matched) on bank_lines to :app;
grant delete on payer_names to :app;
grant update (live, version, undone_by, undone_at, undone_reason) on bank_matches to :app;
grant update (status, version, approved_by, approved_at, withdrawn_by, withdrawn_at, withdrawn_reason, xml) on payment_files to :app;
grant update (live) on payment_file_vouchers to :app;
grant update (version, edited_by, edited_at), delete on budgets to :app;
grant update (premium, brokerage), delete on budget_months to :app;
grant update (name, query, every, first_on, counts_from, format, not_empty, status, version, edited_by) on view_schedules to :app;
grant update (left_at, counts_from), delete on view_schedule_users to :app;
grant update (status, message, settled_at, file) on view_sendings to :app;
