-- Made from the migrations by `npm run types`, to read and to compare; nothing runs it.

create table adjustment_nets (
  branch_id integer not null,
  adjustment_id integer not null,
  part_id integer not null,
  invoice_id integer not null,
  amount bigint not null,
  constraint adjustment_nets_adjustment_id_fkey FOREIGN KEY (adjustment_id) REFERENCES adjustments(id),
  constraint adjustment_nets_amount_check CHECK ((amount > 0)),
  constraint adjustment_nets_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint adjustment_nets_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES notes(id),
  constraint adjustment_nets_part_id_fkey FOREIGN KEY (part_id) REFERENCES note_parts(id),
  constraint adjustment_nets_pkey PRIMARY KEY (adjustment_id, part_id, invoice_id)
);
CREATE INDEX adjustment_nets_invoice ON public.adjustment_nets USING btree (invoice_id);
CREATE INDEX adjustment_nets_part ON public.adjustment_nets USING btree (part_id);
create policy branch_scope on adjustment_nets as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table adjustment_parts (
  branch_id integer not null,
  adjustment_id integer not null,
  part_id integer not null,
  amount bigint not null,
  constraint adjustment_parts_adjustment_id_fkey FOREIGN KEY (adjustment_id) REFERENCES adjustments(id),
  constraint adjustment_parts_amount_check CHECK ((amount > 0)),
  constraint adjustment_parts_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint adjustment_parts_part_id_fkey FOREIGN KEY (part_id) REFERENCES note_parts(id),
  constraint adjustment_parts_pkey PRIMARY KEY (adjustment_id, part_id)
);
CREATE INDEX adjustment_parts_part ON public.adjustment_parts USING btree (part_id);
create policy branch_scope on adjustment_parts as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table adjustment_receipts (
  branch_id integer not null,
  adjustment_id integer not null,
  receipt_id integer not null,
  receipt_version integer not null,
  constraint adjustment_receipts_adjustment_id_fkey FOREIGN KEY (adjustment_id) REFERENCES adjustments(id),
  constraint adjustment_receipts_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint adjustment_receipts_pkey PRIMARY KEY (adjustment_id, receipt_id),
  constraint adjustment_receipts_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES receipts(id)
);
CREATE INDEX adjustment_receipts_receipt ON public.adjustment_receipts USING btree (receipt_id);
create policy branch_scope on adjustment_receipts as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table adjustments (
  id integer not null generated always as identity,
  branch_id integer not null,
  number text,
  kind text not null,
  status text not null default 'DRAFT'::text,
  version integer not null default 1,
  note_id integer not null,
  tax_id integer,
  currency character(3) not null,
  amount bigint not null,
  day date not null,
  certificate text not null default ''::text,
  reason text not null default ''::text,
  hands integer[] not null,
  decided_before_hands boolean not null default false,
  made_by integer not null,
  edited_by integer not null,
  submitted_at timestamp with time zone,
  decided_by integer,
  decided_at timestamp with time zone,
  decision_reason text,
  checker_waived boolean not null default false,
  search_text text not null,
  created_at timestamp with time zone not null default now(),
  claim_id integer,
  constraint adjustment_number_once UNIQUE (number),
  constraint adjustments_amount_check CHECK ((amount > 0)),
  constraint adjustments_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint adjustments_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claims(id),
  constraint adjustments_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint adjustments_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint adjustments_edited_by_fkey FOREIGN KEY (edited_by) REFERENCES users(id),
  constraint adjustments_kind_check CHECK ((kind = ANY (ARRAY['CERTIFICATE'::text, 'WRITE_OFF'::text, 'BANK_CHARGE'::text, 'UNCOLLECTABLE'::text, 'NET_SETTLEMENT'::text]))),
  constraint adjustments_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint adjustments_note_id_fkey FOREIGN KEY (note_id) REFERENCES notes(id),
  constraint adjustments_pkey PRIMARY KEY (id),
  constraint adjustments_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'PENDING'::text, 'APPROVED'::text, 'REJECTED'::text, 'REVERSED'::text, 'DISABLED'::text]))),
  constraint adjustments_tax_id_fkey FOREIGN KEY (tax_id) REFERENCES taxes(id),
  constraint certificate_of_tax CHECK ((((kind = 'CERTIFICATE'::text) = (tax_id IS NOT NULL)) AND ((kind <> 'CERTIFICATE'::text) OR (certificate <> ''::text)))),
  constraint maker_among_hands CHECK (((made_by = ANY (hands)) AND (edited_by = ANY (hands)))),
  constraint maker_is_not_checker CHECK (((decided_by IS NULL) OR checker_waived OR ((decided_by <> made_by) AND (decided_by <> edited_by) AND (decided_before_hands OR (decided_by <> ALL (hands)))))),
  constraint net_of_a_claim CHECK (((kind = 'NET_SETTLEMENT'::text) = (claim_id IS NOT NULL))),
  constraint numbered_when_approved CHECK (((status = ANY (ARRAY['APPROVED'::text, 'REVERSED'::text])) = (number IS NOT NULL)))
);
CREATE INDEX adjustments_amount ON public.adjustments USING btree (branch_id, currency DESC, amount DESC, id DESC);
CREATE INDEX adjustments_claim ON public.adjustments USING btree (claim_id) WHERE (claim_id IS NOT NULL);
CREATE INDEX adjustments_day ON public.adjustments USING btree (branch_id, day DESC, id DESC);
CREATE INDEX adjustments_newest ON public.adjustments USING btree (branch_id, id DESC);
CREATE INDEX adjustments_note ON public.adjustments USING btree (note_id);
CREATE INDEX adjustments_search ON public.adjustments USING gin (search_text gin_trgm_ops);
CREATE INDEX adjustments_status ON public.adjustments USING btree (branch_id, status, id DESC);
CREATE UNIQUE INDEX certificate_once ON public.adjustments USING btree (note_id, tax_id, upper(certificate)) WHERE ((kind = 'CERTIFICATE'::text) AND (status = ANY (ARRAY['PENDING'::text, 'APPROVED'::text])));
CREATE UNIQUE INDEX net_settlement_once ON public.adjustments USING btree (note_id) WHERE ((kind = 'NET_SETTLEMENT'::text) AND (status = ANY (ARRAY['PENDING'::text, 'APPROVED'::text])));
CREATE TRIGGER hands_begin BEFORE INSERT ON public.adjustments FOR EACH ROW WHEN (new.decided_before_hands) EXECUTE FUNCTION keep_hands();
CREATE TRIGGER hands_stay BEFORE UPDATE ON public.adjustments FOR EACH ROW WHEN (((NOT (new.hands @> old.hands)) OR (new.decided_before_hands AND (NOT old.decided_before_hands)))) EXECUTE FUNCTION keep_hands();
create policy branch_scope on adjustments as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table allocations (
  id integer not null generated always as identity,
  branch_id integer not null,
  receipt_id integer not null,
  note_id integer not null,
  entry_id integer not null,
  amount bigint not null,
  day date not null,
  made_by integer not null,
  made_at timestamp with time zone not null default now(),
  reversed_at timestamp with time zone,
  note_amount bigint not null,
  constraint allocations_amount_check CHECK ((amount > 0)),
  constraint allocations_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint allocations_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES journal_entries(id),
  constraint allocations_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint allocations_note_amount_check CHECK ((note_amount > 0)),
  constraint allocations_note_id_fkey FOREIGN KEY (note_id) REFERENCES notes(id),
  constraint allocations_pkey PRIMARY KEY (id),
  constraint allocations_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES receipts(id)
);
CREATE INDEX allocations_entry ON public.allocations USING btree (entry_id);
CREATE INDEX allocations_note ON public.allocations USING btree (note_id);
CREATE INDEX allocations_receipt ON public.allocations USING btree (receipt_id);
create policy branch_scope on allocations as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table attachments (
  id integer not null generated always as identity,
  branch_id integer,
  entity text not null,
  entity_id integer not null,
  name text not null,
  kind text not null,
  size integer not null,
  sha256 text not null,
  made_by integer not null,
  made_at timestamp with time zone not null,
  removed_by integer,
  removed_at timestamp with time zone,
  removed_reason text,
  scan text not null default 'NONE'::text,
  scanned_at timestamp with time zone,
  constraint attachments_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint attachments_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint attachments_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255))),
  constraint attachments_pkey PRIMARY KEY (id),
  constraint attachments_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES users(id),
  constraint attachments_scan_check CHECK ((scan = ANY (ARRAY['NONE'::text, 'WAITING'::text, 'CLEAN'::text, 'INFECTED'::text]))),
  constraint attachments_sha256_check CHECK ((sha256 ~ '^[0-9a-f]{64}$'::text)),
  constraint attachments_size_check CHECK ((size > 0)),
  constraint removed_with_reason CHECK (((removed_at IS NULL) OR ((removed_by IS NOT NULL) AND (removed_reason IS NOT NULL))))
);
CREATE INDEX attachments_bytes ON public.attachments USING btree (sha256);
CREATE INDEX attachments_named ON public.attachments USING gin (lower(name) gin_trgm_ops) WHERE (removed_at IS NULL);
CREATE INDEX attachments_waiting ON public.attachments USING btree (id) WHERE ((scan = 'WAITING'::text) AND (removed_at IS NULL));
CREATE UNIQUE INDEX attachment_once ON public.attachments USING btree (entity, entity_id, sha256) WHERE (removed_at IS NULL);
create policy branch_scope on attachments as permissive for all using (((branch_id IS NULL) OR (branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])))) with check (((branch_id IS NULL) OR (branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))));

create table attempts (
  id bigint not null generated always as identity,
  subject text not null,
  at timestamp with time zone not null default now(),
  constraint attempts_pkey PRIMARY KEY (id)
);
CREATE INDEX attempts_subject ON public.attempts USING btree (subject, at);

create table audit_chain (
  seq bigint not null,
  audit_id bigint not null,
  hash bytea not null,
  sealed_at timestamp with time zone not null default now(),
  constraint audit_chain_audit_id_fkey FOREIGN KEY (audit_id) REFERENCES audit_trail(id),
  constraint audit_chain_audit_id_key UNIQUE (audit_id),
  constraint audit_chain_pkey PRIMARY KEY (seq)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_chain FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table audit_trail (
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  user_id integer,
  session_id uuid,
  branch_id integer,
  entity text not null,
  entity_id integer not null,
  action text not null,
  facts jsonb not null,
  personal jsonb,
  digest bytea not null,
  constraint audit_trail_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint audit_trail_pkey PRIMARY KEY (id),
  constraint audit_trail_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX audit_trail_access ON public.audit_trail USING btree (id) WHERE (action = ANY (ARRAY['exported'::text, 'downloaded'::text, 'opened'::text, 'sent'::text, 'sign_in_failed'::text, 'second_factor_refused'::text, 'limit_reached'::text, 'refuse_second_factor'::text]));
CREATE INDEX audit_trail_personal ON public.audit_trail USING btree (at, id) WHERE (personal IS NOT NULL);
CREATE INDEX audit_trail_record ON public.audit_trail USING btree (entity, entity_id, id);
CREATE INDEX audit_trail_user ON public.audit_trail USING btree (user_id, id);
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON public.audit_trail FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_row BEFORE UPDATE ON public.audit_trail FOR EACH ROW EXECUTE FUNCTION refuse_change_but_erasure();
create policy adds_in_scope on audit_trail as permissive for insert with check (((branch_id IS NULL) OR (branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])) OR (EXISTS ( SELECT 1
   FROM user_roles r
  WHERE ((r.user_id = ( SELECT request_user() AS request_user)) AND ((r.branch_id = audit_trail.branch_id) OR (r.branch_id IS NULL)))))));
create policy branch_scope on audit_trail as permissive for select using (((branch_id IS NULL) OR (branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))));

create table authority_limits (
  id integer not null generated always as identity,
  role text not null,
  kind text not null,
  amount bigint not null,
  version integer not null default 1,
  constraint authority_limit_once UNIQUE (role, kind),
  constraint authority_limits_amount_check CHECK ((amount > 0)),
  constraint authority_limits_pkey PRIMARY KEY (id),
  constraint authority_limits_role_check CHECK ((role <> 'ROLE_ROOT'::text)),
  constraint authority_limits_role_fkey FOREIGN KEY (role) REFERENCES roles(code)
);
CREATE CONSTRAINT TRIGGER rights_changed AFTER INSERT OR DELETE OR UPDATE ON public.authority_limits DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION rights_changed();

create table bank_accounts (
  id integer not null generated always as identity,
  name text not null,
  bank text not null,
  bank_branch text not null default ''::text,
  number text not null,
  iban text not null default ''::text,
  swift text not null default ''::text,
  currency character(3) not null,
  purpose text not null,
  account text not null,
  branch_id integer,
  is_default boolean not null default false,
  status text not null default 'ACTIVE'::text,
  search_text text not null,
  version integer not null default 1,
  stands_in boolean not null default false,
  constraint bank_accounts_account_fkey FOREIGN KEY (account) REFERENCES ledger_accounts(code),
  constraint bank_accounts_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint bank_accounts_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint bank_accounts_pkey PRIMARY KEY (id),
  constraint bank_accounts_purpose_check CHECK ((purpose = ANY (ARRAY['OFFICE'::text, 'CLIENT'::text]))),
  constraint bank_accounts_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'INACTIVE'::text]))),
  constraint default_is_active CHECK (((NOT is_default) OR (status = 'ACTIVE'::text))),
  constraint stand_in_is_inactive CHECK (((NOT stands_in) OR ((status = 'INACTIVE'::text) AND (branch_id IS NULL))))
);
CREATE INDEX bank_accounts_list ON public.bank_accounts USING btree (name, id);
CREATE UNIQUE INDEX bank_account_once ON public.bank_accounts USING btree (bank, number, currency);
CREATE UNIQUE INDEX default_bank_account ON public.bank_accounts USING btree (purpose, currency, COALESCE(branch_id, 0)) WHERE is_default;
CREATE UNIQUE INDEX stand_in ON public.bank_accounts USING btree (purpose, currency) WHERE stands_in;
create policy branch_scope on bank_accounts as permissive for all using (((branch_id IS NULL) OR (branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])))) with check (((branch_id IS NULL) OR (branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))));

create table bank_lines (
  id integer not null generated always as identity,
  branch_id integer,
  bank_account_id integer not null,
  statement_id integer not null,
  "position" integer not null,
  day date not null,
  value_day date,
  amount bigint not null,
  reference text not null,
  end_to_end text not null,
  party text not null,
  party_account text not null,
  text text not null,
  known_by text not null,
  live boolean not null default true,
  matched boolean not null default false,
  constraint bank_lines_amount_check CHECK ((amount <> 0)),
  constraint bank_lines_bank_account_id_fkey FOREIGN KEY (bank_account_id) REFERENCES bank_accounts(id),
  constraint bank_lines_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint bank_lines_pkey PRIMARY KEY (id),
  constraint bank_lines_position_check CHECK (("position" > 0)),
  constraint bank_lines_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES bank_statements(id),
  constraint bank_lines_statement_id_position_key UNIQUE (statement_id, "position")
);
CREATE INDEX bank_lines_day ON public.bank_lines USING btree (bank_account_id, day, id) WHERE live;
CREATE INDEX bank_lines_open ON public.bank_lines USING btree (bank_account_id, day, id) WHERE (live AND (NOT matched));
CREATE UNIQUE INDEX bank_line_once ON public.bank_lines USING btree (bank_account_id, known_by) WHERE live;
create policy branch_scope on bank_lines as permissive for all using (((branch_id IS NULL) OR (branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])))) with check (((branch_id IS NULL) OR (branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))));

create table bank_matches (
  id integer not null generated always as identity,
  branch_id integer not null,
  bank_account_id integer not null,
  line_id integer not null,
  reason text not null,
  receipt_id integer,
  voucher_id integer,
  adjustment_id integer,
  live boolean not null default true,
  version integer not null default 1,
  made_by integer not null,
  made_at timestamp with time zone not null,
  undone_by integer,
  undone_at timestamp with time zone,
  undone_reason text,
  made_good_id integer,
  returned boolean not null default false,
  amount bigint not null,
  place integer not null default 1,
  constraint bank_matches_adjustment_id_fkey FOREIGN KEY (adjustment_id) REFERENCES adjustments(id),
  constraint bank_matches_bank_account_id_fkey FOREIGN KEY (bank_account_id) REFERENCES bank_accounts(id),
  constraint bank_matches_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint bank_matches_line_id_fkey FOREIGN KEY (line_id) REFERENCES bank_lines(id),
  constraint bank_matches_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint bank_matches_made_good_id_fkey FOREIGN KEY (made_good_id) REFERENCES adjustments(id),
  constraint bank_matches_pkey PRIMARY KEY (id),
  constraint bank_matches_place_check CHECK ((place > 0)),
  constraint bank_matches_reason_check CHECK ((reason = ANY (ARRAY['NUMBER'::text, 'END_TO_END'::text, 'PAYER'::text, 'PAYER_SEVERAL'::text, 'PAYER_LESS'::text, 'BY_HAND'::text]))),
  constraint bank_matches_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES receipts(id),
  constraint bank_matches_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES users(id),
  constraint bank_matches_voucher_id_fkey FOREIGN KEY (voucher_id) REFERENCES vouchers(id),
  constraint match_of_one CHECK ((num_nonnulls(receipt_id, voucher_id, made_good_id) = 1)),
  constraint match_of_something CHECK ((amount <> 0)),
  constraint undone_with_reason CHECK (((live = (undone_by IS NULL)) AND (live = (undone_at IS NULL)) AND (live = (undone_reason IS NULL))))
);
CREATE INDEX bank_matches_account ON public.bank_matches USING btree (bank_account_id) WHERE live;
CREATE INDEX bank_matches_newest ON public.bank_matches USING btree (branch_id, id DESC) WHERE live;
CREATE UNIQUE INDEX line_matched_once ON public.bank_matches USING btree (line_id, place) WHERE live;
CREATE UNIQUE INDEX made_good_matched_once ON public.bank_matches USING btree (made_good_id, bank_account_id, returned) WHERE (live AND (made_good_id IS NOT NULL));
CREATE UNIQUE INDEX receipt_matched_once ON public.bank_matches USING btree (receipt_id, returned) WHERE (live AND (receipt_id IS NOT NULL));
CREATE UNIQUE INDEX voucher_matched_once ON public.bank_matches USING btree (voucher_id, bank_account_id, returned) WHERE (live AND (voucher_id IS NOT NULL));
CREATE CONSTRAINT TRIGGER line_is_whole AFTER INSERT OR UPDATE ON public.bank_matches DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION line_is_whole();
create policy branch_scope on bank_matches as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table bank_statements (
  id integer not null generated always as identity,
  bank_account_id integer not null,
  branch_id integer,
  place integer not null,
  format text not null,
  number text not null default ''::text,
  currency character(3) not null,
  first_day date not null,
  last_day date not null,
  opening bigint not null,
  closing bigint not null,
  lines integer not null,
  file_name text not null,
  sha256 bytea not null,
  status text not null default 'READ'::text,
  version integer not null default 1,
  read_by integer not null,
  read_at timestamp with time zone not null,
  taken_back_by integer,
  taken_back_at timestamp with time zone,
  taken_back_reason text,
  constraint bank_statements_bank_account_id_fkey FOREIGN KEY (bank_account_id) REFERENCES bank_accounts(id),
  constraint bank_statements_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint bank_statements_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint bank_statements_format_check CHECK ((format = ANY (ARRAY['CSV'::text, 'CAMT053'::text, 'MT940'::text]))),
  constraint bank_statements_lines_check CHECK ((lines >= 0)),
  constraint bank_statements_pkey PRIMARY KEY (id),
  constraint bank_statements_place_check CHECK ((place > 0)),
  constraint bank_statements_read_by_fkey FOREIGN KEY (read_by) REFERENCES users(id),
  constraint bank_statements_sha256_check CHECK ((octet_length(sha256) = 32)),
  constraint bank_statements_status_check CHECK ((status = ANY (ARRAY['READ'::text, 'TAKEN_BACK'::text]))),
  constraint bank_statements_taken_back_by_fkey FOREIGN KEY (taken_back_by) REFERENCES users(id),
  constraint days_of_statement CHECK ((first_day <= last_day)),
  constraint taken_back_with_reason CHECK ((((status = 'TAKEN_BACK'::text) = (taken_back_by IS NOT NULL)) AND ((taken_back_by IS NULL) = (taken_back_at IS NULL)) AND ((taken_back_by IS NULL) = (taken_back_reason IS NULL))))
);
CREATE INDEX bank_statements_file ON public.bank_statements USING btree (bank_account_id, sha256) WHERE (status = 'READ'::text);
CREATE INDEX bank_statements_newest ON public.bank_statements USING btree (bank_account_id, place DESC, id DESC);
CREATE UNIQUE INDEX statement_place_once ON public.bank_statements USING btree (bank_account_id, place) WHERE (status = 'READ'::text);
CREATE CONSTRAINT TRIGGER statement_adds_up AFTER INSERT ON public.bank_statements DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION statement_adds_up();
create policy branch_scope on bank_statements as permissive for all using (((branch_id IS NULL) OR (branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])))) with check (((branch_id IS NULL) OR (branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))));

create table branches (
  id integer not null generated always as identity,
  code text not null,
  name text not null,
  address text not null default ''::text,
  status text not null default 'ACTIVE'::text,
  phone text not null default ''::text,
  version integer not null default 1,
  country character(2),
  constraint branches_code_check CHECK ((code ~ '^[A-Z]{2,5}$'::text)),
  constraint branches_code_key UNIQUE (code),
  constraint branches_country_fkey FOREIGN KEY (country) REFERENCES countries(code),
  constraint branches_pkey PRIMARY KEY (id),
  constraint branches_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'INACTIVE'::text])))
);
CREATE CONSTRAINT TRIGGER rights_changed AFTER INSERT OR DELETE OR UPDATE ON public.branches DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION rights_changed();

create table budget_months (
  budget_id integer not null,
  branch_id integer not null,
  month integer not null,
  premium bigint not null,
  brokerage bigint not null,
  constraint budget_months_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint budget_months_brokerage_check CHECK ((brokerage >= 0)),
  constraint budget_months_budget_id_fkey FOREIGN KEY (budget_id) REFERENCES budgets(id) ON DELETE CASCADE,
  constraint budget_months_month_check CHECK (((month >= 1) AND (month <= 12))),
  constraint budget_months_pkey PRIMARY KEY (budget_id, month),
  constraint budget_months_premium_check CHECK ((premium >= 0))
);
create policy branch_scope on budget_months as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table budgets (
  id integer not null generated always as identity,
  branch_id integer not null,
  year integer not null,
  class_id integer not null,
  version integer not null default 1,
  made_by integer not null,
  made_at timestamp with time zone not null,
  edited_by integer not null,
  edited_at timestamp with time zone not null,
  constraint budget_once UNIQUE (branch_id, year, class_id),
  constraint budgets_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint budgets_class_id_fkey FOREIGN KEY (class_id) REFERENCES cover_types(id),
  constraint budgets_edited_by_fkey FOREIGN KEY (edited_by) REFERENCES users(id),
  constraint budgets_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint budgets_pkey PRIMARY KEY (id),
  constraint budgets_year_check CHECK (((year >= 2000) AND (year <= 2100)))
);
CREATE INDEX budgets_newest ON public.budgets USING btree (branch_id, id DESC);
CREATE INDEX budgets_year ON public.budgets USING btree (branch_id, year DESC, id DESC);
create policy branch_scope on budgets as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table claim_agreements (
  id integer not null generated always as identity,
  branch_id integer not null,
  movement_id integer not null,
  security_id integer not null,
  required boolean not null,
  answer text not null default 'ASKED'::text,
  answered_on date,
  reference text not null default ''::text,
  remark text not null default ''::text,
  asked_at timestamp with time zone,
  times_asked integer not null default 0,
  constraint agreement_once UNIQUE (movement_id, security_id),
  constraint answered_on_a_day CHECK (((answer = 'ASKED'::text) = (answered_on IS NULL))),
  constraint claim_agreements_answer_check CHECK ((answer = ANY (ARRAY['ASKED'::text, 'AGREED'::text, 'DENIED'::text, 'DISPUTED'::text]))),
  constraint claim_agreements_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint claim_agreements_movement_id_fkey FOREIGN KEY (movement_id) REFERENCES movements(id),
  constraint claim_agreements_pkey PRIMARY KEY (id),
  constraint claim_agreements_security_id_fkey FOREIGN KEY (security_id) REFERENCES parties(id)
);
CREATE INDEX claim_agreements_security ON public.claim_agreements USING btree (security_id, branch_id);
create policy branch_scope on claim_agreements as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table claim_diary (
  id integer not null generated always as identity,
  branch_id integer not null,
  claim_id integer not null,
  due_on date not null,
  user_id integer not null,
  text text not null,
  made_by integer not null,
  made_at timestamp with time zone not null default now(),
  done_by integer,
  done_at timestamp with time zone,
  constraint claim_diary_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint claim_diary_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claims(id),
  constraint claim_diary_done_by_fkey FOREIGN KEY (done_by) REFERENCES users(id),
  constraint claim_diary_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint claim_diary_pkey PRIMARY KEY (id),
  constraint claim_diary_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint done_by_somebody CHECK (((done_by IS NULL) = (done_at IS NULL)))
);
CREATE INDEX claim_diary_claim ON public.claim_diary USING btree (claim_id, due_on);
CREATE INDEX claim_diary_open ON public.claim_diary USING btree (user_id, due_on) WHERE (done_at IS NULL);
create policy branch_scope on claim_diary as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table claim_experts (
  id integer not null generated always as identity,
  branch_id integer not null,
  claim_id integer not null,
  "position" integer not null,
  role text not null,
  name text not null,
  reference text not null default ''::text,
  appointed_on date,
  fee bigint,
  constraint claim_experts_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint claim_experts_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claims(id),
  constraint claim_experts_fee_check CHECK ((fee > 0)),
  constraint claim_experts_pkey PRIMARY KEY (id),
  constraint claim_experts_role_check CHECK ((role = ANY (ARRAY['ADJUSTER'::text, 'SURVEYOR'::text, 'LAWYER'::text, 'OTHER'::text])))
);
CREATE INDEX claim_experts_claim ON public.claim_experts USING btree (claim_id, "position");
create policy branch_scope on claim_experts as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table claim_lines (
  branch_id integer not null,
  claim_id integer not null,
  security_id integer not null,
  "position" integer not null,
  line bigint not null,
  constraint claim_lines_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint claim_lines_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claims(id),
  constraint claim_lines_line_check CHECK (((line >= 0) AND (line <= 100000000))),
  constraint claim_lines_pkey PRIMARY KEY (claim_id, security_id),
  constraint claim_lines_security_id_fkey FOREIGN KEY (security_id) REFERENCES parties(id)
);
CREATE INDEX claim_lines_security ON public.claim_lines USING btree (security_id, branch_id) INCLUDE (claim_id);
create policy branch_scope on claim_lines as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table claim_mails (
  id integer not null generated always as identity,
  branch_id integer not null,
  security_id integer not null,
  movement_id integer,
  recipients text[] not null,
  subject text not null,
  text text not null,
  status text not null default 'QUEUED'::text,
  message text,
  settled_at timestamp with time zone,
  made_by integer not null,
  made_at timestamp with time zone not null default now(),
  constraint claim_mails_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint claim_mails_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint claim_mails_movement_id_fkey FOREIGN KEY (movement_id) REFERENCES movements(id),
  constraint claim_mails_pkey PRIMARY KEY (id),
  constraint claim_mails_recipients_check CHECK (((cardinality(recipients) >= 1) AND (cardinality(recipients) <= 10))),
  constraint claim_mails_security_id_fkey FOREIGN KEY (security_id) REFERENCES parties(id),
  constraint claim_mails_status_check CHECK ((status = ANY (ARRAY['QUEUED'::text, 'SENT'::text, 'FAILED'::text])))
);
CREATE INDEX claim_mails_made ON public.claim_mails USING btree (made_at);
CREATE INDEX claim_mails_movement ON public.claim_mails USING btree (movement_id) WHERE (movement_id IS NOT NULL);
CREATE INDEX claim_mails_queued ON public.claim_mails USING btree (id) WHERE (status = 'QUEUED'::text);
CREATE INDEX claim_mails_security ON public.claim_mails USING btree (security_id, branch_id);
create policy branch_scope on claim_mails as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table claim_thresholds (
  id integer not null generated always as identity,
  loss_kind text not null,
  valid_from date not null,
  currency character(3) not null,
  amount bigint not null,
  made_by integer,
  made_at timestamp with time zone not null default now(),
  constraint claim_thresholds_amount_check CHECK ((amount > 0)),
  constraint claim_thresholds_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint claim_thresholds_loss_kind_check CHECK ((loss_kind = ANY (ARRAY['FIRST_PARTY'::text, 'THIRD_PARTY'::text, 'NON_PROPORTIONAL'::text]))),
  constraint claim_thresholds_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint claim_thresholds_pkey PRIMARY KEY (id),
  constraint threshold_once UNIQUE (loss_kind, valid_from)
);

create table claims (
  id integer not null generated always as identity,
  branch_id integer not null,
  policy_id integer not null,
  number text not null,
  status text not null default 'DRAFT'::text,
  version integer not null default 1,
  currency character(3) not null,
  exchange_rate bigint,
  claim_reserve bigint not null,
  claim_share bigint not null,
  share_reason text not null default ''::text,
  loss_date date not null,
  notified_on date not null,
  loss_kind text not null default 'FIRST_PARTY'::text,
  cedant_claim_number text not null default ''::text,
  description text not null default ''::text,
  cause text not null default ''::text,
  place text not null default ''::text,
  claimant text not null default ''::text,
  event_id integer,
  handler_id integer,
  incurred bigint not null,
  called bigint not null default 0,
  fees bigint not null default 0,
  ex_gratia bigint not null default 0,
  salvage bigint not null default 0,
  ours_incurred bigint not null,
  ours_called bigint not null default 0,
  ours_fees bigint not null default 0,
  ours_ex_gratia bigint not null default 0,
  ours_salvage bigint not null default 0,
  movement_count integer not null default 0,
  approved_on date,
  closed_on date,
  advised bigint,
  made_by integer not null,
  edited_by integer not null,
  hands integer[] not null,
  decided_before_hands boolean not null default false,
  submitted_at timestamp with time zone,
  decided_by integer,
  decided_at timestamp with time zone,
  decision_reason text,
  checker_waived boolean not null default false,
  search_text text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  disabled_on date,
  reinsured_id integer,
  cover_type_id integer,
  stage text,
  constraint approved_on_a_day CHECK (((status = 'APPROVED'::text) <= (approved_on IS NOT NULL))),
  constraint claim_number_once UNIQUE (number),
  constraint claims_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint claims_claim_reserve_check CHECK ((claim_reserve > 0)),
  constraint claims_claim_share_check CHECK (((claim_share >= 1) AND (claim_share <= 100000000))),
  constraint claims_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint claims_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint claims_edited_by_fkey FOREIGN KEY (edited_by) REFERENCES users(id),
  constraint claims_event_id_fkey FOREIGN KEY (event_id) REFERENCES loss_events(id),
  constraint claims_exchange_rate_check CHECK ((exchange_rate > 0)),
  constraint claims_handler_id_fkey FOREIGN KEY (handler_id) REFERENCES users(id),
  constraint claims_loss_kind_check CHECK ((loss_kind = ANY (ARRAY['FIRST_PARTY'::text, 'THIRD_PARTY'::text, 'NON_PROPORTIONAL'::text]))),
  constraint claims_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint claims_pkey PRIMARY KEY (id),
  constraint claims_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id),
  constraint claims_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'PENDING'::text, 'APPROVED'::text, 'REJECTED'::text, 'DISABLED'::text]))),
  constraint decided_with_decision CHECK (((status = ANY (ARRAY['APPROVED'::text, 'REJECTED'::text])) <= (decided_by IS NOT NULL))),
  constraint incurred_is_called_at_least CHECK (((called >= 0) AND (called <= incurred) AND (ours_called <= ours_incurred))),
  constraint maker_among_hands CHECK (((made_by = ANY (hands)) AND (edited_by = ANY (hands)))),
  constraint maker_is_not_checker CHECK (((decided_by IS NULL) OR checker_waived OR ((decided_by <> made_by) AND (decided_by <> edited_by) AND (decided_by <> ALL (hands))))),
  constraint salvage_within_called CHECK (((salvage <= called) AND (ours_salvage <= ours_called)))
);
CREATE INDEX claims_event ON public.claims USING btree (event_id) WHERE (event_id IS NOT NULL);
CREATE INDEX claims_handler ON public.claims USING btree (handler_id, branch_id) WHERE (handler_id IS NOT NULL);
CREATE INDEX claims_incurred ON public.claims USING btree (branch_id, currency DESC, ours_incurred DESC, id DESC);
CREATE INDEX claims_known ON public.claims USING btree (branch_id, approved_on) INCLUDE (id, disabled_on);
CREATE INDEX claims_loss ON public.claims USING btree (branch_id, loss_date DESC, id DESC);
CREATE INDEX claims_newest ON public.claims USING btree (branch_id, id DESC) INCLUDE (status, stage, reinsured_id, cover_type_id, currency, policy_id, event_id, handler_id, loss_date, notified_on, approved_on, disabled_on);
CREATE INDEX claims_notified ON public.claims USING btree (branch_id, notified_on DESC, id DESC);
CREATE INDEX claims_policy ON public.claims USING btree (policy_id, loss_date);
CREATE INDEX claims_search ON public.claims USING gin (search_text gin_trgm_ops);
CREATE INDEX claims_status ON public.claims USING btree (branch_id, status, id DESC);
CREATE TRIGGER hands_begin BEFORE INSERT ON public.claims FOR EACH ROW WHEN (new.decided_before_hands) EXECUTE FUNCTION keep_hands();
CREATE TRIGGER hands_stay BEFORE UPDATE ON public.claims FOR EACH ROW WHEN (((NOT (new.hands @> old.hands)) OR (new.decided_before_hands AND (NOT old.decided_before_hands)))) EXECUTE FUNCTION keep_hands();
CREATE TRIGGER policy_begins BEFORE INSERT ON public.claims FOR EACH ROW EXECUTE FUNCTION policy_of_claim();
CREATE TRIGGER policy_changes BEFORE UPDATE OF policy_id, reinsured_id, cover_type_id ON public.claims FOR EACH ROW EXECUTE FUNCTION policy_of_claim();
CREATE TRIGGER touched_begin AFTER INSERT ON public.claims FOR EACH ROW WHEN ((new.status = 'APPROVED'::text)) EXECUTE FUNCTION claims_touched_by_claims();
CREATE TRIGGER touched_change AFTER UPDATE ON public.claims FOR EACH ROW WHEN ((((((old.status IS DISTINCT FROM new.status) OR (old.closed_on IS DISTINCT FROM new.closed_on)) OR (old.ours_called IS DISTINCT FROM new.ours_called)) OR (old.ours_fees IS DISTINCT FROM new.ours_fees)) OR (old.ours_ex_gratia IS DISTINCT FROM new.ours_ex_gratia))) EXECUTE FUNCTION claims_touched_by_claims();
create policy branch_scope on claims as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table claims_touched (
  id bigint not null generated always as identity,
  branch_id integer not null,
  claim_id integer not null,
  constraint claims_touched_pkey PRIMARY KEY (id)
);
create policy branch_scope on claims_touched as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table clause_wordings (
  clause_id integer not null,
  version integer not null,
  code text not null,
  title text not null,
  wording text not null,
  made_by integer,
  made_at timestamp with time zone,
  constraint clause_wordings_clause_id_fkey FOREIGN KEY (clause_id) REFERENCES clauses(id),
  constraint clause_wordings_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint clause_wordings_pkey PRIMARY KEY (clause_id, version),
  constraint clause_wordings_version_check CHECK ((version >= 1))
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.clause_wordings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table clauses (
  id integer not null generated always as identity,
  code text not null,
  title text not null,
  wording text not null,
  market text,
  class_id integer,
  wording_version integer not null default 1,
  status text not null default 'ACTIVE'::text,
  search_text text not null,
  version integer not null default 1,
  constraint clause_code_once UNIQUE (code),
  constraint clauses_class_id_fkey FOREIGN KEY (class_id) REFERENCES cover_types(id),
  constraint clauses_market_check CHECK ((market = ANY (ARRAY['LOCAL'::text, 'LONDON'::text]))),
  constraint clauses_pkey PRIMARY KEY (id),
  constraint clauses_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'INACTIVE'::text])))
);

create table client_acts (
  entry_id integer not null,
  branch_id integer not null,
  constraint client_acts_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES journal_entries(id),
  constraint client_acts_pkey PRIMARY KEY (entry_id)
);
create policy branch_scope on client_acts as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table client_days (
  branch_id integer not null,
  day date not null,
  currency character(3) not null,
  against character(3) not null,
  bank_id integer not null,
  unallocated bigint not null,
  charges bigint not null,
  exchanged bigint not null,
  transferred bigint not null,
  between_branches bigint not null default 0,
  constraint client_days_pkey PRIMARY KEY (branch_id, day, currency, against, bank_id)
);
create policy branch_scope on client_days as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table client_moves (
  id bigint not null generated always as identity,
  branch_id integer not null,
  act integer not null,
  day date not null,
  currency character(3) not null,
  claim_id integer not null,
  note_id integer not null,
  is_fee boolean not null,
  bank_id integer not null,
  received bigint not null,
  paid bigint not null,
  made_good bigint not null,
  unallocated bigint not null,
  charges bigint not null,
  exchanged bigint not null,
  transferred bigint not null,
  against character(3),
  between_branches bigint not null default 0,
  constraint client_moves_pkey PRIMARY KEY (id)
);
CREATE INDEX client_moves_claim ON public.client_moves USING btree (claim_id) WHERE (claim_id > 0);
CREATE INDEX client_moves_day ON public.client_moves USING btree (branch_id, day);
CREATE INDEX client_moves_note ON public.client_moves USING btree (note_id) WHERE (note_id > 0);
create policy branch_scope on client_moves as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table client_sums (
  branch_id integer not null,
  currency character(3) not null,
  claim_id integer not null,
  note_id integer not null,
  is_fee boolean not null,
  bank_id integer not null,
  in_hand bigint not null,
  constraint client_sums_pkey PRIMARY KEY (note_id, claim_id, bank_id)
);
CREATE INDEX client_sums_ahead ON public.client_sums USING btree (branch_id) WHERE (in_hand < 0);
CREATE INDEX client_sums_nothing ON public.client_sums USING btree (branch_id) WHERE (in_hand = 0);
CREATE INDEX client_sums_without_account ON public.client_sums USING btree (branch_id) WHERE (bank_id = 0);
create policy branch_scope on client_sums as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table client_totals (
  branch_id integer not null,
  currency character(3) not null,
  bank_id integer not null,
  premiums bigint not null,
  claims bigint not null,
  fees bigint not null,
  short bigint not null,
  elsewhere bigint not null,
  constraint client_totals_pkey PRIMARY KEY (branch_id, currency, bank_id)
);
create policy branch_scope on client_totals as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table closed_periods (
  month date not null,
  closed_by integer not null,
  closed_at timestamp with time zone not null default now(),
  constraint closed_periods_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES users(id),
  constraint closed_periods_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint closed_periods_pkey PRIMARY KEY (month)
);

