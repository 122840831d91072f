-- Renewals: who was told that what expires, batches of renewals, and templates that a new placement starts from.

-- The renewal list walks the days on which cover ends, or sorts what is in their range.
create index policies_renewal_premium on policies (branch_id, current_fac_premium, id) where status = 'APPROVED' and cancelled_from is null;
create index policies_renewal_reference on policies (branch_id, broker_reference, id) where status = 'APPROVED' and cancelled_from is null;

-- One mail to one reinsured about its policies that expire.
create table renewal_notices (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  reinsured_id int not null references parties (id),
  recipients text[] not null check (cardinality(recipients) between 1 and 10),
  subject text not null,
  text text not null,
  made_by int not null references users (id),
  made_at timestamptz not null,
  status text not null default 'QUEUED' check (status in ('QUEUED', 'SENT', 'FAILED')),
  message text,
  settled_at timestamptz
);
create table renewal_notice_policies (
  branch_id int not null references branches (id),
  notice_id int not null references renewal_notices (id),
  policy_id int not null references policies (id),
  primary key (policy_id, notice_id)
);
create index renewal_notice_policies_notice on renewal_notice_policies (notice_id);
create index renewal_notices_reinsured on renewal_notices (reinsured_id);

-- Several policies renewed by one job, each once: what became of each is kept beside it.
create table renewal_batches (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  made_by int not null references users (id),
  made_at timestamptz not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'DONE', 'CANCELLED', 'FAILED')),
  message text,
  job_id bigint,
  finished_at timestamptz
);
create table renewal_batch_items (
  branch_id int not null references branches (id),
  batch_id int not null references renewal_batches (id),
  policy_id int not null references policies (id),
  renewal_id int references policies (id),
  problem text,
  primary key (batch_id, policy_id),
  constraint renewed_or_not check (renewal_id is null or problem is null)
);
create index renewal_batches_own on renewal_batches (branch_id, made_by, id desc);

-- Terms to start from, of a branch, or of the firm where there is none.
create table placement_templates (
  id int generated always as identity primary key,
  branch_id int references branches (id),
  market text not null check (market in ('LOCAL', 'LONDON')),
  cover_type_id int not null references cover_types (id),
  name text not null,
  name_key text not null,
  search_text text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  version int not null default 1,
  terms jsonb not null,
  made_by int not null references users (id),
  made_at timestamptz not null,
  edited_at timestamptz not null
);
create unique index template_name_once on placement_templates (coalesce(branch_id, 0), market, name_key);
create index placement_templates_class on placement_templates (cover_type_id);
create index placement_templates_name on placement_templates (branch_id, name_key, id);
create index placement_templates_newest on placement_templates (branch_id, id desc);

call protect_branch('renewal_notices');
call protect_branch('renewal_notice_policies');
call protect_branch('renewal_batches');
call protect_branch('renewal_batch_items');
call protect_branch_or_firm('placement_templates');
