-- Claims: a loss from its first notice, its movements, and what each security bears of them.

-- What a claim asks of its policy: how the limit holds and is put back, which losses it covers, when they are notified and
-- which of them are paid in a hurry.
alter table policies
  add column limit_basis text not null default 'EACH_LOSS' constraint limit_basis_known check (limit_basis in ('EACH_LOSS', 'AGGREGATE')),
  add column fees_within_limit boolean not null default false,
  -- In percent of the premium; none: the limit is not reinstated.
  add column reinstatement_percent bigint constraint reinstatement_percent_known check (reinstatement_percent between 0 and 1000000000),
  add column reinstatement_as_to_time boolean not null default false,
  add column cover_trigger text not null default 'OCCURRENCE' constraint cover_trigger_known check (cover_trigger in ('OCCURRENCE', 'CLAIMS_MADE')),
  add column retroactive_on date constraint retroactive_when_claims_made check (retroactive_on is null or cover_trigger = 'CLAIMS_MADE'),
  add column notification_days int constraint notification_days_known check (notification_days between 1 and 3650),
  add column cash_loss_limit bigint constraint cash_loss_limit_positive check (cash_loss_limit > 0);

-- Days after its approval in which a call is due.
alter table firm add column claim_days int not null default 30 check (claim_days between 1 and 365);
-- From which loss of a class, in base, the securities are advised of it.
alter table cover_types add column large_loss_from bigint constraint large_loss_positive check (large_loss_from > 0);

-- From which amount both leads of a slip agree a claim, since when.
create table claim_thresholds (
  id int generated always as identity primary key,
  loss_kind text not null check (loss_kind in ('FIRST_PARTY', 'THIRD_PARTY', 'NON_PROPORTIONAL')),
  valid_from date not null,
  currency char(3) not null references currencies (code),
  amount bigint not null check (amount > 0),
  made_by int references users (id),
  made_at timestamptz not null default now(),
  constraint threshold_once unique (loss_kind, valid_from)
);

create table loss_events (
  id int generated always as identity primary key,
  name text not null,
  name_key text not null,
  first_day date not null,
  last_day date not null,
  country char(2) references countries (code),
  description text not null default '',
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  version int not null default 1,
  made_by int not null references users (id),
  created_at timestamptz not null default now(),
  constraint event_name_once unique (name_key),
  constraint event_days check (last_day >= first_day)
);

create table claims (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  policy_id int not null references policies (id),
  number text not null,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PENDING', 'APPROVED', 'REJECTED', 'DISABLED')),
  version int not null default 1,
  currency char(3) not null references currencies (code),
  -- To the policy's currency, scaled by 10^10; none where it is the same.
  exchange_rate bigint check (exchange_rate > 0),
  claim_reserve bigint not null check (claim_reserve > 0),
  claim_share bigint not null check (claim_share between 1 and 100000000),
  share_reason text not null default '',
  loss_date date not null,
  notified_on date not null,
  loss_kind text not null default 'FIRST_PARTY' check (loss_kind in ('FIRST_PARTY', 'THIRD_PARTY', 'NON_PROPORTIONAL')),
  cedant_claim_number text not null default '',
  description text not null default '',
  cause text not null default '',
  place text not null default '',
  claimant text not null default '',
  event_id int references loss_events (id),
  handler_id int references users (id),
  -- As its approved movements have made it: at 100 % and ours.
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
  movement_count int not null default 0,
  approved_on date,
  closed_on date,
  -- What the securities were advised of last, at 100 % in base.
  advised bigint,
  made_by int not null references users (id),
  edited_by int not null references users (id),
  hands int[] not null,
  decided_before_hands boolean not null default false,
  submitted_at timestamptz,
  decided_by int references users (id),
  decided_at timestamptz,
  decision_reason text,
  checker_waived boolean not null default false,
  search_text text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint claim_number_once unique (number),
  constraint incurred_is_called_at_least check (called >= 0 and called <= incurred and ours_called <= ours_incurred),
  constraint salvage_within_called check (salvage <= called and ours_salvage <= ours_called),
  constraint approved_on_a_day check ((status = 'APPROVED') <= (approved_on is not null)),
  constraint maker_among_hands check (made_by = any (hands) and edited_by = any (hands)),
  constraint maker_is_not_checker check (decided_by is null or checker_waived
    or (decided_by <> made_by and decided_by <> edited_by and decided_by <> all (hands))),
  constraint decided_with_decision check ((status in ('APPROVED', 'REJECTED')) <= (decided_by is not null))
);
create index claims_newest on claims (branch_id, id desc);
create index claims_status on claims (branch_id, status, id desc);
create index claims_loss on claims (branch_id, loss_date desc, id desc);
create index claims_notified on claims (branch_id, notified_on desc, id desc);
create index claims_incurred on claims (branch_id, ours_incurred desc, id desc);
create index claims_policy on claims (policy_id, loss_date);
create index claims_event on claims (event_id) where event_id is not null;
create index claims_handler on claims (handler_id, branch_id) where handler_id is not null;
create index claims_search on claims using gin (search_text gin_trgm_ops);