create table control_months (
  branch_id integer not null,
  account text not null,
  month date not null,
  currency character(3) not null,
  debit boolean not null,
  amount bigint not null,
  base_amount bigint not null,
  constraint control_months_pkey PRIMARY KEY (branch_id, account, month, currency, debit)
);
create policy branch_scope on control_months as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table counters (
  branch_id integer not null,
  kind text not null,
  year integer not null,
  last integer not null default 0,
  constraint counters_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint counters_pkey PRIMARY KEY (branch_id, kind, year)
);
create policy branch_scope on counters as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table countries (
  code character(2) not null,
  name text not null,
  constraint countries_name_key UNIQUE (name),
  constraint countries_pkey PRIMARY KEY (code)
);
CREATE TRIGGER country_name AFTER UPDATE OF name ON public.countries FOR EACH ROW WHEN ((new.name <> old.name)) EXECUTE FUNCTION follow_country_name();

create table cover_type_clauses (
  cover_type_id integer not null,
  market text not null,
  "position" integer not null,
  clause_id integer not null,
  constraint cover_type_clauses_clause_id_fkey FOREIGN KEY (clause_id) REFERENCES clauses(id),
  constraint cover_type_clauses_cover_type_id_fkey FOREIGN KEY (cover_type_id) REFERENCES cover_types(id),
  constraint cover_type_clauses_market_check CHECK ((market = ANY (ARRAY['LOCAL'::text, 'LONDON'::text]))),
  constraint cover_type_clauses_pkey PRIMARY KEY (cover_type_id, market, clause_id)
);
CREATE INDEX cover_type_clauses_clause ON public.cover_type_clauses USING btree (clause_id);

create table cover_types (
  id integer not null generated always as identity,
  class_id integer,
  name text not null,
  name_key text not null,
  status text not null default 'ACTIVE'::text,
  version integer not null default 1,
  commission bigint,
  brokerage bigint,
  large_loss_from bigint,
  constraint class_brokerage CHECK (((brokerage >= 0) AND (brokerage <= 100000000))),
  constraint class_commission CHECK (((commission >= 0) AND (commission <= 100000000))),
  constraint cover_types_class_id_fkey FOREIGN KEY (class_id) REFERENCES cover_types(id),
  constraint cover_types_pkey PRIMARY KEY (id),
  constraint cover_types_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'INACTIVE'::text]))),
  constraint large_loss_positive CHECK ((large_loss_from > 0))
);
CREATE UNIQUE INDEX cover_types_name_once ON public.cover_types USING btree (COALESCE(class_id, 0), name_key);

create table currencies (
  id integer not null generated always as identity,
  code character(3) not null,
  name text not null,
  exponent integer not null,
  active boolean not null default false,
  version integer not null default 1,
  write_off_limit bigint not null default 0,
  constraint currencies_code_key UNIQUE (code),
  constraint currencies_exponent_check CHECK (((exponent >= 0) AND (exponent <= 4))),
  constraint currencies_pkey PRIMARY KEY (id),
  constraint currencies_write_off_limit_check CHECK ((write_off_limit >= 0))
);
CREATE TRIGGER codes_stay BEFORE UPDATE OF code ON public.currencies FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table daily_balances (
  branch_id integer not null,
  account text not null,
  party_id integer not null default 0,
  tax_id integer not null default 0,
  currency character(3) not null,
  day date not null,
  debit bigint not null default 0,
  credit bigint not null default 0,
  base_debit bigint not null default 0,
  base_credit bigint not null default 0,
  bank_account_id integer not null default 0,
  constraint daily_balances_account_fkey FOREIGN KEY (account) REFERENCES ledger_accounts(code),
  constraint daily_balances_base_credit_check CHECK ((base_credit >= 0)),
  constraint daily_balances_base_debit_check CHECK ((base_debit >= 0)),
  constraint daily_balances_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint daily_balances_credit_check CHECK ((credit >= 0)),
  constraint daily_balances_debit_check CHECK ((debit >= 0)),
  constraint daily_balances_pkey PRIMARY KEY (branch_id, account, party_id, tax_id, bank_account_id, currency, day)
);
create policy branch_scope on daily_balances as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table declarations (
  id integer not null generated always as identity,
  branch_id integer not null,
  policy_id integer not null,
  endorsement_id integer not null,
  declared bigint not null,
  adjusted bigint not null,
  made_by integer not null,
  made_at timestamp with time zone not null,
  constraint declarations_adjusted_check CHECK ((adjusted >= 0)),
  constraint declarations_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint declarations_declared_check CHECK ((declared >= 0)),
  constraint declarations_endorsement_id_fkey FOREIGN KEY (endorsement_id) REFERENCES endorsements(id),
  constraint declarations_endorsement_id_key UNIQUE (endorsement_id),
  constraint declarations_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint declarations_pkey PRIMARY KEY (id),
  constraint declarations_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id)
);
CREATE INDEX declarations_policy ON public.declarations USING btree (policy_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.declarations FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
create policy branch_scope on declarations as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table document_sendings (
  id integer not null generated always as identity,
  branch_id integer not null,
  document_id integer not null,
  recipients text[] not null,
  subject text not null,
  text text not null,
  made_by integer not null,
  made_at timestamp with time zone not null,
  status text not null default 'QUEUED'::text,
  message text,
  settled_at timestamp with time zone,
  strangers integer not null default 0,
  constraint document_sendings_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint document_sendings_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id),
  constraint document_sendings_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint document_sendings_pkey PRIMARY KEY (id),
  constraint document_sendings_recipients_check CHECK (((cardinality(recipients) >= 1) AND (cardinality(recipients) <= 10))),
  constraint document_sendings_status_check CHECK ((status = ANY (ARRAY['QUEUED'::text, 'SENT'::text, 'FAILED'::text]))),
  constraint strangers_are_recipients CHECK (((strangers >= 0) AND (strangers <= cardinality(recipients))))
);
CREATE INDEX document_sendings_document ON public.document_sendings USING btree (document_id, id);
CREATE INDEX document_sendings_made ON public.document_sendings USING btree (made_at);
CREATE INDEX document_sendings_queued ON public.document_sendings USING btree (id) WHERE (status = 'QUEUED'::text);
create policy branch_scope on document_sendings as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table documents (
  id integer not null generated always as identity,
  branch_id integer not null,
  kind text not null,
  number text not null,
  record_kind text not null,
  record_id integer not null,
  note_id integer,
  issue integer not null default 1,
  party_name text not null default ''::text,
  code text not null,
  sha256 text not null,
  pdf bytea not null,
  made_by integer not null,
  made_at timestamp with time zone not null default now(),
  security_id integer not null default 0,
  copy integer not null default 1,
  reason text not null default ''::text,
  dated date not null,
  model bytea,
  currency character(3),
  total bigint,
  constraint document_once UNIQUE (kind, record_kind, record_id, issue, security_id, copy),
  constraint documents_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint documents_code_key UNIQUE (code),
  constraint documents_copy_check CHECK ((copy >= 1)),
  constraint documents_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint documents_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint documents_note_id_fkey FOREIGN KEY (note_id) REFERENCES notes(id),
  constraint documents_pkey PRIMARY KEY (id),
  constraint replaced_for_a_reason CHECK (((copy = 1) OR (reason <> ''::text))),
  constraint total_has_currency CHECK (((total IS NULL) = (currency IS NULL)))
);
CREATE INDEX documents_note ON public.documents USING btree (note_id);
CREATE INDEX documents_record ON public.documents USING btree (record_kind, record_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.documents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER paper_of_party AFTER INSERT ON public.documents FOR EACH ROW EXECUTE FUNCTION paper_of_party();
create policy branch_scope on documents as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table endorsement_lines (
  id integer not null generated always as identity,
  branch_id integer not null,
  endorsement_id integer not null,
  "position" integer not null,
  security_id integer not null,
  share bigint not null,
  commission_rate bigint not null,
  brokerage_rate bigint not null,
  share_premium bigint not null,
  commission_amount bigint not null,
  brokerage_amount bigint not null,
  tax_amount bigint not null,
  deductions bigint not null,
  net_payable bigint not null,
  constraint endorsed_line_adds_up CHECK (((net_payable = (share_premium - deductions)) AND (deductions = ((commission_amount + brokerage_amount) + tax_amount)))),
  constraint endorsed_security_once UNIQUE (endorsement_id, security_id),
  constraint endorsement_lines_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint endorsement_lines_endorsement_id_fkey FOREIGN KEY (endorsement_id) REFERENCES endorsements(id),
  constraint endorsement_lines_pkey PRIMARY KEY (id),
  constraint endorsement_lines_security_id_fkey FOREIGN KEY (security_id) REFERENCES parties(id),
  constraint endorsement_lines_share_check CHECK (((share >= 0) AND (share <= 100000000)))
);
CREATE INDEX endorsement_lines_security ON public.endorsement_lines USING btree (security_id, branch_id);
CREATE TRIGGER not_merged BEFORE INSERT OR UPDATE OF security_id ON public.endorsement_lines FOR EACH ROW EXECUTE FUNCTION refuse_merged_party('security_id');
CREATE TRIGGER parties_of_changed_lines AFTER UPDATE ON public.endorsement_lines REFERENCING OLD TABLE AS old_lines NEW TABLE AS now_lines FOR EACH STATEMENT EXECUTE FUNCTION parties_of_endorsement_lines();
CREATE TRIGGER parties_of_lines_gone AFTER DELETE ON public.endorsement_lines REFERENCING OLD TABLE AS old_lines FOR EACH STATEMENT EXECUTE FUNCTION parties_of_endorsement_lines();
CREATE TRIGGER parties_of_new_lines AFTER INSERT ON public.endorsement_lines REFERENCING NEW TABLE AS now_lines FOR EACH STATEMENT EXECUTE FUNCTION parties_of_endorsement_lines();
create policy branch_scope on endorsement_lines as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table endorsement_taxes (
  id integer not null generated always as identity,
  branch_id integer not null,
  endorsement_id integer not null,
  line_id integer not null,
  tax_id integer not null,
  rate bigint not null,
  basis text not null,
  borne_by text not null,
  amount bigint not null,
  charge text,
  constraint endorsement_taxes_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint endorsement_taxes_charge_check CHECK ((charge = ANY (ARRAY['FLAT'::text, 'MINIMUM'::text]))),
  constraint endorsement_taxes_endorsement_id_fkey FOREIGN KEY (endorsement_id) REFERENCES endorsements(id),
  constraint endorsement_taxes_line_id_fkey FOREIGN KEY (line_id) REFERENCES endorsement_lines(id) ON DELETE CASCADE,
  constraint endorsement_taxes_pkey PRIMARY KEY (id),
  constraint endorsement_taxes_tax_id_fkey FOREIGN KEY (tax_id) REFERENCES taxes(id)
);
CREATE INDEX endorsement_taxes_line ON public.endorsement_taxes USING btree (line_id);
create policy branch_scope on endorsement_taxes as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table endorsements (
  id integer not null generated always as identity,
  branch_id integer not null,
  policy_id integer not null,
  sequence integer not null,
  number text not null,
  status text not null default 'DRAFT'::text,
  version integer not null default 1,
  endorsement_type text not null,
  effective_date date not null,
  description text not null,
  currency character(3) not null,
  sum_insured bigint,
  end_date date,
  input jsonb not null,
  applied jsonb not null,
  premium bigint not null,
  fac_premium bigint not null,
  commission_total bigint not null,
  brokerage_total bigint not null,
  tax_total bigint not null,
  net_total bigint not null,
  debit_note_total bigint not null,
  posted_on date,
  exchange_rate bigint,
  base_fac_premium bigint,
  base_brokerage bigint,
  made_by integer not null,
  edited_by integer not null,
  submitted_at timestamp with time zone,
  decided_by integer,
  decided_at timestamp with time zone,
  decision_reason text,
  checker_waived boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  hands integer[] not null,
  decided_before_hands boolean not null default false,
  insured_id integer,
  claim_id integer,
  reinstated bigint,
  approval integer,
  sum_insured_change bigint not null default 0,
  constraint approval_of_approved CHECK (((status <> 'APPROVED'::text) OR (approval IS NOT NULL))),
  constraint approved_in_its_place UNIQUE (policy_id, approval),
  constraint decided_with_decision CHECK (((status = ANY (ARRAY['APPROVED'::text, 'REJECTED'::text])) <= (decided_by IS NOT NULL))),
  constraint endorsement_adds_up CHECK ((debit_note_total = ((net_total + brokerage_total) + tax_total))),
  constraint endorsement_number_once UNIQUE (policy_id, sequence),
  constraint endorsement_posted CHECK (((status = 'APPROVED'::text) = (posted_on IS NOT NULL))),
  constraint endorsements_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint endorsements_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claims(id),
  constraint endorsements_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint endorsements_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint endorsements_edited_by_fkey FOREIGN KEY (edited_by) REFERENCES users(id),
  constraint endorsements_endorsement_type_check CHECK ((endorsement_type = ANY (ARRAY['AP'::text, 'RP'::text, 'EXT'::text, 'NIL'::text, 'SEC'::text, 'CANCEL_PRORATA'::text, 'CANCEL_SHORT'::text, 'CANCEL_FLAT'::text]))),
  constraint endorsements_insured_id_fkey FOREIGN KEY (insured_id) REFERENCES parties(id),
  constraint endorsements_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint endorsements_pkey PRIMARY KEY (id),
  constraint endorsements_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id),
  constraint endorsements_reinstated_check CHECK ((reinstated > 0)),
  constraint endorsements_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'PENDING'::text, 'APPROVED'::text, 'REJECTED'::text, 'DISABLED'::text]))),
  constraint endorsements_sum_insured_check CHECK ((sum_insured > 0)),
  constraint maker_among_hands CHECK (((made_by = ANY (hands)) AND (edited_by = ANY (hands)))),
  constraint maker_is_not_checker CHECK (((decided_by IS NULL) OR checker_waived OR ((decided_by <> made_by) AND (decided_by <> edited_by) AND (decided_before_hands OR (decided_by <> ALL (hands)))))),
  constraint reinstatement_of_a_claim CHECK ((((claim_id IS NULL) = (reinstated IS NULL)) AND ((claim_id IS NULL) OR (endorsement_type = 'AP'::text)))),
  constraint words_without_premium CHECK (((insured_id IS NULL) OR (endorsement_type = 'NIL'::text)))
);
CREATE INDEX endorsements_cancelling ON public.endorsements USING btree (branch_id, endorsement_type, posted_on) INCLUDE (policy_id, effective_date) WHERE ((status = 'APPROVED'::text) AND (endorsement_type = ANY (ARRAY['CANCEL_PRORATA'::text, 'CANCEL_SHORT'::text, 'CANCEL_FLAT'::text])));
CREATE INDEX endorsements_claim ON public.endorsements USING btree (claim_id) WHERE (claim_id IS NOT NULL);
CREATE INDEX endorsements_insured ON public.endorsements USING btree (insured_id, branch_id) WHERE (insured_id IS NOT NULL);
CREATE INDEX endorsements_named ON public.endorsements USING gin (lower(number) gin_trgm_ops);
CREATE INDEX endorsements_newest ON public.endorsements USING btree (branch_id, id DESC);
CREATE INDEX endorsements_posted ON public.endorsements USING btree (branch_id, posted_on) WHERE (posted_on IS NOT NULL);
CREATE INDEX endorsements_status ON public.endorsements USING btree (branch_id, status, id DESC);
CREATE TRIGGER expiry_begins AFTER INSERT ON public.endorsements FOR EACH ROW WHEN ((new.status = 'APPROVED'::text)) EXECUTE FUNCTION expiry_of_endorsement();
CREATE TRIGGER expiry_changes AFTER UPDATE ON public.endorsements FOR EACH ROW WHEN ((((old.status = 'APPROVED'::text) OR (new.status = 'APPROVED'::text)) AND ((old.status IS DISTINCT FROM new.status) OR (old.base_fac_premium IS DISTINCT FROM new.base_fac_premium)))) EXECUTE FUNCTION expiry_of_endorsement();
CREATE TRIGGER hands_begin BEFORE INSERT ON public.endorsements FOR EACH ROW WHEN (new.decided_before_hands) EXECUTE FUNCTION keep_hands();
CREATE TRIGGER hands_stay BEFORE UPDATE ON public.endorsements FOR EACH ROW WHEN (((NOT (new.hands @> old.hands)) OR (new.decided_before_hands AND (NOT old.decided_before_hands)))) EXECUTE FUNCTION keep_hands();
CREATE TRIGGER not_merged_insured BEFORE INSERT OR UPDATE OF insured_id ON public.endorsements FOR EACH ROW EXECUTE FUNCTION refuse_merged_party('insured_id');
CREATE TRIGGER parties_begin AFTER INSERT ON public.endorsements FOR EACH ROW WHEN ((new.status = 'APPROVED'::text)) EXECUTE FUNCTION parties_of_endorsement();
CREATE TRIGGER parties_change AFTER UPDATE ON public.endorsements FOR EACH ROW WHEN ((((old.status = 'APPROVED'::text) OR (new.status = 'APPROVED'::text)) AND (((((old.branch_id IS DISTINCT FROM new.branch_id) OR (old.status IS DISTINCT FROM new.status)) OR (old.posted_on IS DISTINCT FROM new.posted_on)) OR (old.fac_premium IS DISTINCT FROM new.fac_premium)) OR (old.base_fac_premium IS DISTINCT FROM new.base_fac_premium)))) EXECUTE FUNCTION parties_of_endorsement();
CREATE TRIGGER production_begins AFTER INSERT ON public.endorsements FOR EACH ROW WHEN ((new.status = 'APPROVED'::text)) EXECUTE FUNCTION production_of_endorsement();
CREATE TRIGGER production_changes AFTER UPDATE ON public.endorsements FOR EACH ROW WHEN ((((old.status = 'APPROVED'::text) OR (new.status = 'APPROVED'::text)) AND (((((((((old.branch_id IS DISTINCT FROM new.branch_id) OR (old.status IS DISTINCT FROM new.status)) OR (old.posted_on IS DISTINCT FROM new.posted_on)) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.endorsement_type IS DISTINCT FROM new.endorsement_type)) OR (old.fac_premium IS DISTINCT FROM new.fac_premium)) OR (old.brokerage_total IS DISTINCT FROM new.brokerage_total)) OR (old.base_fac_premium IS DISTINCT FROM new.base_fac_premium)) OR (old.base_brokerage IS DISTINCT FROM new.base_brokerage)))) EXECUTE FUNCTION production_of_endorsement();
create policy branch_scope on endorsements as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table exchange_rates (
  currency character(3) not null,
  day date not null,
  rate bigint not null,
  entered_by integer,
  constraint exchange_rates_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint exchange_rates_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES users(id),
  constraint exchange_rates_pkey PRIMARY KEY (currency, day),
  constraint exchange_rates_rate_check CHECK ((rate > 0))
);

create table expiry_changes (
  id bigint not null generated always as identity,
  branch_id integer not null,
  day date not null,
  market text not null,
  currency character(3) not null,
  state text not null,
  reason text not null,
  policies integer not null,
  fac_premium bigint not null,
  base_fac_premium bigint not null,
  constraint expiry_changes_check CHECK (((reason <> ''::text) <= (state = 'NOT_RENEWED'::text))),
  constraint expiry_changes_market_check CHECK ((market = ANY (ARRAY['LOCAL'::text, 'LONDON'::text]))),
  constraint expiry_changes_pkey PRIMARY KEY (id),
  constraint expiry_changes_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'DRAFT'::text, 'RENEWED'::text, 'NOT_RENEWED'::text])))
);
create policy branch_scope on expiry_changes as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table expiry_days (
  branch_id integer not null,
  day date not null,
  market text not null,
  currency character(3) not null,
  state text not null,
  reason text not null,
  policies integer not null,
  fac_premium bigint not null,
  base_fac_premium bigint not null,
  constraint expiry_days_check CHECK (((reason <> ''::text) <= (state = 'NOT_RENEWED'::text))),
  constraint expiry_days_market_check CHECK ((market = ANY (ARRAY['LOCAL'::text, 'LONDON'::text]))),
  constraint expiry_days_pkey PRIMARY KEY (branch_id, day, market, currency, state, reason),
  constraint expiry_days_state_check CHECK ((state = ANY (ARRAY['OPEN'::text, 'DRAFT'::text, 'RENEWED'::text, 'NOT_RENEWED'::text])))
);
create policy branch_scope on expiry_days as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table firm (
  id integer not null default 1,
  name text not null,
  address text not null default ''::text,
  phone text not null default ''::text,
  email text not null default ''::text,
  registration text not null default ''::text,
  base_currency character(3) not null,
  time_zone text not null default 'Africa/Nairobi'::text,
  brokerage_recognition text not null default 'DEBIT_NOTE'::text,
  maker_checker boolean not null default true,
  session_hours integer not null default 12,
  idle_minutes integer not null default 60,
  sample text,
  version integer not null default 1,
  trading_name text not null default ''::text,
  tax_number text not null default ''::text,
  licence text not null default ''::text,
  street_address text not null default ''::text,
  website text not null default ''::text,
  year_start_month integer not null default 1,
  lloyds_broker_number text not null default ''::text,
  mail_from_name text not null default ''::text,
  mail_reply_to text not null default ''::text,
  mail_signature text not null default ''::text,
  document_footer text not null default ''::text,
  retain_jobs_years integer not null default 1,
  retain_mails_years integer not null default 1,
  retain_imports_years integer not null default 2,
  retain_personal_years integer not null default 10,
  retain_attempts_days integer not null default 1,
  short_rate bigint not null default 90000000,
  brokerage_on_cover_notes boolean not null default true,
  claim_days integer not null default 30,
  reminder_first_days integer not null default 7,
  reminder_second_days integer not null default 21,
  reminder_final_days integer not null default 35,
  constraint firm_brokerage_recognition_check CHECK ((brokerage_recognition = ANY (ARRAY['DEBIT_NOTE'::text, 'RECEIPT'::text]))),
  constraint firm_claim_days_check CHECK (((claim_days >= 1) AND (claim_days <= 365))),
  constraint firm_id_check CHECK ((id = 1)),
  constraint firm_idle_minutes_check CHECK (((idle_minutes >= 5) AND (idle_minutes <= 720))),
  constraint firm_lloyds_broker_number_check CHECK ((lloyds_broker_number ~ '^([0-9]{3,4})?$'::text)),
  constraint firm_pkey PRIMARY KEY (id),
  constraint firm_retain_attempts_days_check CHECK (((retain_attempts_days >= 1) AND (retain_attempts_days <= 365))),
  constraint firm_retain_imports_years_check CHECK (((retain_imports_years >= 1) AND (retain_imports_years <= 10))),
  constraint firm_retain_jobs_years_check CHECK (((retain_jobs_years >= 1) AND (retain_jobs_years <= 10))),
  constraint firm_retain_mails_years_check CHECK (((retain_mails_years >= 1) AND (retain_mails_years <= 10))),
  constraint firm_retain_personal_years_check CHECK (((retain_personal_years >= 1) AND (retain_personal_years <= 30))),
  constraint firm_sample_check CHECK ((sample = ANY (ARRAY['LOADING'::text, 'LOADED'::text]))),
  constraint firm_session_hours_check CHECK (((session_hours >= 1) AND (session_hours <= 12))),
  constraint firm_short_rate_check CHECK (((short_rate >= 0) AND (short_rate <= 100000000))),
  constraint firm_year_start_month_check CHECK (((year_start_month >= 1) AND (year_start_month <= 12))),
  constraint reminders_in_order CHECK (((1 <= reminder_first_days) AND (reminder_first_days < reminder_second_days) AND (reminder_second_days < reminder_final_days) AND (reminder_final_days <= 365)))
);
CREATE CONSTRAINT TRIGGER rights_changed AFTER INSERT OR UPDATE ON public.firm DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION rights_changed();

create table firm_logo (
  id integer not null default 1,
  type text not null,
  bytes bytea not null,
  sha256 text not null,
  width integer not null,
  height integer not null,
  uploaded_by integer not null,
  uploaded_at timestamp with time zone not null,
  constraint firm_logo_height_check CHECK ((height > 0)),
  constraint firm_logo_id_check CHECK ((id = 1)),
  constraint firm_logo_pkey PRIMARY KEY (id),
  constraint firm_logo_type_check CHECK ((type = ANY (ARRAY['image/png'::text, 'image/svg+xml'::text]))),
  constraint firm_logo_uploaded_by_fkey FOREIGN KEY (uploaded_by) REFERENCES users(id),
  constraint firm_logo_width_check CHECK ((width > 0))
);

create table given_numbers (
  branch_id integer not null,
  kind text not null,
  year integer not null,
  sequence integer not null,
  number text not null,
  constraint given_numbers_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint given_numbers_pkey PRIMARY KEY (branch_id, kind, year, sequence),
  constraint given_numbers_sequence_check CHECK ((sequence > 0)),
  constraint number_given_once UNIQUE (number)
);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.given_numbers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
create policy branch_scope on given_numbers as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table history_documents (
  id integer not null generated always as identity,
  branch_id integer not null,
  number text not null,
  kind text not null,
  day date not null,
  currency character(3) not null,
  party_id integer,
  class text not null,
  policy_number text not null,
  insured text not null,
  narration text not null,
  constraint history_documents_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint history_documents_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint history_documents_kind_check CHECK ((kind = ANY (ARRAY['DN'::text, 'RC'::text, 'PV'::text, 'JV'::text]))),
  constraint history_documents_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  constraint history_documents_pkey PRIMARY KEY (id),
  constraint history_number_once UNIQUE (number)
);
CREATE INDEX history_documents_list ON public.history_documents USING btree (branch_id, day, id);
CREATE INDEX history_documents_party ON public.history_documents USING btree (party_id) WHERE (party_id IS NOT NULL);
create policy branch_scope on history_documents as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table history_payments (
  history_id integer not null,
  part_id integer not null,
  branch_id integer not null,
  amount bigint not null,
  constraint history_payments_amount_check CHECK ((amount > 0)),
  constraint history_payments_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint history_payments_history_id_fkey FOREIGN KEY (history_id) REFERENCES history_documents(id),
  constraint history_payments_part_id_fkey FOREIGN KEY (part_id) REFERENCES note_parts(id),
  constraint history_payments_pkey PRIMARY KEY (history_id, part_id)
);
CREATE INDEX history_payments_part ON public.history_payments USING btree (part_id);
create policy branch_scope on history_payments as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table idempotency_keys (
  user_id integer not null,
  endpoint text not null,
  key text not null,
  input_hash bytea not null,
  status integer,
  reply json,
  created_at timestamp with time zone not null default now(),
  constraint idempotency_keys_key_check CHECK (((length(key) >= 8) AND (length(key) <= 100))),
  constraint idempotency_keys_pkey PRIMARY KEY (user_id, endpoint, key),
  constraint idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);
create policy own on idempotency_keys as permissive for all using ((user_id = ( SELECT request_user() AS request_user))) with check ((user_id = ( SELECT request_user() AS request_user)));

create table import_files (
  import_id integer not null,
  part integer not null,
  bytes bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint import_files_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id),
  constraint import_files_pkey PRIMARY KEY (import_id, part)
);
create policy of_its_import on import_files as permissive for all using ((EXISTS ( SELECT 1
   FROM imports i
  WHERE (i.id = import_files.import_id)))) with check ((EXISTS ( SELECT 1
   FROM imports i
  WHERE (i.id = import_files.import_id))));

create table import_matchings (
  target text not null,
  headings bytea not null,
  matching jsonb not null,
  used_by integer not null,
  used_at timestamp with time zone not null default now(),
  day_order text,
  constraint import_matchings_day_order_check CHECK ((day_order = ANY (ARRAY['DAY_FIRST'::text, 'MONTH_FIRST'::text]))),
  constraint import_matchings_pkey PRIMARY KEY (target, headings),
  constraint import_matchings_used_by_fkey FOREIGN KEY (used_by) REFERENCES users(id)
);

create table import_rows (
  import_id integer not null,
  "row" integer not null,
  cells text[] not null,
  misread jsonb not null default '[]'::jsonb,
  errors jsonb not null default '[]'::jsonb,
  outcome text not null default 'read'::text,
  record jsonb,
  label text,
  record_id integer,
  warnings jsonb not null default '[]'::jsonb,
  insured text,
  constraint import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id),
  constraint import_rows_outcome_check CHECK ((outcome = ANY (ARRAY['read'::text, 'new'::text, 'exists'::text, 'part'::text, 'error'::text, 'written'::text, 'updated'::text, 'skipped'::text]))),
  constraint import_rows_pkey PRIMARY KEY (import_id, "row")
);
CREATE INDEX import_rows_insured ON public.import_rows USING btree (import_id, insured) WHERE (insured IS NOT NULL);
CREATE INDEX import_rows_outcome ON public.import_rows USING btree (import_id, outcome, "row");
CREATE INDEX import_rows_warned ON public.import_rows USING btree (import_id, "row") WHERE (warnings <> '[]'::jsonb);
create policy of_its_import on import_rows as permissive for all using ((EXISTS ( SELECT 1
   FROM imports i
  WHERE (i.id = import_rows.import_id)))) with check ((EXISTS ( SELECT 1
   FROM imports i
  WHERE (i.id = import_rows.import_id))));

create table imports (
  id integer not null generated always as identity,
  user_id integer not null,
  branch_id integer,
  target text not null,
  file_name text not null,
  sha256 bytea not null,
  size integer not null,
  state text not null default 'READING'::text,
  existing text not null default 'skip'::text,
  sheets jsonb not null default '[]'::jsonb,
  sheet integer not null default 0,
  heading_row integer not null default 0,
  columns jsonb not null default '[]'::jsonb,
  matching jsonb not null default '{}'::jsonb,
  notes jsonb not null default '[]'::jsonb,
  rows integer not null default 0,
  fresh integer not null default 0,
  known integer not null default 0,
  faulty integer not null default 0,
  written integer not null default 0,
  updated integer not null default 0,
  skipped integer not null default 0,
  message text,
  job_id bigint,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  common jsonb,
  totals jsonb not null default '[]'::jsonb,
  warned integer not null default 0,
  history jsonb,
  constraint imports_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint imports_existing_check CHECK ((existing = ANY (ARRAY['skip'::text, 'update'::text]))),
  constraint imports_pkey PRIMARY KEY (id),
  constraint imports_state_check CHECK ((state = ANY (ARRAY['READING'::text, 'CHECKING'::text, 'READY'::text, 'WRITING'::text, 'DONE'::text, 'FAILED'::text, 'CANCELLED'::text]))),
  constraint imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX imports_file ON public.imports USING btree (sha256) WHERE (state = 'DONE'::text);
CREATE INDEX imports_list ON public.imports USING btree (target, id);
CREATE INDEX imports_of ON public.imports USING btree (user_id, id);
CREATE UNIQUE INDEX history_once ON public.imports USING btree (target) WHERE ((target = 'history'::text) AND (state = 'DONE'::text));
create policy branch_scope on imports as permissive for all using (((branch_id IS NULL) OR (branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])))) with check (((branch_id IS NULL) OR (branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))));

create table interchange_imports (
  id integer not null generated always as identity,
  branch_id integer not null,
  policy_id integer not null,
  sender text not null,
  sender_key text not null,
  number text not null,
  umr text,
  as_at date not null,
  sha256 text not null,
  made_by integer not null,
  made_at timestamp with time zone not null default now(),
  constraint interchange_imports_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint interchange_imports_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint interchange_imports_pkey PRIMARY KEY (id),
  constraint interchange_imports_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id)
);
CREATE INDEX interchange_imports_number ON public.interchange_imports USING btree (number, sender_key);
CREATE INDEX interchange_imports_umr ON public.interchange_imports USING btree (umr) WHERE (umr IS NOT NULL);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.interchange_imports FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
create policy branch_scope on interchange_imports as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table invoice_lines (
  branch_id integer not null,
  invoice_id integer not null,
  "position" integer not null,
  description text not null,
  account text not null,
  sub_party_id integer,
  quantity bigint not null,
  price bigint not null,
  net bigint not null,
  tax_id integer,
  tax_rate bigint,
  tax bigint not null default 0,
  constraint invoice_lines_account_fkey FOREIGN KEY (account) REFERENCES ledger_accounts(code),
  constraint invoice_lines_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint invoice_lines_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  constraint invoice_lines_net_check CHECK ((net > 0)),
  constraint invoice_lines_pkey PRIMARY KEY (invoice_id, "position"),
  constraint invoice_lines_position_check CHECK (("position" > 0)),
  constraint invoice_lines_price_check CHECK ((price > 0)),
  constraint invoice_lines_quantity_check CHECK ((quantity > 0)),
  constraint invoice_lines_sub_party_id_fkey FOREIGN KEY (sub_party_id) REFERENCES parties(id),
  constraint invoice_lines_tax_check CHECK ((tax >= 0)),
  constraint invoice_lines_tax_id_fkey FOREIGN KEY (tax_id) REFERENCES taxes(id),
  constraint invoice_lines_tax_rate_check CHECK (((tax_rate >= 0) AND (tax_rate <= 100000000))),
  constraint taxed_at_a_rate CHECK ((((tax_id IS NULL) = (tax_rate IS NULL)) AND ((tax_id IS NOT NULL) OR (tax = 0))))
);
CREATE INDEX invoice_lines_sub ON public.invoice_lines USING btree (sub_party_id) WHERE (sub_party_id IS NOT NULL);
create policy branch_scope on invoice_lines as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table invoice_schedule_days (
  schedule_id integer not null,
  branch_id integer not null,
  day date not null,
  invoice_id integer,
  problem text,
  constraint draft_of_one_day UNIQUE (invoice_id),
  constraint drafted_or_why CHECK (((invoice_id IS NULL) = (problem IS NOT NULL))),
  constraint invoice_schedule_days_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint invoice_schedule_days_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  constraint invoice_schedule_days_pkey PRIMARY KEY (schedule_id, day),
  constraint invoice_schedule_days_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES invoice_schedules(id)
);
create policy branch_scope on invoice_schedule_days as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table invoice_schedules (
  id integer not null generated always as identity,
  branch_id integer not null,
  invoice_id integer not null,
  every text not null,
  first_on date not null,
  last_on date,
  payment_terms text not null,
  status text not null default 'ACTIVE'::text,
  version integer not null default 1,
  hands integer[] not null,
  made_by integer not null,
  made_at timestamp with time zone not null,
  edited_by integer not null,
  constraint invoice_schedules_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint invoice_schedules_edited_by_fkey FOREIGN KEY (edited_by) REFERENCES users(id),
  constraint invoice_schedules_every_check CHECK ((every = ANY (ARRAY['MONTH'::text, 'QUARTER'::text, 'YEAR'::text]))),
  constraint invoice_schedules_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  constraint invoice_schedules_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint invoice_schedules_payment_terms_check CHECK ((payment_terms <> ''::text)),
  constraint invoice_schedules_pkey PRIMARY KEY (id),
  constraint invoice_schedules_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'STOPPED'::text]))),
  constraint schedule_ends_after_it_begins CHECK ((last_on >= first_on)),
  constraint schedule_maker_among_hands CHECK (((made_by = ANY (hands)) AND (edited_by = ANY (hands))))
);
CREATE INDEX invoice_schedules_active ON public.invoice_schedules USING btree (branch_id, id) WHERE (status = 'ACTIVE'::text);
CREATE INDEX invoice_schedules_invoice ON public.invoice_schedules USING btree (invoice_id);
CREATE INDEX invoice_schedules_newest ON public.invoice_schedules USING btree (branch_id, id DESC);
CREATE TRIGGER hands_stay BEFORE UPDATE ON public.invoice_schedules FOR EACH ROW WHEN ((NOT (new.hands @> old.hands))) EXECUTE FUNCTION keep_hands();
create policy branch_scope on invoice_schedules as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table invoice_taxes (
  id integer not null generated always as identity,
  branch_id integer not null,
  invoice_id integer not null,
  tax_id integer not null,
  currency character(3) not null,
  amount bigint not null,
  base_amount bigint not null,
  posted_on date not null,
  reversal boolean not null default false,
  committed bigint not null default 0,
  paid bigint not null default 0,
  constraint committed_within_tax CHECK (
CASE
    WHEN (amount > 0) THEN ((0 <= paid) AND (paid <= committed) AND (committed <= amount))
    ELSE ((0 >= paid) AND (paid >= committed) AND (committed >= amount))
END),
  constraint invoice_tax_once UNIQUE (invoice_id, tax_id, reversal),
  constraint invoice_taxes_amount_check CHECK ((amount <> 0)),
  constraint invoice_taxes_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint invoice_taxes_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint invoice_taxes_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  constraint invoice_taxes_pkey PRIMARY KEY (id),
  constraint invoice_taxes_tax_id_fkey FOREIGN KEY (tax_id) REFERENCES taxes(id)
);
CREATE INDEX invoice_taxes_open ON public.invoice_taxes USING btree (branch_id, tax_id, currency, id) WHERE (committed <> amount);
create policy branch_scope on invoice_taxes as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table invoices (
  id integer not null generated always as identity,
  branch_id integer not null,
  number text,
  kind text not null,
  status text not null default 'DRAFT'::text,
  version integer not null default 1,
  party_id integer not null,
  credits_id integer,
  currency character(3) not null,
  net bigint not null,
  tax bigint not null,
  amount bigint not null generated always as ((net + tax)) stored,
  payment_terms text not null default ''::text,
  due_on date,
  reference text not null default ''::text,
  narration text not null default ''::text,
  posted_on date,
  hands integer[] not null,
  decided_before_hands boolean not null default false,
  made_by integer not null,
  edited_by integer not null,
  submitted_at timestamp with time zone,
  decided_by integer,
  decided_at timestamp with time zone,
  decision_reason text,
  checker_waived boolean not null default false,
  search_text text not null,
  created_at timestamp with time zone not null default now(),
  constraint credit_is_due_at_once CHECK (((credits_id IS NULL) OR ((payment_terms = ''::text) AND (due_on IS NULL)))),
  constraint credit_of_another CHECK ((credits_id <> id)),
  constraint due_by_one CHECK (((credits_id IS NOT NULL) OR ((payment_terms = ''::text) = (due_on IS NOT NULL)))),
  constraint invoice_number_once UNIQUE (number),
  constraint invoice_posted CHECK ((((status = ANY (ARRAY['APPROVED'::text, 'REVERSED'::text])) = (number IS NOT NULL)) AND ((number IS NULL) = (posted_on IS NULL)))),
  constraint invoices_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint invoices_credits_id_fkey FOREIGN KEY (credits_id) REFERENCES invoices(id),
  constraint invoices_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint invoices_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint invoices_edited_by_fkey FOREIGN KEY (edited_by) REFERENCES users(id),
  constraint invoices_kind_check CHECK ((kind = ANY (ARRAY['FEE'::text, 'BROKERAGE'::text, 'OTHER'::text]))),
  constraint invoices_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint invoices_net_check CHECK ((net > 0)),
  constraint invoices_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  constraint invoices_pkey PRIMARY KEY (id),
  constraint invoices_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'PENDING'::text, 'APPROVED'::text, 'REJECTED'::text, 'REVERSED'::text, 'DISABLED'::text]))),
  constraint invoices_tax_check CHECK ((tax >= 0)),
  constraint maker_among_hands CHECK (((made_by = ANY (hands)) AND (edited_by = ANY (hands)))),
  constraint maker_is_not_checker CHECK (((decided_by IS NULL) OR checker_waived OR ((decided_by <> made_by) AND (decided_by <> edited_by) AND (decided_before_hands OR (decided_by <> ALL (hands))))))
);
CREATE INDEX invoices_amount ON public.invoices USING btree (branch_id, currency DESC, amount DESC, id DESC);
CREATE INDEX invoices_credits ON public.invoices USING btree (credits_id) WHERE (credits_id IS NOT NULL);
CREATE INDEX invoices_newest ON public.invoices USING btree (branch_id, id DESC);
CREATE INDEX invoices_party ON public.invoices USING btree (party_id, branch_id, id DESC);
CREATE INDEX invoices_posted ON public.invoices USING btree (branch_id, posted_on DESC, id DESC);
CREATE INDEX invoices_search ON public.invoices USING gin (search_text gin_trgm_ops);
CREATE INDEX invoices_status ON public.invoices USING btree (branch_id, status, id DESC);
CREATE TRIGGER hands_begin BEFORE INSERT ON public.invoices FOR EACH ROW WHEN (new.decided_before_hands) EXECUTE FUNCTION keep_hands();
CREATE TRIGGER hands_stay BEFORE UPDATE ON public.invoices FOR EACH ROW WHEN (((NOT (new.hands @> old.hands)) OR (new.decided_before_hands AND (NOT old.decided_before_hands)))) EXECUTE FUNCTION keep_hands();
CREATE TRIGGER not_merged BEFORE INSERT OR UPDATE OF party_id ON public.invoices FOR EACH ROW EXECUTE FUNCTION refuse_merged_party('party_id');
create policy branch_scope on invoices as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table jobs (
  id bigint not null generated always as identity,
  kind text not null,
  payload jsonb not null,
  state text not null default 'WAITING'::text,
  run_after timestamp with time zone not null default now(),
  attempts integer not null default 0,
  progress integer not null default 0,
  last_error text,
  user_id integer,
  created_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  cancel_asked boolean not null default false,
  constraint jobs_pkey PRIMARY KEY (id),
  constraint jobs_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'RUNNING'::text, 'DONE'::text, 'FAILED'::text, 'CANCELLED'::text]))),
  constraint jobs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX jobs_due ON public.jobs USING btree (run_after, id) WHERE (state = ANY (ARRAY['WAITING'::text, 'RUNNING'::text]));

