-- Files, notes and sendings: what hangs on a record beside its own values.

-- The bytes lie in the store of files under their digest; a row is written once they are there. What belongs to the firm
-- has no branch.
create table attachments (
  id int generated always as identity primary key,
  branch_id int references branches (id),
  entity text not null,
  entity_id int not null,
  name text not null check (length(name) between 1 and 255),
  kind text not null,
  size int not null check (size > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  made_by int not null references users (id),
  made_at timestamptz not null,
  removed_by int references users (id),
  removed_at timestamptz,
  removed_reason text,
  constraint removed_with_reason check (removed_at is null or (removed_by is not null and removed_reason is not null))
);
create unique index attachment_once on attachments (entity, entity_id, sha256) where removed_at is null;
create index attachments_bytes on attachments (sha256);

create table record_notes (
  id int generated always as identity primary key,
  branch_id int references branches (id),
  entity text not null,
  entity_id int not null,
  text text not null check (length(text) between 1 and 4100),
  version int not null default 1,
  made_by int not null references users (id),
  made_at timestamptz not null,
  edited_at timestamptz,
  deleted_by int references users (id),
  deleted_at timestamptz,
  constraint deleted_by_somebody check ((deleted_at is null) = (deleted_by is null))
);
create index record_notes_record on record_notes (entity, entity_id, id);

-- Who was sent which document, when, and whether it left.
create table document_sendings (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  document_id int not null references documents (id),
  recipients text[] not null check (cardinality(recipients) between 1 and 10),
  subject text not null,
  text text not null,
  made_by int not null references users (id),
  made_at timestamptz not null,
  status text not null default 'QUEUED' check (status in ('QUEUED', 'SENT', 'FAILED')),
  message text,
  settled_at timestamptz
);
create index document_sendings_document on document_sendings (document_id, id);

-- The firm's own covering texts; a kind that has none here is sent with the product's.
create table mail_texts (
  kind text primary key,
  subject text not null,
  text text not null,
  version int not null default 1
);

call protect_branch('document_sendings');
-- What belongs to the firm (parties, clauses) is seen by whoever may see the register at all.
create procedure protect_branch_or_firm(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format($policy$
    create policy branch_scope on %s
      using (branch_id is null or branch_id = any((select nullif(current_setting('slipway.branches', true), '')::int[])::int[]))
      with check (branch_id is null or branch_id = any((select nullif(current_setting('slipway.branches', true), '')::int[])::int[]))
  $policy$, target);
end $$;
call protect_branch_or_firm('attachments');
call protect_branch_or_firm('record_notes');
