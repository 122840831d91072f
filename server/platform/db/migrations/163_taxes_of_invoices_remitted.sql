-- What an invoice or a credit owes of a tax, signed (a credit and a reversal reduce it), with what vouchers hold and paid of it.
create table invoice_taxes (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  invoice_id int not null references invoices (id),
  tax_id int not null references taxes (id),
  currency char(3) not null references currencies (code),
  amount bigint not null check (amount <> 0),
  base_amount bigint not null,
  posted_on date not null,
  -- That of a reversed invoice, which takes it back.
  reversal boolean not null default false,
  committed bigint not null default 0,
  paid bigint not null default 0,
  constraint invoice_tax_once unique (invoice_id, tax_id, reversal),
  constraint committed_within_tax check (
    case when amount > 0 then 0 <= paid and paid <= committed and committed <= amount
      else 0 >= paid and paid >= committed and committed >= amount end)
);
create index invoice_taxes_open on invoice_taxes (branch_id, tax_id, currency, id) where committed <> amount;
call protect_branch('invoice_taxes');

-- The taxes of invoices that a voucher remits, each with an amount of it.
create table voucher_invoice_taxes (
  voucher_id int not null references vouchers (id),
  invoice_tax_id int not null references invoice_taxes (id),
  branch_id int not null references branches (id),
  amount bigint not null check (amount <> 0),
  primary key (voucher_id, invoice_tax_id)
);
create index voucher_invoice_taxes_tax on voucher_invoice_taxes (invoice_tax_id);
call protect_branch('voucher_invoice_taxes');

-- The firm's own tax is remitted from its office account, never with clients' money.
alter table vouchers drop constraint vouchers_kind_check,
  add constraint vouchers_kind_check check (kind in ('PREMIUM', 'CLAIM', 'DRAWING', 'TAX', 'INVOICE_TAX', 'EXPENSE', 'MAKE_GOOD',
    'BANK_CHARGE', 'REFUND', 'SALVAGE', 'SET_OFF', 'DRAW_BACK', 'CLIENT_TRANSFER', 'OFFICE_TRANSFER', 'EXCHANGE_DRAWING')),
  add constraint tax_of_its_kind check (kind <> 'INVOICE_TAX' or tax_id is not null);

-- What is booked already is owed as it was booked.
insert into invoice_taxes (branch_id, invoice_id, tax_id, currency, amount, base_amount, posted_on, reversal)
select i.branch_id, i.id, l.tax_id, i.currency, -sum(l.amount), -sum(l.base_amount), min(e.day), e.event = 'INVOICE_REVERSED'
from journal_entries e join journal_lines l on l.entry_id = e.id join invoices i on i.id = e.source_id
where e.source_kind = 'invoice' and e.event in ('INVOICE_APPROVED', 'INVOICE_REVERSED') and l.tax_id is not null
group by i.id, l.tax_id, e.event = 'INVOICE_REVERSED'
having sum(l.amount) <> 0;
