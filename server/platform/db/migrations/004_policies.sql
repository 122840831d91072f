-- Placements: local policies and London slips are one concept with two markets.
create table policies (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  market text not null check (market in ('LOCAL', 'LONDON')),
  broker_reference text not null,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PENDING', 'APPROVED', 'REJECTED', 'DISABLED')),
  version int not null default 1,
  reinsured_id int not null references parties (id),
  insured_id int not null references parties (id),
  cover_type_id int not null references cover_types (id),
  date_offered date not null,
  insurance_start_date date not null,
  insurance_end_date date not null,
  currency char(3) not null references currencies (code),
  sum_insured bigint not null check (sum_insured > 0),
  premium_rate bigint,
  premium bigint not null check (premium > 0),
  fac bigint not null check (fac > 0 and fac <= 100000000),
  cedant_commission bigint not null check (cedant_commission between 0 and 100000000),
  brokerage bigint not null check (brokerage between 0 and 100000000),
  cedant_policy_number text not null default '',
  interest text not null default '',
  excess text not null default '',
  excess_amount bigint check (excess_amount >= 0),
  territory text not null default '',
  payment_terms text not null,
  remittance_days int not null default 30 check (remittance_days between 0 and 365),
  warranty_kind text check (warranty_kind in ('PPW', 'PPC')),
  warranty_days int check (warranty_days between 1 and 365),
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
  made_by int not null references users (id),
  edited_by int not null references users (id),
  submitted_at timestamptz,
  decided_by int references users (id),
  decided_at timestamptz,
  decision_reason text,
  checker_waived boolean not null default false,
  search_text text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint policy_reference_once unique (broker_reference),
  constraint policy_period check (insurance_end_date >= insurance_start_date),
  constraint premium_within_sum_insured check (premium <= sum_insured),
  constraint placed_within_order check (placed <= fac),
  constraint signed_in_full check (status <> 'APPROVED' or placed = fac),
  constraint maker_is_not_checker check (decided_by is null or checker_waived or (decided_by <> made_by and decided_by <> edited_by)),
  constraint decided_with_decision check ((status in ('APPROVED', 'REJECTED')) <= (decided_by is not null))
);
create index policies_newest on policies (branch_id, market, id desc);
create index policies_currency on policies (branch_id, market, currency, id desc);
create index policies_status on policies (branch_id, status, id desc);
create index policies_reinsured on policies (reinsured_id, branch_id);
create index policies_insured on policies (insured_id, branch_id);
create index policies_start on policies (branch_id, market, insurance_start_date desc, id desc);
create index policies_end on policies (branch_id, market, insurance_end_date desc, id desc);
create index policies_premium on policies (branch_id, market, fac_premium desc, id desc);
create index policies_reference on policies (branch_id, market, broker_reference desc, id desc);
create index policies_posted on policies (branch_id, posted_on) where posted_on is not null;
create index policies_search on policies using gin (search_text gin_trgm_ops);

create table policy_lines (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  policy_id int not null references policies (id),
  position int not null,
  security_id int not null references parties (id),
  offer bigint not null check (offer between 0 and 100000000),
  share bigint not null check (share > 0 and share <= 100000000),
  commission bigint check (commission between 0 and 100000000),
  brokerage bigint check (brokerage between 0 and 100000000),
  share_premium bigint not null,
  commission_amount bigint not null,
  brokerage_amount bigint not null,
  tax_amount bigint not null,
  deductions bigint not null,
  net_payable bigint not null,
  constraint security_once unique (policy_id, security_id),
  constraint line_adds_up check (net_payable = share_premium - deductions and deductions = commission_amount + brokerage_amount + tax_amount)
);
create index policy_lines_security on policy_lines (security_id, branch_id);

create table policy_taxes (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  policy_id int not null references policies (id),
  line_id int not null references policy_lines (id) on delete cascade,
  tax_id int not null references taxes (id),
  rate bigint not null,
  basis text not null,
  borne_by text not null,
  amount bigint not null
);
create index policy_taxes_policy on policy_taxes (policy_id);