create table journal_entries (
  id integer not null generated always as identity,
  branch_id integer not null,
  day date not null,
  event text not null,
  source_kind text not null,
  source_id integer not null,
  narration text not null,
  reverses_id integer,
  made_by integer not null,
  made_at timestamp with time zone not null default now(),
  constraint journal_entries_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint journal_entries_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint journal_entries_pkey PRIMARY KEY (id),
  constraint journal_entries_reverses_id_fkey FOREIGN KEY (reverses_id) REFERENCES journal_entries(id)
);
CREATE INDEX journal_entries_day ON public.journal_entries USING btree (branch_id, day, id);
CREATE INDEX journal_entries_revaluations ON public.journal_entries USING btree (branch_id, day) WHERE (event = ANY (ARRAY['REVALUATION'::text, 'BANK_REVALUATION'::text, 'REVALUATION_REVERSED'::text, 'REVALUATION_UNDONE'::text]));
CREATE INDEX journal_entries_search ON public.journal_entries USING gin (folded(narration) gin_trgm_ops);
CREATE INDEX journal_entries_source ON public.journal_entries USING btree (source_kind, source_id);
CREATE INDEX journal_entries_year_ends ON public.journal_entries USING btree (branch_id, day) WHERE (event = ANY (ARRAY['YEAR_CLOSED'::text, 'YEAR_REOPENED'::text]));
CREATE UNIQUE INDEX entry_once ON public.journal_entries USING btree (source_kind, source_id, event) WHERE ((reverses_id IS NULL) AND (event <> ALL (ARRAY['ALLOCATION'::text, 'CASH_PASSED_ON'::text])));
CREATE UNIQUE INDEX reversed_once ON public.journal_entries USING btree (reverses_id) WHERE (reverses_id IS NOT NULL);
CREATE CONSTRAINT TRIGGER entry_has_lines AFTER INSERT ON public.journal_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION entry_has_lines();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.journal_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER client_acts_by_entries AFTER INSERT ON public.journal_entries REFERENCING NEW TABLE AS now_entries FOR EACH STATEMENT EXECUTE FUNCTION client_acts_by_entries();
create policy branch_scope on journal_entries as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table journal_lines (
  id bigint not null generated always as identity,
  entry_id integer not null,
  branch_id integer not null,
  day date not null,
  account text not null,
  party_id integer,
  tax_id integer,
  currency character(3) not null,
  amount bigint not null,
  base_amount bigint not null,
  note_id integer,
  bank_account_id integer,
  constraint journal_lines_bank_account_id_fkey FOREIGN KEY (bank_account_id) REFERENCES bank_accounts(id),
  constraint journal_lines_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  constraint journal_lines_pkey PRIMARY KEY (id)
);
CREATE INDEX journal_lines_account ON public.journal_lines USING btree (branch_id, account, party_id, currency, day, id);
CREATE INDEX journal_lines_bank ON public.journal_lines USING btree (bank_account_id, day, id) WHERE (bank_account_id IS NOT NULL);
CREATE INDEX journal_lines_currency ON public.journal_lines USING btree (branch_id, account, currency, day, id);
CREATE INDEX journal_lines_day ON public.journal_lines USING btree (branch_id, day DESC, id DESC);
CREATE INDEX journal_lines_entry ON public.journal_lines USING btree (entry_id);
CREATE INDEX journal_lines_newest ON public.journal_lines USING btree (branch_id, account, day DESC, id DESC);
CREATE INDEX journal_lines_note ON public.journal_lines USING btree (note_id) WHERE (note_id IS NOT NULL);
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON public.journal_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_row BEFORE UPDATE ON public.journal_lines FOR EACH ROW EXECUTE FUNCTION refuse_change_but_merge();
CREATE TRIGGER append_only_update BEFORE UPDATE ON public.journal_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_but_merge();
CREATE TRIGGER balanced_entry AFTER INSERT ON public.journal_lines REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION balanced_lines();
create policy branch_scope on journal_lines as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table ledger_accounts (
  code text not null,
  name text not null,
  type text not null,
  sub_kind text not null default 'NONE'::text,
  status text not null default 'ACTIVE'::text,
  version integer not null default 1,
  function text,
  is_default boolean not null default false,
  constraint default_of_its_function CHECK (((NOT is_default) OR ((function IS NOT NULL) AND (status = 'ACTIVE'::text)))),
  constraint known_function CHECK ((function = ANY (ARRAY['OFFICE_BANK'::text, 'CLIENT_BANK'::text, 'UNALLOCATED_CASH'::text, 'EXCHANGE_CLEARING'::text, 'PREMIUM_RECEIVABLE'::text, 'TAX_RECOVERABLE'::text, 'CLAIMS_RECOVERABLE'::text, 'INVOICES_RECEIVABLE'::text, 'INTER_BRANCH'::text, 'PREMIUM_PAYABLE'::text, 'CLAIMS_PAYABLE'::text, 'TAXES_PAYABLE'::text, 'DEFERRED_BROKERAGE'::text, 'EQUITY'::text, 'BROKERAGE_INCOME'::text, 'FEE_INCOME'::text, 'EXCHANGE_GAIN'::text, 'EXCHANGE_LOSS'::text, 'BANK_CHARGES'::text, 'WRITE_OFFS'::text, 'EXPENSES'::text]))),
  constraint ledger_accounts_code_check CHECK ((code ~ '^[0-9]{4}$'::text)),
  constraint ledger_accounts_pkey PRIMARY KEY (code),
  constraint ledger_accounts_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'INACTIVE'::text]))),
  constraint ledger_accounts_sub_kind_check CHECK ((sub_kind = ANY (ARRAY['NONE'::text, 'REINSURED'::text, 'SECURITY'::text, 'PARTY'::text, 'TAX'::text, 'BANK'::text]))),
  constraint ledger_accounts_type_check CHECK ((type = ANY (ARRAY['ASSET'::text, 'LIABILITY'::text, 'EQUITY'::text, 'INCOME'::text, 'EXPENSE'::text])))
);
CREATE UNIQUE INDEX default_account ON public.ledger_accounts USING btree (function) WHERE is_default;
CREATE TRIGGER codes_stay BEFORE UPDATE OF code ON public.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table lendings (
  id integer not null generated always as identity,
  branch_id integer not null,
  permission text not null,
  lender_id integer not null,
  borrower_id integer not null,
  from_day date not null,
  to_day date not null,
  reason text not null,
  lent_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  ended_by integer,
  version integer not null default 1,
  constraint ended_by_somebody CHECK (((ended_at IS NULL) = (ended_by IS NULL))),
  constraint lendings_borrower_id_fkey FOREIGN KEY (borrower_id) REFERENCES users(id),
  constraint lendings_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint lendings_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES users(id),
  constraint lendings_lender_id_fkey FOREIGN KEY (lender_id) REFERENCES users(id),
  constraint lendings_pkey PRIMARY KEY (id),
  constraint lent_for_some_days CHECK ((to_day >= from_day)),
  constraint lent_to_another CHECK ((borrower_id <> lender_id))
);
CREATE INDEX lendings_borrower ON public.lendings USING btree (borrower_id, to_day);
CREATE INDEX lendings_from ON public.lendings USING btree (branch_id, from_day, id);
CREATE INDEX lendings_list ON public.lendings USING btree (branch_id, id DESC);
CREATE INDEX lendings_to ON public.lendings USING btree (branch_id, to_day, id);
CREATE CONSTRAINT TRIGGER rights_changed AFTER INSERT OR DELETE OR UPDATE ON public.lendings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION rights_changed();
create policy branch_scope on lendings as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table loss_events (
  id integer not null generated always as identity,
  name text not null,
  name_key text not null,
  first_day date not null,
  last_day date not null,
  country character(2),
  description text not null default ''::text,
  status text not null default 'ACTIVE'::text,
  version integer not null default 1,
  made_by integer not null,
  created_at timestamp with time zone not null default now(),
  constraint event_days CHECK ((last_day >= first_day)),
  constraint event_name_once UNIQUE (name_key),
  constraint loss_events_country_fkey FOREIGN KEY (country) REFERENCES countries(code),
  constraint loss_events_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint loss_events_pkey PRIMARY KEY (id),
  constraint loss_events_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'INACTIVE'::text])))
);

create table mail_texts (
  kind text not null,
  subject text,
  text text,
  version integer not null default 1,
  constraint mail_texts_pkey PRIMARY KEY (kind),
  constraint words_of_both CHECK (((subject IS NULL) = (text IS NULL)))
);

create table manual_journal_lines (
  branch_id integer not null,
  journal_id integer not null,
  "position" integer not null,
  account text not null,
  party_id integer,
  tax_id integer,
  currency character(3) not null,
  amount bigint not null,
  constraint manual_journal_lines_account_fkey FOREIGN KEY (account) REFERENCES ledger_accounts(code),
  constraint manual_journal_lines_amount_check CHECK ((amount <> 0)),
  constraint manual_journal_lines_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint manual_journal_lines_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint manual_journal_lines_journal_id_fkey FOREIGN KEY (journal_id) REFERENCES manual_journals(id),
  constraint manual_journal_lines_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  constraint manual_journal_lines_pkey PRIMARY KEY (journal_id, "position"),
  constraint manual_journal_lines_position_check CHECK (("position" > 0)),
  constraint manual_journal_lines_tax_id_fkey FOREIGN KEY (tax_id) REFERENCES taxes(id),
  constraint one_sub_account CHECK ((num_nonnulls(party_id, tax_id) <= 1))
);
CREATE INDEX manual_journal_lines_party ON public.manual_journal_lines USING btree (party_id) WHERE (party_id IS NOT NULL);
CREATE TRIGGER not_merged BEFORE INSERT OR UPDATE OF party_id ON public.manual_journal_lines FOR EACH ROW EXECUTE FUNCTION refuse_merged_party('party_id');
create policy branch_scope on manual_journal_lines as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table manual_journals (
  id integer not null generated always as identity,
  branch_id integer not null,
  number text,
  status text not null default 'DRAFT'::text,
  version integer not null default 1,
  day date not null,
  narration text not null,
  reference text not null default ''::text,
  currency character(3) not null,
  amount bigint not null,
  hands integer[] not null,
  decided_before_hands boolean not null default false,
  made_by integer not null,
  edited_by integer not null,
  submitted_at timestamp with time zone,
  decided_by integer,
  decided_at timestamp with time zone,
  decision_reason text,
  checker_waived boolean not null default false,
  search_text text not null,
  created_at timestamp with time zone not null default now(),
  constraint maker_among_hands CHECK (((made_by = ANY (hands)) AND (edited_by = ANY (hands)))),
  constraint maker_is_not_checker CHECK (((decided_by IS NULL) OR checker_waived OR ((decided_by <> made_by) AND (decided_by <> edited_by) AND (decided_before_hands OR (decided_by <> ALL (hands)))))),
  constraint manual_journal_number_once UNIQUE (number),
  constraint manual_journals_amount_check CHECK ((amount > 0)),
  constraint manual_journals_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint manual_journals_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint manual_journals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint manual_journals_edited_by_fkey FOREIGN KEY (edited_by) REFERENCES users(id),
  constraint manual_journals_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint manual_journals_pkey PRIMARY KEY (id),
  constraint manual_journals_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'PENDING'::text, 'APPROVED'::text, 'REJECTED'::text, 'REVERSED'::text, 'DISABLED'::text]))),
  constraint numbered_when_approved CHECK (((status = ANY (ARRAY['APPROVED'::text, 'REVERSED'::text])) = (number IS NOT NULL)))
);
CREATE INDEX manual_journals_amount ON public.manual_journals USING btree (branch_id, amount DESC, id DESC);
CREATE INDEX manual_journals_day ON public.manual_journals USING btree (branch_id, day DESC, id DESC);
CREATE INDEX manual_journals_newest ON public.manual_journals USING btree (branch_id, id DESC);
CREATE INDEX manual_journals_search ON public.manual_journals USING gin (search_text gin_trgm_ops);
CREATE INDEX manual_journals_status ON public.manual_journals USING btree (branch_id, status, id DESC);
CREATE TRIGGER hands_begin BEFORE INSERT ON public.manual_journals FOR EACH ROW WHEN (new.decided_before_hands) EXECUTE FUNCTION keep_hands();
CREATE TRIGGER hands_stay BEFORE UPDATE ON public.manual_journals FOR EACH ROW WHEN (((NOT (new.hands @> old.hands)) OR (new.decided_before_hands AND (NOT old.decided_before_hands)))) EXECUTE FUNCTION keep_hands();
create policy branch_scope on manual_journals as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table movement_parts (
  id integer not null generated always as identity,
  branch_id integer not null,
  movement_id integer not null,
  security_id integer not null,
  line bigint not null,
  amount bigint not null,
  after_amount bigint not null,
  constraint movement_part_once UNIQUE (movement_id, security_id),
  constraint movement_parts_amount_check CHECK ((amount >= 0)),
  constraint movement_parts_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint movement_parts_check CHECK ((after_amount >= amount)),
  constraint movement_parts_line_check CHECK (((line >= 0) AND (line <= 100000000))),
  constraint movement_parts_movement_id_fkey FOREIGN KEY (movement_id) REFERENCES movements(id),
  constraint movement_parts_pkey PRIMARY KEY (id),
  constraint movement_parts_security_id_fkey FOREIGN KEY (security_id) REFERENCES parties(id)
);
CREATE INDEX movement_parts_security ON public.movement_parts USING btree (security_id, branch_id);
create policy branch_scope on movement_parts as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table movement_payers (
  branch_id integer not null,
  movement_id integer not null,
  security_id integer not null,
  constraint movement_payers_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint movement_payers_movement_id_fkey FOREIGN KEY (movement_id) REFERENCES movements(id),
  constraint movement_payers_pkey PRIMARY KEY (movement_id, security_id),
  constraint movement_payers_security_id_fkey FOREIGN KEY (security_id) REFERENCES parties(id)
);
CREATE INDEX movement_payers_security ON public.movement_payers USING btree (security_id, branch_id);
create policy branch_scope on movement_payers as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table movements (
  id integer not null generated always as identity,
  branch_id integer not null,
  claim_id integer not null,
  sequence integer not null,
  number text not null,
  status text not null default 'DRAFT'::text,
  version integer not null default 1,
  movement_type text not null,
  movement_date date not null,
  reason text not null,
  currency character(3) not null,
  amount bigint not null default 0,
  ex_gratia boolean not null default false,
  planned_on date,
  payee text not null default ''::text,
  ours bigint not null default 0,
  posted_on date,
  due_on date,
  after_incurred bigint,
  after_called bigint,
  after_fees bigint,
  after_ex_gratia bigint,
  after_salvage bigint,
  after_ours_incurred bigint,
  after_ours_called bigint,
  after_ours_fees bigint,
  after_ours_ex_gratia bigint,
  after_ours_salvage bigint,
  made_by integer not null,
  edited_by integer not null,
  hands integer[] not null,
  decided_before_hands boolean not null default false,
  submitted_at timestamp with time zone,
  decided_by integer,
  decided_at timestamp with time zone,
  decision_reason text,
  checker_waived boolean not null default false,
  created_at timestamp with time zone not null default now(),
  approval integer,
  constraint after_when_approved CHECK ((num_nulls(after_incurred, after_called, after_fees, after_ex_gratia, after_salvage, after_ours_incurred, after_ours_called, after_ours_fees, after_ours_ex_gratia, after_ours_salvage) =
CASE status
    WHEN 'APPROVED'::text THEN 0
    ELSE 10
END)),
  constraint amount_unless_closing CHECK (((movement_type = 'CLOSE'::text) = (amount = 0))),
  constraint approval_of_approved CHECK (((status <> 'APPROVED'::text) OR (approval IS NOT NULL))),
  constraint decided_with_decision CHECK (((status = ANY (ARRAY['APPROVED'::text, 'REJECTED'::text])) <= (decided_by IS NOT NULL))),
  constraint maker_among_hands CHECK (((made_by = ANY (hands)) AND (edited_by = ANY (hands)))),
  constraint maker_is_not_checker CHECK (((decided_by IS NULL) OR checker_waived OR ((decided_by <> made_by) AND (decided_by <> edited_by) AND (decided_by <> ALL (hands))))),
  constraint movement_approved_in_its_place UNIQUE (claim_id, approval),
  constraint movement_number_once UNIQUE (claim_id, sequence),
  constraint movement_posted CHECK (((status = 'APPROVED'::text) = (posted_on IS NOT NULL))),
  constraint movements_amount_check CHECK ((amount >= 0)),
  constraint movements_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint movements_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claims(id),
  constraint movements_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint movements_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint movements_edited_by_fkey FOREIGN KEY (edited_by) REFERENCES users(id),
  constraint movements_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint movements_movement_type_check CHECK ((movement_type = ANY (ARRAY['RESERVE'::text, 'CALL'::text, 'FEE'::text, 'SALVAGE'::text, 'FINAL'::text, 'CLOSE'::text, 'REOPEN'::text]))),
  constraint movements_ours_check CHECK ((ours >= 0)),
  constraint movements_pkey PRIMARY KEY (id),
  constraint movements_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'PENDING'::text, 'APPROVED'::text, 'REJECTED'::text, 'DISABLED'::text]))),
  constraint only_a_call_is_ex_gratia CHECK (((NOT ex_gratia) OR (movement_type = 'CALL'::text)))
);
CREATE INDEX movements_as_at ON public.movements USING btree (claim_id, posted_on, approval) WHERE (status = 'APPROVED'::text);
CREATE INDEX movements_status ON public.movements USING btree (branch_id, status, id DESC);
CREATE TRIGGER hands_begin BEFORE INSERT ON public.movements FOR EACH ROW WHEN (new.decided_before_hands) EXECUTE FUNCTION keep_hands();
CREATE TRIGGER hands_stay BEFORE UPDATE ON public.movements FOR EACH ROW WHEN (((NOT (new.hands @> old.hands)) OR (new.decided_before_hands AND (NOT old.decided_before_hands)))) EXECUTE FUNCTION keep_hands();
create policy branch_scope on movements as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table note_offsets (
  id integer not null generated always as identity,
  branch_id integer not null,
  return_note_id integer not null,
  note_id integer not null,
  entry_id integer not null,
  amount bigint not null,
  day date not null,
  source_kind text not null,
  source_id integer not null,
  constraint note_offsets_amount_check CHECK ((amount > 0)),
  constraint note_offsets_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint note_offsets_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES journal_entries(id),
  constraint note_offsets_note_id_fkey FOREIGN KEY (note_id) REFERENCES notes(id),
  constraint note_offsets_pkey PRIMARY KEY (id),
  constraint note_offsets_return_note_id_fkey FOREIGN KEY (return_note_id) REFERENCES notes(id),
  constraint offset_once UNIQUE (return_note_id, note_id, entry_id)
);
CREATE INDEX note_offsets_note ON public.note_offsets USING btree (note_id);
create policy branch_scope on note_offsets as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table note_parts (
  id integer not null generated always as identity,
  branch_id integer not null,
  debit_note_id integer not null,
  kind text not null,
  party_id integer,
  tax_id integer,
  credit_note_id integer,
  currency character(3) not null,
  amount bigint not null,
  committed bigint not null default 0,
  paid bigint not null default 0,
  endorsement_id integer,
  returned bigint not null default 0,
  due_back bigint not null default 0,
  certified bigint not null default 0,
  uncollectable bigint not null default 0,
  effective bigint not null generated always as ((((amount - returned) - due_back) - uncollectable)) stored,
  advanced bigint not null default 0,
  paid_before bigint not null default 0,
  advanced_before bigint not null default 0,
  released bigint not null default 0,
  constraint advanced_within_committed CHECK (((advanced >= 0) AND (advanced <= committed))),
  constraint committed_within_part CHECK (((returned >= 0) AND ((committed + returned) <= amount))),
  constraint note_parts_amount_check CHECK ((amount >= 0)),
  constraint note_parts_certified_check CHECK ((certified >= 0)),
  constraint note_parts_endorsement_id_fkey FOREIGN KEY (endorsement_id) REFERENCES endorsements(id),
  constraint note_parts_kind_check CHECK ((kind = ANY (ARRAY['SECURITY'::text, 'BROKERAGE'::text, 'TAX'::text, 'CLAIM'::text, 'REFUND'::text, 'SALVAGE'::text]))),
  constraint note_parts_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  constraint note_parts_pkey PRIMARY KEY (id),
  constraint note_parts_uncollectable_check CHECK ((uncollectable >= 0)),
  constraint paid_before_within CHECK (((paid_before >= 0) AND (paid_before <= paid) AND (advanced_before >= 0) AND (advanced_before <= paid_before))),
  constraint paid_within_committed CHECK (((paid >= 0) AND (paid <= committed))),
  constraint resized_within_part CHECK (((due_back >= 0) AND (((returned + due_back) + uncollectable) <= amount)))
);
CREATE INDEX note_parts_available ON public.note_parts USING btree (party_id, branch_id) INCLUDE (credit_note_id) WHERE ((kind = 'SECURITY'::text) AND (released > committed));
CREATE INDEX note_parts_credit ON public.note_parts USING btree (credit_note_id) WHERE (credit_note_id IS NOT NULL);
CREATE INDEX note_parts_held_back ON public.note_parts USING btree (branch_id, debit_note_id) WHERE ((due_back > 0) OR (committed > (released + advanced)));
CREATE INDEX note_parts_kind ON public.note_parts USING btree (branch_id, kind, currency, id);
CREATE INDEX note_parts_left_to_pay ON public.note_parts USING btree (credit_note_id) INCLUDE (branch_id, released, paid) WHERE (released > paid);
CREATE INDEX note_parts_note ON public.note_parts USING btree (debit_note_id);
CREATE INDEX note_parts_open ON public.note_parts USING btree (party_id, branch_id, id) WHERE ((kind = 'SECURITY'::text) AND (paid <> effective));
CREATE INDEX note_parts_overpaid ON public.note_parts USING btree (branch_id, kind, currency) WHERE ((kind = ANY (ARRAY['TAX'::text, 'BROKERAGE'::text])) AND (paid > (effective - certified)));
CREATE INDEX note_parts_paid_ahead ON public.note_parts USING btree (party_id, branch_id) WHERE (paid > released);
CREATE INDEX note_parts_paid_beyond ON public.note_parts USING btree (party_id, branch_id) WHERE ((kind = 'SECURITY'::text) AND (paid > effective));
CREATE INDEX note_parts_party ON public.note_parts USING btree (party_id, branch_id) INCLUDE (credit_note_id, released) WHERE (party_id IS NOT NULL);
CREATE INDEX note_parts_refund ON public.note_parts USING btree (credit_note_id) WHERE (kind = 'REFUND'::text);
CREATE INDEX note_parts_refundable ON public.note_parts USING btree (branch_id) WHERE ((kind = 'REFUND'::text) AND (paid < effective));
CREATE INDEX note_parts_unpaid ON public.note_parts USING btree (branch_id, kind, party_id, tax_id, currency) INCLUDE (id, debit_note_id, effective, paid, committed, released) WHERE (paid < effective);
CREATE TRIGGER keys_stay BEFORE UPDATE OF branch_id, debit_note_id, credit_note_id, tax_id ON public.note_parts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER release_changed_by_parts AFTER UPDATE ON public.note_parts REFERENCING OLD TABLE AS old_parts NEW TABLE AS now_parts FOR EACH STATEMENT EXECUTE FUNCTION release_changed_by_parts();
CREATE TRIGGER released_by_new_parts AFTER INSERT ON public.note_parts REFERENCING NEW TABLE AS now_parts FOR EACH STATEMENT EXECUTE FUNCTION released_by_new_parts();
CREATE TRIGGER released_by_parts AFTER UPDATE ON public.note_parts REFERENCING OLD TABLE AS old_parts NEW TABLE AS now_parts FOR EACH STATEMENT EXECUTE FUNCTION released_by_parts();
CREATE TRIGGER released_touched_by_parts AFTER UPDATE ON public.note_parts REFERENCING OLD TABLE AS old_parts NEW TABLE AS now_parts FOR EACH STATEMENT EXECUTE FUNCTION released_touched_by_parts();
CREATE TRIGGER touched_claims AFTER UPDATE ON public.note_parts FOR EACH ROW WHEN (((new.kind = 'CLAIM'::text) AND (old.paid <> new.paid))) EXECUTE FUNCTION claims_touched_by_parts();
CREATE TRIGGER touched_claims_begin AFTER INSERT ON public.note_parts FOR EACH ROW WHEN ((new.kind = 'CLAIM'::text)) EXECUTE FUNCTION claims_touched_by_parts();
create policy branch_scope on note_parts as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table notes (
  id integer not null generated always as identity,
  branch_id integer not null,
  kind text not null,
  number text not null,
  policy_id integer,
  endorsement_id integer,
  debit_note_id integer,
  party_id integer not null,
  line_id integer,
  currency character(3) not null,
  amount bigint not null,
  base_amount bigint not null,
  settled bigint not null default 0,
  posted_on date not null,
  due_on date not null,
  status text not null default 'ISSUED'::text,
  purpose text not null,
  origin text not null default 'BOOKED'::text,
  set_off bigint not null default 0,
  claim_id integer,
  movement_id integer,
  invoice_id integer,
  history_id integer,
  settled_before bigint not null default 0,
  fee_received bigint not null default 0,
  fee_committed bigint not null default 0,
  fee_drawn bigint not null default 0,
  warranty_day date,
  constraint fee_within_note CHECK (((0 <= fee_received) AND (fee_received <= amount) AND (0 <= fee_drawn) AND (fee_drawn <= fee_committed) AND (fee_committed <= amount) AND ((purpose = 'FEE'::text) OR ((fee_received = 0) AND (fee_committed = 0))))),
  constraint note_endorsement FOREIGN KEY (endorsement_id) REFERENCES endorsements(id),
  constraint note_number_once UNIQUE (number),
  constraint note_of_history CHECK ((((history_id IS NULL) OR (origin = 'HISTORY'::text)) AND ((settled_before = 0) OR (history_id IS NOT NULL)))),
  constraint note_of_invoice CHECK (((invoice_id IS NULL) OR ((purpose = 'FEE'::text) AND (policy_id IS NULL) AND (claim_id IS NULL)))),
  constraint note_of_movement CHECK ((((claim_id IS NULL) = (movement_id IS NULL)) AND ((movement_id IS NULL) OR (purpose = ANY (ARRAY['CLAIM'::text, 'SALVAGE'::text]))))),
  constraint note_of_placement CHECK (((policy_id IS NOT NULL) OR ((endorsement_id IS NULL) AND ((origin = 'HISTORY'::text) OR (purpose <> ALL (ARRAY['PREMIUM'::text, 'RETURN'::text])))))),
  constraint notes_amount_check CHECK ((amount > 0)),
  constraint notes_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claims(id),
  constraint notes_history_id_fkey FOREIGN KEY (history_id) REFERENCES history_documents(id),
  constraint notes_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES invoices(id),
  constraint notes_kind_check CHECK ((kind = ANY (ARRAY['DN'::text, 'CN'::text, 'INV'::text]))),
  constraint notes_line_id_fkey FOREIGN KEY (line_id) REFERENCES policy_lines(id),
  constraint notes_movement_id_fkey FOREIGN KEY (movement_id) REFERENCES movements(id),
  constraint notes_origin_check CHECK ((origin = ANY (ARRAY['BOOKED'::text, 'HISTORY'::text]))),
  constraint notes_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  constraint notes_pkey PRIMARY KEY (id),
  constraint notes_purpose_check CHECK ((purpose = ANY (ARRAY['PREMIUM'::text, 'RETURN'::text, 'CLAIM'::text, 'SALVAGE'::text, 'FEE'::text]))),
  constraint notes_status_check CHECK ((status = ANY (ARRAY['ISSUED'::text, 'VOID'::text]))),
  constraint set_off_within_settled CHECK (((set_off >= 0) AND (set_off <= settled))),
  constraint settled_before_within CHECK (((settled_before >= 0) AND (settled_before <= settled))),
  constraint settled_within_note CHECK (((settled >= 0) AND (settled <= amount))),
  constraint warranty_of_premium CHECK (((warranty_day IS NULL) OR ((kind = 'DN'::text) AND (purpose = 'PREMIUM'::text) AND (debit_note_id IS NULL) AND (policy_id IS NOT NULL))))
);
CREATE INDEX notes_bare_number ON public.notes USING btree (branch_id, upper(regexp_replace(number, '[^A-Za-z0-9]'::text, ''::text, 'g'::text)));
CREATE INDEX notes_called ON public.notes USING btree (branch_id, posted_on) INCLUDE (base_amount) WHERE ((purpose = 'CLAIM'::text) AND (status = 'ISSUED'::text));
CREATE INDEX notes_claim ON public.notes USING btree (claim_id) WHERE (claim_id IS NOT NULL);
CREATE INDEX notes_debit_note ON public.notes USING btree (debit_note_id) WHERE (debit_note_id IS NOT NULL);
CREATE INDEX notes_endorsement ON public.notes USING btree (endorsement_id) WHERE (endorsement_id IS NOT NULL);
CREATE INDEX notes_fees_to_draw ON public.notes USING btree (branch_id, currency, id) WHERE (fee_received > fee_drawn);
CREATE INDEX notes_given_back ON public.notes USING btree (endorsement_id, party_id) WHERE ((kind = 'DN'::text) AND (purpose = 'RETURN'::text) AND (debit_note_id IS NOT NULL));
CREATE INDEX notes_history ON public.notes USING btree (history_id) WHERE (history_id IS NOT NULL);
CREATE INDEX notes_movement ON public.notes USING btree (movement_id) WHERE (movement_id IS NOT NULL);
CREATE INDEX notes_number_begins ON public.notes USING btree (lower(number) text_pattern_ops);
CREATE INDEX notes_number_ends ON public.notes USING btree (reverse(lower(number)) text_pattern_ops);
CREATE INDEX notes_of_claims ON public.notes USING btree (branch_id, party_id) WHERE ((purpose = 'CLAIM'::text) AND (status = 'ISSUED'::text));
CREATE INDEX notes_of_premium ON public.notes USING btree (id) INCLUDE (branch_id, warranty_day, kind, purpose, party_id, currency, posted_on, amount) WHERE ((purpose = ANY (ARRAY['PREMIUM'::text, 'RETURN'::text])) AND (status = 'ISSUED'::text) AND (debit_note_id IS NULL));
CREATE INDEX notes_party ON public.notes USING btree (party_id, branch_id, posted_on, id) INCLUDE (kind, currency, amount, status, purpose, policy_id, debit_note_id);
CREATE INDEX notes_policy ON public.notes USING btree (policy_id, id);
CREATE INDEX notes_void ON public.notes USING btree (branch_id, id) WHERE (status = 'VOID'::text);
CREATE INDEX notes_warranty ON public.notes USING btree (branch_id, warranty_day, id) WHERE (warranty_day IS NOT NULL);
CREATE UNIQUE INDEX claim_note_once ON public.notes USING btree (movement_id, party_id, purpose) WHERE ((movement_id IS NOT NULL) AND (status = 'ISSUED'::text));
CREATE UNIQUE INDEX credit_note_once ON public.notes USING btree (policy_id, COALESCE(endorsement_id, 0), party_id) WHERE ((debit_note_id IS NOT NULL) AND (status = 'ISSUED'::text) AND (purpose = ANY (ARRAY['PREMIUM'::text, 'RETURN'::text])));
CREATE UNIQUE INDEX debit_note_once ON public.notes USING btree (policy_id, COALESCE(endorsement_id, 0)) WHERE ((debit_note_id IS NULL) AND (status = 'ISSUED'::text) AND (purpose = ANY (ARRAY['PREMIUM'::text, 'RETURN'::text])));
CREATE UNIQUE INDEX invoice_note_once ON public.notes USING btree (invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE TRIGGER keys_stay BEFORE UPDATE OF branch_id, currency, policy_id, debit_note_id ON public.notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER notes_of_what_is_there AFTER INSERT ON public.notes REFERENCING NEW TABLE AS now_notes FOR EACH STATEMENT EXECUTE FUNCTION notes_of_what_is_there();
CREATE TRIGGER released_by_notes AFTER UPDATE ON public.notes REFERENCING OLD TABLE AS old_notes NEW TABLE AS now_notes FOR EACH STATEMENT EXECUTE FUNCTION released_by_notes();
CREATE TRIGGER touched_claims AFTER UPDATE ON public.notes FOR EACH ROW WHEN (((new.claim_id IS NOT NULL) AND (((old.settled IS DISTINCT FROM new.settled) OR (old.set_off IS DISTINCT FROM new.set_off)) OR (old.status IS DISTINCT FROM new.status)))) EXECUTE FUNCTION claims_touched_by_notes();
create policy branch_scope on notes as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table number_formats (
  kind text not null,
  format text not null,
  version integer not null default 1,
  constraint number_formats_kind_check CHECK ((kind ~ '^[A-Z]{2,5}$'::text)),
  constraint number_formats_pkey PRIMARY KEY (kind)
);

create table open_changes (
  id bigint not null generated always as identity,
  branch_id integer not null,
  account text not null,
  party_id integer not null,
  currency character(3) not null,
  due_on date not null,
  debit boolean not null,
  day date not null,
  amount bigint not null,
  base_amount bigint not null,
  booked_on date,
  constraint open_changes_pkey PRIMARY KEY (id)
);
create policy branch_scope on open_changes as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table open_items (
  id integer not null generated always as identity,
  branch_id integer not null,
  account text not null,
  party_id integer not null,
  currency character(3) not null,
  entry_id integer not null,
  note_id integer,
  receipt_id integer,
  sequence integer not null default 1,
  opened_on date not null,
  due_on date not null,
  amount bigint not null,
  base_amount bigint not null,
  outstanding bigint not null,
  base_outstanding bigint not null,
  settled_on date,
  changed_by integer,
  part_id integer,
  settled_from date,
  constraint amount_of_item CHECK (((amount <> 0) OR (changed_by IS NOT NULL))),
  constraint base_ends_with_item CHECK (((outstanding <> 0) OR (base_outstanding = 0))),
  constraint item_of_one_paper CHECK ((num_nonnulls(note_id, receipt_id, part_id) <= 1)),
  constraint item_receipt FOREIGN KEY (receipt_id) REFERENCES receipts(id),
  constraint open_items_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES endorsements(id),
  constraint open_items_part_id_fkey FOREIGN KEY (part_id) REFERENCES note_parts(id),
  constraint open_items_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  constraint open_items_pkey PRIMARY KEY (id),
  constraint outstanding_within_item CHECK ((((amount >= 0) AND ((outstanding >= 0) AND (outstanding <= amount))) OR ((amount < 0) AND ((outstanding >= amount) AND (outstanding <= 0)))))
);
CREATE INDEX open_items_currency ON public.open_items USING btree (branch_id, account, currency, id) WHERE (outstanding <> 0);
CREATE INDEX open_items_due ON public.open_items USING btree (branch_id, account, due_on, note_id) INCLUDE (id) WHERE ((outstanding <> 0) AND (note_id IS NOT NULL));
CREATE INDEX open_items_due_part ON public.open_items USING btree (branch_id, account, due_on, part_id) WHERE ((outstanding <> 0) AND (part_id IS NOT NULL));
CREATE INDEX open_items_first ON public.open_items USING btree (branch_id, account, LEAST(opened_on, settled_from), id) WHERE (outstanding <> 0);
CREATE INDEX open_items_note ON public.open_items USING btree (note_id, sequence);
CREATE INDEX open_items_opened ON public.open_items USING btree (branch_id, opened_on);
CREATE INDEX open_items_part ON public.open_items USING btree (part_id) WHERE (part_id IS NOT NULL);
CREATE INDEX open_items_party ON public.open_items USING btree (branch_id, account, party_id, due_on, id) INCLUDE (currency, note_id, part_id, opened_on, outstanding, base_outstanding) WHERE (outstanding <> 0);
CREATE INDEX open_items_receipt ON public.open_items USING btree (receipt_id) WHERE (receipt_id IS NOT NULL);
CREATE INDEX open_items_settled_before ON public.open_items USING btree (branch_id, account) WHERE ((outstanding <> 0) AND (settled_from IS NOT NULL));
CREATE TRIGGER changed_by_items AFTER UPDATE ON public.open_items REFERENCING OLD TABLE AS old_items NEW TABLE AS now_items FOR EACH STATEMENT EXECUTE FUNCTION changed_by_items();
CREATE TRIGGER changed_by_openings AFTER INSERT ON public.open_items REFERENCING NEW TABLE AS now_items FOR EACH STATEMENT EXECUTE FUNCTION changed_by_openings();
CREATE TRIGGER keys_stay BEFORE UPDATE OF branch_id, account, currency, entry_id, note_id ON public.open_items FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER owed_touched_by_items AFTER UPDATE ON public.open_items REFERENCING OLD TABLE AS old_items NEW TABLE AS now_items FOR EACH STATEMENT EXECUTE FUNCTION owed_touched_by_items();
CREATE TRIGGER released_touched_by_items AFTER UPDATE ON public.open_items REFERENCING OLD TABLE AS old_items NEW TABLE AS now_items FOR EACH STATEMENT EXECUTE FUNCTION released_touched_by_items();
create policy branch_scope on open_items as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table open_moves (
  branch_id integer not null,
  account text not null,
  party_id integer not null,
  currency character(3) not null,
  due_on date not null,
  debit boolean not null,
  month date not null,
  amount bigint not null,
  base_amount bigint not null,
  constraint open_moves_pkey PRIMARY KEY (branch_id, month, account, party_id, currency, due_on, debit)
);
create policy branch_scope on open_moves as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table open_sums (
  branch_id integer not null,
  account text not null,
  party_id integer not null,
  currency character(3) not null,
  due_on date not null,
  debit boolean not null,
  amount bigint not null,
  base_amount bigint not null,
  constraint open_sums_pkey PRIMARY KEY (branch_id, account, party_id, currency, due_on, debit) INCLUDE (amount, base_amount)
);
CREATE INDEX open_sums_nothing ON public.open_sums USING btree (branch_id) WHERE ((amount = 0) AND (base_amount = 0));
create policy branch_scope on open_sums as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table opening_views (
  user_id integer not null,
  branch_id integer not null,
  list text not null,
  view_id integer not null,
  chosen_at timestamp with time zone not null,
  constraint opening_views_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint opening_views_pkey PRIMARY KEY (user_id, branch_id, list),
  constraint opening_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint opening_views_view_id_branch_id_list_fkey FOREIGN KEY (view_id, branch_id, list) REFERENCES saved_views(id, branch_id, list) ON DELETE CASCADE
);
CREATE INDEX opening_views_of_view ON public.opening_views USING btree (view_id);
create policy branch_scope on opening_views as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));
create policy own on opening_views as restrictive for all using ((user_id = ( SELECT request_user() AS request_user)));

