-- Postings name accounts by what they are for, not by their codes: a firm brings its own chart. Several accounts may share a
-- function; one of them is taken by default.
alter table ledger_accounts
  add column function text,
  add column is_default boolean not null default false,
  add constraint known_function check (function in (
    'OFFICE_BANK', 'CLIENT_BANK', 'UNALLOCATED_CASH', 'EXCHANGE_CLEARING', 'PREMIUM_RECEIVABLE', 'TAX_RECOVERABLE',
    'CLAIMS_RECOVERABLE', 'INVOICES_RECEIVABLE', 'INTER_BRANCH', 'PREMIUM_PAYABLE', 'CLAIMS_PAYABLE', 'TAXES_PAYABLE',
    'DEFERRED_BROKERAGE', 'EQUITY', 'BROKERAGE_INCOME', 'FEE_INCOME', 'EXCHANGE_GAIN', 'EXCHANGE_LOSS', 'BANK_CHARGES',
    'WRITE_OFFS', 'EXPENSES')),
  add constraint default_of_its_function check (not is_default or (function is not null and status = 'ACTIVE'));
create unique index default_account on ledger_accounts (function) where is_default;
alter table ledger_accounts drop constraint ledger_accounts_sub_kind_check;
alter table ledger_accounts add constraint ledger_accounts_sub_kind_check
  check (sub_kind in ('NONE', 'REINSURED', 'SECURITY', 'PARTY', 'TAX', 'BANK'));

-- The chart that every firm had until now.
update ledger_accounts a set function = f.function, is_default = true
  from (values ('1000', 'OFFICE_BANK'), ('1010', 'CLIENT_BANK'), ('1190', 'UNALLOCATED_CASH'), ('1195', 'EXCHANGE_CLEARING'),
    ('1200', 'PREMIUM_RECEIVABLE'), ('1250', 'TAX_RECOVERABLE'), ('1300', 'CLAIMS_RECOVERABLE'), ('1400', 'INVOICES_RECEIVABLE'),
    ('1900', 'INTER_BRANCH'), ('2100', 'PREMIUM_PAYABLE'), ('2200', 'CLAIMS_PAYABLE'), ('2300', 'TAXES_PAYABLE'),
    ('2400', 'DEFERRED_BROKERAGE'), ('3000', 'EQUITY'), ('4000', 'BROKERAGE_INCOME'), ('4100', 'FEE_INCOME'),
    ('4900', 'EXCHANGE_GAIN'), ('5100', 'BANK_CHARGES'), ('5200', 'WRITE_OFFS'), ('5300', 'EXPENSES'), ('5900', 'EXCHANGE_LOSS')
  ) as f (code, function) where f.code = a.code;
update ledger_accounts set sub_kind = 'BANK' where function in ('OFFICE_BANK', 'CLIENT_BANK');

-- The accounts of functions, by default and otherwise, as queries name them.
create function accounts_of(variadic functions text[]) returns text[] language sql stable as $$
  select coalesce(array_agg(code), '{}') from ledger_accounts where function = any(functions) $$;

-- Bank accounts are sub-ledgers of the banks in the ledger. Until a firm has entered its own in a currency, its money
-- there is kept under one that says so.
alter table bank_accounts drop constraint account_of_purpose;
alter table bank_accounts add column stands_in boolean not null default false;
alter table bank_accounts add constraint stand_in_is_inactive check (not stands_in or (status = 'INACTIVE' and branch_id is null));
insert into bank_accounts (name, bank, number, currency, purpose, account, status, search_text, stands_in)
  select 'Before bank accounts', 'None', p.purpose, c.code, p.purpose, a.code, 'INACTIVE', 'before bank accounts', true
  from currencies c cross join (values ('CLIENT', 'CLIENT_BANK'), ('OFFICE', 'OFFICE_BANK')) as p (purpose, function)
    join ledger_accounts a on a.function = p.function and a.is_default;
create unique index stand_in on bank_accounts (purpose, currency) where stands_in;

alter table journal_lines add column bank_account_id int references bank_accounts (id);
alter table journal_lines disable trigger append_only_update, disable trigger append_only_row;
update journal_lines l set bank_account_id = (
    select b.id from bank_accounts b
    where b.account = l.account and b.currency = l.currency and (b.is_default or b.stands_in)
      and (b.branch_id is null or b.branch_id = l.branch_id)
    order by b.stands_in, b.branch_id nulls last limit 1)
  where l.account = any(accounts_of('CLIENT_BANK', 'OFFICE_BANK'));
