-- What all that was filled in bulk moved on its accounts, day by day.
insert into daily_balances as b (branch_id, account, party_id, tax_id, bank_account_id, currency, day, debit, credit, base_debit, base_credit)
select l.branch_id, l.account, coalesce(l.party_id, 0), coalesce(l.tax_id, 0), coalesce(l.bank_account_id, 0), l.currency, l.day,
  sum(greatest(l.amount, 0)), sum(greatest(-l.amount, 0)), sum(greatest(l.base_amount, 0)), sum(greatest(-l.base_amount, 0))
from journal_lines l where l.entry_id >= (select min(entry) from dn) group by 1, 2, 3, 4, 5, 6, 7
on conflict (branch_id, account, party_id, tax_id, bank_account_id, currency, day) do update set debit = b.debit + excluded.debit, credit = b.credit + excluded.credit,
  base_debit = b.base_debit + excluded.base_debit, base_credit = b.base_credit + excluded.base_credit;