create table owed_notes (
  note_id integer not null,
  branch_id integer not null,
  party_id integer not null,
  currency character(3) not null,
  day date not null,
  notes integer not null,
  amount bigint not null,
  constraint owed_notes_notes_check CHECK ((notes = ANY (ARRAY[1, '-1'::integer]))),
  constraint owed_notes_pkey PRIMARY KEY (note_id, party_id, day)
);
CREATE INDEX owed_notes_day ON public.owed_notes USING btree (branch_id, day);
create policy branch_scope on owed_notes as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table owed_sums (
  branch_id integer not null,
  month date not null,
  party_id integer not null,
  currency character(3) not null,
  notes integer not null,
  amount bigint not null,
  constraint owed_sums_pkey PRIMARY KEY (branch_id, month, party_id, currency)
);
create policy branch_scope on owed_sums as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table owed_touched (
  id bigint not null generated always as identity,
  branch_id integer not null,
  note_id integer not null,
  constraint owed_touched_pkey PRIMARY KEY (id)
);
CREATE INDEX owed_touched_notes ON public.owed_touched USING btree (branch_id, note_id);
create policy branch_scope on owed_touched as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table part_returns (
  id integer not null generated always as identity,
  branch_id integer not null,
  endorsement_id integer,
  part_id integer not null,
  amount bigint not null,
  due_back bigint not null default 0,
  movement_id integer,
  entry_id integer,
  constraint due_back_within_return CHECK (((due_back >= 0) AND (due_back <= amount))),
  constraint part_returns_amount_check CHECK ((amount > 0)),
  constraint part_returns_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint part_returns_endorsement_id_fkey FOREIGN KEY (endorsement_id) REFERENCES endorsements(id),
  constraint part_returns_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES journal_entries(id),
  constraint part_returns_movement_id_fkey FOREIGN KEY (movement_id) REFERENCES movements(id),
  constraint part_returns_part_id_fkey FOREIGN KEY (part_id) REFERENCES note_parts(id),
  constraint part_returns_pkey PRIMARY KEY (id),
  constraint returned_by_one CHECK ((num_nonnulls(endorsement_id, movement_id) = 1)),
  constraint set_off_of_endorsement CHECK (((entry_id IS NULL) OR (endorsement_id IS NOT NULL)))
);
CREATE INDEX part_returns_part ON public.part_returns USING btree (part_id);
CREATE UNIQUE INDEX return_of_movement_once ON public.part_returns USING btree (movement_id, part_id) WHERE (movement_id IS NOT NULL);
CREATE UNIQUE INDEX return_once ON public.part_returns USING btree (endorsement_id, part_id, COALESCE(entry_id, 0)) WHERE (endorsement_id IS NOT NULL);
create policy branch_scope on part_returns as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table parties (
  id integer not null generated always as identity,
  kind text not null,
  market text,
  name text not null,
  name_key text not null,
  address text not null default ''::text,
  country character(2),
  resident boolean not null default true,
  email text not null default ''::text,
  status text not null default 'ACTIVE'::text,
  search_text text not null,
  version integer not null default 1,
  made_by integer,
  created_at timestamp with time zone not null default now(),
  short_name text not null default ''::text,
  registration_number text not null default ''::text,
  tax_number text not null default ''::text,
  rating text not null default ''::text,
  rating_agency text not null default ''::text,
  rated_on date,
  market_number text not null default ''::text,
  line_limit bigint,
  country_name text not null default ''::text,
  near_key text generated always as (near_name(name)) stored,
  merged_into integer,
  erased_at timestamp with time zone,
  exposure_limit bigint,
  exposure_currency character(3),
  constraint exposure_limit_in_currency CHECK (((exposure_limit IS NULL) = (exposure_currency IS NULL))),
  constraint exposure_limit_of_security CHECK (((exposure_limit IS NULL) OR (kind = 'SECURITY'::text))),
  constraint market_of_security CHECK (((kind = 'SECURITY'::text) = (market IS NOT NULL))),
  constraint merged_is_inactive CHECK (((merged_into IS NULL) OR ((status = 'INACTIVE'::text) AND (merged_into <> id)))),
  constraint parties_country_fkey FOREIGN KEY (country) REFERENCES countries(code),
  constraint parties_exposure_currency_fkey FOREIGN KEY (exposure_currency) REFERENCES currencies(code),
  constraint parties_exposure_limit_check CHECK ((exposure_limit > 0)),
  constraint parties_kind_check CHECK ((kind = ANY (ARRAY['REINSURED'::text, 'INSURED'::text, 'SECURITY'::text]))),
  constraint parties_line_limit_check CHECK (((line_limit > 0) AND (line_limit <= 100000000))),
  constraint parties_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint parties_market_check CHECK ((market = ANY (ARRAY['LOCAL'::text, 'LONDON'::text]))),
  constraint parties_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES parties(id),
  constraint parties_pkey PRIMARY KEY (id),
  constraint parties_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'INACTIVE'::text]))),
  constraint rated_by_an_agency CHECK (((rating <> ''::text) OR ((rating_agency = ''::text) AND (rated_on IS NULL)))),
  constraint security_alone_is_rated CHECK (((kind = 'SECURITY'::text) OR ((rating = ''::text) AND (market_number = ''::text) AND (line_limit IS NULL))))
);
CREATE INDEX parties_by_address ON public.parties USING btree (kind, market, address, id) WHERE (merged_into IS NULL);
CREATE INDEX parties_by_country ON public.parties USING btree (kind, market, country_name, id) WHERE (merged_into IS NULL);
CREATE INDEX parties_by_id ON public.parties USING btree (kind, market, id) WHERE (merged_into IS NULL);
CREATE INDEX parties_by_name ON public.parties USING btree (kind, name_key, id) WHERE (merged_into IS NULL);
CREATE INDEX parties_by_rating ON public.parties USING btree (kind, market, rating, id) WHERE ((merged_into IS NULL) AND (kind = 'SECURITY'::text));
CREATE INDEX parties_by_short_name ON public.parties USING btree (kind, market, short_name, id) WHERE (merged_into IS NULL);
CREATE INDEX parties_by_status ON public.parties USING btree (kind, market, status, id) WHERE (merged_into IS NULL);
CREATE INDEX parties_list ON public.parties USING btree (kind, market, name_key, id) WHERE (merged_into IS NULL);
CREATE INDEX parties_market_number ON public.parties USING btree (market_number) WHERE (market_number <> ''::text);
CREATE INDEX parties_merged ON public.parties USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX parties_near ON public.parties USING gist (near_key gist_trgm_ops (siglen='128'));
CREATE INDEX parties_registration ON public.parties USING btree (registration_number) WHERE (registration_number <> ''::text);
CREATE INDEX parties_search ON public.parties USING gin (search_text gin_trgm_ops);
CREATE UNIQUE INDEX parties_name_once ON public.parties USING btree (kind, COALESCE(market, ''::text), name_key);
CREATE TRIGGER carriers_of_merged AFTER UPDATE ON public.parties FOR EACH ROW WHEN (((new.kind = 'SECURITY'::text) AND (old.merged_into IS DISTINCT FROM new.merged_into))) EXECUTE FUNCTION carriers_of_merged();
CREATE TRIGGER country_name BEFORE INSERT OR UPDATE OF country, country_name ON public.parties FOR EACH ROW EXECUTE FUNCTION keep_country_name();

create table party_bank_accounts (
  id integer not null generated always as identity,
  party_id integer not null,
  currency character(3) not null,
  bank text not null,
  branch text not null default ''::text,
  account_name text not null,
  account_number text not null,
  swift text not null default ''::text,
  state text not null default 'PROPOSED'::text,
  version integer not null default 1,
  made_by integer not null,
  made_at timestamp with time zone not null default now(),
  decided_by integer,
  decided_at timestamp with time zone,
  reason text not null default ''::text,
  checker_waived boolean not null default false,
  ended_at timestamp with time zone,
  hands integer[] not null,
  constraint confirmed_by_someone CHECK (((state <> ALL (ARRAY['ACTIVE'::text, 'REFUSED'::text])) OR ((decided_by IS NOT NULL) AND (decided_at IS NOT NULL)))),
  constraint maker_among_hands CHECK ((made_by = ANY (hands))),
  constraint maker_is_not_checker CHECK (((decided_by IS NULL) OR checker_waived OR (decided_by <> ALL (hands)))),
  constraint party_bank_accounts_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint party_bank_accounts_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint party_bank_accounts_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint party_bank_accounts_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  constraint party_bank_accounts_pkey PRIMARY KEY (id),
  constraint party_bank_accounts_state_check CHECK ((state = ANY (ARRAY['PROPOSED'::text, 'ACTIVE'::text, 'REPLACED'::text, 'REFUSED'::text, 'WITHDRAWN'::text])))
);
CREATE INDEX party_bank_accounts_party ON public.party_bank_accounts USING btree (party_id, id);
CREATE UNIQUE INDEX bank_account_active_once ON public.party_bank_accounts USING btree (party_id, currency) WHERE (state = 'ACTIVE'::text);
CREATE UNIQUE INDEX bank_account_proposed_once ON public.party_bank_accounts USING btree (party_id, currency) WHERE (state = 'PROPOSED'::text);
CREATE TRIGGER hands_stay BEFORE UPDATE ON public.party_bank_accounts FOR EACH ROW WHEN ((NOT (new.hands @> old.hands))) EXECUTE FUNCTION keep_hands();
CREATE TRIGGER not_merged BEFORE INSERT ON public.party_bank_accounts FOR EACH ROW EXECUTE FUNCTION refuse_merged_party('party_id');

create table party_changes (
  id bigint not null generated always as identity,
  branch_id integer not null,
  party_id integer not null,
  posted_on date,
  premium bigint not null,
  starts_on date,
  ends_on date,
  policies integer not null,
  constraint party_changes_pkey PRIMARY KEY (id)
);
CREATE INDEX party_changes_party ON public.party_changes USING btree (branch_id, party_id);
create policy branch_scope on party_changes as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table party_contacts (
  id integer not null generated always as identity,
  party_id integer not null,
  "position" integer not null,
  name text not null,
  role text not null default ''::text,
  email text not null default ''::text,
  phone text not null default ''::text,
  documents text[] not null default '{}'::text[],
  constraint contact_once UNIQUE (party_id, "position") DEFERRABLE INITIALLY DEFERRED,
  constraint documents_need_an_address CHECK (((documents = '{}'::text[]) OR (email <> ''::text))),
  constraint party_contacts_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  constraint party_contacts_pkey PRIMARY KEY (id)
);
CREATE INDEX party_contacts_words ON public.party_contacts USING gin (lower(((name || ' '::text) || email)) gin_trgm_ops);

create table party_days (
  branch_id integer not null,
  party_id integer not null,
  day date not null,
  in_force integer not null,
  constraint party_days_pkey PRIMARY KEY (branch_id, party_id, day)
);
create policy branch_scope on party_days as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table party_intermediaries (
  id integer not null generated always as identity,
  party_id integer not null,
  "position" integer not null,
  name text not null,
  reference text not null default ''::text,
  email text not null default ''::text,
  constraint intermediary_once UNIQUE (party_id, "position") DEFERRABLE INITIALLY DEFERRED,
  constraint party_intermediaries_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  constraint party_intermediaries_pkey PRIMARY KEY (id)
);
CREATE INDEX party_intermediaries_words ON public.party_intermediaries USING gin (lower(((name || ' '::text) || email)) gin_trgm_ops);

create table party_merges (
  id integer not null generated always as identity,
  loser_id integer not null,
  survivor_id integer not null,
  made_by integer not null,
  made_at timestamp with time zone not null default now(),
  transaction_id xid8 not null default pg_current_xact_id(),
  constraint into_another CHECK ((loser_id <> survivor_id)),
  constraint merged_once UNIQUE (loser_id),
  constraint party_merges_loser_id_fkey FOREIGN KEY (loser_id) REFERENCES parties(id),
  constraint party_merges_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint party_merges_pkey PRIMARY KEY (id),
  constraint party_merges_survivor_id_fkey FOREIGN KEY (survivor_id) REFERENCES parties(id)
);
CREATE INDEX party_merges_survivor ON public.party_merges USING btree (survivor_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.party_merges FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table party_months (
  branch_id integer not null,
  party_id integer not null,
  month date not null,
  premium bigint not null,
  in_force integer not null,
  constraint party_months_pkey PRIMARY KEY (branch_id, party_id, month)
);
create policy branch_scope on party_months as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table party_papers (
  document_id integer not null,
  branch_id integer not null,
  party_id integer not null,
  record_kind text not null,
  constraint party_papers_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint party_papers_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id),
  constraint party_papers_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  constraint party_papers_pkey PRIMARY KEY (document_id)
);
CREATE INDEX party_papers_party ON public.party_papers USING btree (party_id, document_id DESC) INCLUDE (branch_id, record_kind);
create policy branch_scope on party_papers as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create view party_references as
 SELECT ((c.conrelid)::regclass)::text AS relation,
    (a.attname)::text AS field,
    (EXISTS ( SELECT 1
           FROM pg_attribute s
          WHERE ((s.attrelid = c.conrelid) AND (s.attname = 'search_text'::name)))) AS searched
   FROM (pg_constraint c
     JOIN pg_attribute a ON (((a.attrelid = c.conrelid) AND (a.attnum = c.conkey[1]))))
  WHERE ((c.contype = 'f'::"char") AND (c.confrelid = ('parties'::regclass)::oid) AND (c.conrelid <> ALL (ARRAY[('parties'::regclass)::oid, ('party_merges'::regclass)::oid, ('party_contacts'::regclass)::oid, ('party_intermediaries'::regclass)::oid, ('party_bank_accounts'::regclass)::oid])));

create table passkey_challenges (
  session_id uuid not null,
  challenge text not null,
  expires_at timestamp with time zone not null,
  constraint passkey_challenges_pkey PRIMARY KEY (session_id),
  constraint passkey_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id)
);

create table passkeys (
  id integer not null generated always as identity,
  user_id integer not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}'::text[],
  name text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkey_once UNIQUE (credential_id),
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id, id);
CREATE CONSTRAINT TRIGGER rights_changed AFTER INSERT OR DELETE OR UPDATE OF user_id ON public.passkeys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION rights_changed();

create table password_links (
  token_hash bytea not null,
  user_id integer not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint password_links_pkey PRIMARY KEY (token_hash),
  constraint password_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table past_holds (
  branch_id integer not null,
  voucher_id integer not null,
  version integer not null,
  part_id integer not null,
  amount bigint not null,
  advanced bigint not null,
  held_from date not null,
  held_until date not null,
  constraint advanced_within_hold CHECK (((advanced >= 0) AND (advanced <= amount))),
  constraint held_over_night CHECK ((held_until > held_from)),
  constraint past_holds_amount_check CHECK ((amount > 0)),
  constraint past_holds_part_id_fkey FOREIGN KEY (part_id) REFERENCES note_parts(id),
  constraint past_holds_pkey PRIMARY KEY (voucher_id, version, part_id),
  constraint past_holds_voucher_id_fkey FOREIGN KEY (voucher_id) REFERENCES vouchers(id)
);
CREATE INDEX past_holds_until ON public.past_holds USING btree (branch_id, held_until) INCLUDE (held_from);
create policy branch_scope on past_holds as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table payer_names (
  id integer not null generated always as identity,
  known_by text not null,
  party_id integer not null,
  learned_by integer not null,
  learned_at timestamp with time zone not null,
  constraint payer_names_learned_by_fkey FOREIGN KEY (learned_by) REFERENCES users(id),
  constraint payer_names_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  constraint payer_names_pkey PRIMARY KEY (id)
);
CREATE INDEX payer_names_known ON public.payer_names USING btree (known_by, party_id);
CREATE INDEX payer_names_party ON public.payer_names USING btree (party_id);

create table payment_file_vouchers (
  branch_id integer not null,
  file_id integer not null,
  voucher_id integer not null,
  amount bigint not null,
  live boolean not null default true,
  constraint payment_file_vouchers_amount_check CHECK ((amount > 0)),
  constraint payment_file_vouchers_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint payment_file_vouchers_file_id_fkey FOREIGN KEY (file_id) REFERENCES payment_files(id),
  constraint payment_file_vouchers_pkey PRIMARY KEY (file_id, voucher_id),
  constraint payment_file_vouchers_voucher_id_fkey FOREIGN KEY (voucher_id) REFERENCES vouchers(id)
);
CREATE UNIQUE INDEX voucher_in_one_file ON public.payment_file_vouchers USING btree (voucher_id) WHERE live;
create policy branch_scope on payment_file_vouchers as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table payment_files (
  id integer not null generated always as identity,
  branch_id integer not null,
  bank_account_id integer not null,
  day date not null,
  currency character(3) not null,
  vouchers integer not null,
  total bigint not null,
  status text not null,
  version integer not null default 1,
  made_by integer not null,
  made_at timestamp with time zone not null,
  approved_by integer,
  approved_at timestamp with time zone,
  withdrawn_by integer,
  withdrawn_at timestamp with time zone,
  withdrawn_reason text,
  xml text,
  constraint file_is_written CHECK (((status = 'WITHDRAWN'::text) OR ((status = 'READY'::text) = (xml IS NOT NULL)))),
  constraint maker_is_not_approver CHECK (((approved_by IS NULL) OR (approved_by <> made_by))),
  constraint payment_files_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES users(id),
  constraint payment_files_bank_account_id_fkey FOREIGN KEY (bank_account_id) REFERENCES bank_accounts(id),
  constraint payment_files_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint payment_files_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint payment_files_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint payment_files_pkey PRIMARY KEY (id),
  constraint payment_files_status_check CHECK ((status = ANY (ARRAY['WAITING'::text, 'READY'::text, 'WITHDRAWN'::text]))),
  constraint payment_files_total_check CHECK ((total > 0)),
  constraint payment_files_vouchers_check CHECK ((vouchers > 0)),
  constraint payment_files_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES users(id),
  constraint withdrawn_with_reason CHECK ((((status = 'WITHDRAWN'::text) = (withdrawn_by IS NOT NULL)) AND ((withdrawn_by IS NULL) = (withdrawn_at IS NULL)) AND ((withdrawn_by IS NULL) = (withdrawn_reason IS NULL))))
);
CREATE INDEX payment_files_day ON public.payment_files USING btree (branch_id, day DESC, id DESC);
CREATE INDEX payment_files_newest ON public.payment_files USING btree (branch_id, id DESC);
create policy branch_scope on payment_files as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table payment_terms (
  id integer not null generated always as identity,
  code text not null,
  label text not null,
  enabled boolean not null default true,
  "position" integer not null,
  version integer not null default 1,
  constraint payment_terms_code_once UNIQUE (code),
  constraint payment_terms_pkey PRIMARY KEY (id)
);

create table pending_sign_ins (
  token_hash bytea not null,
  user_id integer not null,
  password_digest bytea not null,
  challenge text,
  expires_at timestamp with time zone not null,
  constraint pending_sign_ins_pkey PRIMARY KEY (token_hash),
  constraint pending_sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX pending_sign_ins_user ON public.pending_sign_ins USING btree (user_id);

create table placement_templates (
  id integer not null generated always as identity,
  branch_id integer,
  market text not null,
  cover_type_id integer not null,
  name text not null,
  name_key text not null,
  search_text text not null,
  status text not null default 'ACTIVE'::text,
  version integer not null default 1,
  terms jsonb not null,
  made_by integer not null,
  made_at timestamp with time zone not null,
  edited_at timestamp with time zone not null,
  constraint placement_templates_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint placement_templates_cover_type_id_fkey FOREIGN KEY (cover_type_id) REFERENCES cover_types(id),
  constraint placement_templates_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint placement_templates_market_check CHECK ((market = ANY (ARRAY['LOCAL'::text, 'LONDON'::text]))),
  constraint placement_templates_pkey PRIMARY KEY (id),
  constraint placement_templates_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'INACTIVE'::text])))
);
CREATE INDEX placement_templates_class ON public.placement_templates USING btree (cover_type_id);
CREATE INDEX placement_templates_name ON public.placement_templates USING btree (branch_id, name_key, id);
CREATE INDEX placement_templates_newest ON public.placement_templates USING btree (branch_id, id DESC);
CREATE UNIQUE INDEX template_name_once ON public.placement_templates USING btree (COALESCE(branch_id, 0), market, name_key);
create policy branch_scope on placement_templates as permissive for all using (((branch_id IS NULL) OR (branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])))) with check (((branch_id IS NULL) OR (branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))));

create table plan_changes (
  id integer not null generated always as identity,
  branch_id integer not null,
  endorsement_id integer not null,
  note_id integer not null,
  day date not null,
  before jsonb not null,
  after jsonb not null,
  constraint plan_changed_once UNIQUE (endorsement_id, note_id),
  constraint plan_changes_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint plan_changes_endorsement_id_fkey FOREIGN KEY (endorsement_id) REFERENCES endorsements(id),
  constraint plan_changes_note_id_fkey FOREIGN KEY (note_id) REFERENCES notes(id),
  constraint plan_changes_pkey PRIMARY KEY (id)
);
CREATE INDEX plan_changes_note ON public.plan_changes USING btree (note_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.plan_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
create policy branch_scope on plan_changes as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table policies (
  id integer not null generated always as identity,
  branch_id integer not null,
  market text not null,
  broker_reference text not null,
  status text not null default 'DRAFT'::text,
  version integer not null default 1,
  reinsured_id integer not null,
  insured_id integer not null,
  cover_type_id integer not null,
  date_offered date not null,
  insurance_start_date date not null,
  insurance_end_date date not null,
  currency character(3) not null,
  sum_insured bigint not null,
  premium_rate bigint,
  premium bigint not null,
  fac bigint not null,
  cedant_commission bigint not null,
  brokerage bigint not null,
  cedant_policy_number text not null default ''::text,
  interest text not null default ''::text,
  excess text not null default ''::text,
  excess_amount bigint,
  territory text not null default ''::text,
  payment_terms text not null,
  remittance_days integer not null default 30,
  warranty_kind text,
  warranty_days integer,
  placed bigint not null default 0,
  fac_premium bigint not null default 0,
  commission_total bigint not null default 0,
  brokerage_total bigint not null default 0,
  tax_total bigint not null default 0,
  net_total bigint not null default 0,
  debit_note_total bigint not null default 0,
  posted_on date,
  exchange_rate bigint,
  base_fac_premium bigint,
  base_brokerage bigint,
  made_by integer not null,
  edited_by integer not null,
  submitted_at timestamp with time zone,
  decided_by integer,
  decided_at timestamp with time zone,
  decision_reason text,
  checker_waived boolean not null default false,
  search_text text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  endorsement_count integer not null default 0,
  endorsed_sum_insured bigint,
  endorsed_premium bigint not null default 0,
  endorsed_fac_premium bigint not null default 0,
  endorsed_brokerage bigint not null default 0,
  endorsed_end_date date,
  cancelled_from date,
  renewed_from_id integer,
  not_renewed_reason text,
  current_fac_premium bigint generated always as ((fac_premium + endorsed_fac_premium)) stored,
  cover_end_date date generated always as (COALESCE(endorsed_end_date, insurance_end_date)) stored,
  adjustment_basis text not null default ''::text,
  adjustment_rate bigint,
  minimum_premium bigint,
  figures_rule smallint not null default 2,
  minimum_kept text not null default 'FULL'::text,
  hands integer[] not null,
  decided_before_hands boolean not null default false,
  conditions text not null default ''::text,
  endorsed_insured_id integer,
  current_insured_id integer generated always as (COALESCE(endorsed_insured_id, insured_id)) stored,
  risk_country character(2),
  limit_basis text not null default 'EACH_LOSS'::text,
  fees_within_limit boolean not null default false,
  reinstatement_percent bigint,
  reinstatement_as_to_time boolean not null default false,
  cover_trigger text not null default 'OCCURRENCE'::text,
  retroactive_on date,
  notification_days integer,
  cash_loss_limit bigint,
  producer_id integer not null,
  constraint adjustment_whole CHECK ((((adjustment_rate IS NULL) = (minimum_premium IS NULL)) AND ((adjustment_rate IS NULL) OR (adjustment_basis <> ''::text)))),
  constraint cash_loss_limit_positive CHECK ((cash_loss_limit > 0)),
  constraint cover_trigger_known CHECK ((cover_trigger = ANY (ARRAY['OCCURRENCE'::text, 'CLAIMS_MADE'::text]))),
  constraint decided_with_decision CHECK (((status = ANY (ARRAY['APPROVED'::text, 'REJECTED'::text])) <= (decided_by IS NOT NULL))),
  constraint figures_rule_known CHECK ((figures_rule = ANY (ARRAY[1, 2]))),
  constraint limit_basis_known CHECK ((limit_basis = ANY (ARRAY['EACH_LOSS'::text, 'AGGREGATE'::text]))),
  constraint maker_among_hands CHECK (((made_by = ANY (hands)) AND (edited_by = ANY (hands)))),
  constraint maker_is_not_checker CHECK (((decided_by IS NULL) OR checker_waived OR ((decided_by <> made_by) AND (decided_by <> edited_by) AND (decided_before_hands OR (decided_by <> ALL (hands)))))),
  constraint minimum_kept_known CHECK ((minimum_kept = ANY (ARRAY['FULL'::text, 'PRO_RATA'::text]))),
  constraint notification_days_known CHECK (((notification_days >= 1) AND (notification_days <= 3650))),
  constraint placed_within_order CHECK ((placed <= fac)),
  constraint policies_adjustment_rate_check CHECK (((adjustment_rate > 0) AND (adjustment_rate <= 100000000))),
  constraint policies_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint policies_brokerage_check CHECK (((brokerage >= 0) AND (brokerage <= 100000000))),
  constraint policies_cedant_commission_check CHECK (((cedant_commission >= 0) AND (cedant_commission <= 100000000))),
  constraint policies_cover_type_id_fkey FOREIGN KEY (cover_type_id) REFERENCES cover_types(id),
  constraint policies_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint policies_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint policies_edited_by_fkey FOREIGN KEY (edited_by) REFERENCES users(id),
  constraint policies_endorsed_insured_id_fkey FOREIGN KEY (endorsed_insured_id) REFERENCES parties(id),
  constraint policies_excess_amount_check CHECK ((excess_amount >= 0)),
  constraint policies_fac_check CHECK (((fac > 0) AND (fac <= 100000000))),
  constraint policies_insured_id_fkey FOREIGN KEY (insured_id) REFERENCES parties(id),
  constraint policies_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint policies_market_check CHECK ((market = ANY (ARRAY['LOCAL'::text, 'LONDON'::text]))),
  constraint policies_minimum_premium_check CHECK ((minimum_premium >= 0)),
  constraint policies_pkey PRIMARY KEY (id),
  constraint policies_premium_check CHECK ((premium > 0)),
  constraint policies_producer_id_fkey FOREIGN KEY (producer_id) REFERENCES users(id),
  constraint policies_reinsured_id_fkey FOREIGN KEY (reinsured_id) REFERENCES parties(id),
  constraint policies_remittance_days_check CHECK (((remittance_days >= 0) AND (remittance_days <= 365))),
  constraint policies_renewed_from_id_fkey FOREIGN KEY (renewed_from_id) REFERENCES policies(id),
  constraint policies_risk_country_fkey FOREIGN KEY (risk_country) REFERENCES countries(code),
  constraint policies_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'PENDING'::text, 'APPROVED'::text, 'REJECTED'::text, 'DISABLED'::text]))),
  constraint policies_sum_insured_check CHECK ((sum_insured > 0)),
  constraint policies_warranty_days_check CHECK (((warranty_days >= 1) AND (warranty_days <= 365))),
  constraint policies_warranty_kind_check CHECK ((warranty_kind = ANY (ARRAY['PPW'::text, 'PPC'::text]))),
  constraint policy_period CHECK ((insurance_end_date >= insurance_start_date)),
  constraint policy_reference_once UNIQUE (broker_reference),
  constraint premium_within_sum_insured CHECK ((premium <= sum_insured)),
  constraint reinstatement_percent_known CHECK (((reinstatement_percent >= 0) AND (reinstatement_percent <= 1000000000))),
  constraint retroactive_when_claims_made CHECK (((retroactive_on IS NULL) OR (cover_trigger = 'CLAIMS_MADE'::text))),
  constraint signed_in_full CHECK (((status <> 'APPROVED'::text) OR (placed = fac)))
);
CREATE INDEX policies_adjustable ON public.policies USING btree (branch_id, cover_end_date, id) WHERE ((adjustment_rate IS NOT NULL) AND (status = 'APPROVED'::text));
CREATE INDEX policies_cancelled ON public.policies USING btree (branch_id, market, id DESC) WHERE (cancelled_from IS NOT NULL);
CREATE INDEX policies_class ON public.policies USING btree (cover_type_id, branch_id, id DESC) INCLUDE (market, status, insurance_start_date, cover_end_date, cancelled_from);
CREATE INDEX policies_cover_end ON public.policies USING btree (branch_id, market, cover_end_date DESC, id DESC) INCLUDE (status, insurance_start_date, cancelled_from);
CREATE INDEX policies_currency ON public.policies USING btree (branch_id, market, currency, id DESC);
CREATE INDEX policies_current_premium ON public.policies USING btree (branch_id, market, currency DESC, current_fac_premium DESC, id DESC);
CREATE INDEX policies_endorsed_insured ON public.policies USING btree (endorsed_insured_id, branch_id) WHERE (endorsed_insured_id IS NOT NULL);
CREATE INDEX policies_expiring ON public.policies USING btree (branch_id, cover_end_date, id) INCLUDE (currency, market, reinsured_id, cover_type_id, current_fac_premium, base_fac_premium, endorsement_count, not_renewed_reason) WHERE ((status = 'APPROVED'::text) AND (cancelled_from IS NULL));
CREATE INDEX policies_insured ON public.policies USING btree (insured_id, branch_id);
CREATE INDEX policies_newest ON public.policies USING btree (branch_id, market, id DESC) INCLUDE (status, cover_type_id, currency, reinsured_id, producer_id, insurance_start_date, cover_end_date, cancelled_from);
CREATE INDEX policies_not_renewed ON public.policies USING btree (branch_id, cover_end_date, id) WHERE ((status = 'APPROVED'::text) AND (not_renewed_reason IS NOT NULL));
CREATE INDEX policies_numbered_by_cedant ON public.policies USING btree (reinsured_id, lower(cedant_policy_number)) WHERE (cedant_policy_number <> ''::text);
CREATE INDEX policies_of_cedant ON public.policies USING btree (reinsured_id, branch_id, insurance_start_date) WHERE (cedant_policy_number <> ''::text);
CREATE INDEX policies_of_party ON public.policies USING btree (reinsured_id) INCLUDE (branch_id, posted_on, base_fac_premium, insurance_start_date, cover_end_date) WHERE (status = 'APPROVED'::text);
CREATE INDEX policies_posted ON public.policies USING btree (branch_id, posted_on) WHERE (posted_on IS NOT NULL);
CREATE INDEX policies_produced ON public.policies USING btree (branch_id, posted_on DESC, id DESC) INCLUDE (currency, broker_reference, fac_premium, brokerage_total, base_fac_premium, base_brokerage) WHERE ((status = 'APPROVED'::text) AND (posted_on IS NOT NULL));
CREATE INDEX policies_producer ON public.policies USING btree (producer_id, branch_id, id DESC) INCLUDE (market, status, insurance_start_date, cover_end_date, cancelled_from);
CREATE INDEX policies_reference ON public.policies USING btree (branch_id, market, broker_reference DESC, id DESC);
CREATE INDEX policies_reinsured ON public.policies USING btree (reinsured_id, branch_id, id DESC) INCLUDE (market, status, insurance_start_date, cover_end_date, cancelled_from);
CREATE INDEX policies_renewal_premium ON public.policies USING btree (branch_id, currency, current_fac_premium, id) WHERE ((status = 'APPROVED'::text) AND (cancelled_from IS NULL));
CREATE INDEX policies_renewal_reference ON public.policies USING btree (branch_id, broker_reference, id) WHERE ((status = 'APPROVED'::text) AND (cancelled_from IS NULL));
CREATE INDEX policies_renewing ON public.policies USING btree (branch_id, id) WHERE (renewed_from_id IS NOT NULL);
CREATE INDEX policies_start ON public.policies USING btree (branch_id, market, insurance_start_date DESC, id DESC);
CREATE INDEX policies_status ON public.policies USING btree (branch_id, status, id DESC);
CREATE INDEX policies_taken_back ON public.policies USING btree (branch_id, posted_on DESC, id DESC) WHERE ((status = 'DISABLED'::text) AND (posted_on IS NOT NULL));
CREATE UNIQUE INDEX renewed_once ON public.policies USING btree (renewed_from_id) INCLUDE (branch_id, status) WHERE ((renewed_from_id IS NOT NULL) AND (status <> 'DISABLED'::text));
CREATE TRIGGER claims_follow AFTER UPDATE OF reinsured_id, cover_type_id ON public.policies FOR EACH ROW WHEN (((old.reinsured_id IS DISTINCT FROM new.reinsured_id) OR (old.cover_type_id IS DISTINCT FROM new.cover_type_id))) EXECUTE FUNCTION claims_of_policy();
CREATE TRIGGER expiry_begins AFTER INSERT ON public.policies FOR EACH ROW WHEN ((new.status = 'APPROVED'::text)) EXECUTE FUNCTION expiry_of_policy();
CREATE TRIGGER expiry_changes AFTER UPDATE ON public.policies FOR EACH ROW WHEN ((((old.status = 'APPROVED'::text) OR (new.status = 'APPROVED'::text)) AND (((((((((old.branch_id IS DISTINCT FROM new.branch_id) OR (old.status IS DISTINCT FROM new.status)) OR (old.market IS DISTINCT FROM new.market)) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.cover_end_date IS DISTINCT FROM new.cover_end_date)) OR (old.cancelled_from IS DISTINCT FROM new.cancelled_from)) OR (old.current_fac_premium IS DISTINCT FROM new.current_fac_premium)) OR (old.base_fac_premium IS DISTINCT FROM new.base_fac_premium)) OR (old.not_renewed_reason IS DISTINCT FROM new.not_renewed_reason)))) EXECUTE FUNCTION expiry_of_policy();
CREATE TRIGGER expiry_renewed AFTER UPDATE ON public.policies FOR EACH ROW WHEN ((((old.renewed_from_id IS NOT NULL) OR (new.renewed_from_id IS NOT NULL)) AND ((old.renewed_from_id IS DISTINCT FROM new.renewed_from_id) OR (old.status IS DISTINCT FROM new.status)))) EXECUTE FUNCTION expiry_of_renewal();
CREATE TRIGGER expiry_renewed_begins AFTER INSERT ON public.policies FOR EACH ROW WHEN ((new.renewed_from_id IS NOT NULL)) EXECUTE FUNCTION expiry_of_renewal();
CREATE TRIGGER hands_begin BEFORE INSERT ON public.policies FOR EACH ROW WHEN (new.decided_before_hands) EXECUTE FUNCTION keep_hands();
CREATE TRIGGER hands_stay BEFORE UPDATE ON public.policies FOR EACH ROW WHEN (((NOT (new.hands @> old.hands)) OR (new.decided_before_hands AND (NOT old.decided_before_hands)))) EXECUTE FUNCTION keep_hands();
CREATE TRIGGER not_merged_endorsed_insured BEFORE INSERT OR UPDATE OF endorsed_insured_id ON public.policies FOR EACH ROW EXECUTE FUNCTION refuse_merged_party('endorsed_insured_id');
CREATE TRIGGER not_merged_insured BEFORE INSERT OR UPDATE OF insured_id ON public.policies FOR EACH ROW EXECUTE FUNCTION refuse_merged_party('insured_id');
CREATE TRIGGER not_merged_reinsured BEFORE INSERT OR UPDATE OF reinsured_id ON public.policies FOR EACH ROW EXECUTE FUNCTION refuse_merged_party('reinsured_id');
CREATE TRIGGER parties_begin AFTER INSERT ON public.policies FOR EACH ROW WHEN ((new.status = 'APPROVED'::text)) EXECUTE FUNCTION parties_of_policy();
CREATE TRIGGER parties_change AFTER UPDATE ON public.policies FOR EACH ROW WHEN ((((old.status = 'APPROVED'::text) OR (new.status = 'APPROVED'::text) OR (old.posted_on IS NOT NULL)) AND ((((((((((old.branch_id IS DISTINCT FROM new.branch_id) OR (old.status IS DISTINCT FROM new.status)) OR (old.posted_on IS DISTINCT FROM new.posted_on)) OR (old.reinsured_id IS DISTINCT FROM new.reinsured_id)) OR (old.current_insured_id IS DISTINCT FROM new.current_insured_id)) OR (old.fac_premium IS DISTINCT FROM new.fac_premium)) OR (old.base_fac_premium IS DISTINCT FROM new.base_fac_premium)) OR (old.insurance_start_date IS DISTINCT FROM new.insurance_start_date)) OR (old.cover_end_date IS DISTINCT FROM new.cover_end_date)) OR (old.cancelled_from IS DISTINCT FROM new.cancelled_from)))) EXECUTE FUNCTION parties_of_policy();
CREATE TRIGGER production_begins AFTER INSERT ON public.policies FOR EACH ROW WHEN ((new.status = 'APPROVED'::text)) EXECUTE FUNCTION production_of_policy();
CREATE TRIGGER production_changes AFTER UPDATE ON public.policies FOR EACH ROW WHEN ((((old.status = 'APPROVED'::text) OR (new.status = 'APPROVED'::text) OR (old.posted_on IS NOT NULL)) AND (((((((((((((old.branch_id IS DISTINCT FROM new.branch_id) OR (old.status IS DISTINCT FROM new.status)) OR (old.posted_on IS DISTINCT FROM new.posted_on)) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.cover_type_id IS DISTINCT FROM new.cover_type_id)) OR (old.reinsured_id IS DISTINCT FROM new.reinsured_id)) OR (old.producer_id IS DISTINCT FROM new.producer_id)) OR (old.market IS DISTINCT FROM new.market)) OR (old.renewed_from_id IS DISTINCT FROM new.renewed_from_id)) OR (old.fac_premium IS DISTINCT FROM new.fac_premium)) OR (old.brokerage_total IS DISTINCT FROM new.brokerage_total)) OR (old.base_fac_premium IS DISTINCT FROM new.base_fac_premium)) OR (old.base_brokerage IS DISTINCT FROM new.base_brokerage)))) EXECUTE FUNCTION production_of_policy();
CREATE TRIGGER text_begins AFTER INSERT ON public.policies FOR EACH ROW EXECUTE FUNCTION text_of_policy();
CREATE TRIGGER text_changes AFTER UPDATE ON public.policies FOR EACH ROW WHEN (((((((((old.branch_id IS DISTINCT FROM new.branch_id) OR (old.market IS DISTINCT FROM new.market)) OR (old.broker_reference IS DISTINCT FROM new.broker_reference)) OR (old.insurance_start_date IS DISTINCT FROM new.insurance_start_date)) OR (old.cover_end_date IS DISTINCT FROM new.cover_end_date)) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.current_fac_premium IS DISTINCT FROM new.current_fac_premium)) OR (old.search_text IS DISTINCT FROM new.search_text))) EXECUTE FUNCTION text_of_policy();
create policy branch_scope on policies as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table policy_clauses (
  branch_id integer not null,
  policy_id integer not null,
  "position" integer not null,
  clause_id integer not null,
  wording_version integer not null,
  constraint clause_wording_kept FOREIGN KEY (clause_id, wording_version) REFERENCES clause_wordings(clause_id, version),
  constraint policy_clauses_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint policy_clauses_clause_id_fkey FOREIGN KEY (clause_id) REFERENCES clauses(id),
  constraint policy_clauses_pkey PRIMARY KEY (policy_id, clause_id),
  constraint policy_clauses_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id)
);
CREATE INDEX policy_clauses_clause ON public.policy_clauses USING btree (clause_id, branch_id, policy_id);
create policy branch_scope on policy_clauses as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table policy_instalments (
  id integer not null generated always as identity,
  branch_id integer not null,
  policy_id integer not null,
  sequence integer not null,
  due_on date not null,
  amount bigint not null,
  constraint policy_instalment_once UNIQUE (policy_id, sequence),
  constraint policy_instalments_amount_check CHECK ((amount > 0)),
  constraint policy_instalments_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint policy_instalments_pkey PRIMARY KEY (id),
  constraint policy_instalments_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id),
  constraint policy_instalments_sequence_check CHECK ((sequence > 0))
);
create policy branch_scope on policy_instalments as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table policy_lines (
  id integer not null generated always as identity,
  branch_id integer not null,
  policy_id integer not null,
  "position" integer not null,
  security_id integer not null,
  offer bigint not null,
  share bigint not null,
  commission bigint,
  brokerage bigint,
  share_premium bigint not null,
  commission_amount bigint not null,
  brokerage_amount bigint not null,
  tax_amount bigint not null,
  deductions bigint not null,
  net_payable bigint not null,
  written bigint,
  to_stand boolean not null default false,
  stamp text not null default ''::text,
  quoted_on date,
  quote_reference text not null default ''::text,
  written_on date,
  reference text not null default ''::text,
  signed_on date,
  signing_reference text not null default ''::text,
  notified_on date,
  notified_to text not null default ''::text,
  notified_by integer,
  notified_at timestamp with time zone,
  accepted_by text not null default ''::text,
  constraint line_adds_up CHECK (((net_payable = (share_premium - deductions)) AND (deductions = ((commission_amount + brokerage_amount) + tax_amount)))),
  constraint policy_lines_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint policy_lines_brokerage_check CHECK (((brokerage >= 0) AND (brokerage <= 100000000))),
  constraint policy_lines_commission_check CHECK (((commission >= 0) AND (commission <= 100000000))),
  constraint policy_lines_notified_by_fkey FOREIGN KEY (notified_by) REFERENCES users(id),
  constraint policy_lines_offer_check CHECK (((offer >= 0) AND (offer <= 100000000))),
  constraint policy_lines_pkey PRIMARY KEY (id),
  constraint policy_lines_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id),
  constraint policy_lines_security_id_fkey FOREIGN KEY (security_id) REFERENCES parties(id),
  constraint policy_lines_share_check CHECK (((share >= 0) AND (share <= 100000000))),
  constraint policy_lines_written_check CHECK (((written >= 0) AND (written <= 100000000))),
  constraint security_once UNIQUE (policy_id, security_id)
);
CREATE INDEX policy_lines_security ON public.policy_lines USING btree (security_id, branch_id, policy_id) INCLUDE (share, share_premium);
CREATE TRIGGER not_merged BEFORE INSERT OR UPDATE OF security_id ON public.policy_lines FOR EACH ROW EXECUTE FUNCTION refuse_merged_party('security_id');
CREATE TRIGGER parties_of_changed_lines AFTER UPDATE ON public.policy_lines REFERENCING OLD TABLE AS old_lines NEW TABLE AS now_lines FOR EACH STATEMENT EXECUTE FUNCTION parties_of_policy_lines();
CREATE TRIGGER parties_of_lines_gone AFTER DELETE ON public.policy_lines REFERENCING OLD TABLE AS old_lines FOR EACH STATEMENT EXECUTE FUNCTION parties_of_policy_lines();
CREATE TRIGGER parties_of_new_lines AFTER INSERT ON public.policy_lines REFERENCING NEW TABLE AS now_lines FOR EACH STATEMENT EXECUTE FUNCTION parties_of_policy_lines();
create policy branch_scope on policy_lines as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table policy_taxes (
  id integer not null generated always as identity,
  branch_id integer not null,
  policy_id integer not null,
  line_id integer not null,
  tax_id integer not null,
  rate bigint not null,
  basis text not null,
  borne_by text not null,
  amount bigint not null,
  charge text,
  minimum bigint,
  constraint policy_taxes_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint policy_taxes_charge_check CHECK ((charge = ANY (ARRAY['FLAT'::text, 'MINIMUM'::text]))),
  constraint policy_taxes_line_id_fkey FOREIGN KEY (line_id) REFERENCES policy_lines(id) ON DELETE CASCADE,
  constraint policy_taxes_pkey PRIMARY KEY (id),
  constraint policy_taxes_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id),
  constraint policy_taxes_tax_id_fkey FOREIGN KEY (tax_id) REFERENCES taxes(id)
);
CREATE INDEX policy_taxes_policy ON public.policy_taxes USING btree (policy_id);
create policy branch_scope on policy_taxes as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table policy_texts (
  id integer not null,
  branch_id integer not null,
  market text not null,
  broker_reference text not null,
  insurance_start_date date not null,
  cover_end_date date not null,
  current_fac_premium bigint not null,
  search_text text not null,
  currency character(3) not null,
  constraint policy_texts_pkey PRIMARY KEY (id)
);
CREATE INDEX policy_texts_begins ON public.policy_texts USING btree (lower(broker_reference) text_pattern_ops);
CREATE INDEX policy_texts_ends ON public.policy_texts USING btree (reverse(lower(broker_reference)) text_pattern_ops);
CREATE INDEX policy_texts_local ON public.policy_texts USING gin (search_text gin_trgm_ops) WHERE (market = 'LOCAL'::text);
CREATE INDEX policy_texts_london ON public.policy_texts USING gin (search_text gin_trgm_ops) WHERE (market = 'LONDON'::text);
create policy branch_scope on policy_texts as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create view production as
 SELECT policies.id,
    policies.branch_id,
    policies.id AS policy_id,
    NULL::integer AS endorsement_id,
    policies.broker_reference AS number,
    policies.posted_on,
    policies.currency,
    policies.fac_premium,
    policies.brokerage_total AS brokerage,
    policies.base_fac_premium,
    policies.base_brokerage,
    1 AS policies
   FROM policies
  WHERE ((policies.status = 'APPROVED'::text) AND (policies.posted_on IS NOT NULL))