alter table journal_lines enable trigger append_only_update, enable trigger append_only_row;
create index journal_lines_bank on journal_lines (bank_account_id, day, id) where bank_account_id is not null;

alter table daily_balances add column bank_account_id int not null default 0;
alter table daily_balances drop constraint daily_balances_pkey;
alter table daily_balances add primary key (branch_id, account, party_id, tax_id, bank_account_id, currency, day);
delete from daily_balances where account = any(accounts_of('CLIENT_BANK', 'OFFICE_BANK'));
insert into daily_balances (branch_id, account, party_id, tax_id, bank_account_id, currency, day, debit, credit, base_debit, base_credit)
  select branch_id, account, coalesce(party_id, 0), coalesce(tax_id, 0), coalesce(bank_account_id, 0), currency, day,
    sum(greatest(amount, 0)), sum(greatest(-amount, 0)), sum(greatest(base_amount, 0)), sum(greatest(-base_amount, 0))
  from journal_lines where account = any(accounts_of('CLIENT_BANK', 'OFFICE_BANK')) group by 1, 2, 3, 4, 5, 6, 7;

alter table receipts add column bank_account_id int references bank_accounts (id);
alter table vouchers add column bank_account_id int references bank_accounts (id);
update receipts r set bank_account_id = coalesce(
  (select l.bank_account_id from journal_entries e join journal_lines l on l.entry_id = e.id
    where e.source_kind = 'receipt' and e.source_id = r.id and e.event = 'RECEIPT' and l.bank_account_id is not null limit 1),
  (select b.id from bank_accounts b
    where b.purpose = case r.receipt_type when 'FEE' then 'OFFICE' else 'CLIENT' end and b.currency = r.currency
      and (b.is_default or b.stands_in) and (b.branch_id is null or b.branch_id = r.branch_id)
    order by b.stands_in, b.branch_id nulls last limit 1));
update vouchers v set bank_account_id = coalesce(
  (select l.bank_account_id from journal_entries e join journal_lines l on l.entry_id = e.id
    where e.source_kind = 'voucher' and e.source_id = v.id and e.event = 'VOUCHER_PAID' and l.bank_account_id is not null
      and l.amount < 0 limit 1),
  (select b.id from bank_accounts b
    where b.purpose = case v.kind when 'EXPENSE' then 'OFFICE' else 'CLIENT' end and b.currency = v.currency
      and (b.is_default or b.stands_in) and (b.branch_id is null or b.branch_id = v.branch_id)
    order by b.stands_in, b.branch_id nulls last limit 1));
alter table receipts alter column bank_account_id set not null;
alter table vouchers alter column bank_account_id set not null;

-- What a line may be is decided by what its account is for: no codes stand here.
alter table journal_lines drop constraint zero_amount_is_exchange;
create or replace function balanced_lines() returns trigger language plpgsql as $$
begin
  perform 1 from journal_lines l where l.entry_id in (select entry_id from inserted)
    group by l.entry_id, l.currency having sum(l.amount) <> 0;
  if found then
    raise exception 'An entry does not sum to zero in its currency' using errcode = 'check_violation', constraint = 'balanced_entry';
  end if;
  perform 1 from journal_lines l where l.entry_id in (select entry_id from inserted)
    group by l.entry_id having sum(l.base_amount) <> 0;
  if found then
    raise exception 'An entry does not sum to zero in base' using errcode = 'check_violation', constraint = 'balanced_entry';
  end if;
  perform 1 from inserted i join journal_entries e on e.id = i.entry_id where e.branch_id <> i.branch_id or e.day <> i.day;
  if found then
    raise exception 'A line differs from its entry in branch or day' using errcode = 'check_violation', constraint = 'line_of_entry';
  end if;
  perform 1 from inserted i join journal_entries e on e.id = i.entry_id join ledger_accounts a on a.code = i.account
    where i.amount = 0 and a.function is distinct from 'EXCHANGE_GAIN' and a.function is distinct from 'EXCHANGE_LOSS'
      and e.event not in ('REVALUATION', 'REVALUATION_REVERSED', 'YEAR_CLOSED', 'YEAR_REOPENED');
  if found then
    raise exception 'A line without an amount is not an exchange difference' using errcode = 'check_violation', constraint = 'zero_amount_is_exchange';
  end if;
  perform 1 from inserted i join ledger_accounts a on a.code = i.account left join bank_accounts b on b.id = i.bank_account_id
    where (a.sub_kind = 'BANK') <> (i.bank_account_id is not null) or b.account <> i.account or b.currency <> i.currency;
  if found then
    raise exception 'A line on a bank does not name an account of that bank in its currency' using errcode = 'check_violation', constraint = 'bank_account_of_line';
  end if;
  return null;
