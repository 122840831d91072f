-- Endorsements: what changes an approved policy. Each has a number on its policy, its own decision, notes and documents.
-- A document call takes the id of a policy or of an endorsement: the two are never the same number.
create table endorsements (
  id int generated always as identity (start with 1000000001) primary key,
  branch_id int not null references branches (id),
  policy_id int not null references policies (id),
  sequence int not null,
  number text not null,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PENDING', 'APPROVED', 'REJECTED', 'DISABLED')),
  version int not null default 1,
  endorsement_type text not null check (endorsement_type in
    ('AP', 'RP', 'EXT', 'NIL', 'SEC', 'CANCEL_PRORATA', 'CANCEL_SHORT', 'CANCEL_FLAT')),
  effective_date date not null,
  description text not null,
  currency char(3) not null references currencies (code),
  sum_insured bigint check (sum_insured > 0),
  end_date date,
  -- As it was typed, and as the rules applied it: the second is what the policy is replayed from.
  input jsonb not null,
  applied jsonb not null,
  -- Signed: what is given back is negative.
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
  made_by int not null references users (id),
  edited_by int not null references users (id),
  submitted_at timestamptz,
  decided_by int references users (id),
  decided_at timestamptz,
  decision_reason text,
  checker_waived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint endorsement_number_once unique (policy_id, sequence),
  constraint endorsement_adds_up check (debit_note_total = net_total + brokerage_total + tax_total),
  constraint endorsement_posted check ((status = 'APPROVED') = (posted_on is not null)),
  constraint maker_is_not_checker check (decided_by is null or checker_waived or (decided_by <> made_by and decided_by <> edited_by)),
  constraint decided_with_decision check ((status in ('APPROVED', 'REJECTED')) <= (decided_by is not null))
);
create index endorsements_newest on endorsements (branch_id, id desc);
create index endorsements_status on endorsements (branch_id, status, id desc);
create index endorsements_posted on endorsements (branch_id, posted_on) where posted_on is not null;

-- What an endorsement moves on each security's line, signed, and the taxes with the rates that it was made with.
create table endorsement_lines (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  endorsement_id int not null references endorsements (id),
  position int not null,
  security_id int not null references parties (id),
  share bigint not null check (share between 0 and 100000000),
  commission_rate bigint not null,
  brokerage_rate bigint not null,
  share_premium bigint not null,
  commission_amount bigint not null,
  brokerage_amount bigint not null,
  tax_amount bigint not null,
  deductions bigint not null,
  net_payable bigint not null,
  constraint endorsed_security_once unique (endorsement_id, security_id),
  constraint endorsed_line_adds_up check (net_payable = share_premium - deductions and deductions = commission_amount + brokerage_amount + tax_amount)
);
create index endorsement_lines_security on endorsement_lines (security_id, branch_id);
create table endorsement_taxes (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  endorsement_id int not null references endorsements (id),
  line_id int not null references endorsement_lines (id) on delete cascade,
  tax_id int not null references taxes (id),
  rate bigint not null,
  basis text not null,
  borne_by text not null,
  amount bigint not null
);
create index endorsement_taxes_line on endorsement_taxes (line_id);

alter table notes add constraint note_endorsement foreign key (endorsement_id) references endorsements (id);
create index notes_endorsement on notes (endorsement_id) where endorsement_id is not null;

-- A return set against what is still owed: between two notes of one party, and off the part that the money was for.
create table note_offsets (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  endorsement_id int not null references endorsements (id),
  return_note_id int not null references notes (id),
  note_id int not null references notes (id),
  entry_id int not null references journal_entries (id),
  amount bigint not null check (amount > 0),
  day date not null,
  constraint offset_once unique (return_note_id, note_id)
);
create index note_offsets_note on note_offsets (note_id);
create table part_returns (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  endorsement_id int not null references endorsements (id),
  part_id int not null references note_parts (id),
  amount bigint not null check (amount > 0),
  constraint return_once unique (endorsement_id, part_id)
);
create index part_returns_part on part_returns (part_id);
-- A part of an endorsement may hang on the debit note that it amends, and is released in step with it.
alter table note_parts add column endorsement_id int references endorsements (id);
alter table note_parts add column returned bigint not null default 0;
alter table note_parts drop constraint committed_within_part;
alter table note_parts add constraint committed_within_part check (returned >= 0 and committed + returned <= amount);

-- A policy as its approved endorsements have made it. The columns without "endorsed" stay those of the original.
alter table policies
  add column endorsement_count int not null default 0,
  add column endorsed_sum_insured bigint,
  add column endorsed_premium bigint not null default 0,
  add column endorsed_fac_premium bigint not null default 0,
  add column endorsed_brokerage bigint not null default 0,
  add column endorsed_end_date date,
  add column cancelled_from date,
  add column renewed_from_id int references policies (id),
  add column not_renewed_reason text;
alter table policies
  add column current_fac_premium bigint generated always as (fac_premium + endorsed_fac_premium) stored,
  add column cover_end_date date generated always as (coalesce(endorsed_end_date, insurance_end_date)) stored;
create index policies_current_premium on policies (branch_id, market, current_fac_premium desc, id desc);
create index policies_cover_end on policies (branch_id, market, cover_end_date desc, id desc);
create index policies_expiring on policies (branch_id, cover_end_date, id) where status = 'APPROVED';
create unique index renewed_once on policies (renewed_from_id) where renewed_from_id is not null and status <> 'DISABLED';

-- What a short-rate cancellation gives back of the unearned premium, in millionths of a percent.
alter table firm add column short_rate bigint not null default 90000000 check (short_rate between 0 and 100000000);

call protect_branch('endorsements');
call protect_branch('endorsement_lines');
call protect_branch('endorsement_taxes');
call protect_branch('note_offsets');
call protect_branch('part_returns');

-- Two securities that both stand on one placement, or on one change of it, cannot be told apart after a merge.
create or replace function shared_placements(one int, other int) returns table (id int, broker_reference text)
  language sql stable security definer set search_path = public as $$
  select p.id, p.broker_reference from policies p
  where (exists (select 1 from policy_lines l where l.policy_id = p.id and l.security_id = one)
      and exists (select 1 from policy_lines l where l.policy_id = p.id and l.security_id = other))
    or exists (
      select 1 from endorsements e where e.policy_id = p.id
        and exists (select 1 from endorsement_lines l where l.endorsement_id = e.id and l.security_id = one)
        and exists (select 1 from endorsement_lines l where l.endorsement_id = e.id and l.security_id = other))
  order by p.id $$;
create trigger not_merged before insert or update of security_id on endorsement_lines
  for each row execute function refuse_merged_party('security_id');
