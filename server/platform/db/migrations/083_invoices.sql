-- What the firm itself invoices, to any party: fees, brokerage, other services. A credit gives back of one invoice, line by
-- line, and is decided as one. Its note carries its number, and is what receipts settle and what ages.
create table invoices (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  number text,
  kind text not null check (kind in ('FEE', 'BROKERAGE', 'OTHER')),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PENDING', 'APPROVED', 'REJECTED', 'REVERSED', 'DISABLED')),
  version int not null default 1,
  party_id int not null references parties (id),
  credits_id int references invoices (id),
  currency char(3) not null references currencies (code),
  net bigint not null check (net > 0),
  tax bigint not null check (tax >= 0),
  amount bigint not null generated always as (net + tax) stored,
  payment_terms text not null default '',
  due_on date,
  reference text not null default '',
  narration text not null default '',
  posted_on date,
  hands int[] not null,
  decided_before_hands boolean not null default false,
  made_by int not null references users (id),
  edited_by int not null references users (id),
  submitted_at timestamptz,
  decided_by int references users (id),
  decided_at timestamptz,
  decision_reason text,
  checker_waived boolean not null default false,
  search_text text not null,
  created_at timestamptz not null default now(),
  constraint invoice_number_once unique (number),
  constraint invoice_posted check ((status in ('APPROVED', 'REVERSED')) = (number is not null) and (number is null) = (posted_on is null)),
  constraint due_by_one check (credits_id is not null or (payment_terms = '') = (due_on is not null)),
  constraint credit_is_due_at_once check (credits_id is null or (payment_terms = '' and due_on is null)),
  constraint credit_of_another check (credits_id <> id),
  constraint maker_among_hands check (made_by = any (hands) and edited_by = any (hands)),
  constraint maker_is_not_checker check (decided_by is null or checker_waived
    or (decided_by <> made_by and decided_by <> edited_by and (decided_before_hands or decided_by <> all (hands))))
);
create trigger hands_stay before update on invoices for each row
  when (not new.hands @> old.hands or (new.decided_before_hands and not old.decided_before_hands)) execute function keep_hands();
create trigger hands_begin before insert on invoices for each row
  when (new.decided_before_hands) execute function keep_hands();
create trigger not_merged before insert or update of party_id on invoices
  for each row execute function refuse_merged_party('party_id');
create index invoices_newest on invoices (branch_id, id desc);
create index invoices_status on invoices (branch_id, status, id desc);
create index invoices_posted on invoices (branch_id, posted_on desc, id desc);
create index invoices_amount on invoices (branch_id, amount desc, id desc);
create index invoices_party on invoices (party_id, branch_id, id desc);
create index invoices_credits on invoices (credits_id) where credits_id is not null;
create index invoices_search on invoices using gin (search_text gin_trgm_ops);

create table invoice_lines (
  branch_id int not null references branches (id),
  invoice_id int not null references invoices (id),
  position int not null check (position > 0),
  description text not null,
  account text not null references ledger_accounts (code),
  -- The sub-ledger account, of an account that is kept by party.
  sub_party_id int references parties (id),
  -- In thousandths.
  quantity bigint not null check (quantity > 0),
  price bigint not null check (price > 0),
  net bigint not null check (net > 0),
  tax_id int references taxes (id),
  tax_rate bigint check (tax_rate between 0 and 100000000),
  tax bigint not null default 0 check (tax >= 0),
  primary key (invoice_id, position),
  constraint taxed_at_a_rate check ((tax_id is null) = (tax_rate is null) and (tax_id is not null or tax = 0))
);
create index invoice_lines_sub on invoice_lines (sub_party_id) where sub_party_id is not null;
call protect_branch('invoices');
call protect_branch('invoice_lines');

-- An invoice has one note, as has a credit.
alter table notes add column invoice_id int references invoices (id),
  add constraint note_of_invoice check (invoice_id is null or (purpose = 'FEE' and policy_id is null and claim_id is null));
create unique index invoice_note_once on notes (invoice_id) where invoice_id is not null;

create function invoices_matching(wanted text, most int) returns setof int
  language plpgsql stable security definer set search_path = public as $$
begin
  return query execute 'select id from invoices where search_text like $1 and branch_id = any($2)'
    || case when most <= 10000 then ' order by id desc' else '' end || ' limit $3'
    using '%' || replace(replace(replace(wanted, '\', '\\'), '%', '\%'), '_', '\_') || '%',
      nullif(current_setting('slipway.branches', true), '')::int[], most;
end $$;