end $$;

-- Merging parties moves their balances under the longer key.
create or replace function merge_parties(loser int, survivor int, by_user int) returns void
  language plpgsql security definer set search_path = public as $$
declare
  gone parties;
  stays parties;
  reference record;
  was text;
begin
  if not exists (select 1 from user_roles r join users u on u.id = r.user_id
      where r.user_id = by_user and r.role = 'ROLE_ROOT' and u.status = 'ACTIVE') then
    raise exception 'Only root merges parties' using errcode = 'insufficient_privilege';
  end if;
  perform 1 from parties where id in (loser, survivor) order by id for update;
  select * into gone from parties where id = loser;
  select * into stays from parties where id = survivor;
  if gone.id is null or stays.id is null or loser = survivor or gone.merged_into is not null or stays.merged_into is not null
      or gone.kind <> stays.kind or gone.market is distinct from stays.market
      or exists (select 1 from shared_placements(loser, survivor)) then
    raise exception 'Parties % and % cannot be merged', loser, survivor using errcode = 'check_violation', constraint = 'parties_can_merge';
  end if;
  insert into party_merges (loser_id, survivor_id, made_by) values (loser, survivor, by_user);

  was := lower(regexp_replace(normalize(stays.name, NFKD), '[\u0300-\u036f]', '', 'g'));
  for reference in select * from party_references order by relation, field loop
    execute format('update %s set %I = $2%s where %I = $1', reference.relation, reference.field,
      case when reference.searched then ', search_text = case when strpos(search_text, $3) > 0 then search_text else search_text || '' '' || $3 end' else '' end,
      reference.field) using loser, survivor, was;
  end loop;

  insert into daily_balances as b (branch_id, account, party_id, tax_id, bank_account_id, currency, day, debit, credit, base_debit, base_credit)
    select branch_id, account, survivor, tax_id, bank_account_id, currency, day, debit, credit, base_debit, base_credit
    from daily_balances where party_id = loser
    on conflict (branch_id, account, party_id, tax_id, bank_account_id, currency, day) do update set
      debit = b.debit + excluded.debit, credit = b.credit + excluded.credit,
      base_debit = b.base_debit + excluded.base_debit, base_credit = b.base_credit + excluded.base_credit;
  delete from daily_balances where party_id = loser;

  update party_contacts set party_id = survivor,
    position = position + (select coalesce(max(position), 0) from party_contacts where party_id = survivor) where party_id = loser;
  update party_intermediaries set party_id = survivor,
    position = position + (select coalesce(max(position), 0) from party_intermediaries where party_id = survivor) where party_id = loser;

  -- An account confirmed for one party is not one confirmed for the other: it waits for a second person again.
  update party_bank_accounts a set
    state = case
      when a.state = 'PROPOSED' and exists (select 1 from party_bank_accounts o where o.party_id = survivor and o.currency = a.currency and o.state = 'PROPOSED') then 'WITHDRAWN'
      when a.state = 'ACTIVE' and (exists (select 1 from party_bank_accounts o where o.party_id = survivor and o.currency = a.currency and o.state in ('ACTIVE', 'PROPOSED'))
        or exists (select 1 from party_bank_accounts o where o.party_id = loser and o.currency = a.currency and o.state = 'PROPOSED')) then 'REPLACED'
      when a.state = 'ACTIVE' then 'PROPOSED'
      else a.state end,
    ended_at = case when a.state = 'ACTIVE' then now() else a.ended_at end,
    version = a.version + 1
    where a.party_id = loser and a.state in ('PROPOSED', 'ACTIVE');
  update party_bank_accounts set made_by = by_user, made_at = now(), decided_by = null, decided_at = null, checker_waived = false, ended_at = null
    where party_id = loser and state = 'PROPOSED' and decided_by is not null;
  update party_bank_accounts set party_id = survivor where party_id = loser;

  update parties set merged_into = survivor where merged_into = loser;
  update parties set merged_into = survivor, status = 'INACTIVE', version = version + 1 where id = loser;
  update parties set version = version + 1 where id = survivor;
end $$;