create table policy_clauses (
  branch_id int not null references branches (id),
  policy_id int not null references policies (id),
  position int not null,
  clause_id int not null references clauses (id),
  wording_version int not null,
  primary key (policy_id, clause_id)
);

-- Debit and credit notes: what an approval tells the parties. A credit note hangs on its debit note.
create table notes (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  kind text not null check (kind in ('DN', 'CN')),
  number text not null,
  policy_id int not null references policies (id),
  endorsement_id int,
  debit_note_id int references notes (id),
  party_id int not null references parties (id),
  line_id int references policy_lines (id),
  currency char(3) not null references currencies (code),
  amount bigint not null check (amount > 0),
  base_amount bigint not null,
  settled bigint not null default 0,
  posted_on date not null,
  due_on date not null,
  status text not null default 'ISSUED' check (status in ('ISSUED', 'VOID')),
  constraint note_number_once unique (number),
  constraint settled_within_note check (settled between 0 and amount)
);
create unique index debit_note_once on notes (policy_id, coalesce(endorsement_id, 0)) where debit_note_id is null and status = 'ISSUED';
create unique index credit_note_once on notes (policy_id, coalesce(endorsement_id, 0), party_id) where debit_note_id is not null and status = 'ISSUED';
create index notes_policy on notes (policy_id, id);
create index notes_party on notes (party_id, branch_id, posted_on);
create index notes_debit_note on notes (debit_note_id) where debit_note_id is not null;
create index notes_posted on notes (branch_id, posted_on);
alter table journal_lines add constraint line_note foreign key (note_id) references notes (id);
alter table open_items add constraint item_note foreign key (note_id) references notes (id);

-- What a debit note's money is for: each security's net, our brokerage, each tax. Released in step with what is settled.
create table note_parts (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  debit_note_id int not null references notes (id),
  kind text not null check (kind in ('SECURITY', 'BROKERAGE', 'TAX')),
  party_id int references parties (id),
  tax_id int references taxes (id),
  credit_note_id int references notes (id),
  currency char(3) not null,
  amount bigint not null check (amount >= 0),
  committed bigint not null default 0,
  paid bigint not null default 0,
  constraint paid_within_committed check (paid >= 0 and paid <= committed),
  constraint committed_within_part check (committed <= amount)
);
create index note_parts_note on note_parts (debit_note_id);
create index note_parts_party on note_parts (party_id, branch_id) where party_id is not null;
create index note_parts_kind on note_parts (branch_id, kind, currency, id);

-- Released to a part = part × settled to date ÷ debit note, rounded down; the rest once the note is settled in full.
create function released(part bigint, settled bigint, note bigint) returns bigint language sql immutable parallel safe as
  $$ select case when settled >= note then part else floor(part::numeric * settled / note)::bigint end $$;

call protect_branch('policies');
call protect_branch('policy_lines');
call protect_branch('policy_taxes');
call protect_branch('policy_clauses');
call protect_branch('notes');
call protect_branch('note_parts');

-- Under row-level security a trigram index is never used, so the search runs as the owner and scopes itself. It is planned
-- for its text: a rare one by its trigrams, a common one by a walk. A picker's few are the newest; a list asks for no order.
create function policies_matching(wanted text, in_market text, most int) returns setof int
  language plpgsql stable security definer set search_path = public as $$
begin
  return query execute 'select id from policies where search_text like $1 and branch_id = any($2) and market = $3'
    || case when most <= 10000 then ' order by id desc' else '' end || ' limit $4'
    using '%' || replace(replace(replace(wanted, '\', '\\'), '%', '\%'), '_', '\_') || '%',
      nullif(current_setting('slipway.branches', true), '')::int[], in_market, most;
end $$;
create function parties_matching(wanted text, in_kind text, most int) returns setof int
  language sql stable security definer set search_path = public as $$
  select id from parties
  where search_text like '%' || replace(replace(replace(wanted, '\', '\\'), '%', '\%'), '_', '\_') || '%'
    and kind = in_kind
  order by id limit most $$;
