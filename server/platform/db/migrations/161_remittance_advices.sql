-- Remittance advice leaves as statements and reminders do: a batch of papers to payees, one for each payee and bank date.
alter table statement_batches
  drop constraint statement_batches_kind_check,
  drop constraint statement_batches_side_check,
  drop constraint reminders_are_of_reinsureds,
  add constraint statement_batches_kind_check check (kind in ('STATEMENT', 'REMINDER', 'REMITTANCE')),
  add constraint statement_batches_side_check check (side in ('REINSURED', 'SECURITY', 'PAYEE')),
  add constraint side_of_its_kind check ((kind = 'REMITTANCE') = (side = 'PAYEE') and (kind <> 'REMINDER' or side = 'REINSURED'));
-- The bank date of an advice; a statement and a reminder have none.
alter table statement_items add column day date;
drop index statement_of_party_once;
create unique index statement_of_party_once on statement_items (batch_id, party_id, day) nulls not distinct where done_at is null;

-- The vouchers that an advice is of, as they were or will be paid on its day: each once.
create table remittance_lines (
  advice_id int not null references statement_items (id),
  branch_id int not null references branches (id),
  voucher_id int not null references vouchers (id),
  day date not null,
  sent_on date,
  -- One that was not sent after all may be sent again.
  live boolean not null default true,
  primary key (advice_id, voucher_id)
);
create unique index remittance_once on remittance_lines (voucher_id, day) where live;
create index remittance_lines_voucher on remittance_lines (voucher_id);
call protect_branch('remittance_lines');

-- An advice is void once a payment that it names was reversed, an invoice once it was.
do $$
declare
  before text := pg_get_functiondef('verify_document(text)'::regprocedure);
  line constant text := 'when ''voucher'' then (select v.status = ''REVERSED'' from vouchers v where v.id = d.record_id)';
  after text := replace(before, line, line || '
      when ''remittance'' then (select bool_or(v.status = ''REVERSED'') from remittance_lines l join vouchers v on v.id = l.voucher_id
        where l.advice_id = d.record_id)
      when ''invoice'' then (select i.status = ''REVERSED'' from invoices i where i.id = d.record_id)');
begin
  if after = before then
    raise exception 'verify_document does not say when a voucher is void';
  end if;
  execute after;
end $$;