UNION ALL
 SELECT endorsements.id,
    endorsements.branch_id,
    endorsements.policy_id,
    endorsements.id AS endorsement_id,
    endorsements.number,
    endorsements.posted_on,
    endorsements.currency,
    endorsements.fac_premium,
    endorsements.brokerage_total AS brokerage,
    endorsements.base_fac_premium,
    endorsements.base_brokerage,
    0 AS policies
   FROM endorsements
  WHERE ((endorsements.status = 'APPROVED'::text) AND (endorsements.posted_on IS NOT NULL))
UNION ALL
 SELECT policies.id,
    policies.branch_id,
    policies.id AS policy_id,
    NULL::integer AS endorsement_id,
    policies.broker_reference AS number,
    policies.posted_on,
    policies.currency,
    policies.fac_premium,
    policies.brokerage_total AS brokerage,
    policies.base_fac_premium,
    policies.base_brokerage,
    1 AS policies
   FROM policies
  WHERE ((policies.status = 'DISABLED'::text) AND (policies.posted_on IS NOT NULL))
UNION ALL
 SELECT p.id,
    p.branch_id,
    p.id AS policy_id,
    NULL::integer AS endorsement_id,
    p.broker_reference AS number,
    e.day AS posted_on,
    p.currency,
    (- p.fac_premium) AS fac_premium,
    (- p.brokerage_total) AS brokerage,
    (- p.base_fac_premium) AS base_fac_premium,
    (- p.base_brokerage) AS base_brokerage,
    '-1'::integer AS policies
   FROM (policies p
     JOIN journal_entries e ON (((e.source_kind = 'policy'::text) AND (e.source_id = p.id) AND (e.event = 'POLICY_DISABLED'::text))))
  WHERE ((p.status = 'DISABLED'::text) AND (p.posted_on IS NOT NULL));

create table production_changes (
  id bigint not null generated always as identity,
  branch_id integer not null,
  month date not null,
  currency character(3) not null,
  cover_type_id integer not null,
  reinsured_id integer not null,
  producer_id integer not null,
  market text not null,
  type text not null,
  policies integer not null,
  fac_premium bigint not null,
  brokerage bigint not null,
  base_fac_premium bigint not null,
  base_brokerage bigint not null,
  constraint production_changes_market_check CHECK ((market = ANY (ARRAY['LOCAL'::text, 'LONDON'::text]))),
  constraint production_changes_pkey PRIMARY KEY (id),
  constraint production_changes_type_check CHECK ((type = ANY (ARRAY['NEW'::text, 'RENEWAL'::text, 'AP'::text, 'RP'::text, 'EXT'::text, 'NIL'::text, 'SEC'::text, 'CANCEL_PRORATA'::text, 'CANCEL_SHORT'::text, 'CANCEL_FLAT'::text])))
);
create policy branch_scope on production_changes as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table production_months (
  branch_id integer not null,
  month date not null,
  currency character(3) not null,
  cover_type_id integer not null,
  reinsured_id integer not null,
  producer_id integer not null,
  market text not null,
  type text not null,
  policies integer not null,
  fac_premium bigint not null,
  brokerage bigint not null,
  base_fac_premium bigint not null,
  base_brokerage bigint not null,
  constraint production_months_market_check CHECK ((market = ANY (ARRAY['LOCAL'::text, 'LONDON'::text]))),
  constraint production_months_pkey PRIMARY KEY (branch_id, month, currency, cover_type_id, reinsured_id, producer_id, market, type),
  constraint production_months_type_check CHECK ((type = ANY (ARRAY['NEW'::text, 'RENEWAL'::text, 'AP'::text, 'RP'::text, 'EXT'::text, 'NIL'::text, 'SEC'::text, 'CANCEL_PRORATA'::text, 'CANCEL_SHORT'::text, 'CANCEL_FLAT'::text])))
);
create policy branch_scope on production_months as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create view production_newest as
( SELECT policies.id,
    policies.branch_id,
    policies.id AS policy_id,
    NULL::integer AS endorsement_id,
    policies.broker_reference AS number,
    policies.posted_on,
    policies.currency,
    policies.fac_premium,
    policies.brokerage_total AS brokerage,
    policies.base_fac_premium,
    policies.base_brokerage,
    1 AS policies
   FROM policies
  WHERE ((policies.status = 'APPROVED'::text) AND (policies.posted_on IS NOT NULL))
  ORDER BY policies.posted_on DESC, policies.id DESC)
UNION ALL
( SELECT endorsements.id,
    endorsements.branch_id,
    endorsements.policy_id,
    endorsements.id AS endorsement_id,
    endorsements.number,
    endorsements.posted_on,
    endorsements.currency,
    endorsements.fac_premium,
    endorsements.brokerage_total AS brokerage,
    endorsements.base_fac_premium,
    endorsements.base_brokerage,
    0 AS policies
   FROM endorsements
  WHERE ((endorsements.status = 'APPROVED'::text) AND (endorsements.posted_on IS NOT NULL))
  ORDER BY endorsements.posted_on DESC, endorsements.id DESC)
UNION ALL
( SELECT policies.id,
    policies.branch_id,
    policies.id AS policy_id,
    NULL::integer AS endorsement_id,
    policies.broker_reference AS number,
    policies.posted_on,
    policies.currency,
    policies.fac_premium,
    policies.brokerage_total AS brokerage,
    policies.base_fac_premium,
    policies.base_brokerage,
    1 AS policies
   FROM policies
  WHERE ((policies.status = 'DISABLED'::text) AND (policies.posted_on IS NOT NULL))
  ORDER BY policies.posted_on DESC, policies.id DESC)
UNION ALL
( SELECT p.id,
    p.branch_id,
    p.id AS policy_id,
    NULL::integer AS endorsement_id,
    p.broker_reference AS number,
    e.day AS posted_on,
    p.currency,
    (- p.fac_premium) AS fac_premium,
    (- p.brokerage_total) AS brokerage,
    (- p.base_fac_premium) AS base_fac_premium,
    (- p.base_brokerage) AS base_brokerage,
    '-1'::integer AS policies
   FROM (policies p
     JOIN journal_entries e ON (((e.source_kind = 'policy'::text) AND (e.source_id = p.id) AND (e.event = 'POLICY_DISABLED'::text))))
  WHERE ((p.status = 'DISABLED'::text) AND (p.posted_on IS NOT NULL))
  ORDER BY e.day DESC, p.id DESC);

create table production_totals (
  branch_id integer not null,
  month date not null,
  currency character(3) not null,
  policies integer not null,
  fac_premium bigint not null,
  brokerage bigint not null,
  base_fac_premium bigint not null,
  base_brokerage bigint not null,
  constraint production_totals_pkey PRIMARY KEY (branch_id, month, currency)
);
create policy branch_scope on production_totals as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table receipt_proposals (
  branch_id integer not null,
  receipt_id integer not null,
  note_id integer not null,
  amount bigint not null,
  note_amount bigint not null,
  constraint receipt_proposals_amount_check CHECK ((amount > 0)),
  constraint receipt_proposals_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint receipt_proposals_note_amount_check CHECK ((note_amount > 0)),
  constraint receipt_proposals_note_id_fkey FOREIGN KEY (note_id) REFERENCES notes(id),
  constraint receipt_proposals_pkey PRIMARY KEY (receipt_id, note_id),
  constraint receipt_proposals_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES receipts(id)
);
create policy branch_scope on receipt_proposals as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table receipts (
  id integer not null generated always as identity,
  branch_id integer not null,
  number text,
  status text not null default 'DRAFT'::text,
  version integer not null default 1,
  receipt_type text not null,
  payer_id integer not null,
  bank_date date not null,
  currency character(3) not null,
  amount bigint not null,
  bank_reference text not null default ''::text,
  narration text not null default ''::text,
  allocated bigint not null default 0,
  base_amount bigint,
  made_by integer not null,
  edited_by integer not null,
  submitted_at timestamp with time zone,
  decided_by integer,
  decided_at timestamp with time zone,
  decision_reason text,
  checker_waived boolean not null default false,
  search_text text not null,
  created_at timestamp with time zone not null default now(),
  bank_account_id integer,
  hands integer[] not null,
  decided_before_hands boolean not null default false,
  method text not null default 'BANK_TRANSFER'::text,
  bounced boolean not null default false,
  refunded bigint not null default 0,
  source_id integer,
  source_branch_id integer,
  source_number text,
  passing_entry_id integer,
  passed_on bigint not null default 0,
  constraint allocated_within_receipt CHECK (((allocated >= 0) AND (((allocated + refunded) + passed_on) <= amount))),
  constraint bounced_cheque CHECK (((NOT bounced) OR ((method = 'CHEQUE'::text) AND (status = 'REVERSED'::text)))),
  constraint cash_from_one_place CHECK ((num_nonnulls(bank_account_id, source_id) = 1)),
  constraint maker_among_hands CHECK (((made_by = ANY (hands)) AND (edited_by = ANY (hands)))),
  constraint maker_is_not_checker CHECK (((decided_by IS NULL) OR checker_waived OR ((decided_by <> made_by) AND (decided_by <> edited_by) AND (decided_before_hands OR (decided_by <> ALL (hands)))))),
  constraint numbered_when_approved CHECK (((status = ANY (ARRAY['APPROVED'::text, 'REVERSED'::text])) = (number IS NOT NULL))),
  constraint passed_on_once CHECK (((source_id IS NULL) OR (passed_on = 0))),
  constraint passing_is_booked CHECK (((passing_entry_id IS NOT NULL) = ((source_id IS NOT NULL) AND (status = ANY (ARRAY['APPROVED'::text, 'REVERSED'::text]))))),
  constraint receipt_number_once UNIQUE (number),
  constraint receipts_amount_check CHECK ((amount > 0)),
  constraint receipts_bank_account_id_fkey FOREIGN KEY (bank_account_id) REFERENCES bank_accounts(id),
  constraint receipts_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint receipts_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint receipts_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint receipts_edited_by_fkey FOREIGN KEY (edited_by) REFERENCES users(id),
  constraint receipts_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint receipts_method_check CHECK (((method = ANY (ARRAY['BANK_TRANSFER'::text, 'CHEQUE'::text, 'CASH'::text, 'MOBILE_MONEY'::text, 'BRANCH'::text])) AND ((method = 'BRANCH'::text) = (source_id IS NOT NULL)))),
  constraint receipts_passed_on_check CHECK ((passed_on >= 0)),
  constraint receipts_passing_entry_id_fkey FOREIGN KEY (passing_entry_id) REFERENCES journal_entries(id),
  constraint receipts_payer_id_fkey FOREIGN KEY (payer_id) REFERENCES parties(id),
  constraint receipts_pkey PRIMARY KEY (id),
  constraint receipts_receipt_type_check CHECK ((receipt_type = ANY (ARRAY['PREMIUM'::text, 'CLAIM'::text, 'RETURN'::text, 'FEE'::text, 'ON_ACCOUNT'::text, 'OTHER'::text]))),
  constraint receipts_refunded_check CHECK ((refunded >= 0)),
  constraint receipts_source_branch_id_fkey FOREIGN KEY (source_branch_id) REFERENCES branches(id),
  constraint receipts_source_id_fkey FOREIGN KEY (source_id) REFERENCES receipts(id),
  constraint receipts_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'PENDING'::text, 'APPROVED'::text, 'REJECTED'::text, 'REVERSED'::text, 'DISABLED'::text]))),
  constraint source_is_named CHECK (((num_nonnulls(source_id, source_branch_id, source_number) = ANY (ARRAY[0, 3])) AND (source_branch_id IS DISTINCT FROM branch_id)))
);
CREATE INDEX receipts_amount ON public.receipts USING btree (branch_id, currency DESC, amount DESC, id DESC);
CREATE INDEX receipts_bank ON public.receipts USING btree (bank_account_id);
CREATE INDEX receipts_bank_date ON public.receipts USING btree (branch_id, bank_date DESC, id DESC);
CREATE INDEX receipts_newest ON public.receipts USING btree (branch_id, id DESC);
CREATE INDEX receipts_passed_on ON public.receipts USING btree (branch_id) WHERE (passed_on > 0);
CREATE INDEX receipts_payer ON public.receipts USING btree (payer_id, branch_id, id DESC);
CREATE INDEX receipts_reference ON public.receipts USING btree (payer_id, amount, bank_reference);
CREATE INDEX receipts_search ON public.receipts USING gin (search_text gin_trgm_ops);
CREATE INDEX receipts_source ON public.receipts USING btree (source_id) WHERE (source_id IS NOT NULL);
CREATE INDEX receipts_status ON public.receipts USING btree (branch_id, status, id DESC);
CREATE INDEX receipts_to_allocate ON public.receipts USING btree (branch_id, bank_date) WHERE ((status = 'APPROVED'::text) AND (amount > ((allocated + refunded) + passed_on)));
CREATE UNIQUE INDEX passing_entry_once ON public.receipts USING btree (passing_entry_id) WHERE (passing_entry_id IS NOT NULL);
CREATE TRIGGER hands_begin BEFORE INSERT ON public.receipts FOR EACH ROW WHEN (new.decided_before_hands) EXECUTE FUNCTION keep_hands();
CREATE TRIGGER hands_stay BEFORE UPDATE ON public.receipts FOR EACH ROW WHEN (((NOT (new.hands @> old.hands)) OR (new.decided_before_hands AND (NOT old.decided_before_hands)))) EXECUTE FUNCTION keep_hands();
CREATE TRIGGER not_merged BEFORE INSERT OR UPDATE OF payer_id ON public.receipts FOR EACH ROW EXECUTE FUNCTION refuse_merged_party('payer_id');
create policy branch_scope on receipts as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table reconciliation_entries (
  reconciliation_id integer not null,
  branch_id integer not null,
  place integer not null,
  key text not null,
  document text not null,
  rows integer[] not null,
  theirs bigint not null,
  ours bigint not null,
  difference bigint not null,
  reason text,
  matched_by text,
  constraint difference_has_its_reason CHECK (((difference = 0) = (reason IS NULL))),
  constraint difference_is_theirs_less_ours CHECK ((difference = (theirs - ours))),
  constraint reconciliation_entries_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint reconciliation_entries_matched_by_check CHECK ((matched_by = ANY (ARRAY['NUMBER'::text, 'REFERENCE'::text, 'HAND'::text]))),
  constraint reconciliation_entries_pkey PRIMARY KEY (reconciliation_id, place),
  constraint reconciliation_entries_reconciliation_id_fkey FOREIGN KEY (reconciliation_id) REFERENCES reconciliations(id)
);
CREATE TRIGGER finished_stays BEFORE INSERT OR DELETE OR UPDATE ON public.reconciliation_entries FOR EACH ROW EXECUTE FUNCTION keep_parts_of_finished();
create policy branch_scope on reconciliation_entries as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table reconciliation_lines (
  reconciliation_id integer not null,
  branch_id integer not null,
  "row" integer not null,
  day date,
  document text not null,
  reference text not null,
  text text not null,
  amount bigint not null,
  chosen boolean not null default false,
  choice text,
  constraint choice_was_made CHECK (((choice IS NULL) OR chosen)),
  constraint reconciliation_lines_amount_check CHECK ((amount <> 0)),
  constraint reconciliation_lines_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint reconciliation_lines_pkey PRIMARY KEY (reconciliation_id, "row"),
  constraint reconciliation_lines_reconciliation_id_fkey FOREIGN KEY (reconciliation_id) REFERENCES reconciliations(id)
);
CREATE TRIGGER finished_stays BEFORE INSERT OR DELETE OR UPDATE ON public.reconciliation_lines FOR EACH ROW EXECUTE FUNCTION keep_parts_of_finished();
create policy branch_scope on reconciliation_lines as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table reconciliation_reasons (
  reconciliation_id integer not null,
  branch_id integer not null,
  key text not null,
  reason text,
  constraint reconciliation_reasons_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint reconciliation_reasons_pkey PRIMARY KEY (reconciliation_id, key),
  constraint reconciliation_reasons_reason_check CHECK ((reason = ANY (ARRAY['NOT_WITH_US'::text, 'NOT_WITH_THEM'::text, 'TAX'::text, 'COMMISSION'::text, 'EXCHANGE'::text, 'IN_TRANSIT'::text, 'UNALLOCATED'::text, 'ROUNDING'::text]))),
  constraint reconciliation_reasons_reconciliation_id_fkey FOREIGN KEY (reconciliation_id) REFERENCES reconciliations(id)
);
CREATE TRIGGER finished_stays BEFORE INSERT OR DELETE OR UPDATE ON public.reconciliation_reasons FOR EACH ROW EXECUTE FUNCTION keep_parts_of_finished();
create policy branch_scope on reconciliation_reasons as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table reconciliations (
  id integer not null generated always as identity,
  branch_id integer not null,
  party_id integer not null,
  currency character(3) not null,
  as_at date not null,
  turned boolean not null,
  file_name text not null,
  sha256 bytea not null,
  lines integer not null,
  theirs bigint not null,
  status text not null default 'OPEN'::text,
  version integer not null default 1,
  ours bigint,
  explained bigint,
  made_by integer not null,
  made_at timestamp with time zone not null,
  finished_by integer,
  finished_at timestamp with time zone,
  follows_id integer,
  constraint bridge_closes CHECK (((status = 'OPEN'::text) OR (theirs = (ours + explained)))),
  constraint reconciliation_finished_by_somebody CHECK ((((status = 'FINISHED'::text) = (num_nonnulls(ours, explained, finished_by, finished_at) = 4)) AND (num_nonnulls(ours, explained, finished_by, finished_at) = ANY (ARRAY[0, 4])))),
  constraint reconciliation_followed_once UNIQUE (follows_id),
  constraint reconciliations_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint reconciliations_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint reconciliations_finished_by_fkey FOREIGN KEY (finished_by) REFERENCES users(id),
  constraint reconciliations_follows_id_fkey FOREIGN KEY (follows_id) REFERENCES reconciliations(id),
  constraint reconciliations_lines_check CHECK (((lines >= 1) AND (lines <= 5000))),
  constraint reconciliations_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint reconciliations_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  constraint reconciliations_pkey PRIMARY KEY (id),
  constraint reconciliations_status_check CHECK ((status = ANY (ARRAY['OPEN'::text, 'FINISHED'::text])))
);
CREATE INDEX reconciliations_newest ON public.reconciliations USING btree (branch_id, id DESC);
CREATE INDEX reconciliations_party ON public.reconciliations USING btree (party_id, branch_id, id DESC);
CREATE TRIGGER finished_is_kept BEFORE DELETE ON public.reconciliations FOR EACH ROW WHEN ((old.status = 'FINISHED'::text)) EXECUTE FUNCTION keep_finished();
CREATE TRIGGER finished_stays BEFORE UPDATE ON public.reconciliations FOR EACH ROW WHEN (((old.status = 'FINISHED'::text) AND ((to_jsonb(new.*) - 'party_id'::text) <> (to_jsonb(old.*) - 'party_id'::text)))) EXECUTE FUNCTION keep_finished();
create policy branch_scope on reconciliations as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table record_batch_items (
  id integer not null generated always as identity,
  branch_id integer not null,
  batch_id integer not null,
  record_id integer not null,
  seen jsonb not null,
  called text not null,
  title text not null,
  currency character(3) not null,
  amount bigint,
  problem text,
  done_at timestamp with time zone,
  constraint record_batch_items_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES record_batches(id),
  constraint record_batch_items_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint record_batch_items_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint record_batch_items_pkey PRIMARY KEY (id),
  constraint record_done_or_not CHECK (((done_at IS NOT NULL) OR (problem IS NULL))),
  constraint record_of_batch_once UNIQUE (batch_id, record_id)
);
create policy branch_scope on record_batch_items as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table record_batch_mails (
  item_id integer not null,
  branch_id integer not null,
  document_id integer not null,
  sending_id integer not null,
  constraint paper_of_batch_once PRIMARY KEY (item_id, document_id),
  constraint record_batch_mails_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint record_batch_mails_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id),
  constraint record_batch_mails_item_id_fkey FOREIGN KEY (item_id) REFERENCES record_batch_items(id),
  constraint record_batch_mails_sending_id_fkey FOREIGN KEY (sending_id) REFERENCES document_sendings(id),
  constraint record_batch_mails_sending_id_key UNIQUE (sending_id)
);
create policy branch_scope on record_batch_mails as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table record_batches (
  id integer not null generated always as identity,
  branch_id integer not null,
  kind text not null,
  act text not null,
  made_by integer not null,
  made_at timestamp with time zone not null,
  state text not null default 'WAITING'::text,
  message text,
  job_id bigint,
  finished_at timestamp with time zone,
  papers text[] not null default '{}'::text[],
  again boolean not null default false,
  constraint papers_are_sent CHECK ((((act = 'send'::text) = (papers <> '{}'::text[])) AND (papers <@ ARRAY['debit-note'::text, 'credit-note'::text, 'cover-note'::text]) AND ((act = 'send'::text) OR (NOT again)))),
  constraint record_batches_act_check CHECK ((act = ANY (ARRAY['submit'::text, 'approve'::text, 'send'::text]))),
  constraint record_batches_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint record_batches_kind_check CHECK ((kind = ANY (ARRAY['policy'::text, 'endorsement'::text, 'claim'::text, 'movement'::text, 'receipt'::text, 'voucher'::text, 'adjustment'::text, 'invoice'::text, 'journal'::text]))),
  constraint record_batches_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint record_batches_pkey PRIMARY KEY (id),
  constraint record_batches_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'RUNNING'::text, 'DONE'::text, 'CANCELLED'::text, 'FAILED'::text])))
);
CREATE INDEX record_batches_branch ON public.record_batches USING btree (branch_id, id DESC);
CREATE INDEX record_batches_newest ON public.record_batches USING btree (made_by, id DESC);
create policy branch_scope on record_batches as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table record_notes (
  id integer not null generated always as identity,
  branch_id integer,
  entity text not null,
  entity_id integer not null,
  text text not null,
  version integer not null default 1,
  made_by integer not null,
  made_at timestamp with time zone not null,
  edited_at timestamp with time zone,
  deleted_by integer,
  deleted_at timestamp with time zone,
  constraint deleted_by_somebody CHECK (((deleted_at IS NULL) = (deleted_by IS NULL))),
  constraint record_notes_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint record_notes_deleted_by_fkey FOREIGN KEY (deleted_by) REFERENCES users(id),
  constraint record_notes_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint record_notes_pkey PRIMARY KEY (id),
  constraint record_notes_text_check CHECK (((length(text) >= 1) AND (length(text) <= 4100)))
);
CREATE INDEX record_notes_record ON public.record_notes USING btree (entity, entity_id, id);
create policy branch_scope on record_notes as permissive for all using (((branch_id IS NULL) OR (branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])))) with check (((branch_id IS NULL) OR (branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))));

create table recovery_codes (
  user_id integer not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table release_changes (
  id bigint not null generated always as identity,
  branch_id integer not null,
  kind text not null,
  party_id integer,
  tax_id integer,
  currency character(3) not null,
  owed bigint not null,
  released bigint not null,
  committed bigint not null,
  available bigint not null,
  items bigint not null,
  constraint release_changes_pkey PRIMARY KEY (id)
);
create policy branch_scope on release_changes as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table release_sums (
  branch_id integer not null,
  kind text not null,
  party_id integer,
  tax_id integer,
  currency character(3) not null,
  owed bigint not null,
  released bigint not null,
  committed bigint not null,
  available bigint not null,
  items bigint not null,
  constraint release_sums_once UNIQUE NULLS NOT DISTINCT (branch_id, kind, party_id, tax_id, currency)
);
create policy branch_scope on release_sums as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table released_notes (
  note_id integer not null,
  branch_id integer not null,
  party_id integer not null,
  currency character(3) not null,
  due_on date not null,
  amount bigint not null,
  constraint released_notes_pkey PRIMARY KEY (note_id, party_id, due_on)
);
create policy branch_scope on released_notes as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table released_sums (
  branch_id integer not null,
  party_id integer not null,
  currency character(3) not null,
  due_on date not null,
  amount bigint not null,
  constraint released_sums_pkey PRIMARY KEY (branch_id, party_id, currency, due_on)
);
CREATE INDEX released_sums_nothing ON public.released_sums USING btree (branch_id) WHERE (amount = 0);
create policy branch_scope on released_sums as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table released_touched (
  id bigint not null generated always as identity,
  branch_id integer not null,
  note_id integer not null,
  constraint released_touched_pkey PRIMARY KEY (id)
);
CREATE INDEX released_touched_notes ON public.released_touched USING btree (branch_id, note_id);
create policy branch_scope on released_touched as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table reminder_lines (
  letter_id integer not null,
  branch_id integer not null,
  open_item_id integer not null,
  note_id integer not null,
  level text not null,
  amount bigint not null default 0,
  sent_on date,
  live boolean not null default true,
  constraint reminder_lines_amount_check CHECK ((amount >= 0)),
  constraint reminder_lines_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint reminder_lines_letter_id_fkey FOREIGN KEY (letter_id) REFERENCES statement_items(id),
  constraint reminder_lines_level_check CHECK ((level = ANY (ARRAY['FIRST'::text, 'SECOND'::text, 'FINAL'::text]))),
  constraint reminder_lines_note_id_fkey FOREIGN KEY (note_id) REFERENCES notes(id),
  constraint reminder_lines_open_item_id_fkey FOREIGN KEY (open_item_id) REFERENCES open_items(id),
  constraint reminder_lines_pkey PRIMARY KEY (letter_id, open_item_id),
  constraint sent_with_an_amount CHECK (((sent_on IS NULL) = (amount = 0)))
);
CREATE INDEX reminder_lines_note ON public.reminder_lines USING btree (note_id);
CREATE UNIQUE INDEX reminder_once ON public.reminder_lines USING btree (open_item_id, level) WHERE live;
create policy branch_scope on reminder_lines as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table remittance_lines (
  advice_id integer not null,
  branch_id integer not null,
  voucher_id integer not null,
  day date not null,
  sent_on date,
  live boolean not null default true,
  constraint remittance_lines_advice_id_fkey FOREIGN KEY (advice_id) REFERENCES statement_items(id),
  constraint remittance_lines_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint remittance_lines_pkey PRIMARY KEY (advice_id, voucher_id),
  constraint remittance_lines_voucher_id_fkey FOREIGN KEY (voucher_id) REFERENCES vouchers(id)
);
CREATE INDEX remittance_lines_voucher ON public.remittance_lines USING btree (voucher_id);
CREATE UNIQUE INDEX remittance_once ON public.remittance_lines USING btree (voucher_id, day) WHERE live;
create policy branch_scope on remittance_lines as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table renewal_batch_items (
  branch_id integer not null,
  batch_id integer not null,
  policy_id integer not null,
  renewal_id integer,
  problem text,
  id integer not null generated always as identity,
  done_at timestamp with time zone,
  constraint renewal_batch_items_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES renewal_batches(id),
  constraint renewal_batch_items_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint renewal_batch_items_id_key UNIQUE (id),
  constraint renewal_batch_items_pkey PRIMARY KEY (batch_id, policy_id),
  constraint renewal_batch_items_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id),
  constraint renewal_batch_items_renewal_id_fkey FOREIGN KEY (renewal_id) REFERENCES policies(id),
  constraint renewed_or_not CHECK ((((done_at IS NULL) = ((renewal_id IS NULL) AND (problem IS NULL))) AND ((renewal_id IS NULL) OR (problem IS NULL))))
);
create policy branch_scope on renewal_batch_items as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table renewal_batches (
  id integer not null generated always as identity,
  branch_id integer not null,
  made_by integer not null,
  made_at timestamp with time zone not null,
  state text not null default 'WAITING'::text,
  message text,
  job_id bigint,
  finished_at timestamp with time zone,
  constraint renewal_batches_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint renewal_batches_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint renewal_batches_pkey PRIMARY KEY (id),
  constraint renewal_batches_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'RUNNING'::text, 'DONE'::text, 'CANCELLED'::text, 'FAILED'::text])))
);
CREATE INDEX renewal_batches_own ON public.renewal_batches USING btree (branch_id, made_by, id DESC);
create policy branch_scope on renewal_batches as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table renewal_notice_policies (
  branch_id integer not null,
  notice_id integer not null,
  policy_id integer not null,
  constraint renewal_notice_policies_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint renewal_notice_policies_notice_id_fkey FOREIGN KEY (notice_id) REFERENCES renewal_notices(id),
  constraint renewal_notice_policies_pkey PRIMARY KEY (policy_id, notice_id),
  constraint renewal_notice_policies_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id)
);
CREATE INDEX renewal_notice_policies_notice ON public.renewal_notice_policies USING btree (notice_id);
create policy branch_scope on renewal_notice_policies as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table renewal_notices (
  id integer not null generated always as identity,
  branch_id integer not null,
  reinsured_id integer not null,
  recipients text[] not null,
  subject text not null,
  text text not null,
  made_by integer not null,
  made_at timestamp with time zone not null,
  status text not null default 'QUEUED'::text,
  message text,
  settled_at timestamp with time zone,
  constraint renewal_notices_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint renewal_notices_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint renewal_notices_pkey PRIMARY KEY (id),
  constraint renewal_notices_recipients_check CHECK (((cardinality(recipients) >= 1) AND (cardinality(recipients) <= 10))),
  constraint renewal_notices_reinsured_id_fkey FOREIGN KEY (reinsured_id) REFERENCES parties(id),
  constraint renewal_notices_status_check CHECK ((status = ANY (ARRAY['QUEUED'::text, 'SENT'::text, 'FAILED'::text])))
);
CREATE INDEX renewal_notices_made ON public.renewal_notices USING btree (made_at);
CREATE INDEX renewal_notices_queued ON public.renewal_notices USING btree (id) WHERE (status = 'QUEUED'::text);
CREATE INDEX renewal_notices_reinsured ON public.renewal_notices USING btree (reinsured_id);
create policy branch_scope on renewal_notices as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table replacement_batches (
  id integer not null generated always as identity,
  branch_id integer not null,
  security_id integer not null,
  effective_date date not null,
  shares jsonb not null,
  made_by integer not null,
  made_at timestamp with time zone not null,
  state text not null default 'WAITING'::text,
  message text,
  job_id bigint,
  finished_at timestamp with time zone,
  constraint replacement_batches_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint replacement_batches_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint replacement_batches_pkey PRIMARY KEY (id),
  constraint replacement_batches_security_id_fkey FOREIGN KEY (security_id) REFERENCES parties(id),
  constraint replacement_batches_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'RUNNING'::text, 'DONE'::text, 'CANCELLED'::text, 'FAILED'::text])))
);
CREATE INDEX replacement_batches_branch ON public.replacement_batches USING btree (branch_id, id DESC);
CREATE INDEX replacement_batches_newest ON public.replacement_batches USING btree (made_by, id DESC);
CREATE INDEX replacement_batches_own ON public.replacement_batches USING btree (made_by, security_id, id DESC);
CREATE INDEX replacement_batches_security ON public.replacement_batches USING btree (security_id);
create policy branch_scope on replacement_batches as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table replacement_items (
  id integer not null generated always as identity,
  branch_id integer not null,
  batch_id integer not null,
  policy_id integer not null,
  security_id integer not null,
  effective_date date not null,
  line bigint not null,
  endorsement_id integer,
  live boolean not null default true,
  problem text,
  done_at timestamp with time zone,
  constraint policy_replaced_in_batch_once UNIQUE (batch_id, policy_id),
  constraint replaced_or_not CHECK ((((done_at IS NULL) = ((endorsement_id IS NULL) AND (problem IS NULL))) AND ((endorsement_id IS NULL) OR (problem IS NULL)))),
  constraint replacement_items_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES replacement_batches(id),
  constraint replacement_items_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint replacement_items_endorsement_id_fkey FOREIGN KEY (endorsement_id) REFERENCES endorsements(id),
  constraint replacement_items_pkey PRIMARY KEY (id),
  constraint replacement_items_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id),
  constraint replacement_items_security_id_fkey FOREIGN KEY (security_id) REFERENCES parties(id)
);
CREATE INDEX replacement_items_endorsement ON public.replacement_items USING btree (endorsement_id) WHERE (endorsement_id IS NOT NULL);
CREATE INDEX replacement_items_security ON public.replacement_items USING btree (security_id);
CREATE UNIQUE INDEX security_replaced_once ON public.replacement_items USING btree (policy_id, security_id, effective_date) WHERE ((endorsement_id IS NOT NULL) AND live);
create policy branch_scope on replacement_items as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table revaluations (
  id integer not null generated always as identity,
  branch_id integer not null,
  month date not null,
  status text not null default 'BOOKED'::text,
  version integer not null default 1,
  gain bigint not null,
  loss bigint not null,
  made_by integer not null,
  made_at timestamp with time zone not null,
  undone_by integer,
  undone_at timestamp with time zone,
  undone_reason text,
  constraint revaluations_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint revaluations_check CHECK (((status = 'UNDONE'::text) = ((undone_by IS NOT NULL) AND (undone_at IS NOT NULL) AND (undone_reason IS NOT NULL)))),
  constraint revaluations_gain_check CHECK ((gain >= 0)),
  constraint revaluations_loss_check CHECK ((loss >= 0)),
  constraint revaluations_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint revaluations_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint revaluations_pkey PRIMARY KEY (id),
  constraint revaluations_status_check CHECK ((status = ANY (ARRAY['BOOKED'::text, 'UNDONE'::text]))),
  constraint revaluations_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES users(id)
);
CREATE INDEX revaluations_newest ON public.revaluations USING btree (branch_id, id);
CREATE UNIQUE INDEX revaluation_once ON public.revaluations USING btree (branch_id, month) WHERE (status = 'BOOKED'::text);
create policy branch_scope on revaluations as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table rights_edition (
  id integer not null default 1,
  edition uuid not null default gen_random_uuid(),
  constraint rights_edition_id_check CHECK ((id = 1)),
  constraint rights_edition_pkey PRIMARY KEY (id)
);

