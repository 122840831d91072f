import { REVALUED_FUNCTIONS } from '../../../../domain/ledger/accounts.ts';

/** What closings of years say of their entries, and that nothing was booked into a closed year since. M8. */
export const CLOSED_YEARS = [
  `select format('closing %s of the year to %s is %s and has %s entries, %s of them taken back', y.id, y.last_day, y.status, count(e.id), count(u.id)) as fault
   from year_closings y left join journal_entries e on e.source_kind = 'year_closing' and e.source_id = y.id and e.reverses_id is null
   left join journal_entries u on u.reverses_id = e.id
   group by y.id having count(e.id) <> 1 or count(u.id) <> case y.status when 'REOPENED' then 1 else 0 end`,
  `select format('the year to %s is closed in branch %s and leaves %s %s on %s, %s in base', y.last_day, y.branch_id, sum(l.amount), l.currency, l.account, sum(l.base_amount)) as fault
   from year_closings y join journal_lines l on l.branch_id = y.branch_id and l.day between y.first_day and y.last_day
   join ledger_accounts a on a.code = l.account and a.type in ('INCOME', 'EXPENSE')
   where y.status = 'CLOSED' group by y.id, l.account, l.party_id, l.tax_id, l.currency having sum(l.amount) <> 0 or sum(l.base_amount) <> 0`,
];

const named = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');

/** What revaluations say of their entries. M7. */
export const REVALUED_ENTRIES = [
  `select format('revaluation %s is %s and has %s entries, %s of them taken back', r.id, r.status, count(e.id), count(u.id)) as fault
   from revaluations r left join journal_entries e on e.source_kind = 'revaluation' and e.source_id = r.id and e.reverses_id is null
   left join journal_entries u on u.reverses_id = e.id
   group by r.id having count(e.id) = 0 or count(u.id) <> case r.status when 'UNDONE' then count(e.id) else 0 end`,
  `select format('revaluation %s of %s has entry %s on %s', r.id, r.month, e.id, e.day) as fault
   from revaluations r join journal_entries e on e.source_kind = 'revaluation' and e.source_id = r.id
   left join journal_entries o on o.id = e.reverses_id
   where e.day <> (r.month + interval '1 month')::date - case coalesce(o.event, e.event) when 'REVALUATION_REVERSED' then 0 else 1 end`,
  `select format('entry %s revalues %s by %s %s, which is no difference in base alone', l.entry_id, l.account, l.amount, l.currency) as fault
   from journal_lines l join journal_entries e on e.id = l.entry_id and e.source_kind = 'revaluation'
   where l.amount <> 0 or l.account <> all((select accounts_of(${named([...REVALUED_FUNCTIONS, 'EXCHANGE_GAIN', 'EXCHANGE_LOSS'])}))::text[])`,
  // What is owed is revalued for one day alone: on the next it has its booked base again.
  `select format('revaluation %s leaves %s of party %s %s with %s in base', source_id, account, party_id, currency, sum(base_amount)) as fault
   from (select e.source_id, l.account, l.party_id, l.tax_id, l.currency, l.base_amount from journal_entries e
     join journal_lines l on l.entry_id = e.id where e.source_kind = 'revaluation' and e.event in ('REVALUATION', 'REVALUATION_REVERSED')) l
   group by source_id, account, party_id, tax_id, currency having sum(base_amount) <> 0`,
  `select format('revaluation %s says it gained %s and lost %s, its entries %s and %s', r.id, r.gain, r.loss, b.gain, b.loss) as fault
   from revaluations r cross join lateral (
     select coalesce(-sum(l.base_amount) filter (where l.account = any((select accounts_of('EXCHANGE_GAIN'))::text[])), 0) as gain,
       coalesce(sum(l.base_amount) filter (where l.account = any((select accounts_of('EXCHANGE_LOSS'))::text[])), 0) as loss
     from journal_entries e join journal_lines l on l.entry_id = e.id
     where e.source_kind = 'revaluation' and e.source_id = r.id and e.event in ('REVALUATION', 'BANK_REVALUATION')) b
   where (r.gain, r.loss) <> (b.gain, b.loss)`,
];
