-- Receipts, their allocation, payment vouchers.
create table receipts (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  number text,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PENDING', 'APPROVED', 'REJECTED', 'REVERSED', 'DISABLED')),
  version int not null default 1,
  receipt_type text not null check (receipt_type in ('PREMIUM', 'CLAIM', 'FEE', 'OTHER')),
  payer_id int not null references parties (id),
  bank_date date not null,
  currency char(3) not null references currencies (code),
  amount bigint not null check (amount > 0),
  bank_reference text not null default '',
  narration text not null default '',
  allocated bigint not null default 0,
  base_amount bigint,
  made_by int not null references users (id),
  edited_by int not null references users (id),
  submitted_at timestamptz,
  decided_by int references users (id),
  decided_at timestamptz,
  decision_reason text,
  checker_waived boolean not null default false,
  search_text text not null,
  created_at timestamptz not null default now(),
  constraint receipt_number_once unique (number),
  constraint numbered_when_approved check ((status in ('APPROVED', 'REVERSED')) = (number is not null)),
  constraint allocated_within_receipt check (allocated between 0 and amount),
  constraint maker_is_not_checker check (decided_by is null or checker_waived or (decided_by <> made_by and decided_by <> edited_by))
);
create index receipts_newest on receipts (branch_id, id desc);
create index receipts_status on receipts (branch_id, status, id desc);
create index receipts_bank_date on receipts (branch_id, bank_date desc, id desc);
create index receipts_amount on receipts (branch_id, amount desc, id desc);
create index receipts_payer on receipts (payer_id, branch_id);
create index receipts_reference on receipts (payer_id, amount, bank_reference);
create index receipts_search on receipts using gin (search_text gin_trgm_ops);
alter table open_items add constraint item_receipt foreign key (receipt_id) references receipts (id);

-- What the maker of a receipt proposes; it takes effect at the approval.
create table receipt_proposals (
  branch_id int not null references branches (id),
  receipt_id int not null references receipts (id),
  note_id int not null references notes (id),
  amount bigint not null check (amount > 0),
  primary key (receipt_id, note_id)
);

create table allocations (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  receipt_id int not null references receipts (id),
  note_id int not null references notes (id),
  entry_id int not null references journal_entries (id),
  amount bigint not null check (amount > 0),
  day date not null,
  made_by int not null references users (id),
  made_at timestamptz not null default now(),
  reversed_at timestamptz
);
create index allocations_receipt on allocations (receipt_id);
create index allocations_note on allocations (note_id);

create table vouchers (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  number text,
  kind text not null check (kind in ('PREMIUM', 'DRAWING', 'TAX', 'EXPENSE')),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PENDING', 'APPROVED', 'PAID', 'REJECTED', 'REVERSED', 'DISABLED')),
  version int not null default 1,
  payee_id int references parties (id),
  tax_id int references taxes (id),
  account text references ledger_accounts (code),
  currency char(3) not null references currencies (code),
  amount bigint not null check (amount > 0),
  bank_date date not null,
  narration text not null default '',
  made_by int not null references users (id),
  edited_by int not null references users (id),
  submitted_at timestamptz,
  decided_by int references users (id),
  decided_at timestamptz,
  decision_reason text,
  checker_waived boolean not null default false,
  paid_by int references users (id),
  paid_at timestamptz,
  bank_reference text not null default '',
  search_text text not null,
  created_at timestamptz not null default now(),
  constraint voucher_number_once unique (number),
  constraint numbered_when_approved check ((status in ('APPROVED', 'PAID', 'REVERSED')) = (number is not null)),
  constraint paid_by_someone check ((status = 'PAID') <= (paid_by is not null)),
  constraint maker_is_not_checker check (decided_by is null or checker_waived or (decided_by <> made_by and decided_by <> edited_by)),
  constraint payer_is_not_checker check (paid_by is null or checker_waived or paid_by <> decided_by)
);
create index vouchers_newest on vouchers (branch_id, id desc);
create index vouchers_status on vouchers (branch_id, status, id desc);
create index vouchers_bank_date on vouchers (branch_id, bank_date desc, id desc);
create index vouchers_amount on vouchers (branch_id, amount desc, id desc);
create index vouchers_payee on vouchers (payee_id, branch_id);
create index vouchers_search on vouchers using gin (search_text gin_trgm_ops);

create table voucher_items (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  voucher_id int not null references vouchers (id),
  part_id int not null references note_parts (id),
  amount bigint not null check (amount > 0),
  constraint part_once unique (voucher_id, part_id)
);
create index voucher_items_part on voucher_items (part_id);

-- A document never changes once issued: its model, its bytes and their digest stay.
create table documents (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  kind text not null,
  number text not null,
  record_kind text not null,
  record_id int not null,
  note_id int references notes (id),
  issue int not null default 1,
  party_name text not null default '',
  total text not null default '',
  code text not null unique,
  sha256 text not null,
  pdf bytea not null,
  made_by int not null references users (id),
  made_at timestamptz not null default now(),
  constraint document_once unique (kind, record_kind, record_id, issue)
);
create index documents_record on documents (record_kind, record_id);
create index documents_note on documents (note_id);
create trigger append_only before update or delete or truncate on documents for each statement execute function refuse_change();

call protect_branch('receipts');
call protect_branch('receipt_proposals');
call protect_branch('allocations');
call protect_branch('vouchers');
call protect_branch('voucher_items');
call protect_branch('documents');

create function receipts_matching(wanted text, most int) returns setof int
  language plpgsql stable security definer set search_path = public as $$
begin
  return query execute 'select id from receipts where search_text like $1 and branch_id = any($2)'
    || case when most <= 10000 then ' order by id desc' else '' end || ' limit $3'
    using '%' || replace(replace(replace(wanted, '\', '\\'), '%', '\%'), '_', '\_') || '%',
      nullif(current_setting('slipway.branches', true), '')::int[], most;
end $$;
create function vouchers_matching(wanted text, most int) returns setof int
  language plpgsql stable security definer set search_path = public as $$
begin
  return query execute 'select id from vouchers where search_text like $1 and branch_id = any($2)'
    || case when most <= 10000 then ' order by id desc' else '' end || ' limit $3'
    using '%' || replace(replace(replace(wanted, '\', '\\'), '%', '\%'), '_', '\_') || '%',
      nullif(current_setting('slipway.branches', true), '')::int[], most;
end $$;

-- Anyone holding a document may check it: number, date, parties, total and digest, and nothing else.
create function verify_document(wanted text) returns table (kind text, number text, made_on date, party_name text, total text, sha256 text)
  language sql stable security definer set search_path = public as $$
  select d.kind, d.number, d.made_at::date, d.party_name, d.total, d.sha256 from documents d where d.code = wanted $$;