create table roles (
  id integer not null generated always as identity,
  code text not null,
  name text not null,
  name_key text not null,
  built_in boolean not null default false,
  permissions text[] not null default '{}'::text[],
  second_factor_required boolean not null default false,
  status text not null default 'ACTIVE'::text,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  constraint built_in_role_is_code CHECK (((NOT built_in) OR ((permissions = '{}'::text[]) AND (status = 'ACTIVE'::text)))),
  constraint reserved_rights_stay CHECK ((NOT (permissions && ARRAY['firm.manage'::text, 'roles.manage'::text, 'registers.merge'::text]))),
  constraint roles_code_check CHECK ((code ~ '^ROLE_[A-Z0-9_]{1,35}$'::text)),
  constraint roles_code_key UNIQUE (code),
  constraint roles_pkey PRIMARY KEY (id),
  constraint roles_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'INACTIVE'::text])))
);
CREATE INDEX roles_name ON public.roles USING btree (name, id);
CREATE UNIQUE INDEX roles_name_once ON public.roles USING btree (name_key);
CREATE CONSTRAINT TRIGGER rights_changed AFTER INSERT OR DELETE OR UPDATE ON public.roles DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION rights_changed();

create table saved_views (
  id integer not null generated always as identity,
  branch_id integer not null,
  user_id integer not null,
  version integer not null default 1,
  list text not null,
  name text not null,
  query text not null,
  shared boolean not null,
  made_at timestamp with time zone not null,
  edited_at timestamp with time zone not null,
  constraint saved_views_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint saved_views_of_list_once UNIQUE (id, branch_id, list),
  constraint saved_views_pkey PRIMARY KEY (id),
  constraint saved_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX saved_views_of_list ON public.saved_views USING btree (branch_id, list, id);
CREATE UNIQUE INDEX saved_view_once ON public.saved_views USING btree (user_id, branch_id, list, lower(name));
create policy branch_scope on saved_views as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));
create policy own_or_shared on saved_views as restrictive for select using (((shared IS NOT FALSE) OR (user_id = ( SELECT request_user() AS request_user))));

create table sessions (
  id uuid not null,
  user_id integer not null,
  branch_id integer,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  address text not null default ''::text,
  agent text not null default ''::text,
  factor text not null default 'PASSWORD'::text,
  network text not null default ''::text,
  kid text not null default ''::text,
  constraint sessions_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint sessions_factor_check CHECK ((factor = ANY (ARRAY['PASSWORD'::text, 'TOTP'::text, 'PASSKEY'::text, 'RECOVERY'::text]))),
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX sessions_kid ON public.sessions USING btree (kid, expires_at) WHERE (ended_at IS NULL);
CREATE INDEX sessions_known ON public.sessions USING btree (user_id, network, created_at) WHERE (network <> ''::text);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id) WHERE (ended_at IS NULL);

create table settlements (
  id integer not null generated always as identity,
  branch_id integer not null,
  item_id integer not null,
  entry_id integer not null,
  day date not null,
  amount bigint not null,
  base_amount bigint not null,
  constraint settlements_amount_check CHECK ((amount <> 0)),
  constraint settlements_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint settlements_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES journal_entries(id),
  constraint settlements_item_id_fkey FOREIGN KEY (item_id) REFERENCES open_items(id),
  constraint settlements_pkey PRIMARY KEY (id)
);
CREATE INDEX settlements_day ON public.settlements USING btree (branch_id, day);
CREATE INDEX settlements_entry ON public.settlements USING btree (entry_id);
CREATE INDEX settlements_item ON public.settlements USING btree (item_id, day);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.settlements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER changed_by_settlements AFTER INSERT ON public.settlements REFERENCING NEW TABLE AS now_settlements FOR EACH STATEMENT EXECUTE FUNCTION changed_by_settlements();
create policy branch_scope on settlements as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table slip_sections (
  policy_id integer not null,
  branch_id integer not null,
  "position" integer not null,
  name text not null,
  interest text not null default ''::text,
  limit_words text not null default ''::text,
  excess text not null default ''::text,
  situation text not null default ''::text,
  conditions text not null default ''::text,
  sum_insured bigint,
  limit_amount bigint,
  premium bigint,
  constraint section_limit CHECK (((limit_amount IS NULL) OR (sum_insured IS NULL) OR (limit_amount <= sum_insured))),
  constraint slip_sections_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint slip_sections_limit_amount_check CHECK ((limit_amount > 0)),
  constraint slip_sections_pkey PRIMARY KEY (policy_id, "position"),
  constraint slip_sections_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id),
  constraint slip_sections_position_check CHECK ((("position" >= 1) AND ("position" <= 20))),
  constraint slip_sections_premium_check CHECK ((premium >= 0)),
  constraint slip_sections_sum_insured_check CHECK ((sum_insured > 0))
);
create policy branch_scope on slip_sections as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table slips (
  policy_id integer not null,
  branch_id integer not null,
  umr text,
  leader_id integer,
  basis text not null,
  sections jsonb not null,
  signed_lines_notified_on date,
  stage text not null default 'OFFERED'::text,
  constraint slips_basis_check CHECK ((basis = ANY (ARRAY['WHOLE'::text, 'ORDER'::text]))),
  constraint slips_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint slips_leader_id_fkey FOREIGN KEY (leader_id) REFERENCES parties(id),
  constraint slips_pkey PRIMARY KEY (policy_id),
  constraint slips_policy_id_fkey FOREIGN KEY (policy_id) REFERENCES policies(id),
  constraint slips_stage_check CHECK ((stage = ANY (ARRAY['OFFERED'::text, 'QUOTED'::text, 'WRITTEN'::text, 'SIGNED'::text]))),
  constraint umr_once UNIQUE (umr)
);
CREATE INDEX slips_leader ON public.slips USING btree (leader_id, branch_id, policy_id DESC) WHERE (leader_id IS NOT NULL);
CREATE INDEX slips_stage ON public.slips USING btree (branch_id, stage, policy_id DESC);
CREATE INDEX slips_to_notify ON public.slips USING btree (branch_id, policy_id DESC) WHERE ((stage = 'SIGNED'::text) AND (signed_lines_notified_on IS NULL));
create policy branch_scope on slips as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table statement_batches (
  id integer not null generated always as identity,
  branch_id integer not null,
  side text not null,
  as_at date not null,
  by_mail boolean not null,
  made_by integer not null,
  made_at timestamp with time zone not null,
  state text not null default 'WAITING'::text,
  message text,
  job_id bigint,
  finished_at timestamp with time zone,
  kind text not null default 'STATEMENT'::text,
  reason text not null default ''::text,
  constraint side_of_its_kind CHECK ((((kind = 'REMITTANCE'::text) = (side = 'PAYEE'::text)) AND ((kind <> 'REMINDER'::text) OR (side = 'REINSURED'::text)))),
  constraint statement_batches_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint statement_batches_kind_check CHECK ((kind = ANY (ARRAY['STATEMENT'::text, 'REMINDER'::text, 'REMITTANCE'::text]))),
  constraint statement_batches_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint statement_batches_pkey PRIMARY KEY (id),
  constraint statement_batches_side_check CHECK ((side = ANY (ARRAY['REINSURED'::text, 'SECURITY'::text, 'PAYEE'::text]))),
  constraint statement_batches_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'RUNNING'::text, 'DONE'::text, 'CANCELLED'::text, 'FAILED'::text])))
);
CREATE INDEX statement_batches_kind ON public.statement_batches USING btree (branch_id, kind, id DESC);
CREATE INDEX statement_batches_newest ON public.statement_batches USING btree (branch_id, id DESC);
create policy branch_scope on statement_batches as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table statement_items (
  id integer not null generated always as identity,
  branch_id integer not null,
  batch_id integer not null,
  party_id integer not null,
  document_id integer,
  sheet bytea,
  problem text,
  done_at timestamp with time zone,
  day date,
  constraint sheet_beside_a_paper CHECK (((sheet IS NULL) OR (document_id IS NOT NULL))),
  constraint statement_done_or_not CHECK (((done_at IS NOT NULL) OR ((document_id IS NULL) AND (problem IS NULL)))),
  constraint statement_items_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES statement_batches(id),
  constraint statement_items_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint statement_items_document_id_fkey FOREIGN KEY (document_id) REFERENCES documents(id),
  constraint statement_items_party_id_fkey FOREIGN KEY (party_id) REFERENCES parties(id),
  constraint statement_items_pkey PRIMARY KEY (id)
);
CREATE INDEX statement_items_batch ON public.statement_items USING btree (batch_id, id);
CREATE INDEX statement_items_document ON public.statement_items USING btree (document_id) WHERE (document_id IS NOT NULL);
CREATE INDEX statement_items_party ON public.statement_items USING btree (party_id, branch_id, id DESC);
CREATE UNIQUE INDEX statement_of_party_once ON public.statement_items USING btree (batch_id, party_id, day) NULLS NOT DISTINCT WHERE (done_at IS NULL);
create policy branch_scope on statement_items as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table statement_mails (
  item_id integer not null,
  branch_id integer not null,
  sending_id integer not null,
  constraint statement_mails_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint statement_mails_item_id_fkey FOREIGN KEY (item_id) REFERENCES statement_items(id),
  constraint statement_mails_pkey PRIMARY KEY (item_id),
  constraint statement_mails_sending_id_fkey FOREIGN KEY (sending_id) REFERENCES document_sendings(id),
  constraint statement_mails_sending_id_key UNIQUE (sending_id)
);
create policy branch_scope on statement_mails as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table tax_rates (
  id integer not null generated always as identity,
  tax_id integer not null,
  rate bigint not null,
  basis text not null,
  borne_by text not null,
  applies_to text not null default 'ALL'::text,
  market text,
  class_id integer,
  effective_from date not null,
  effective_to date,
  enabled boolean not null default true,
  branch_id integer,
  country character(2),
  currency character(3),
  flat bigint,
  minimum bigint,
  constraint tax_amount_currency CHECK (((currency IS NULL) = ((flat IS NULL) AND (minimum IS NULL)))),
  constraint tax_flat_alone CHECK (((flat IS NULL) OR ((rate = 0) AND (minimum IS NULL)))),
  constraint tax_on_invoices CHECK (((basis <> 'INVOICE'::text) OR ((flat IS NULL) AND (minimum IS NULL) AND (market IS NULL) AND (class_id IS NULL) AND (borne_by = 'REINSURED'::text)))),
  constraint tax_period CHECK (((effective_to IS NULL) OR (effective_to >= effective_from))),
  constraint tax_rates_applies_to_check CHECK ((applies_to = ANY (ARRAY['ALL'::text, 'RESIDENT'::text, 'NON_RESIDENT'::text]))),
  constraint tax_rates_basis_check CHECK ((basis = ANY (ARRAY['GROSS'::text, 'NET_OF_COMMISSION'::text, 'BROKERAGE'::text, 'COMMISSION'::text, 'INVOICE'::text]))),
  constraint tax_rates_borne_by_check CHECK ((borne_by = ANY (ARRAY['SECURITY'::text, 'REINSURED'::text, 'BROKER'::text]))),
  constraint tax_rates_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint tax_rates_class_id_fkey FOREIGN KEY (class_id) REFERENCES cover_types(id),
  constraint tax_rates_country_fkey FOREIGN KEY (country) REFERENCES countries(code),
  constraint tax_rates_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint tax_rates_flat_check CHECK ((flat > 0)),
  constraint tax_rates_market_check CHECK ((market = ANY (ARRAY['LOCAL'::text, 'LONDON'::text]))),
  constraint tax_rates_minimum_check CHECK ((minimum > 0)),
  constraint tax_rates_pkey PRIMARY KEY (id),
  constraint tax_rates_rate_check CHECK (((rate >= 0) AND (rate <= 100000000))),
  constraint tax_rates_tax_id_fkey FOREIGN KEY (tax_id) REFERENCES taxes(id)
);
CREATE INDEX tax_rates_tax ON public.tax_rates USING btree (tax_id, effective_from);

create table taxes (
  id integer not null generated always as identity,
  code text not null,
  name text not null,
  status text not null default 'ACTIVE'::text,
  version integer not null default 1,
  account text,
  constraint taxes_account_fkey FOREIGN KEY (account) REFERENCES ledger_accounts(code),
  constraint taxes_code_key UNIQUE (code),
  constraint taxes_pkey PRIMARY KEY (id),
  constraint taxes_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'INACTIVE'::text])))
);
CREATE UNIQUE INDEX tax_of_account ON public.taxes USING btree (account) WHERE (account IS NOT NULL);

create table totp_secrets (
  user_id integer not null,
  sealed text not null,
  last_step bigint not null default 0,
  created_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  constraint totp_secrets_pkey PRIMARY KEY (user_id),
  constraint totp_secrets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE CONSTRAINT TRIGGER rights_changed AFTER INSERT OR DELETE OR UPDATE OF user_id, confirmed_at ON public.totp_secrets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION rights_changed();

create table traced_tries (
  subject text not null,
  begins timestamp with time zone not null,
  constraint traced_once PRIMARY KEY (subject, begins)
);
CREATE INDEX traced_tries_old ON public.traced_tries USING btree (begins);

create table user_roles (
  user_id integer not null,
  branch_id integer,
  role text not null,
  constraint root_is_everywhere CHECK (((role = 'ROLE_ROOT'::text) = (branch_id IS NULL))),
  constraint user_roles_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint user_roles_role_known FOREIGN KEY (role) REFERENCES roles(code),
  constraint user_roles_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX user_roles_branch ON public.user_roles USING btree (branch_id, user_id);
CREATE INDEX user_roles_role ON public.user_roles USING btree (role, user_id);
CREATE UNIQUE INDEX user_roles_once ON public.user_roles USING btree (user_id, COALESCE(branch_id, 0), role);
CREATE CONSTRAINT TRIGGER rights_changed AFTER INSERT OR DELETE OR UPDATE ON public.user_roles DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION rights_changed();

create table users (
  id integer not null generated always as identity,
  email text not null,
  email_key text not null,
  name text not null,
  password_hash text,
  status text not null default 'INACTIVE'::text,
  version integer not null default 1,
  last_sign_in timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  anonymised_at timestamp with time zone,
  created_by integer,
  constraint users_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint users_email_key_key UNIQUE (email_key),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_status_check CHECK ((status = ANY (ARRAY['INACTIVE'::text, 'ACTIVE'::text, 'DISABLED'::text])))
);
CREATE INDEX users_created ON public.users USING btree (created_at, id);
CREATE INDEX users_last_sign_in ON public.users USING btree (last_sign_in, id);
CREATE INDEX users_name ON public.users USING btree (name, id);
CREATE INDEX users_status ON public.users USING btree (status, id);
CREATE INDEX users_words ON public.users USING gin (lower(((name || ' '::text) || email)) gin_trgm_ops);
CREATE CONSTRAINT TRIGGER rights_changed AFTER DELETE OR UPDATE OF name, email, status ON public.users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION rights_changed();

create table view_schedule_users (
  schedule_id integer not null,
  branch_id integer not null,
  user_id integer not null,
  left_at timestamp with time zone,
  counts_from date not null,
  constraint view_schedule_users_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint view_schedule_users_pkey PRIMARY KEY (schedule_id, user_id),
  constraint view_schedule_users_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES view_schedules(id),
  constraint view_schedule_users_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX view_schedule_users_user ON public.view_schedule_users USING btree (user_id, schedule_id);
create policy branch_scope on view_schedule_users as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table view_schedules (
  id integer not null generated always as identity,
  branch_id integer not null,
  list text not null,
  name text not null,
  query text not null,
  every text not null,
  first_on date not null,
  format text not null,
  not_empty boolean not null,
  status text not null default 'ACTIVE'::text,
  version integer not null default 1,
  made_by integer not null,
  made_at timestamp with time zone not null,
  edited_by integer not null,
  counts_from date not null,
  constraint view_schedules_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint view_schedules_edited_by_fkey FOREIGN KEY (edited_by) REFERENCES users(id),
  constraint view_schedules_every_check CHECK ((every = ANY (ARRAY['DAY'::text, 'WEEK'::text, 'MONTH'::text]))),
  constraint view_schedules_format_check CHECK ((format = ANY (ARRAY['xlsx'::text, 'pdf'::text]))),
  constraint view_schedules_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint view_schedules_pkey PRIMARY KEY (id),
  constraint view_schedules_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'PAUSED'::text, 'STOPPED'::text])))
);
CREATE INDEX view_schedules_active ON public.view_schedules USING btree (branch_id, id) WHERE (status = 'ACTIVE'::text);
CREATE INDEX view_schedules_newest ON public.view_schedules USING btree (branch_id, id DESC);
create policy branch_scope on view_schedules as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table view_sendings (
  id integer not null generated always as identity,
  branch_id integer not null,
  schedule_id integer not null,
  day date not null,
  user_id integer not null,
  status text not null,
  message text,
  recipients text[] not null,
  subject text not null,
  text text not null,
  file_name text,
  file bytea,
  settled_at timestamp with time zone,
  made_by integer not null,
  made_at timestamp with time zone not null,
  constraint queued_with_file CHECK (((status <> 'QUEUED'::text) OR (file IS NOT NULL))),
  constraint view_mailed_once UNIQUE (schedule_id, day, user_id),
  constraint view_sendings_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint view_sendings_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint view_sendings_pkey PRIMARY KEY (id),
  constraint view_sendings_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES view_schedules(id),
  constraint view_sendings_status_check CHECK ((status = ANY (ARRAY['QUEUED'::text, 'SENT'::text, 'FAILED'::text, 'EMPTY'::text, 'REFUSED'::text]))),
  constraint view_sendings_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX view_sendings_files ON public.view_sendings USING btree (branch_id, id) WHERE (file IS NOT NULL);
CREATE INDEX view_sendings_newest ON public.view_sendings USING btree (schedule_id, id DESC);
CREATE INDEX view_sendings_queued ON public.view_sendings USING btree (id) WHERE (status = 'QUEUED'::text);
create policy branch_scope on view_sendings as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table voucher_fees (
  voucher_id integer not null,
  note_id integer not null,
  branch_id integer not null,
  amount bigint not null,
  constraint voucher_fees_amount_check CHECK ((amount > 0)),
  constraint voucher_fees_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint voucher_fees_note_id_fkey FOREIGN KEY (note_id) REFERENCES notes(id),
  constraint voucher_fees_pkey PRIMARY KEY (voucher_id, note_id),
  constraint voucher_fees_voucher_id_fkey FOREIGN KEY (voucher_id) REFERENCES vouchers(id)
);
CREATE INDEX voucher_fees_note ON public.voucher_fees USING btree (note_id);
create policy branch_scope on voucher_fees as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table voucher_invoice_taxes (
  voucher_id integer not null,
  invoice_tax_id integer not null,
  branch_id integer not null,
  amount bigint not null,
  constraint voucher_invoice_taxes_amount_check CHECK ((amount <> 0)),
  constraint voucher_invoice_taxes_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint voucher_invoice_taxes_invoice_tax_id_fkey FOREIGN KEY (invoice_tax_id) REFERENCES invoice_taxes(id),
  constraint voucher_invoice_taxes_pkey PRIMARY KEY (voucher_id, invoice_tax_id),
  constraint voucher_invoice_taxes_voucher_id_fkey FOREIGN KEY (voucher_id) REFERENCES vouchers(id)
);
CREATE INDEX voucher_invoice_taxes_tax ON public.voucher_invoice_taxes USING btree (invoice_tax_id);
create policy branch_scope on voucher_invoice_taxes as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table voucher_items (
  id integer not null generated always as identity,
  branch_id integer not null,
  voucher_id integer not null,
  part_id integer not null,
  amount bigint not null,
  advanced bigint not null default 0,
  constraint advanced_within_item CHECK (((advanced >= 0) AND (advanced <= amount))),
  constraint part_once UNIQUE (voucher_id, part_id),
  constraint voucher_items_amount_check CHECK ((amount > 0)),
  constraint voucher_items_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint voucher_items_part_id_fkey FOREIGN KEY (part_id) REFERENCES note_parts(id),
  constraint voucher_items_pkey PRIMARY KEY (id),
  constraint voucher_items_voucher_id_fkey FOREIGN KEY (voucher_id) REFERENCES vouchers(id)
);
CREATE INDEX voucher_items_advanced ON public.voucher_items USING btree (branch_id, part_id) WHERE (advanced > 0);
CREATE INDEX voucher_items_part ON public.voucher_items USING btree (part_id);
create policy branch_scope on voucher_items as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table voucher_nets (
  id integer not null generated always as identity,
  branch_id integer not null,
  voucher_id integer not null,
  note_id integer,
  part_id integer,
  amount bigint not null,
  constraint net_note_once UNIQUE (voucher_id, note_id),
  constraint net_part_once UNIQUE (voucher_id, part_id),
  constraint note_or_part CHECK ((num_nonnulls(note_id, part_id) = 1)),
  constraint voucher_nets_amount_check CHECK ((amount > 0)),
  constraint voucher_nets_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint voucher_nets_note_id_fkey FOREIGN KEY (note_id) REFERENCES notes(id),
  constraint voucher_nets_part_id_fkey FOREIGN KEY (part_id) REFERENCES note_parts(id),
  constraint voucher_nets_pkey PRIMARY KEY (id),
  constraint voucher_nets_voucher_id_fkey FOREIGN KEY (voucher_id) REFERENCES vouchers(id)
);
CREATE INDEX voucher_nets_note ON public.voucher_nets USING btree (note_id) WHERE (note_id IS NOT NULL);
CREATE INDEX voucher_nets_part ON public.voucher_nets USING btree (part_id) WHERE (part_id IS NOT NULL);
create policy branch_scope on voucher_nets as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table vouchers (
  id integer not null generated always as identity,
  branch_id integer not null,
  number text,
  kind text not null,
  status text not null default 'DRAFT'::text,
  version integer not null default 1,
  payee_id integer,
  tax_id integer,
  account text,
  currency character(3) not null,
  amount bigint not null,
  bank_date date not null,
  narration text not null default ''::text,
  made_by integer not null,
  edited_by integer not null,
  submitted_at timestamp with time zone,
  decided_by integer,
  decided_at timestamp with time zone,
  decision_reason text,
  checker_waived boolean not null default false,
  paid_by integer,
  paid_at timestamp with time zone,
  bank_reference text not null default ''::text,
  search_text text not null,
  created_at timestamp with time zone not null default now(),
  bank_account_id integer not null,
  hands integer[] not null,
  decided_before_hands boolean not null default false,
  pay_reason text not null default ''::text,
  note_id integer,
  receipt_id integer,
  follows_id integer,
  override boolean not null default false,
  claim_id integer,
  to_order text not null default ''::text,
  set_off bigint not null default 0,
  into_account_id integer,
  into_currency character(3),
  into_amount bigint,
  exchange_cost bigint not null default 0,
  constraint amount_of_voucher CHECK (((amount > 0) OR ((amount = 0) AND (kind = 'PREMIUM'::text) AND (set_off > 0)))),
  constraint cost_of_conversion CHECK (((exchange_cost = 0) OR ((kind = 'CLIENT_TRANSFER'::text) AND (into_currency <> currency)))),
  constraint drawing_of_conversion CHECK (((kind <> 'EXCHANGE_DRAWING'::text) OR (follows_id IS NOT NULL))),
  constraint follows_once UNIQUE (follows_id),
  constraint maker_among_hands CHECK (((made_by = ANY (hands)) AND (edited_by = ANY (hands)))),
  constraint maker_is_not_checker CHECK (((decided_by IS NULL) OR checker_waived OR ((decided_by <> made_by) AND (decided_by <> edited_by) AND (decided_before_hands OR (decided_by <> ALL (hands)))))),
  constraint note_of_its_kind CHECK (
CASE kind
    WHEN 'SET_OFF'::text THEN (note_id IS NOT NULL)
    WHEN 'MAKE_GOOD'::text THEN true
    WHEN 'SALVAGE'::text THEN true
    WHEN 'REFUND'::text THEN (num_nonnulls(note_id, receipt_id) = 1)
    WHEN 'DRAW_BACK'::text THEN (num_nonnulls(note_id, claim_id) = 1)
    ELSE (note_id IS NULL)
END),
  constraint numbered_when_approved CHECK (((status = ANY (ARRAY['APPROVED'::text, 'PAID'::text, 'REVERSED'::text])) = (number IS NOT NULL))),
  constraint override_of_premium CHECK (((NOT override) OR (kind = ANY (ARRAY['PREMIUM'::text, 'CLAIM'::text, 'REFUND'::text])))),
  constraint paid_by_someone CHECK (((status = 'PAID'::text) <= (paid_by IS NOT NULL))),
  constraint payer_is_not_checker CHECK (((paid_by IS NULL) OR checker_waived OR (paid_by <> decided_by))),
  constraint receipt_of_refund CHECK (((receipt_id IS NULL) OR (kind = 'REFUND'::text))),
  constraint set_off_of_its_kind CHECK (((set_off >= 0) AND ((set_off = 0) OR (kind = ANY (ARRAY['PREMIUM'::text, 'TAX'::text, 'DRAWING'::text]))))),
  constraint tax_of_its_kind CHECK (((kind <> 'INVOICE_TAX'::text) OR (tax_id IS NOT NULL))),
  constraint transfer_into CHECK (
CASE
    WHEN (kind = ANY (ARRAY['CLIENT_TRANSFER'::text, 'OFFICE_TRANSFER'::text])) THEN ((num_nonnulls(into_account_id, into_currency, into_amount) = 3) AND (into_amount > 0) AND (into_account_id <> bank_account_id) AND ((into_currency <> currency) OR (into_amount = amount)))
    ELSE (num_nonnulls(into_account_id, into_currency, into_amount) = 0)
END),
  constraint voucher_number_once UNIQUE (number),
  constraint voucher_of_claim CHECK (
CASE
    WHEN (kind = ANY (ARRAY['CLAIM'::text, 'SALVAGE'::text, 'SET_OFF'::text])) THEN (claim_id IS NOT NULL)
    WHEN (kind = ANY (ARRAY['MAKE_GOOD'::text, 'DRAW_BACK'::text])) THEN ((claim_id IS NULL) OR (note_id IS NULL))
    ELSE (claim_id IS NULL)
END),
  constraint vouchers_account_fkey FOREIGN KEY (account) REFERENCES ledger_accounts(code),
  constraint vouchers_bank_account_id_fkey FOREIGN KEY (bank_account_id) REFERENCES bank_accounts(id),
  constraint vouchers_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint vouchers_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claims(id),
  constraint vouchers_currency_fkey FOREIGN KEY (currency) REFERENCES currencies(code),
  constraint vouchers_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint vouchers_edited_by_fkey FOREIGN KEY (edited_by) REFERENCES users(id),
  constraint vouchers_follows_id_fkey FOREIGN KEY (follows_id) REFERENCES vouchers(id),
  constraint vouchers_into_account_id_fkey FOREIGN KEY (into_account_id) REFERENCES bank_accounts(id),
  constraint vouchers_into_currency_fkey FOREIGN KEY (into_currency) REFERENCES currencies(code),
  constraint vouchers_kind_check CHECK ((kind = ANY (ARRAY['PREMIUM'::text, 'CLAIM'::text, 'DRAWING'::text, 'FEE_DRAWING'::text, 'TAX'::text, 'INVOICE_TAX'::text, 'EXPENSE'::text, 'MAKE_GOOD'::text, 'BANK_CHARGE'::text, 'REFUND'::text, 'SALVAGE'::text, 'SET_OFF'::text, 'DRAW_BACK'::text, 'CLIENT_TRANSFER'::text, 'OFFICE_TRANSFER'::text, 'EXCHANGE_DRAWING'::text]))),
  constraint vouchers_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint vouchers_note_id_fkey FOREIGN KEY (note_id) REFERENCES notes(id),
  constraint vouchers_paid_by_fkey FOREIGN KEY (paid_by) REFERENCES users(id),
  constraint vouchers_payee_id_fkey FOREIGN KEY (payee_id) REFERENCES parties(id),
  constraint vouchers_pkey PRIMARY KEY (id),
  constraint vouchers_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES receipts(id),
  constraint vouchers_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'PENDING'::text, 'APPROVED'::text, 'PAID'::text, 'REJECTED'::text, 'REVERSED'::text, 'DISABLED'::text]))),
  constraint vouchers_tax_id_fkey FOREIGN KEY (tax_id) REFERENCES taxes(id)
);
CREATE INDEX vouchers_amount ON public.vouchers USING btree (branch_id, currency DESC, amount DESC, id DESC);
CREATE INDEX vouchers_bank ON public.vouchers USING btree (bank_account_id);
CREATE INDEX vouchers_bank_date ON public.vouchers USING btree (branch_id, bank_date DESC, id DESC);
CREATE INDEX vouchers_claim ON public.vouchers USING btree (claim_id) WHERE (claim_id IS NOT NULL);
CREATE INDEX vouchers_following ON public.vouchers USING btree (follows_id) WHERE (follows_id IS NOT NULL);
CREATE INDEX vouchers_into_account ON public.vouchers USING btree (into_account_id) WHERE (into_account_id IS NOT NULL);
CREATE INDEX vouchers_into_amount ON public.vouchers USING btree (branch_id, into_amount) WHERE (into_amount IS NOT NULL);
CREATE INDEX vouchers_kind ON public.vouchers USING btree (branch_id, kind);
CREATE INDEX vouchers_newest ON public.vouchers USING btree (branch_id, id DESC);
CREATE INDEX vouchers_note ON public.vouchers USING btree (note_id) WHERE (note_id IS NOT NULL);
CREATE INDEX vouchers_payee ON public.vouchers USING btree (payee_id, branch_id);
CREATE INDEX vouchers_receipt ON public.vouchers USING btree (receipt_id) WHERE (receipt_id IS NOT NULL);
CREATE INDEX vouchers_search ON public.vouchers USING gin (search_text gin_trgm_ops);
CREATE INDEX vouchers_status ON public.vouchers USING btree (branch_id, status, id DESC);
CREATE TRIGGER hands_begin BEFORE INSERT ON public.vouchers FOR EACH ROW WHEN (new.decided_before_hands) EXECUTE FUNCTION keep_hands();
CREATE TRIGGER hands_stay BEFORE UPDATE ON public.vouchers FOR EACH ROW WHEN (((NOT (new.hands @> old.hands)) OR (new.decided_before_hands AND (NOT old.decided_before_hands)))) EXECUTE FUNCTION keep_hands();
CREATE TRIGGER not_merged BEFORE INSERT OR UPDATE OF payee_id ON public.vouchers FOR EACH ROW EXECUTE FUNCTION refuse_merged_party('payee_id');
create policy branch_scope on vouchers as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

create table year_closings (
  id integer not null generated always as identity,
  branch_id integer not null,
  first_day date not null,
  last_day date not null,
  status text not null default 'CLOSED'::text,
  version integer not null default 1,
  result bigint not null,
  made_by integer not null,
  made_at timestamp with time zone not null,
  reopened_by integer,
  reopened_at timestamp with time zone,
  reopened_reason text,
  constraint year_closings_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES branches(id),
  constraint year_closings_check CHECK ((last_day > first_day)),
  constraint year_closings_check1 CHECK (((status = 'REOPENED'::text) = ((reopened_by IS NOT NULL) AND (reopened_at IS NOT NULL) AND (reopened_reason IS NOT NULL)))),
  constraint year_closings_made_by_fkey FOREIGN KEY (made_by) REFERENCES users(id),
  constraint year_closings_pkey PRIMARY KEY (id),
  constraint year_closings_reopened_by_fkey FOREIGN KEY (reopened_by) REFERENCES users(id),
  constraint year_closings_status_check CHECK ((status = ANY (ARRAY['CLOSED'::text, 'REOPENED'::text])))
);
CREATE UNIQUE INDEX year_closed_once ON public.year_closings USING btree (branch_id, last_day) WHERE (status = 'CLOSED'::text);
create policy branch_scope on year_closings as permissive for all using ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[]))) with check ((branch_id = ANY (( SELECT (NULLIF(current_setting('slipway.branches'::text, true), ''::text))::integer[] AS "nullif")::integer[])));

CREATE OR REPLACE FUNCTION public.accounts_of(VARIADIC functions text[])
 RETURNS text[]
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(array_agg(code), '{}') from ledger_accounts where function = any(functions) $function$
;

