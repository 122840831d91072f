-- What was revalued at a month's end, in each branch once; one that was undone makes room for another. M7.
create table revaluations (
  id int generated always as identity primary key,
  branch_id int not null references branches (id),
  month date not null check (extract(day from month) = 1),
  status text not null default 'BOOKED' check (status in ('BOOKED', 'UNDONE')),
  version int not null default 1,
  -- In base: what all gains and all losses come to.
  gain bigint not null check (gain >= 0),
  loss bigint not null check (loss >= 0),
  made_by int not null references users (id),
  made_at timestamptz not null,
  undone_by int references users (id),
  undone_at timestamptz,
  undone_reason text,
  check ((status = 'UNDONE') = (undone_by is not null and undone_at is not null and undone_reason is not null))
);
create unique index revaluation_once on revaluations (branch_id, month) where status = 'BOOKED';
create index revaluations_newest on revaluations (branch_id, id);
call protect_branch('revaluations');

-- Lines of nothing in their currency stand where only a value in base changes.
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
      and e.event not in ('REVALUATION', 'BANK_REVALUATION', 'REVALUATION_REVERSED', 'REVALUATION_UNDONE', 'YEAR_CLOSED', 'YEAR_REOPENED');
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
