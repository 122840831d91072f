-- What was produced on which day: each approved policy and each approved endorsement, with the figures that it was booked at.
-- Ids of endorsements begin where those of policies can never be, so an id is one row's.
create view production with (security_invoker = true) as
  select id, branch_id, id as policy_id, null::int as endorsement_id, broker_reference as number, posted_on, currency,
    fac_premium, brokerage_total as brokerage, base_fac_premium, base_brokerage
  from policies where status = 'APPROVED' and posted_on is not null
  union all
  select id, branch_id, policy_id, id as endorsement_id, number, posted_on, currency,
    fac_premium, brokerage_total as brokerage, base_fac_premium, base_brokerage
  from endorsements where status = 'APPROVED' and posted_on is not null;
create index policies_produced on policies (branch_id, posted_on desc, id desc) where status = 'APPROVED' and posted_on is not null;

-- An endorsement may rewrite the instalments that are not due yet. What an item loses to the new plan leaves it; one that
-- lost all of it stays as cancelled, so that the schedule can be read back.
alter table open_items
  add column changed_by int references endorsements (id),
  drop constraint open_items_amount_check,
  drop constraint outstanding_within_item,
  add constraint amount_of_item check (amount <> 0 or changed_by is not null),
  add constraint outstanding_within_item check (
    (amount >= 0 and outstanding between 0 and amount) or (amount < 0 and outstanding between amount and 0));
create table plan_changes (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  endorsement_id int not null references endorsements (id),
  note_id int not null references notes (id),
  day date not null,
  -- Instalments with their due day and what was open on them, in minor units.
  before jsonb not null,
  after jsonb not null,
  constraint plan_changed_once unique (endorsement_id, note_id)
);
create index plan_changes_note on plan_changes (note_id);
call protect_branch('plan_changes');
create trigger append_only before update or delete or truncate on plan_changes for each statement execute function refuse_change();

-- An adjustable policy: the premium booked is a deposit; what was declared at its rate, not below the minimum, is due in the end.
alter table policies
  add column adjustment_basis text not null default '',
  add column adjustment_rate bigint check (adjustment_rate > 0 and adjustment_rate <= 100000000),
  add column minimum_premium bigint check (minimum_premium >= 0),
  add constraint adjustment_whole check (
    (adjustment_rate is null) = (minimum_premium is null) and (adjustment_rate is null or adjustment_basis <> ''));
create index policies_adjustable on policies (branch_id, cover_end_date, id) where adjustment_rate is not null and status = 'APPROVED';
create table declarations (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  policy_id int not null references policies (id),
  endorsement_id int not null unique references endorsements (id),
  declared bigint not null check (declared >= 0),
  adjusted bigint not null check (adjusted >= 0),
  made_by int not null references users (id),
  made_at timestamptz not null
);
create index declarations_policy on declarations (policy_id);
call protect_branch('declarations');
create trigger append_only before update or delete or truncate on declarations for each statement execute function refuse_change();