create function claims_matching(wanted text, most int) returns setof int
  language plpgsql stable security definer set search_path = public as $$
begin
  return query execute 'select id from claims where search_text like $1 and branch_id = any($2)'
    || case when most <= 10000 then ' order by id desc' else '' end || ' limit $3'
    using '%' || replace(replace(replace(wanted, '\', '\\'), '%', '\%'), '_', '\_') || '%',
      nullif(current_setting('slipway.branches', true), '')::int[], most;
end $$;

create table claim_experts (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  claim_id int not null references claims (id),
  position int not null,
  role text not null check (role in ('ADJUSTER', 'SURVEYOR', 'LAWYER', 'OTHER')),
  name text not null,
  reference text not null default '',
  appointed_on date,
  fee bigint check (fee > 0)
);
create index claim_experts_claim on claim_experts (claim_id, position);

-- What moves a claim. Amounts are at 100 %; the columns that begin with "after" are the claim's once it was approved, so
-- that the register as at a day takes them from the last one on or before it.
create table movements (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  claim_id int not null references claims (id),
  sequence int not null,
  number text not null,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PENDING', 'APPROVED', 'REJECTED', 'DISABLED')),
  version int not null default 1,
  movement_type text not null check (movement_type in ('RESERVE', 'CALL', 'FEE', 'SALVAGE', 'FINAL', 'CLOSE', 'REOPEN')),
  movement_date date not null,
  reason text not null,
  currency char(3) not null references currencies (code),
  amount bigint not null default 0 check (amount >= 0),
  ex_gratia boolean not null default false,
  planned_on date,
  payee text not null default '',
  -- Ours of it.
  ours bigint not null default 0 check (ours >= 0),
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
  made_by int not null references users (id),
  edited_by int not null references users (id),
  hands int[] not null,
  decided_before_hands boolean not null default false,
  submitted_at timestamptz,
  decided_by int references users (id),
  decided_at timestamptz,
  decision_reason text,
  checker_waived boolean not null default false,
  created_at timestamptz not null default now(),
  constraint movement_number_once unique (claim_id, sequence),
  constraint movement_posted check ((status = 'APPROVED') = (posted_on is not null)),
  constraint only_a_call_is_ex_gratia check (not ex_gratia or movement_type = 'CALL'),
  constraint amount_unless_closing check ((movement_type = 'CLOSE') = (amount = 0)),
  constraint after_when_approved check (num_nulls(after_incurred, after_called, after_fees, after_ex_gratia, after_salvage, after_ours_incurred,
    after_ours_called, after_ours_fees, after_ours_ex_gratia, after_ours_salvage) = case status when 'APPROVED' then 0 else 10 end),
  constraint maker_among_hands check (made_by = any (hands) and edited_by = any (hands)),
  constraint maker_is_not_checker check (decided_by is null or checker_waived
    or (decided_by <> made_by and decided_by <> edited_by and decided_by <> all (hands))),
  constraint decided_with_decision check ((status in ('APPROVED', 'REJECTED')) <= (decided_by is not null))
);
create index movements_status on movements (branch_id, status, id desc);
create index movements_as_at on movements (claim_id, posted_on, id) where status = 'APPROVED';

-- What an approved movement asks of, or gives back to, each security.
create table movement_parts (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  movement_id int not null references movements (id),
  security_id int not null references parties (id),
  line bigint not null check (line between 0 and 100000000),
  amount bigint not null check (amount >= 0),
  after_amount bigint not null check (after_amount >= amount),
  constraint movement_part_once unique (movement_id, security_id)
);
create index movement_parts_security on movement_parts (security_id, branch_id);

-- The securities of an ex gratia payment that agreed to pay.
create table movement_payers (
  branch_id int not null references branches (id),
  movement_id int not null references movements (id),
  security_id int not null references parties (id),
  primary key (movement_id, security_id)
);
create index movement_payers_security on movement_payers (security_id, branch_id);

-- What each security answered to a movement. Who does not agree is owed the invoice all the same: it ages apart.
create table claim_agreements (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  movement_id int not null references movements (id),
  security_id int not null references parties (id),
  required boolean not null,
  answer text not null default 'ASKED' check (answer in ('ASKED', 'AGREED', 'DENIED', 'DISPUTED')),
  answered_on date,
  reference text not null default '',
  remark text not null default '',
  asked_at timestamptz,
  times_asked int not null default 0,
  constraint agreement_once unique (movement_id, security_id),
  constraint answered_on_a_day check ((answer = 'ASKED') = (answered_on is null))
);
create index claim_agreements_security on claim_agreements (security_id, branch_id);

create table claim_diary (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  claim_id int not null references claims (id),
  due_on date not null,
  user_id int not null references users (id),
  text text not null,
  made_by int not null references users (id),
  made_at timestamptz not null default now(),
  done_by int references users (id),
  done_at timestamptz,
  constraint done_by_somebody check ((done_by is null) = (done_at is null))
);
create index claim_diary_claim on claim_diary (claim_id, due_on);
create index claim_diary_open on claim_diary (user_id, due_on) where done_at is null;

-- A claim invoice and a salvage note are of a movement: one to each party.
alter table notes add column claim_id int references claims (id), add column movement_id int references movements (id);
alter table notes add constraint note_of_movement check ((claim_id is null) = (movement_id is null)
  and (origin = 'HISTORY' or (purpose in ('CLAIM', 'SALVAGE')) = (movement_id is not null)));
create index notes_claim on notes (claim_id) where claim_id is not null;
create unique index claim_note_once on notes (movement_id, party_id, purpose) where movement_id is not null and status = 'ISSUED';

-- What is owed to whom a part is for, where no credit note says so: what was called for the reinsured.
alter table open_items add column part_id int references note_parts (id);
alter table open_items add constraint item_of_one_paper check (num_nonnulls(note_id, receipt_id, part_id) <= 1);
create index open_items_part on open_items (part_id) where part_id is not null;

-- A part is lessened by an endorsement, or by salvage that is set against what is not collected yet.
alter table part_returns alter column endorsement_id drop not null, add column movement_id int references movements (id);
alter table part_returns add constraint returned_by_one check (num_nonnulls(endorsement_id, movement_id) = 1);
create unique index return_of_movement_once on part_returns (movement_id, part_id) where movement_id is not null;

do $$
declare relation text;
begin
  foreach relation in array array['claims', 'movements'] loop
    execute format($guard$
      create trigger hands_stay before update on %1$I for each row
        when (not new.hands @> old.hands or (new.decided_before_hands and not old.decided_before_hands)) execute function keep_hands();
      create trigger hands_begin before insert on %1$I for each row
        when (new.decided_before_hands) execute function keep_hands()$guard$, relation);
  end loop;
  foreach relation in array array['claims', 'claim_experts', 'movements', 'movement_parts', 'movement_payers', 'claim_agreements', 'claim_diary'] loop
    execute format('call protect_branch(%L)', relation);
  end loop;
end $$;
