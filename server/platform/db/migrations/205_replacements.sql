-- Policies on which one security's line is replaced from a day on: a draft endorsement each, in a transaction of its own.
create table replacement_batches (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  security_id int not null references parties (id),
  effective_date date not null,
  shares jsonb not null,
  made_by int not null references users (id),
  made_at timestamptz not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'DONE', 'CANCELLED', 'FAILED')),
  message text,
  job_id bigint,
  finished_at timestamptz
);
create index replacement_batches_own on replacement_batches (made_by, security_id, id desc);
create index replacement_batches_security on replacement_batches (security_id);

-- What became of each policy. `line` is what its maker saw of the security. While its draft stands, a security's line on a policy is
-- replaced from a day once.
create table replacement_items (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  batch_id int not null references replacement_batches (id),
  policy_id int not null references policies (id),
  security_id int not null references parties (id),
  effective_date date not null,
  line bigint not null,
  endorsement_id int references endorsements (id),
  live boolean not null default true,
  problem text,
  done_at timestamptz,
  constraint policy_replaced_in_batch_once unique (batch_id, policy_id),
  constraint replaced_or_not check ((done_at is null) = (endorsement_id is null and problem is null) and (endorsement_id is null or problem is null))
);
create unique index security_replaced_once on replacement_items (policy_id, security_id, effective_date)
  where endorsement_id is not null and live;
create index replacement_items_endorsement on replacement_items (endorsement_id) where endorsement_id is not null;
create index replacement_items_security on replacement_items (security_id);

call protect_branch('replacement_batches');
call protect_branch('replacement_items');
