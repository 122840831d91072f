-- Orders of payment to a bank: approved vouchers of one account and day. Each voucher is in one file that counts; a file that
-- is taken back leaves its vouchers to another.
create table payment_files (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  bank_account_id int not null references bank_accounts (id),
  day date not null,
  currency char(3) not null references currencies (code),
  vouchers int not null check (vouchers > 0),
  total bigint not null check (total > 0),
  -- WAITING: the account of a payee was changed, and a second person looks at it first.
  status text not null check (status in ('WAITING', 'READY', 'WITHDRAWN')),
  version int not null default 1,
  made_by int not null references users (id),
  made_at timestamptz not null,
  approved_by int references users (id),
  approved_at timestamptz,
  withdrawn_by int references users (id),
  withdrawn_at timestamptz,
  withdrawn_reason text,
  -- As the bank gets it, once it may.
  xml text,
  constraint file_is_written check (status = 'WITHDRAWN' or (status = 'READY') = (xml is not null)),
  constraint maker_is_not_approver check (approved_by is null or approved_by <> made_by),
  constraint withdrawn_with_reason check ((status = 'WITHDRAWN') = (withdrawn_by is not null)
    and (withdrawn_by is null) = (withdrawn_at is null) and (withdrawn_by is null) = (withdrawn_reason is null))
);
create index payment_files_newest on payment_files (branch_id, id desc);
create index payment_files_day on payment_files (branch_id, day desc, id desc);
call protect_branch('payment_files');

create table payment_file_vouchers (
  branch_id int not null references branches (id),
  file_id int not null references payment_files (id),
  voucher_id int not null references vouchers (id),
  amount bigint not null check (amount > 0),
  live boolean not null default true,
  primary key (file_id, voucher_id)
);
create unique index voucher_in_one_file on payment_file_vouchers (voucher_id) where live;
call protect_branch('payment_file_vouchers');