CREATE OR REPLACE FUNCTION public.adjustments_matching(wanted text, most integer)
 RETURNS SETOF integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  return query execute 'select id from adjustments where search_text like $1 and branch_id = any($2)'
    || case when most <= 10000 then ' order by id desc' else '' end || ' limit $3'
    using '%' || replace(replace(replace(wanted, '\', '\\'), '%', '\%'), '_', '\_') || '%',
      nullif(current_setting('slipway.branches', true), '')::int[], most;
end $function$
;

CREATE OR REPLACE FUNCTION public.attachments_matching(wanted text, most integer)
 RETURNS SETOF integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  return query execute 'select id from attachments where lower(name) like $1 and removed_at is null
      and (branch_id is null or branch_id = any($2)) order by id desc limit $3'
    using '%' || literally(wanted) || '%', nullif(current_setting('slipway.branches', true), '')::int[], most;
end $function$
;

CREATE OR REPLACE FUNCTION public.balanced_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  misplaced boolean;
  unknown boolean;
  foreign_key boolean;
  void boolean;
  foreign_bank boolean;
begin
  if exists (select from inserted group by entry_id, currency having sum(amount) <> 0) then
    raise exception 'An entry does not sum to zero in its currency' using errcode = 'check_violation', constraint = 'balanced_entry';
  end if;
  if exists (select from inserted group by entry_id having sum(base_amount) <> 0) then
    raise exception 'An entry does not sum to zero in base' using errcode = 'check_violation', constraint = 'balanced_entry';
  end if;
  select bool_or(e.id is null or e.branch_id <> i.branch_id or e.day <> i.day),
    bool_or(i.note_id is not null and n.id is null),
    bool_or(a.code is null or c.code is null or (i.tax_id is not null and t.id is null)),
    bool_or(i.amount = 0 and a.function is distinct from 'EXCHANGE_GAIN' and a.function is distinct from 'EXCHANGE_LOSS'
      and e.event not in ('REVALUATION', 'BANK_REVALUATION', 'REVALUATION_REVERSED', 'REVALUATION_UNDONE', 'YEAR_CLOSED', 'YEAR_REOPENED')),
    bool_or((a.sub_kind = 'BANK') <> (i.bank_account_id is not null) or b.account <> i.account or b.currency <> i.currency)
    into misplaced, unknown, foreign_key, void, foreign_bank
  from inserted i left join journal_entries e on e.id = i.entry_id left join ledger_accounts a on a.code = i.account
    left join currencies c on c.code = i.currency left join taxes t on t.id = i.tax_id
    left join bank_accounts b on b.id = i.bank_account_id left join notes n on n.id = i.note_id;
  if misplaced then
    raise exception 'A line differs from its entry in branch or day' using errcode = 'check_violation', constraint = 'line_of_entry';
  elsif unknown then
    raise exception 'A line names a note that is not there' using errcode = 'foreign_key_violation', constraint = 'line_note';
  elsif foreign_key then
    raise exception 'A line names an account, a currency or a tax that is not there' using errcode = 'foreign_key_violation', constraint = 'line_of_account';
  elsif void then
    raise exception 'A line without an amount is not an exchange difference' using errcode = 'check_violation', constraint = 'zero_amount_is_exchange';
  elsif foreign_bank then
    raise exception 'A line on a bank does not name an account of that bank in its currency' using errcode = 'check_violation', constraint = 'bank_account_of_line';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.base_share(part bigint, base bigint, whole bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(round(part::numeric * base / nullif(whole, 0)), 0)::bigint
$function$
;

CREATE OR REPLACE FUNCTION public.booked_within(in_currency text, first_day date, last_day date)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select exists (
    select 1 from journal_lines l
    where l.branch_id in (select id from branches) and l.day between first_day and last_day and l.currency = in_currency) $function$
;

CREATE OR REPLACE FUNCTION public.books_begun()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select exists (select 1 from journal_entries) $function$
;

CREATE OR REPLACE FUNCTION public.branches_of_bank(bank integer)
 RETURNS SETOF integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select distinct branch_id from daily_balances where bank_account_id = bank
$function$
;

CREATE OR REPLACE FUNCTION public.came_back(part integer)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(sum(least(r.due_back, greatest(d.settled - d.set_off - before.amount, 0))), 0)::bigint
  from part_returns r join note_parts p on p.id = r.part_id
  join notes d on d.endorsement_id = r.endorsement_id and d.party_id = p.party_id
    and d.kind = 'DN' and d.purpose = 'RETURN' and d.debit_note_id is not null and d.status = 'ISSUED'
  cross join lateral (
    select coalesce(sum(o.due_back), 0) as amount from part_returns o join note_parts q on q.id = o.part_id
    where o.endorsement_id = r.endorsement_id and q.party_id = p.party_id and o.part_id < r.part_id) before
  where r.part_id = part
$function$
;

CREATE OR REPLACE FUNCTION public.cancel_job(job bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  update jobs set cancel_asked = true where id = job $function$
;

CREATE OR REPLACE FUNCTION public.carried(p policies, besides integer)
 RETURNS TABLE(named integer, party_id integer, starts_on date, ends_on date, changed boolean)
 LANGUAGE sql
 STABLE
AS $function$
  with changes as (
    select e.effective_date as day, e.applied -> 'placement' -> 'lines' as lines, lead(e.effective_date) over (order by e.approval) as next
    from endorsements e
    where e.policy_id = p.id and e.status = 'APPROVED' and e.endorsement_type = 'SEC' and e.id <> besides and e.applied -> 'placement' -> 'lines' is not null)
  select l.security_id, l.security_id, p.insurance_start_date, least(last_covered(p), (select min(day) from changes) - 1), false
  from policy_lines l where l.policy_id = p.id
  union all
  select y.id, coalesce(y.merged_into, y.id), c.day, least(last_covered(p), c.next - 1), true
  from changes c cross join lateral jsonb_to_recordset(c.lines) as x ("securityId" int, share bigint) join parties y on y.id = x."securityId" where x.share > 0
$function$
;

CREATE OR REPLACE FUNCTION public.carriers_of_merged()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into party_changes (branch_id, party_id, premium, starts_on, ends_on, policies)
  select p.branch_id, v.party_id, 0, c.starts_on, c.ends_on, v.policies
  from policies p cross join lateral carried(p, 0) c
    cross join lateral (values (coalesce(old.merged_into, old.id), -1), (coalesce(new.merged_into, new.id), 1)) v (party_id, policies)
  where p.status = 'APPROVED' and c.changed and c.named = new.id and c.starts_on <= c.ends_on
    and p.id in (select e.policy_id from endorsements e where e.status = 'APPROVED' and e.endorsement_type = 'SEC'
      and e.applied -> 'placement' -> 'lines' @> jsonb_build_array(jsonb_build_object('securityId', new.id)));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.cash_passed_on(receipt integer)
 RETURNS TABLE(id integer, number text, status text, branch_id integer, amount bigint, day date)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select p.id, p.number, p.status, p.branch_id, p.amount, p.bank_date from receipts r join receipts p on p.source_id = r.id
  where r.id = receipt and r.branch_id = any((select nullif(current_setting('slipway.branches', true), '')::int[])::int[])
    and p.status in ('PENDING', 'APPROVED', 'REVERSED')
  order by p.id $function$
;

CREATE OR REPLACE FUNCTION public.change_carriers(sign integer, p policies, besides integer, only_changed boolean)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into party_changes (branch_id, party_id, premium, starts_on, ends_on, policies)
  select p.branch_id, c.party_id, 0, c.starts_on, c.ends_on, sign from carried(p, besides) c
  where c.starts_on <= c.ends_on and (c.changed or not only_changed)
$function$
;

CREATE OR REPLACE FUNCTION public.change_expiry(p policies, renewal text, policies integer, fac_premium bigint, base_fac_premium bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare state constant text := renewal_state(renewal, p.not_renewed_reason);
begin
  if p.status = 'APPROVED' and p.cancelled_from is null then
    insert into expiry_changes (branch_id, day, market, currency, state, reason, policies, fac_premium, base_fac_premium)
    values (p.branch_id, p.cover_end_date, p.market, p.currency, state, case state when 'NOT_RENEWED' then trim(p.not_renewed_reason) else '' end,
      policies, fac_premium, base_fac_premium);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.change_expiry(sign integer, p policies, renewal text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if p.status = 'APPROVED' and p.cancelled_from is null then
    perform change_expiry(p, renewal, sign, sign * p.current_fac_premium, sign * (coalesce(p.base_fac_premium, 0)
      + coalesce((select sum(e.base_fac_premium)::bigint from endorsements e where e.policy_id = p.id and e.status = 'APPROVED'), 0)));
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.change_party_sums(sign integer, p policies)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare first_to date;
begin
  if p.status = 'APPROVED' then
    first_to := first_carried_to(p);
    insert into party_changes (branch_id, party_id, posted_on, premium, starts_on, ends_on, policies)
    select p.branch_id, x.party_id, p.posted_on, sign * coalesce(x.premium, 0), p.insurance_start_date, x.ends_on, sign * (x.ends_on >= p.insurance_start_date)::int from (
      select p.reinsured_id as party_id, p.base_fac_premium as premium, last_covered(p) as ends_on
      union all select coalesce(p.endorsed_insured_id, p.insured_id), p.base_fac_premium, last_covered(p)
      union all select l.security_id, base_share(l.share_premium, p.base_fac_premium, p.fac_premium), first_to from policy_lines l where l.policy_id = p.id) x
    where x.party_id is not null;
    if first_to < last_covered(p) then perform change_carriers(sign, p, 0, true); end if;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.change_party_sums(sign integer, p policies, e endorsements)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if e.status = 'APPROVED' and e.posted_on is not null then
    insert into party_changes (branch_id, party_id, posted_on, premium, policies)
    select e.branch_id, x.party_id, e.posted_on, sign * coalesce(e.base_fac_premium, 0), 0
    from (values (p.reinsured_id), (coalesce(p.endorsed_insured_id, p.insured_id))) x (party_id) where x.party_id is not null;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.change_production(sign integer, p policies)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if p.status in ('APPROVED', 'DISABLED') and p.posted_on is not null then
    insert into production_changes (branch_id, month, currency, cover_type_id, reinsured_id, producer_id, market, type, policies, fac_premium, brokerage, base_fac_premium, base_brokerage)
    select p.branch_id, date_trunc('month', m.day)::date, p.currency, p.cover_type_id, p.reinsured_id, p.producer_id, p.market,
      case when p.renewed_from_id is null then 'NEW' else 'RENEWAL' end, m.times, m.times * coalesce(p.fac_premium, 0), m.times * coalesce(p.brokerage_total, 0),
      m.times * coalesce(p.base_fac_premium, 0), m.times * coalesce(p.base_brokerage, 0)
    from (
      select p.posted_on as day, sign as times
      union all
      select e.day, -sign from journal_entries e
      where p.status = 'DISABLED' and e.source_kind = 'policy' and e.source_id = p.id and e.event = 'POLICY_DISABLED') m;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.change_production(sign integer, p policies, e endorsements)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if e.status = 'APPROVED' and e.posted_on is not null then
    insert into production_changes (branch_id, month, currency, cover_type_id, reinsured_id, producer_id, market, type, policies, fac_premium, brokerage, base_fac_premium, base_brokerage)
    values (e.branch_id, date_trunc('month', e.posted_on)::date, e.currency, p.cover_type_id, p.reinsured_id, p.producer_id, p.market, e.endorsement_type,
      0, sign * coalesce(e.fac_premium, 0), sign * coalesce(e.brokerage_total, 0), sign * coalesce(e.base_fac_premium, 0), sign * coalesce(e.base_brokerage, 0));
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.change_security_sums(sign integer, e endorsements)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if e.status = 'APPROVED' and e.posted_on is not null then
    insert into party_changes (branch_id, party_id, posted_on, premium, policies)
    select e.branch_id, l.security_id, e.posted_on, sign * line_in_base(l.share_premium, e), 0
    from endorsement_lines l where l.endorsement_id = e.id;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.changed_by_items()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare changed int[] := array(
  select n.id from now_items n join old_items o on o.id = n.id
  where (n.party_id, n.account, n.due_on, n.opened_on, n.amount, n.base_amount) <> (o.party_id, o.account, o.due_on, o.opened_on, o.amount, o.base_amount));
begin
  if cardinality(changed) > 0 then
    insert into open_changes (branch_id, account, party_id, currency, due_on, debit, day, booked_on, amount, base_amount)
    select i.branch_id, i.account, i.party_id, i.currency, i.due_on, i.amount >= 0, m.day, m.booked_on, sum(i.sign * m.amount), sum(i.sign * m.base_amount)
    from (select 1 as sign, n.* from now_items n union all select -1, o.* from old_items o) i
    cross join lateral (
      select i.opened_on as day, null::date as booked_on, i.amount, i.base_amount
      union all
      select greatest(s.day, i.opened_on), case when s.day < i.opened_on then s.day end, -s.amount, -s.base_amount from settlements s where s.item_id = i.id) m
    where i.id = any (changed) group by 1, 2, 3, 4, 5, 6, 7, 8;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.changed_by_openings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare unknown boolean;
begin
  with opened as (
    select i.*, a.function, e.id is null or e.branch_id <> i.branch_id or (i.note_id is not null and n.id is null) or a.code is null or c.code is null as unknown
    from now_items i left join journal_entries e on e.id = i.entry_id left join notes n on n.id = i.note_id
      left join ledger_accounts a on a.code = i.account left join currencies c on c.code = i.currency),
  changes as (
    insert into open_changes (branch_id, account, party_id, currency, due_on, debit, day, amount, base_amount)
    select branch_id, account, party_id, currency, due_on, amount >= 0, opened_on, sum(amount), sum(base_amount) from opened
    where amount <> 0 group by 1, 2, 3, 4, 5, 6, 7),
  owed as (
    insert into owed_touched (branch_id, note_id)
    select distinct branch_id, note_id from opened where function = 'PREMIUM_RECEIVABLE' and note_id is not null),
  released as (
    insert into released_touched (branch_id, note_id)
    select distinct branch_id, note_id from opened where function = 'PREMIUM_PAYABLE' and note_id is not null)
  select bool_or(o.unknown) into unknown from opened o;
  if unknown then
    raise exception 'An open item names an entry, a note, an account or a currency that is not there' using errcode = 'foreign_key_violation', constraint = 'item_of_entry';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.changed_by_settlements()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into open_changes (branch_id, account, party_id, currency, due_on, debit, day, booked_on, amount, base_amount)
  select i.branch_id, i.account, i.party_id, i.currency, i.due_on, i.amount >= 0, greatest(s.day, i.opened_on), case when s.day < i.opened_on then s.day end,
    -sum(s.amount), -sum(s.base_amount)
  from now_settlements s join open_items i on i.id = s.item_id group by 1, 2, 3, 4, 5, 6, 7, 8;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.changed_since(since bigint, kinds text[])
 RETURNS TABLE(id bigint, branch_id integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select a.id, a.branch_id from audit_trail a where a.id > since and a.entity = any (kinds) order by a.id $function$
;

CREATE OR REPLACE FUNCTION public.claim_stages_of(claims integer[])
 RETURNS TABLE(claim_id integer, stage text)
 LANGUAGE sql
 STABLE
AS $function$
  select c.id, case when c.status <> 'APPROVED' then null when c.closed_on is not null then 'CLOSED' when c.asked = 0 then 'NOTIFIED'
    when m.paid >= c.asked - m.set_off then 'SETTLED' when m.collected >= c.asked - m.set_off then 'COLLECTED' when m.collected > 0 then 'PART_COLLECTED' else 'CALLED' end
  from (select id, status, closed_on, ours_called + ours_fees + ours_ex_gratia as asked from claims where id in (select unnest(claim_stages_of.claims))) c
  left join (
    select n.claim_id, sum(n.settled - n.set_off) as collected, sum(n.set_off) as set_off, sum(x.paid) as paid from notes n join note_parts x on x.debit_note_id = n.id
    where n.claim_id in (select unnest(claim_stages_of.claims)) and n.purpose = 'CLAIM' and n.status = 'ISSUED' group by 1) m on m.claim_id = c.id
$function$
;

CREATE OR REPLACE FUNCTION public.claims_matching(wanted text, most integer)
 RETURNS SETOF integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  return query execute 'select id from claims where search_text like $1 and branch_id = any($2)'
    || case when most <= 10000 then ' order by id desc' else '' end || ' limit $3'
    using '%' || replace(replace(replace(wanted, '\', '\\'), '%', '\%'), '_', '\_') || '%',
      nullif(current_setting('slipway.branches', true), '')::int[], most;
end $function$
;

CREATE OR REPLACE FUNCTION public.claims_of_policy()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  update claims set reinsured_id = new.reinsured_id, cover_type_id = new.cover_type_id where policy_id = new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.claims_of_security(security integer)
 RETURNS TABLE(claim integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select l.claim_id from claim_lines l where l.security_id = security
  union select m.claim_id from movement_parts x join movements m on m.id = x.movement_id where x.security_id = security
  union select m.claim_id from movement_payers x join movements m on m.id = x.movement_id where x.security_id = security
  union select m.claim_id from claim_agreements x join movements m on m.id = x.movement_id where x.security_id = security $function$
;

CREATE OR REPLACE FUNCTION public.claims_touched_by_claims()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  insert into claims_touched (branch_id, claim_id) values (new.branch_id, new.id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.claims_touched_by_notes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  insert into claims_touched (branch_id, claim_id) values (new.branch_id, new.claim_id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.claims_touched_by_parts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
declare note notes;
begin
  select * into note from notes where id = new.debit_note_id;
  if note.claim_id is not null then
    insert into claims_touched (branch_id, claim_id) values (note.branch_id, note.claim_id);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.clear_jobs()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  delete from jobs j using firm f where j.state in ('DONE', 'FAILED', 'CANCELLED')
    and coalesce(j.finished_at, j.created_at) < now()
      - (case when j.kind = 'mail' then f.retain_mails_years else f.retain_jobs_years end) * interval '1 year' $function$
;

CREATE OR REPLACE FUNCTION public.client_acts_by_entries()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into client_acts (entry_id, branch_id)
  select n.id, n.branch_id from now_entries n left join journal_entries e on e.id = n.reverses_id
  where coalesce(e.event, n.event) in ('RECEIPT', 'ALLOCATION', 'VOUCHER_PAID', 'WRITE_OFF', 'BANK_CHARGE', 'NET_SETTLEMENT', 'HISTORY', 'CASH_PASSED_ON', 'CASH_TAKEN_OVER');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.client_moves_of(entries integer[])
 RETURNS TABLE(branch_id integer, act integer, day date, currency character, claim_id integer, note_id integer, is_fee boolean, bank_id integer, received bigint, paid bigint, made_good bigint, unallocated bigint, charges bigint, exchanged bigint, transferred bigint, between_branches bigint, against character)
 LANGUAGE sql
 STABLE
AS $function$
  with acts as materialized (
    select e.id, e.event, e.source_id, e.branch_id, e.day, 1 as sign from unnest(entries) p (id) join journal_entries e on e.id = p.id
    where e.event in ('RECEIPT', 'ALLOCATION', 'VOUCHER_PAID', 'WRITE_OFF', 'BANK_CHARGE', 'NET_SETTLEMENT', 'HISTORY', 'CASH_PASSED_ON', 'CASH_TAKEN_OVER')
    union all
    select e.id, e.event, e.source_id, e.branch_id, r.day, -1 from unnest(entries) p (id) join journal_entries r on r.id = p.id
    join journal_entries e on e.id = r.reverses_id
    where e.event in ('RECEIPT', 'ALLOCATION', 'VOUCHER_PAID', 'WRITE_OFF', 'BANK_CHARGE', 'NET_SETTLEMENT', 'HISTORY', 'CASH_PASSED_ON', 'CASH_TAKEN_OVER')),
  client_lines as not materialized (
    select l.entry_id, l.currency, l.bank_account_id, l.amount from journal_lines l join ledger_accounts a on a.code = l.account
    where a.function = 'CLIENT_BANK'),
  -- Cash of another branch has no account of ours here, and is client money all the same.
  client_receipts as not materialized (
    select r.id, r.currency, r.amount from receipts r left join bank_accounts k on k.id = r.bank_account_id
    where r.source_id is not null or k.purpose = 'CLIENT'),
  moves as (
    select x.id as act, a.note_id, null::int as claim_id, x.day, x.sign * a.note_amount as received, 0::bigint as paid, 0::bigint as made_good
      from acts x join allocations a on a.entry_id = x.id join client_receipts r on r.id = a.receipt_id where x.event = 'ALLOCATION'
    union all
    select x.id, p.debit_note_id, null, x.day, 0, x.sign * i.amount, 0
      from acts x join voucher_items i on i.voucher_id = x.source_id join note_parts p on p.id = i.part_id where x.event = 'VOUCHER_PAID'
    union all
    select x.id, f.note_id, null, x.day, 0, x.sign * f.amount, 0 from acts x join voucher_fees f on f.voucher_id = x.source_id where x.event = 'VOUCHER_PAID'
    union all
    select x.id, v.note_id, null, x.day, x.sign * v.amount, 0, 0
      from acts x join vouchers v on v.id = x.source_id and v.kind in ('SET_OFF', 'SALVAGE') and v.note_id is not null where x.event = 'VOUCHER_PAID'
    union all
    select x.id, v.note_id, v.claim_id, x.day, 0, 0, case v.kind when 'MAKE_GOOD' then x.sign * v.amount else -x.sign * v.amount end
      from acts x join vouchers v on v.id = x.source_id and v.kind in ('MAKE_GOOD', 'DRAW_BACK') and num_nonnulls(v.note_id, v.claim_id) > 0
      where x.event = 'VOUCHER_PAID'
    union all
    select x.id, a.note_id, null, x.day, x.sign * a.amount, 0, 0 from acts x join adjustments a on a.id = x.source_id
      where x.event in ('WRITE_OFF', 'BANK_CHARGE', 'NET_SETTLEMENT')
    union all
    select x.id, p.debit_note_id, null, x.day, 0, x.sign * q.amount, 0
      from acts x join adjustment_parts q on q.adjustment_id = x.source_id join note_parts p on p.id = q.part_id where x.event = 'NET_SETTLEMENT'
    union all
    select x.id, k.invoice_id, null, x.day, x.sign * k.amount, 0, 0 from acts x join adjustment_nets k on k.adjustment_id = x.source_id
      where x.event = 'NET_SETTLEMENT'
    union all
    select x.id, coalesce(k.note_id, p.debit_note_id), null, x.day, case when k.part_id is null then x.sign * k.amount else 0 end,
        case when k.part_id is null then 0 else -x.sign * k.amount end, 0
      from acts x join voucher_nets k on k.voucher_id = x.source_id left join note_parts p on p.id = k.part_id where x.event = 'VOUCHER_PAID'
    union all
    select x.id, coalesce(n.debit_note_id, n.id), null, x.day, case n.kind when 'DN' then x.sign * s.amount else 0 end,
        case n.kind when 'CN' then -x.sign * s.amount else 0 end, 0
      from acts x join settlements s on s.entry_id = x.id join open_items i on i.id = s.item_id join notes n on n.id = i.note_id
      where x.event = 'HISTORY' and exists (select from client_lines l where l.entry_id = x.id)
    union all
    select x.id, p.debit_note_id, null, x.day, 0, x.sign * h.amount, 0
      from acts x join history_payments h on h.history_id = x.source_id join note_parts p on p.id = h.part_id
      where x.event = 'HISTORY' and exists (select from client_lines l where l.entry_id = x.id)),
  loose as (
    select x.id as act, x.branch_id, x.day, r.currency, x.sign * r.amount as unallocated, 0::bigint as charges, 0::bigint as exchanged, 0::bigint as between_branches, null::char(3) as against
      from acts x join client_receipts r on r.id = x.source_id where x.event = 'RECEIPT'
    union all
    select x.id, x.branch_id, x.day, r.currency, -x.sign * a.amount, 0, 0, 0, null from acts x join allocations a on a.entry_id = x.id
      join client_receipts r on r.id = a.receipt_id where x.event = 'ALLOCATION'
    union all
    select x.id, x.branch_id, x.day, v.currency, -x.sign * v.amount, 0, 0, 0, null
      from acts x join vouchers v on v.id = x.source_id and v.kind = 'REFUND' join client_receipts r on r.id = v.receipt_id
      where x.event = 'VOUCHER_PAID'
    union all
    select x.id, x.branch_id, x.day, v.currency, 0, case v.kind when 'MAKE_GOOD' then x.sign * v.amount else -x.sign * v.amount end, 0, 0, null
      from acts x join vouchers v on v.id = x.source_id and v.kind in ('BANK_CHARGE', 'MAKE_GOOD', 'EXCHANGE_DRAWING')
        and num_nonnulls(v.note_id, v.claim_id) = 0
      where x.event = 'VOUCHER_PAID'
    union all
    select x.id, x.branch_id, x.day, s.currency, 0, 0, x.sign * s.amount, 0, s.against
      from acts x join allocations a on a.entry_id = x.id join client_receipts r on r.id = a.receipt_id join notes n on n.id = a.note_id
      cross join lateral (values (r.currency, n.currency, a.amount), (n.currency, r.currency, -a.note_amount)) s (currency, against, amount)
      where x.event = 'ALLOCATION' and r.currency <> n.currency
    union all
    select x.id, x.branch_id, x.day, s.currency, 0, -x.sign * s.cost, x.sign * (s.moved + s.cost), 0, s.against
      from acts x join vouchers v on v.id = x.source_id and v.kind = 'CLIENT_TRANSFER' and v.into_currency <> v.currency
      cross join (select base_currency as base from firm) f
      cross join lateral (values
        (v.currency, v.into_currency, -v.amount, case when v.into_currency = f.base then 0 else v.exchange_cost end),
        (v.into_currency, v.currency, v.into_amount, case when v.into_currency = f.base then v.exchange_cost else 0 end)
      ) s (currency, against, moved, cost)
      where x.event = 'VOUCHER_PAID'
    union all
    -- What leaves the cash of one branch lies in its bank for the other, which has a claim on it in place of money of its own.
    select x.id, x.branch_id, x.day, l.currency, -x.sign * sum(l.amount) filter (where a.function = 'UNALLOCATED_CASH'), 0, 0,
      x.sign * sum(l.amount) filter (where a.function = 'INTER_BRANCH'), null
      from acts x join journal_lines l on l.entry_id = x.id join ledger_accounts a on a.code = l.account
      where x.event in ('CASH_PASSED_ON', 'CASH_TAKEN_OVER') group by x.id, x.branch_id, x.day, x.sign, l.currency),
  -- Which of our client accounts each act was of, by its currency: that of its entry, of the receipt that it allocates, of what was made good
  -- with it. What moves no bank is of the account that its voucher names, or of its receipts.
  candidates as (
    select x.id as act, l.bank_account_id as bank_id from acts x join client_lines l on l.entry_id = x.id
    union select x.id, r.bank_account_id from acts x join receipts r on r.id = x.source_id where x.event in ('ALLOCATION', 'CASH_PASSED_ON')
    union select x.id, v.bank_account_id from acts x join vouchers v on v.id = x.source_id
      where x.event = 'VOUCHER_PAID' and (v.kind in ('SET_OFF', 'SALVAGE') or v.amount = 0)
    union select x.id, l.bank_account_id from acts x
      join journal_entries e on e.source_kind = 'adjustment' and e.source_id = x.source_id and e.event = 'MADE_GOOD' and e.reverses_id is null
      join client_lines l on l.entry_id = e.id where x.event in ('WRITE_OFF', 'BANK_CHARGE')
    union select x.id, r.bank_account_id from acts x join adjustment_receipts w on w.adjustment_id = x.source_id
      join receipts r on r.id = w.receipt_id where x.event = 'NET_SETTLEMENT'),
  own as (
    select coalesce(c.branch_id, n.branch_id) as branch_id, m.act, m.day, coalesce(c.currency, n.currency) as currency, coalesce(c.id, 0) as claim_id,
      case when c.id is null then n.id else 0 end as note_id, coalesce(n.purpose = 'FEE', false) as is_fee, m.received, m.paid, m.made_good,
      0::bigint as unallocated, 0::bigint as charges, 0::bigint as exchanged, 0::bigint as between_branches, null::char(3) as against
    from moves m left join notes n on n.id = m.note_id left join claims c on c.id = coalesce(m.claim_id, n.claim_id)
    union all
    select branch_id, act, day, currency, 0, 0, false, 0, 0, 0, unallocated, charges, exchanged, between_branches, against from loose),
  placed as (
    select *, min(candidate) over (partition by act, currency) as bank_id from (
      select o.*, null::int as candidate, true as moved from own o
      union all
      select null, c.act, null, k.currency, 0, 0, false, 0, 0, 0, 0, 0, 0, 0, null, k.id, false
      from candidates c join bank_accounts k on k.id = c.bank_id and k.purpose = 'CLIENT') x)
  select p.branch_id, p.act, p.day, p.currency, p.claim_id, p.note_id, p.is_fee, coalesce(p.bank_id, 0), p.received::bigint, p.paid::bigint, p.made_good::bigint,
    p.unallocated::bigint, p.charges::bigint, p.exchanged::bigint, 0::bigint, p.between_branches::bigint, p.against
  from placed p where p.moved
  union all
  select x.branch_id, x.id, x.day, l.currency, 0, 0, false, l.bank_account_id, 0, 0, 0, 0, 0, 0, (x.sign * l.amount)::bigint, 0, null
  from acts x join vouchers v on v.id = x.source_id and v.kind = 'CLIENT_TRANSFER' and v.into_currency = v.currency
  join client_lines l on l.entry_id = x.id where x.event = 'VOUCHER_PAID'
$function$
;

CREATE OR REPLACE FUNCTION public.client_totals_of(sign integer, notes integer[], claims integer[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into client_totals as t (branch_id, currency, bank_id, premiums, claims, fees, short, elsewhere)
  select branch_id, currency, bank_id,
    coalesce(sign * sum(in_hand) filter (where total >= 0 and claim_id = 0 and not is_fee), 0), coalesce(sign * sum(in_hand) filter (where total >= 0 and claim_id > 0), 0),
    coalesce(sign * sum(in_hand) filter (where total >= 0 and is_fee), 0), coalesce(sign * sum(in_hand) filter (where total < 0), 0),
    coalesce(sign * sum(least(in_hand, 0)) filter (where total >= 0), 0)
  from (
    select s.*, sum(in_hand) over (partition by claim_id, note_id) as total from client_sums s
    where note_id = any (notes) or (note_id = 0 and claim_id = any (claims))) x
  group by 1, 2, 3
  on conflict (branch_id, currency, bank_id) do update set premiums = t.premiums + excluded.premiums, claims = t.claims + excluded.claims,
    fees = t.fees + excluded.fees, short = t.short + excluded.short, elsewhere = t.elsewhere + excluded.elsewhere
$function$
;

CREATE OR REPLACE FUNCTION public.columns_of(columns text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public'
AS $function$
  select string_agg(format('%I', name), ', ') from (select distinct name from unnest(columns || array['id']) as c (name)) named
$function$
;

CREATE OR REPLACE FUNCTION public.covers(p policies)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select (last_covered(p) >= p.insurance_start_date)::int
$function$
;

CREATE OR REPLACE FUNCTION public.endorsements_matching(wanted text, most integer)
 RETURNS SETOF integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  return query execute 'select id from endorsements where lower(number) like $1 and branch_id = any($2) order by id desc limit $3'
    using '%' || literally(wanted) || '%', nullif(current_setting('slipway.branches', true), '')::int[], most;
end $function$
;

CREATE OR REPLACE FUNCTION public.entry_has_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select count(*) from journal_lines where entry_id = new.id) < 2 then
    raise exception 'An entry has fewer than two lines' using errcode = 'check_violation', constraint = 'entry_has_lines';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.erase_old_personal(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
declare
  erased int;
begin
  update audit_trail set personal = null
  where id in (
    select id from audit_trail
    where at < now() - (select retain_personal_years from firm) * interval '1 year' and personal is not null
    order by at, id limit most);
  get diagnostics erased = row_count;
  return erased;
end $function$
;

CREATE OR REPLACE FUNCTION public.erase_party_traces(erased integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  update party_bank_accounts set bank = 'Erased', branch = '', account_name = 'Erased', account_number = 'Erased', swift = ''
    where party_id = erased and exists (select 1 from parties where id = erased and erased_at is not null);
  update audit_trail set personal = null where entity = 'party' and entity_id = erased and personal is not null
    and exists (select 1 from parties where id = erased and erased_at is not null) $function$
;

CREATE OR REPLACE FUNCTION public.erase_user_audit(erased integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  update audit_trail set personal = null where entity = 'user' and entity_id = erased and personal is not null $function$
;

CREATE OR REPLACE FUNCTION public.erase_words_audit(of_party integer, words text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  update audit_trail a set personal = null
  where a.entity = 'party' and a.entity_id = of_party and a.personal is not null and exists (
    select 1 from jsonb_each_text(a.personal) as held (field, value), unnest(words) as word
    where word <> '' and strpos(lower(held.value), lower(word)) > 0) $function$
;

CREATE OR REPLACE FUNCTION public.expiry_of_endorsement()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
declare
  p policies;
  was constant bigint := case when tg_op = 'UPDATE' and old.status = 'APPROVED' then coalesce(old.base_fac_premium, 0) else 0 end;
  now constant bigint := case when new.status = 'APPROVED' then coalesce(new.base_fac_premium, 0) else 0 end;
begin
  if was <> now then
    select * into p from policies where id = new.policy_id for share;
    perform change_expiry(p, renewal_of(p.id), 0, 0, now - was);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.expiry_of_policy()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
declare renewal text;
begin
  if tg_op = 'INSERT' then
    perform change_expiry(1, new, null);
  else
    renewal := renewal_of(new.id);
    perform change_expiry(-1, old, renewal);
    perform change_expiry(1, new, renewal);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.expiry_of_renewal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  if tg_op = 'INSERT' then
    perform renewal_moved(new.renewed_from_id, null, nullif(new.status, 'DISABLED'));
  elsif old.renewed_from_id = new.renewed_from_id then
    perform renewal_moved(new.renewed_from_id, nullif(old.status, 'DISABLED'), nullif(new.status, 'DISABLED'));
  else
    perform renewal_moved(old.renewed_from_id, nullif(old.status, 'DISABLED'), null) where old.renewed_from_id is not null;
    perform renewal_moved(new.renewed_from_id, null, nullif(new.status, 'DISABLED')) where new.renewed_from_id is not null;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.fail_job(job bigint, attempt integer, message text, retry_in interval)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  update jobs set state = case when retry_in is null then 'FAILED' else 'WAITING' end, last_error = message,
    run_after = now() + coalesce(retry_in, interval '0'), finished_at = case when retry_in is null then now() end
  where id = job and attempts = attempt and state = 'RUNNING' $function$
;

CREATE OR REPLACE FUNCTION public.finish_job(job bigint, attempt integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  update jobs set state = 'DONE', finished_at = now(), progress = 100, last_error = null, payload = '{}'
  where id = job and attempts = attempt and state = 'RUNNING' $function$
;

CREATE OR REPLACE FUNCTION public.first_carried_to(p policies)
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$
  select least(last_covered(p), (
    select min(e.effective_date) - 1 from endorsements e
    where e.policy_id = p.id and e.status = 'APPROVED' and e.endorsement_type = 'SEC' and e.applied -> 'placement' -> 'lines' is not null))
$function$
;

CREATE OR REPLACE FUNCTION public.first_matches(source text, wanted text, in_market text, columns text[], descending boolean[], most integer)
 RETURNS integer[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
declare
  seen int;
  ids int[];
  reach int := 4 * most;
  sorted constant text := order_of(columns, descending);
  market constant text := case source when 'policies' then ' and market = $3' else '' end;
  hit constant text := format('strpos(%s, $1) > 0 as hit', text_of(source));
begin
  -- No other table is read with the owner's rights.
  perform searched_in(source, wanted);
  if columns = '{id}' then
    execute format('select array_agg(id) from (select id from (select id, %s from %I where branch_id = any($2)%s order by %s limit 50000) w where hit limit $4) f',
        hit, texts_of(source), market, sorted)
      into ids using wanted, nullif(current_setting('slipway.branches', true), '')::int[], in_market, most;
    if cardinality(ids) >= most then
      return ids;
    end if;
    reach := null;
  end if;
  while reach <= 10000 loop
    execute format('select count(*), array_agg(id order by %s) filter (where hit) from (
        select w.* from unnest($2) b (id) cross join lateral (
          select %s, %s from %I where branch_id = b.id%s order by %1$s limit $4) w
        order by %1$s limit $4) f', sorted, columns_of(columns), hit, source, market)
      into seen, ids using wanted, nullif(current_setting('slipway.branches', true), '')::int[], in_market, reach;
    if seen < reach or cardinality(ids) >= most then
      return ids[:most];
    end if;
    reach := 5 * reach;
  end loop;
  return matches_sorted(source, wanted, in_market, columns, descending, most);
end $function$
;

CREATE OR REPLACE FUNCTION public.fold_claim_stages(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.fold_client_acts(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
declare folded int; entries int[]; before bigint; notes int[]; claims int[];
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_client_acts')) then return 0; end if;
  with folding as (delete from client_acts where entry_id <= (select max(entry_id) from (select entry_id from client_acts order by entry_id limit most) first) returning entry_id)
  select count(*), array_agg(entry_id) into folded, entries from folding;
  if folded > 0 then
    select coalesce(max(id), 0) into before from client_moves;
    insert into client_moves (branch_id, act, day, currency, claim_id, note_id, is_fee, bank_id, received, paid, made_good, unallocated, charges, exchanged, transferred, between_branches, against)
    select branch_id, act, day, currency, claim_id, note_id, is_fee, bank_id, received, paid, made_good, unallocated, charges, exchanged, transferred, between_branches, against
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
    insert into client_days as d (branch_id, day, currency, against, bank_id, unallocated, charges, exchanged, transferred, between_branches)
    select branch_id, day, currency, coalesce(against, ''), bank_id, sum(unallocated), sum(charges), sum(exchanged), sum(transferred), sum(between_branches) from client_moves
    where id > before and claim_id + note_id = 0 group by 1, 2, 3, 4, 5
    on conflict (branch_id, day, currency, against, bank_id) do update set unallocated = d.unallocated + excluded.unallocated,
      charges = d.charges + excluded.charges, exchanged = d.exchanged + excluded.exchanged, transferred = d.transferred + excluded.transferred,
      between_branches = d.between_branches + excluded.between_branches;
  end if;
  return folded;
end $function$
;

CREATE OR REPLACE FUNCTION public.fold_expiry_changes(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
declare folded int;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_expiry_changes')) then return 0; end if;
  with folding as (
    delete from expiry_changes where id <= (select max(id) from (select id from expiry_changes order by id limit most) first) returning *),
  days as (
    insert into expiry_days as d (branch_id, day, market, currency, state, reason, policies, fac_premium, base_fac_premium)
    select branch_id, day, market, currency, state, reason, sum(policies), sum(fac_premium), sum(base_fac_premium) from folding group by 1, 2, 3, 4, 5, 6
    on conflict (branch_id, day, market, currency, state, reason) do update
      set policies = d.policies + excluded.policies, fac_premium = d.fac_premium + excluded.fac_premium, base_fac_premium = d.base_fac_premium + excluded.base_fac_premium)
  select count(*) into folded from folding;
  return folded;
end $function$
;

CREATE OR REPLACE FUNCTION public.fold_open_changes(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
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
      set amount = m.amount + excluded.amount, base_amount = m.base_amount + excluded.base_amount),
  months as (
    insert into control_months as c (branch_id, account, month, currency, debit, amount, base_amount)
    select branch_id, account, date_trunc('month', coalesce(booked_on, day))::date, currency, debit, sum(amount), sum(base_amount)
    from folding group by 1, 2, 3, 4, 5
    on conflict (branch_id, account, month, currency, debit) do update
      set amount = c.amount + excluded.amount, base_amount = c.base_amount + excluded.base_amount)
  select count(*) into folded from folding;
  delete from open_sums where amount = 0 and base_amount = 0;
  return folded;
end $function$
;

CREATE OR REPLACE FUNCTION public.fold_owed(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.fold_party_changes(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.fold_production_changes(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
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
        base_fac_premium = m.base_fac_premium + excluded.base_fac_premium, base_brokerage = m.base_brokerage + excluded.base_brokerage),
  totals as (
    insert into production_totals as t (branch_id, month, currency, policies, fac_premium, brokerage, base_fac_premium, base_brokerage)
    select branch_id, month, currency, sum(policies), sum(fac_premium), sum(brokerage), sum(base_fac_premium), sum(base_brokerage) from folding group by 1, 2, 3
    on conflict (branch_id, month, currency) do update
      set policies = t.policies + excluded.policies, fac_premium = t.fac_premium + excluded.fac_premium, brokerage = t.brokerage + excluded.brokerage,
        base_fac_premium = t.base_fac_premium + excluded.base_fac_premium, base_brokerage = t.base_brokerage + excluded.base_brokerage)
  select count(*) into folded from folding;
  return folded;
end $function$
;

CREATE OR REPLACE FUNCTION public.fold_release_changes(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.fold_released(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.folded(words text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select lower(regexp_replace(normalize(words, NFKD), '[\u0300-\u036f]', '', 'g'))
$function$
;

CREATE OR REPLACE FUNCTION public.follow_country_name()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update parties set country_name = new.name where country = new.code;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.forget_failed_mails(address text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  update jobs set payload = '{}' where kind = 'mail' and state = 'FAILED' and payload ->> 'to' = address $function$
;

CREATE OR REPLACE FUNCTION public.forget_old_keys()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$ delete from idempotency_keys where created_at < now() - interval '48 hours' $function$
;

CREATE OR REPLACE FUNCTION public.found_by(wanted text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(
    (select w.word from regexp_split_to_table(of.ending, ' ') with ordinality as w (word, place)
     where length(w.word) >= 6 and w.word ~ '[0-9]' order by w.place desc limit 1),
    case when length(of.ending) >= 4 and of.ending ~ '[0-9]' then of.ending else wanted end)
  from (select substring(wanted from '[^/]*$') as ending) of
$function$
;

CREATE OR REPLACE FUNCTION public.held_roles(holder integer)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (
    select coalesce(json_agg(json_build_object('role', r.role, 'branch', r.branch_id, 'name', o.name, 'rights', o.permissions,
      'factor', o.second_factor_required, 'limits', coalesce((
        select json_agg(json_build_object('kind', l.kind, 'amount', l.amount::text))
        from authority_limits l where l.role = r.role), '[]')) order by r.role), '[]')
    from user_roles r join roles o on o.code = r.role and o.status = 'ACTIVE' where r.user_id = holder);
end $function$
;

CREATE OR REPLACE FUNCTION public.invoices_matching(wanted text, most integer)
 RETURNS SETOF integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  return query execute 'select id from invoices where search_text like $1 and branch_id = any($2)'
    || case when most <= 10000 then ' order by id desc' else '' end || ' limit $3'
    using '%' || replace(replace(replace(wanted, '\', '\\'), '%', '\%'), '_', '\_') || '%',
      nullif(current_setting('slipway.branches', true), '')::int[], most;
end $function$
;

CREATE OR REPLACE FUNCTION public.job_standing(job bigint)
 RETURNS TABLE(state text, progress integer, cancel_asked boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select j.state, j.progress, j.cancel_asked from jobs j where j.id = job $function$
;

CREATE OR REPLACE FUNCTION public.keep_country_name()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.country_name := coalesce((select name from countries where code = new.country), '');
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_finished()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'A finished reconciliation stays as it is' using errcode = 'check_violation', constraint = 'finished_stays';
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_hands()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'The hands of a record only grow' using errcode = 'check_violation', constraint = 'hands_only_grow';
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_parts_of_finished()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select 1 from reconciliations where status = 'FINISHED'
      and id in (case when tg_op <> 'INSERT' then old.reconciliation_id end, case when tg_op <> 'DELETE' then new.reconciliation_id end)) then
    raise exception 'A finished reconciliation stays as it is' using errcode = 'check_violation', constraint = 'finished_stays';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_released(changed integer[])
 RETURNS void
 LANGUAGE sql
AS $function$
  update note_parts p set released = r.released from part_releases(changed) r where r.part_id = p.id and p.released <> r.released
$function$
;

CREATE OR REPLACE FUNCTION public.last_covered(p policies)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select least(p.cover_end_date, p.cancelled_from - 1)
$function$
;

CREATE OR REPLACE FUNCTION public.lent_rights(borrower integer, on_day date)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  return (
    select coalesce(json_agg(json_build_object('right', l.permission, 'branch', l.branch_id,
      'lender', json_build_object('id', u.id, 'name', u.name), 'roles', held_roles(u.id)) order by l.id), '[]')
    from lendings l join users u on u.id = l.lender_id and u.status = 'ACTIVE'
    where l.borrower_id = borrower and on_day between l.from_day and l.to_day and l.ended_at is null);
end $function$
;

CREATE OR REPLACE FUNCTION public.line_in_base(premium bigint, e endorsements)
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(round(premium * e.exchange_rate::numeric / 10000000000 * power(10::numeric, b.exponent - c.exponent)), 0)::bigint
  from currencies c, firm f join currencies b on b.code = f.base_currency where c.code = e.currency
$function$
;

CREATE OR REPLACE FUNCTION public.line_is_whole()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (select sum(m.amount) from bank_matches m where m.line_id = new.line_id and m.live) <> (select l.amount from bank_lines l where l.id = new.line_id) then
    raise exception 'Bank line % is not matched whole', new.line_id using errcode = 'check_violation', constraint = 'line_is_whole';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.literally(wanted text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public'
AS $function$
  select replace(replace(replace(wanted, '\', '\\'), '%', '\%'), '_', '\_')
$function$
;

CREATE OR REPLACE FUNCTION public.mailed_since(since timestamp with time zone)
 RETURNS TABLE(made_by integer, made_at timestamp with time zone, addresses integer, strangers integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select s.made_by, s.made_at, cardinality(s.recipients), s.strangers from document_sendings s where s.made_at > since
  union all
  select n.made_by, n.made_at, cardinality(n.recipients), 0 from renewal_notices n where n.made_at > since
  union all
  select c.made_by, c.made_at, cardinality(c.recipients), 0 from claim_mails c where c.made_at > since $function$
;

CREATE OR REPLACE FUNCTION public.mails_under_way(of_kind text)
 RETURNS SETOF integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select (payload ->> 'sending')::int from jobs
  where kind = of_kind and state in ('WAITING', 'RUNNING') and payload ->> 'sending' is not null $function$
;

CREATE OR REPLACE FUNCTION public.manual_journals_matching(wanted text, most integer)
 RETURNS SETOF integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  return query execute 'select id from manual_journals where search_text like $1 and branch_id = any($2)'
    || case when most <= 10000 then ' order by id desc' else '' end || ' limit $3'
    using '%' || replace(replace(replace(wanted, '\', '\\'), '%', '\%'), '_', '\_') || '%',
      nullif(current_setting('slipway.branches', true), '')::int[], most;
end $function$
;

CREATE OR REPLACE FUNCTION public.matches_in_order(source text, wanted text, in_market text, columns text[], descending boolean[], most integer, shown integer)
 RETURNS TABLE(found integer, ids integer[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  return query execute 'with f as materialized (select ' || columns_of(columns) || ' ' || searched_in(source, wanted) || ' limit $4), n as (select count(*)::int as found from f)
    select n.found, case when n.found < $4 then array(select id from f order by ' || order_of(columns, descending) || ' limit $6) end from n'
    using '%' || literally(found_by(wanted)) || '%', nullif(current_setting('slipway.branches', true), '')::int[], in_market, most, wanted, shown;
end $function$
;

CREATE OR REPLACE FUNCTION public.matches_sorted(source text, wanted text, in_market text, columns text[], descending boolean[], most integer)
 RETURNS integer[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
 SET enable_indexscan TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare ids int[];
begin
  perform searched_in(source, wanted);
  execute format('select array_agg(id) from (select id from %I where strpos(%s, $1) > 0 and branch_id = any($2)', texts_of(source), text_of(source))
      || case source when 'policies' then ' and market = $3' else '' end || ' order by ' || order_of(columns, descending) || ' limit $4) f'
    into ids using wanted, nullif(current_setting('slipway.branches', true), '')::int[], in_market, most;
  return ids;
end $function$
;

CREATE OR REPLACE FUNCTION public.merge_parties(loser integer, survivor integer, by_user integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
declare
  gone parties;
  stays parties;
  reference record;
  was text;
begin
  if not exists (select 1 from user_roles r join users u on u.id = r.user_id
      where r.user_id = by_user and r.role = 'ROLE_ROOT' and u.status = 'ACTIVE') then
    raise exception 'Only root merges parties' using errcode = 'insufficient_privilege';
  end if;
  perform 1 from parties where id in (loser, survivor) order by id for update;
  select * into gone from parties where id = loser;
  select * into stays from parties where id = survivor;
  if gone.id is null or stays.id is null or loser = survivor or gone.merged_into is not null or stays.merged_into is not null
      or gone.kind <> stays.kind or gone.market is distinct from stays.market
      or exists (select 1 from shared_placements(loser, survivor)) then
    raise exception 'Parties % and % cannot be merged', loser, survivor using errcode = 'check_violation', constraint = 'parties_can_merge';
  end if;
  insert into party_merges (loser_id, survivor_id, made_by) values (loser, survivor, by_user);

  was := lower(regexp_replace(normalize(stays.name, NFKD), '[\u0300-\u036f]', '', 'g'));
  for reference in select * from party_references order by relation, field loop
    execute format('update %s set %I = $2%s where %I = $1', reference.relation, reference.field,
      case when reference.searched then ', search_text = case when strpos(search_text, $3) > 0 then search_text else search_text || '' '' || $3 end' else '' end,
      reference.field) using loser, survivor, was;
  end loop;

  insert into daily_balances as b (branch_id, account, party_id, tax_id, bank_account_id, currency, day, debit, credit, base_debit, base_credit)
    select branch_id, account, survivor, tax_id, bank_account_id, currency, day, debit, credit, base_debit, base_credit
    from daily_balances where party_id = loser
    on conflict (branch_id, account, party_id, tax_id, bank_account_id, currency, day) do update set
      debit = b.debit + excluded.debit, credit = b.credit + excluded.credit,
      base_debit = b.base_debit + excluded.base_debit, base_credit = b.base_credit + excluded.base_credit;
  delete from daily_balances where party_id = loser;

  update party_contacts set party_id = survivor,
    position = position + (select coalesce(max(position), 0) from party_contacts where party_id = survivor) where party_id = loser;
  update party_intermediaries set party_id = survivor,
    position = position + (select coalesce(max(position), 0) from party_intermediaries where party_id = survivor) where party_id = loser;

  -- An account confirmed for one party is not one confirmed for the other: it waits for a second person again.
  update party_bank_accounts a set
    state = case
      when a.state = 'PROPOSED' and exists (select 1 from party_bank_accounts o where o.party_id = survivor and o.currency = a.currency and o.state = 'PROPOSED') then 'WITHDRAWN'
      when a.state = 'ACTIVE' and (exists (select 1 from party_bank_accounts o where o.party_id = survivor and o.currency = a.currency and o.state in ('ACTIVE', 'PROPOSED'))
        or exists (select 1 from party_bank_accounts o where o.party_id = loser and o.currency = a.currency and o.state = 'PROPOSED')) then 'REPLACED'
      when a.state = 'ACTIVE' then 'PROPOSED'
      else a.state end,
    ended_at = case when a.state = 'ACTIVE' then now() else a.ended_at end,
    version = a.version + 1
    where a.party_id = loser and a.state in ('PROPOSED', 'ACTIVE');
  update party_bank_accounts set made_by = by_user, hands = array(select unnest(hands) union select by_user order by 1), made_at = now(), decided_by = null, decided_at = null, checker_waived = false, ended_at = null
    where party_id = loser and state = 'PROPOSED' and decided_by is not null;
  update party_bank_accounts set party_id = survivor where party_id = loser;

  update parties set merged_into = survivor where merged_into = loser;
  update parties set merged_into = survivor, status = 'INACTIVE', version = version + 1 where id = loser;
  update parties set version = version + 1 where id = survivor;
end $function$
;

CREATE OR REPLACE FUNCTION public.near_name(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  with words as (
    select w as word,
      w ~ '^(ins|insurers?|insurances?|assurances?|assurers?|re|reinsurers?|reinsurances?|reassurances?)$' as trade,
      w ~ '^(ltd|limited|plc|llc|llp|lp|inc|incorporated|co|company|corp|corporation|cie|compagnie|sa|sarl|sas|gmbh|ag|nv|bv|spa|kg|pty|pte|pvt|private|public|the|and|of|de|la)$' as form
    from regexp_split_to_table(
      regexp_replace(regexp_replace(lower(regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g')), '[.''’]', '', 'g'), '[^[:alnum:]]+', ' ', 'g'), ' ') as w
    where w <> '')
  select coalesce(
    (select string_agg(word, ' ' order by word collate "C") from words where not form and not trade),
    (select string_agg(word, ' ' order by word collate "C") from words), '')
$function$
;

CREATE OR REPLACE FUNCTION public.newest_change()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select coalesce(max(id), 0) from audit_trail $function$
;

CREATE OR REPLACE FUNCTION public.notes_matching(wanted text, most integer)
 RETURNS SETOF integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
 SET enable_seqscan TO 'off'
AS $function$
declare
  few constant int := 2000;
  condition constant text := '(lower(number) like $1 or reverse(lower(number)) like $2) and branch_id = any($3)';
  found int[];
  begins constant text := literally(wanted) || '%';
  ends constant text := literally(reverse(wanted)) || '%';
  branches constant int[] := nullif(current_setting('slipway.branches', true), '')::int[];
begin
  execute 'select array_agg(id) from (select id from notes where ' || condition || ' limit ' || few + 1 || ') f'
    into found using begins, ends, branches;
  if cardinality(found) <= few then
    return query select u.id from unnest(found) as u (id) order by u.id desc limit most;
  else
    return query execute 'select id from notes where ' || condition || ' order by id desc limit $4' using begins, ends, branches, most;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.notes_of_what_is_there()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from now_notes n left join branches b on b.id = n.branch_id left join currencies c on c.code = n.currency
      left join policies p on p.id = n.policy_id left join notes d on d.id = n.debit_note_id
    where b.id is null or c.code is null or (n.policy_id is not null and p.id is null) or (n.debit_note_id is not null and d.branch_id is distinct from n.branch_id)) then
    raise exception 'A note names a branch, a currency, a policy or a debit note that is not there' using errcode = 'foreign_key_violation', constraint = 'note_of_policy';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.order_of(columns text[], descending boolean[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public'
AS $function$
  select string_agg(format('%I %s', c.name, case when c.down then 'desc' else 'asc' end), ', ' order by c.place)
  from unnest(columns, descending) with ordinality as c (name, down, place)
$function$
;

CREATE OR REPLACE FUNCTION public.owed_of(notes integer[])
 RETURNS TABLE(note_id integer, branch_id integer, party_id integer, currency character, day date, notes integer, amount bigint)
 LANGUAGE sql
 STABLE
AS $function$
  with items as (
    select i.id, i.note_id, i.branch_id, i.party_id, i.currency, i.opened_on, i.amount
    from open_items i join ledger_accounts a on a.code = i.account and a.function = 'PREMIUM_RECEIVABLE' where i.note_id = any (owed_of.notes)),
  steps as (
    select i.note_id, i.branch_id, i.party_id, i.currency, i.opened_on as day, i.amount from items i
    union all
    select i.note_id, i.branch_id, i.party_id, i.currency, greatest(s.day, i.opened_on), -s.amount from items i join settlements s on s.item_id = i.id),
  states as (
    select t.note_id, t.branch_id, t.party_id, t.currency, t.day, (sum(sum(t.amount)) over (partition by t.note_id, t.party_id order by t.day) <> 0)::int as open
    from steps t group by 1, 2, 3, 4, 5),
  turns as (
    select t.*, t.open - lag(t.open, 1, 0) over (partition by t.note_id, t.party_id order by t.day) as turn from states t)
  select t.note_id, t.branch_id, t.party_id, t.currency, t.day, t.turn, t.turn * case when n.kind = 'DN' then n.amount else -n.amount end
  from turns t join notes n on n.id = t.note_id where t.turn <> 0
$function$
;

CREATE OR REPLACE FUNCTION public.owed_touched_by_items()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into owed_touched (branch_id, note_id)
  select distinct n.branch_id, n.note_id from now_items n join old_items o on o.id = n.id join ledger_accounts a on a.code = n.account
  where a.function = 'PREMIUM_RECEIVABLE' and n.note_id is not null
    and (n.outstanding, n.amount, n.opened_on, n.party_id, n.account) is distinct from (o.outstanding, o.amount, o.opened_on, o.party_id, o.account);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.paper_of_party()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  insert into party_papers (document_id, branch_id, party_id, record_kind)
  select new.id, new.branch_id, party, new.record_kind from party_of_paper(new) party where party is not null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.part_releases(notes integer[], voucher integer DEFAULT NULL::integer)
 RETURNS TABLE(part_id integer, note_id integer, effective bigint, released bigint, held_back bigint, available bigint, due_back bigint)
 LANGUAGE sql
 STABLE
AS $function$
  with parts as (
    select p.id, p.debit_note_id as note, p.effective, p.effective - p.certified as own, b.amount as back,
      greatest(n.settled - n.set_off - sum(p.certified + p.uncollectable) over (partition by p.debit_note_id), 0) as cash,
      p.paid - b.amount as paid,
      p.committed - b.amount - case when voucher is null then 0 else coalesce((select sum(i.amount) from voucher_items i where i.voucher_id = voucher and i.part_id = p.id), 0) end as held,
      p.advanced - case when voucher is null then 0 else coalesce((select sum(i.advanced) from voucher_items i where i.voucher_id = voucher and i.part_id = p.id), 0) end as advanced,
      case when p.endorsement_id is null then false else coalesce((select e.endorsement_type = 'SEC' from endorsements e where e.id = p.endorsement_id), false) end or p.kind = 'REFUND' as raised,
      p.kind = 'REFUND' as refund
    from note_parts p join notes n on n.id = p.debit_note_id
    cross join lateral (select case when p.due_back = 0 then 0 else came_back(p.id) end as amount) b
    where p.debit_note_id = any (notes)),
  whole as (
    select *, coalesce(sum(own) filter (where not refund) over (partition by note), 0) as total,
      coalesce(sum(own) filter (where refund) over (partition by note order by id rows between unbounded preceding and 1 preceding), 0) as before
    from parts),
  release as (
    select *, case when refund then least(own, greatest(cash - total - before, 0)) when cash >= total then own else floor(own::numeric * cash / total) end as released from whole),
  free as (select *, greatest(released - held, 0) as free, greatest(held - released - advanced, 0) as owing from release),
  tier as (
    select *, sum(owing) over w as all_owing, sum(free) over (partition by note, raised) as tier_free,
      coalesce(sum(free) filter (where raised) over w, 0) as first_free
    from free window w as (partition by note)),
  taking as (
    select *, least(tier_free, case when raised then all_owing else greatest(all_owing - first_free, 0) end) as taken from tier),
  divided as (
    select *, div(taken * free, greatest(tier_free, 1)) as share, mod(taken * free, greatest(tier_free, 1)) as remainder from taking),
  ranked as (
    select *, taken - sum(share) over (partition by note, raised) as missing,
      row_number() over (partition by note, raised order by remainder desc, id) as place
    from divided),
  held as (select *, share + case when place <= missing then 1 else 0 end as held_back from ranked)
  select id, note, effective, released::bigint, held_back::bigint, (free - held_back)::bigint, greatest(paid - released - advanced, 0)::bigint
  from held
$function$
;

CREATE OR REPLACE FUNCTION public.parties_matching(wanted text, in_kind text, most integer)
 RETURNS SETOF integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select id from parties
  where search_text like '%' || replace(replace(replace(wanted, '\', '\\'), '%', '\%'), '_', '\_') || '%'
    and kind = in_kind and merged_into is null
  order by id limit most $function$
;

CREATE OR REPLACE FUNCTION public.parties_near(wanted text, in_kind text, in_market text, most integer)
 RETURNS TABLE(id integer, name text, distance real)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public'
AS $function$
  select p.id, p.name, p.near_key <-> near_name(wanted) from parties p
  where p.kind = in_kind and p.market is not distinct from in_market
  order by p.near_key <-> near_name(wanted) limit most $function$
;

CREATE OR REPLACE FUNCTION public.parties_of_endorsement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare p policies;
begin
  select * into p from policies where id = new.policy_id;
  if tg_op = 'UPDATE' then
    perform change_party_sums(-1, p, old);
    perform change_security_sums(-1, old);
  end if;
  perform change_party_sums(1, p, new);
  perform change_security_sums(1, new);
  -- What is approved stays so: another endorsement undoes it.
  if new.endorsement_type = 'SEC' and p.status = 'APPROVED' and new.status = 'APPROVED' and (tg_op = 'INSERT' or old.status <> 'APPROVED') then
    perform change_carriers(-1, p, new.id, false);
    perform change_carriers(1, p, 0, false);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.parties_of_endorsement_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into party_changes (branch_id, party_id, posted_on, premium, policies)
    select e.branch_id, l.security_id, e.posted_on, 1 * line_in_base(l.share_premium, e), 0
    from now_lines l join endorsements e on e.id = l.endorsement_id and e.status = 'APPROVED' and e.posted_on is not null;
  elsif tg_op = 'DELETE' then
    insert into party_changes (branch_id, party_id, posted_on, premium, policies)
    select e.branch_id, l.security_id, e.posted_on, -1 * line_in_base(l.share_premium, e), 0
    from old_lines l join endorsements e on e.id = l.endorsement_id and e.status = 'APPROVED' and e.posted_on is not null;
  else
    insert into party_changes (branch_id, party_id, posted_on, premium, policies)
    select e.branch_id, l.security_id, e.posted_on, l.sign * line_in_base(l.share_premium, e), 0
    from (select 1 as sign, n.* from now_lines n union all select -1, o.* from old_lines o) l
      join now_lines n on n.id = l.id join old_lines o on o.id = l.id and (n.security_id, n.share_premium) <> (o.security_id, o.share_premium) join endorsements e on e.id = l.endorsement_id and e.status = 'APPROVED' and e.posted_on is not null;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.parties_of_policy()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare e endorsements;
begin
  if tg_op = 'UPDATE' and old.status = 'APPROVED' then perform change_party_sums(-1, old); end if;
  if new.status = 'APPROVED' then perform change_party_sums(1, new); end if;
  if tg_op = 'UPDATE' and (old.reinsured_id, old.current_insured_id) is distinct from (new.reinsured_id, new.current_insured_id) then
    for e in select * from endorsements where policy_id = new.id and status = 'APPROVED' and posted_on is not null loop
      perform change_party_sums(-1, old, e);
      perform change_party_sums(1, new, e);
    end loop;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.parties_of_policy_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into party_changes (branch_id, party_id, posted_on, premium, starts_on, ends_on, policies)
    select p.branch_id, l.security_id, p.posted_on, base_share(l.share_premium, p.base_fac_premium, p.fac_premium),
      p.insurance_start_date, d.ends_on, (d.ends_on >= p.insurance_start_date)::int
    from now_lines l join policies p on p.id = l.policy_id and p.status = 'APPROVED' cross join lateral (select first_carried_to(p) as ends_on) d;
  elsif tg_op = 'DELETE' then
    insert into party_changes (branch_id, party_id, posted_on, premium, starts_on, ends_on, policies)
    select p.branch_id, l.security_id, p.posted_on, -base_share(l.share_premium, p.base_fac_premium, p.fac_premium),
      p.insurance_start_date, d.ends_on, -(d.ends_on >= p.insurance_start_date)::int
    from old_lines l join policies p on p.id = l.policy_id and p.status = 'APPROVED' cross join lateral (select first_carried_to(p) as ends_on) d;
  else
    insert into party_changes (branch_id, party_id, posted_on, premium, starts_on, ends_on, policies)
    select p.branch_id, l.security_id, p.posted_on, l.sign * base_share(l.share_premium, p.base_fac_premium, p.fac_premium),
      p.insurance_start_date, d.ends_on, l.sign * (d.ends_on >= p.insurance_start_date)::int
    from (select 1 as sign, n.* from now_lines n union all select -1, o.* from old_lines o) l
      join now_lines n on n.id = l.id join old_lines o on o.id = l.id and (n.security_id, n.share_premium) <> (o.security_id, o.share_premium)
      join policies p on p.id = l.policy_id and p.status = 'APPROVED' cross join lateral (select first_carried_to(p) as ends_on) d;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.party_of_paper(d documents)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select case
    when d.note_id is not null then (select party_id from notes where id = d.note_id)
    when d.record_kind = 'receipt' then (select payer_id from receipts where id = d.record_id)
    when d.record_kind = 'voucher' then (select payee_id from vouchers where id = d.record_id)
    when d.record_kind in ('statement', 'remittance') then (select party_id from statement_items where id = d.record_id)
  end
$function$
;

CREATE OR REPLACE FUNCTION public.party_reference_counts(party integer)
 RETURNS TABLE(relation text, rows bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
declare
  reference record;
  counted bigint;
begin
  for reference in select r.relation, r.field from party_references r order by 1, 2 loop
    execute format('select count(*) from %s where %I = $1', reference.relation, reference.field) into counted using party;
    relation := reference.relation;
    rows := counted;
    return next;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.policies_found(wanted text, most integer)
 RETURNS SETOF integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
declare
  numbered int[];
  is_whole boolean;
begin
  execute 'select array_agg(id order by broker_reference desc), bool_or(broker_reference = $1) from (
    select p.id, p.broker_reference from unnest($2) b (id) cross join unnest(array[''LOCAL'', ''LONDON'']) m (market) cross join lateral (
      select id, broker_reference from policies where branch_id = b.id and market = m.market and broker_reference ^@ $1
      order by broker_reference desc limit $3) p
    order by p.broker_reference desc limit $3) n'
    into numbered, is_whole
    using upper(wanted), nullif(current_setting('slipway.branches', true), '')::int[], most;
  if is_whole or cardinality(numbered) >= most then
    return query select unnest(numbered);
  else
    return query select policies_matching(wanted, 'LOCAL', most) union all select policies_matching(wanted, 'LONDON', most);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.policies_matching(wanted text, in_market text, most integer)
 RETURNS SETOF integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  return query execute 'select id ' || searched_in('policies', wanted) || case when most <= 10000 then ' order by id desc' else '' end || ' limit $4'
    using '%' || literally(found_by(wanted)) || '%', nullif(current_setting('slipway.branches', true), '')::int[], in_market, most, wanted;
end $function$
;

CREATE OR REPLACE FUNCTION public.policies_numbered(wanted text, most integer)
 RETURNS SETOF integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
 SET enable_seqscan TO 'off'
AS $function$
begin
  return query execute 'select id from policy_texts
      where (lower(broker_reference) like $1 or reverse(lower(broker_reference)) like $2) and branch_id = any($3) limit $4'
    using literally(wanted) || '%', literally(reverse(wanted)) || '%', nullif(current_setting('slipway.branches', true), '')::int[], most;
end $function$
;

CREATE OR REPLACE FUNCTION public.policies_of_cedant(cedant integer, wanted text)
 RETURNS SETOF integer
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 10
 SET search_path TO 'public'
AS $function$
  select id from policies where reinsured_id = cedant and cedant_policy_number <> '' and lower(cedant_policy_number) = lower(wanted)
$function$
;

CREATE OR REPLACE FUNCTION public.policy_of_claim()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  select reinsured_id, cover_type_id into new.reinsured_id, new.cover_type_id from policies where id = new.policy_id;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.production_of_endorsement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare p policies;
begin
  select * into p from policies where id = new.policy_id;
  if tg_op = 'UPDATE' then perform change_production(-1, p, old); end if;
  perform change_production(1, p, new);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.production_of_policy()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare e endorsements;
begin
  if tg_op = 'UPDATE' and old.status in ('APPROVED', 'DISABLED') then perform change_production(-1, old); end if;
  if new.status in ('APPROVED', 'DISABLED') then perform change_production(1, new); end if;
  if tg_op = 'UPDATE' and (old.cover_type_id, old.reinsured_id, old.producer_id, old.market) <> (new.cover_type_id, new.reinsured_id, new.producer_id, new.market) then
    for e in select * from endorsements where policy_id = new.id and status = 'APPROVED' and posted_on is not null loop
      perform change_production(-1, old, e);
      perform change_production(1, new, e);
    end loop;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.put_job(in_kind text, in_payload jsonb, for_user integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  insert into jobs (kind, payload, user_id) values (in_kind, in_payload, for_user) returning id $function$
;

CREATE OR REPLACE FUNCTION public.receipts_matching(wanted text, most integer)
 RETURNS SETOF integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  return query execute 'select id from receipts where search_text like $1 and branch_id = any($2)'
    || case when most <= 10000 then ' order by id desc' else '' end || ' limit $3'
    using '%' || replace(replace(replace(wanted, '\', '\\'), '%', '\%'), '_', '\_') || '%',
      nullif(current_setting('slipway.branches', true), '')::int[], most;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_change_but_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if to_jsonb(new) - 'personal' is distinct from to_jsonb(old) - 'personal' or new.personal is not null then
    raise exception 'audit_trail is append-only' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_change_but_merge()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_level = 'STATEMENT' then
    perform 1 from party_merges where transaction_id = pg_current_xact_id_if_assigned();
    if found then return null; end if;
  elsif to_jsonb(new) - 'party_id' = to_jsonb(old) - 'party_id' then
    perform 1 from party_merges
      where transaction_id = pg_current_xact_id_if_assigned() and loser_id = old.party_id and survivor_id = new.party_id;
    if found then return new; end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_merged_party()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  named int := (to_jsonb(new) ->> tg_argv[0])::int;
  gone int;
begin
  if named is null then return new; end if;
  select merged_into into gone from parties where id = named for key share;
  if gone is not null then
    raise exception 'Party % was merged into %', named, gone using errcode = 'check_violation', constraint = 'party_was_merged';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.release_changed_by_parts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into release_changes (branch_id, kind, party_id, tax_id, currency, owed, released, committed, available, items)
  select * from (
    select branch_id, kind, party_id, tax_id, currency, sum(sign * (effective - paid)) as owed, sum(sign * greatest(released - paid, 0)) as released,
      sum(sign * (committed - paid)) as committed, sum(sign * greatest(released - committed, 0)) as available,
      coalesce(sum(sign) filter (where released > committed), 0) as items
    from (select 1 as sign, n.* from now_parts n union all select -1, o.* from old_parts o) p
    where paid < effective group by 1, 2, 3, 4, 5) x
  where (owed, released, committed, available, items) <> (0, 0, 0, 0, 0);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.released_by_due_day(notes integer[])
 RETURNS TABLE(note_id integer, branch_id integer, party_id integer, currency character, due_on date, amount bigint)
 LANGUAGE sql
 STABLE
AS $function$
  with unpaid as (
    select p.credit_note_id as note_id, sum(p.released - p.paid) as unpaid from note_parts p
    where p.credit_note_id = any (notes) and p.released > p.paid group by 1),
  due as (
    select i.note_id, i.branch_id, i.party_id, i.currency, i.due_on, -sum(i.outstanding) as open
    from open_items i join ledger_accounts a on a.code = i.account and a.function = 'PREMIUM_PAYABLE'
    where i.note_id = any (notes) and i.outstanding <> 0 group by 1, 2, 3, 4, 5),
  reached as (
    select d.note_id, d.branch_id, d.party_id, d.currency, d.due_on,
      least(r.unpaid, greatest(sum(d.open) over (partition by d.note_id, d.party_id), 0),
        greatest(sum(d.open) over (partition by d.note_id, d.party_id order by d.due_on), 0)) as amount
    from due d join unpaid r on r.note_id = d.note_id)
  select * from (
    select r.note_id, r.branch_id, r.party_id, r.currency, r.due_on,
      (r.amount - lag(r.amount, 1, 0::numeric) over (partition by r.note_id, r.party_id order by r.due_on))::bigint as amount
    from reached r) x where x.amount <> 0
$function$
;

CREATE OR REPLACE FUNCTION public.released_by_new_parts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed int[];
  unknown boolean;
begin
  with changes as (
    insert into release_changes (branch_id, kind, party_id, tax_id, currency, owed, released, committed, available, items)
    select branch_id, kind, party_id, tax_id, currency, sum(effective - paid), sum(greatest(released - paid, 0)), sum(committed - paid),
      sum(greatest(released - committed, 0)), count(*) filter (where released > committed)
    from now_parts where paid < effective group by 1, 2, 3, 4, 5)
  select array_agg(distinct n.id) filter (where n.settled > 0
      or exists (select from note_parts q where q.debit_note_id = n.id and (q.effective <> q.amount or q.certified > 0))),
    bool_or(n.id is null or n.branch_id <> p.branch_id or (p.credit_note_id is not null and c.id is null) or (p.tax_id is not null and t.id is null))
    into changed, unknown
  from now_parts p left join notes n on n.id = p.debit_note_id left join notes c on c.id = p.credit_note_id left join taxes t on t.id = p.tax_id;
  if unknown then
    raise exception 'A part names a note or a tax that is not there' using errcode = 'foreign_key_violation', constraint = 'part_of_note';
  end if;
  if cardinality(changed) > 0 then perform keep_released(changed); end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.released_by_notes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare changed int[] := array(
  select n.id from now_notes n join old_notes o on o.id = n.id where (n.settled, n.set_off) <> (o.settled, o.set_off));
begin
  if cardinality(changed) > 0 then perform keep_released(changed); end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.released_by_parts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare changed int[] := array(
  select distinct p.debit_note_id from now_parts p join old_parts o on o.id = p.id
  where (p.effective, p.certified, p.uncollectable) <> (o.effective, o.certified, o.uncollectable));
begin
  if cardinality(changed) > 0 then perform keep_released(changed); end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.released_touched_by_items()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into released_touched (branch_id, note_id)
  select distinct n.branch_id, n.note_id from now_items n join old_items o on o.id = n.id join ledger_accounts a on a.code = n.account
  where a.function = 'PREMIUM_PAYABLE' and n.note_id is not null
    and (n.outstanding, n.due_on, n.party_id, n.account) is distinct from (o.outstanding, o.due_on, o.party_id, o.account);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.released_touched_by_parts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into released_touched (branch_id, note_id)
  select distinct n.branch_id, n.credit_note_id from now_parts n join old_parts o on o.id = n.id
  where n.credit_note_id is not null and (n.released, n.paid, n.credit_note_id) is distinct from (o.released, o.paid, o.credit_note_id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.renew_job(job bigint, attempt integer, lease interval)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  update jobs set run_after = now() + lease where id = job and attempts = attempt and state = 'RUNNING' $function$
;

CREATE OR REPLACE FUNCTION public.renewal_moved(policy integer, was text, now text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare p policies;
begin
  if renewal_state(was, null) <> renewal_state(now, null) then
    select * into p from policies where id = policy for share;
    perform change_expiry(-1, p, was);
    perform change_expiry(1, p, now);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.renewal_of(policy integer)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select status from policies where renewed_from_id = policy and status <> 'DISABLED'
$function$
;

CREATE OR REPLACE FUNCTION public.renewal_state(renewal text, reason text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case when renewal = 'APPROVED' then 'RENEWED' when renewal is not null then 'DRAFT' when reason is not null then 'NOT_RENEWED' else 'OPEN' end
$function$
;

CREATE OR REPLACE FUNCTION public.replaced_by(old documents)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select d.number from documents d
  where d.kind = old.kind and d.record_kind = old.record_kind and d.record_id = old.record_id
    and d.security_id = old.security_id and (d.issue, d.copy) > (old.issue, old.copy)
  order by d.issue desc, d.copy desc limit 1 $function$
;

CREATE OR REPLACE FUNCTION public.report_job(job bigint, attempt integer, percent integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  update jobs set progress = percent where id = job and attempts = attempt and state = 'RUNNING' $function$
;

CREATE OR REPLACE FUNCTION public.request_user()
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$ select nullif(current_setting('slipway.user', true), '')::int $function$
;

CREATE OR REPLACE FUNCTION public.rights_changed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  update rights_edition set edition = gen_random_uuid();
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.scan_waits(attachment integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select exists (select 1 from jobs
    where kind = 'scan' and state in ('WAITING', 'RUNNING') and payload ->> 'id' = attachment::text) $function$
;

CREATE OR REPLACE FUNCTION public.searched_in(source text, wanted text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO 'public'
AS $function$
begin
  if text_of(source) is null then
    raise exception 'Nothing is searched in %', source;
  end if;
  return format('from %I where %s like $1 and branch_id = any($2)', texts_of(source), text_of(source)) || case source when 'policies' then ' and market = $3' else '' end
    || case when found_by(wanted) = wanted then '' else format(' and strpos(%s, $5) > 0', text_of(source)) end;
end $function$
;

CREATE OR REPLACE FUNCTION public.shared_placements(one integer, other integer)
 RETURNS TABLE(id integer, broker_reference text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
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
  order by 1 $function$
;

CREATE OR REPLACE FUNCTION public.signing_kids()
 RETURNS TABLE(kid text, signs boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public'
AS $function$
  with valid as (
    select k.kid, k.created_at,
      row_number() over (order by k.created_at <= now() - interval '30 seconds' desc,
        case when k.created_at <= now() - interval '30 seconds' then now() - k.created_at else k.created_at - now() end) as place
    from private.signing_keys k where k.revoked_at is null),
  signer as (select * from valid where place = 1)
  select v.kid, v.place = 1
  from valid v cross join signer s
  where v.created_at >= s.created_at or s.created_at > now() - interval '5 minutes'
    or exists (select 1 from sessions e where e.kid = v.kid and e.ended_at is null and e.expires_at > now())
$function$
;

CREATE OR REPLACE FUNCTION public.something_posted()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$ select exists (select 1 from journal_entries) $function$
;

CREATE OR REPLACE FUNCTION public.stage_history()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  create temporary table h_accounts (line int, code text, name text, type text) on commit drop;
  create temporary table h_parties (line int, code text, kind text, name text, country text, name_key text, party_id int) on commit drop;
  create temporary table h_documents (line int, id bigint, number text, kind text, day date, due date, currency text, rate bigint, party text,
    class text, policy text, insured text, narration text) on commit drop;
  create temporary table h_lines (line int, document bigint, day date, account text, party text, currency text, amount bigint, base bigint,
    due date, item text, narration text) on commit drop;
  create temporary table h_uses (code text, function text, tax int) on commit drop;
  create temporary table h_posted (line int, document bigint, number text, kind text, document_currency text, day date, account text, type text,
    function text, party text, exchange boolean, currency text, amount bigint, base bigint, due date, item text, opens boolean, settles boolean)
    on commit drop;
  create temporary table h_settled (item text, account text, party text, currency text, amount bigint) on commit drop;
  create temporary table h_opened (line int, document bigint, type text, account text, currency text, day date, due date, amount bigint, base bigint,
    history_id int, party_id int, item text, party text, settled bigint, note_id int, note_number text) on commit drop;
  create temporary table h_ready (place int, line int, history int, day date, narration text, account text, party int, tax int, bank int,
    currency text, amount bigint, base bigint, due date, opens int, settles int) on commit drop;
  create index on h_documents (id);
  create index on h_lines (document);
  create index on h_posted (document);
  create index on h_posted (item, account, party, currency);
  create index on h_opened (item, account, party, currency);
  create index on h_opened (line);
  create index on h_ready (place);
  grant select, insert, update on h_accounts, h_parties, h_documents, h_lines, h_uses, h_posted, h_settled, h_opened, h_ready to public;
end $function$
;

CREATE OR REPLACE FUNCTION public.statement_adds_up()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare before bigint;
begin
  if new.opening + (select coalesce(sum(amount), 0) from bank_lines where statement_id = new.id) <> new.closing
    or new.lines <> (select count(*) from bank_lines where statement_id = new.id) then
    raise exception 'Bank statement % does not add up', new.id using errcode = 'check_violation', constraint = 'statement_adds_up';
  end if;
  select closing into before from bank_statements
    where bank_account_id = new.bank_account_id and status = 'READ' and place < new.place order by place desc limit 1;
  if before is not null and before <> new.opening then
    raise exception 'Bank statement % does not follow', new.id using errcode = 'check_violation', constraint = 'statement_follows';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.take_job(kinds text[], lease interval)
 RETURNS TABLE(id bigint, kind text, payload jsonb, attempts integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  if request_user() is not null or nullif(current_setting('slipway.branches', true), '') is not null then
    raise exception 'A request takes no job' using errcode = 'insufficient_privilege';
  end if;
  return query update jobs j set state = 'RUNNING', attempts = j.attempts + 1, run_after = now() + lease
    where j.id = (
      select due.id from jobs due
      where due.state in ('WAITING', 'RUNNING') and due.run_after <= now() and due.kind = any(kinds)
      order by due.run_after, due.id limit 1 for update skip locked)
    returning j.id, j.kind, j.payload, j.attempts;
end $function$
;

CREATE OR REPLACE FUNCTION public.text_of(source text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO 'public'
AS $function$
begin
  return case
    when source in ('policies', 'receipts', 'vouchers', 'claims', 'adjustments', 'invoices', 'manual_journals') then 'search_text'
    when source = 'endorsements' then 'lower(number)'
    when source = 'journal_entries' then 'folded(narration)' end;
end $function$
;

CREATE OR REPLACE FUNCTION public.text_of_policy()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  insert into policy_texts (id, branch_id, market, broker_reference, insurance_start_date, cover_end_date, currency, current_fac_premium, search_text)
  values (new.id, new.branch_id, new.market, new.broker_reference, new.insurance_start_date, new.cover_end_date, new.currency, new.current_fac_premium, new.search_text)
  on conflict (id) do update set branch_id = excluded.branch_id, market = excluded.market, broker_reference = excluded.broker_reference,
    insurance_start_date = excluded.insurance_start_date, cover_end_date = excluded.cover_end_date, currency = excluded.currency,
    current_fac_premium = excluded.current_fac_premium, search_text = excluded.search_text;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.texts_of(source text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public'
AS $function$
  select case source when 'policies' then 'policy_texts' else source end
$function$
;

CREATE OR REPLACE FUNCTION public.unsealed_audit(most integer)
 RETURNS TABLE(id bigint, digest bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  with since as materialized (select coalesce(max(c.audit_id), 0) - 10000 as id from audit_chain c)
  select a.id, a.digest from audit_trail a
  where a.id > (select s.id from since s)
    and not exists (select 1 from audit_chain c where c.audit_id = a.id and c.audit_id > (select s.id from since s))
  order by a.id limit most $function$
;

CREATE OR REPLACE FUNCTION public.verify_document(wanted text)
 RETURNS TABLE(kind text, number text, dated date, party_name text, currency text, total bigint, sha256 text, is_void boolean, replaced_by text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
  select d.kind, d.number, d.dated, d.party_name, d.currency, d.total, d.sha256,
    coalesce(case d.record_kind
      when 'note' then (select n.status <> 'ISSUED' from notes n where n.id = d.record_id)
      when 'receipt' then (select r.status = 'REVERSED' from receipts r where r.id = d.record_id)
      when 'voucher' then (select v.status = 'REVERSED' from vouchers v where v.id = d.record_id)
      when 'remittance' then (select bool_or(v.status = 'REVERSED') from remittance_lines l join vouchers v on v.id = l.voucher_id
        where l.advice_id = d.record_id)
      when 'invoice' then (select i.status = 'REVERSED' from invoices i where i.id = d.record_id)
      when 'adjustment' then (select a.status = 'REVERSED' from adjustments a where a.id = d.record_id)
      when 'endorsement' then (select e.status = 'DISABLED' from endorsements e where e.id = d.record_id)
      when 'claim' then (select c.status = 'DISABLED' from claims c where c.id = d.record_id)
      when 'policy' then (select p.status = 'DISABLED' from policies p where p.id = d.record_id)
    end, false),
    replaced_by(d)
  from documents d where d.code = wanted $function$
;

CREATE OR REPLACE FUNCTION public.vouchers_matching(wanted text, most integer)
 RETURNS SETOF integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  return query execute 'select id from vouchers where search_text like $1 and branch_id = any($2)'
    || case when most <= 10000 then ' order by id desc' else '' end || ' limit $3'
    using '%' || replace(replace(replace(wanted, '\', '\\'), '%', '\%'), '_', '\_') || '%',
      nullif(current_setting('slipway.branches', true), '')::int[], most;
end $function$
;

CREATE OR REPLACE FUNCTION public.weigh_bank_lines()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  analyze bank_lines;
end $function$
;

CREATE OR REPLACE FUNCTION public.weigh_history(step text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public'
AS $function$
begin
  case step
    when 'files' then analyze h_accounts, h_parties, h_documents, h_lines;
    when 'lines' then analyze h_posted;
    when 'documents' then analyze parties, history_documents, h_settled;
    when 'items' then analyze h_opened;
    when 'notes' then analyze notes;
    when 'entries' then analyze journal_entries, journal_lines, open_items, settlements, daily_balances;
    when 'books' then analyze notes, note_parts, journal_entries, journal_lines, open_items, settlements, daily_balances;
  end case;
end $function$
;

CREATE OR REPLACE PROCEDURE public.protect_branch(IN target regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s enable row level security', target);
  execute format($policy$
    create policy branch_scope on %s
      using (branch_id = any((select nullif(current_setting('slipway.branches', true), '')::int[])::int[]))
      with check (branch_id = any((select nullif(current_setting('slipway.branches', true), '')::int[])::int[]))
  $policy$, target);
end $procedure$
;

CREATE OR REPLACE PROCEDURE public.protect_branch_or_firm(IN target regclass)
 LANGUAGE plpgsql
AS $procedure$
begin
  execute format('alter table %s enable row level security', target);
  execute format($policy$
    create policy branch_scope on %s
      using (branch_id is null or branch_id = any((select nullif(current_setting('slipway.branches', true), '')::int[])::int[]))
      with check (branch_id is null or branch_id = any((select nullif(current_setting('slipway.branches', true), '')::int[])::int[]))
  $policy$, target);
end $procedure$
;
