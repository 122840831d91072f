/** What receipts say of their cash in other branches, and what those say of where theirs comes from. M16, I3. */
export const PASSED_ON = [
  `select format('receipt %s says %s passed on, receipts of other branches say %s', r.id, r.passed_on, coalesce(sum(p.amount), 0)) as fault
   from receipts r left join receipts p on p.source_id = r.id and p.status in ('PENDING', 'APPROVED')
   group by r.id having r.passed_on <> coalesce(sum(p.amount), 0)`,
  `select format('receipt %s has cash of receipt %s, which is not what it says: number %s of branch %s', p.id, r.id, p.source_number, p.source_branch_id) as fault
   from receipts p join receipts r on r.id = p.source_id
   where (p.source_number, p.source_branch_id, p.payer_id, p.currency) is distinct from (r.number, r.branch_id, r.payer_id, r.currency)
     or r.source_id is not null or (p.status in ('PENDING', 'APPROVED') and r.status <> 'APPROVED')`,
];

const INTER_BRANCH = `any((select accounts_of('INTER_BRANCH'))::text[])`;
const CASH = `any((select accounts_of('UNALLOCATED_CASH'))::text[])`;

/** Cash that is used in another branch leaves the one and comes into the other, and between branches nothing of it stays. M16, I4. */
export const BETWEEN_BRANCHES = [
  // The two entries of one receipt; of each what was booked, and its mirror.
  `with entries as (
     select p.id as receipt, e.id as entry from receipts p join journal_entries e on e.id = p.passing_entry_id
     union all
     select p.id, e.id from receipts p join journal_entries e on e.source_kind = 'receipt' and e.source_id = p.id and e.event = 'CASH_TAKEN_OVER')
   select format('receipt %s leaves %s %s between branches, %s in base', x.receipt, sum(l.amount), l.currency, sum(l.base_amount)) as fault
   from entries x join journal_lines l on l.entry_id in (select x.entry union all select b.id from journal_entries b where b.reverses_id = x.entry)
   where l.account = ${INTER_BRANCH} group by x.receipt, l.currency having sum(l.amount) <> 0 or sum(l.base_amount) <> 0`,
  `select format('%s %s stay between branches of receipts, %s in base', sum(l.amount), l.currency, sum(l.base_amount)) as fault
   from journal_lines l join journal_entries e on e.id = l.entry_id where e.source_kind = 'receipt' and l.account = ${INTER_BRANCH}
   group by l.currency having sum(l.amount) <> 0 or sum(l.base_amount) <> 0`,
  `select format('receipt %s took %s of receipt %s, its entry %s took %s', p.id, p.amount, p.source_id, p.passing_entry_id, coalesce(sum(l.amount), 0)) as fault
   from receipts p left join journal_entries e on e.id = p.passing_entry_id and e.event = 'CASH_PASSED_ON'
     and (e.source_kind, e.source_id, e.branch_id, e.day) = ('receipt', p.source_id, p.source_branch_id, p.bank_date)
   left join journal_lines l on l.entry_id = e.id and l.account = ${CASH} and l.party_id = p.payer_id and l.currency = p.currency
   where p.source_id is not null and p.number is not null group by p.id having coalesce(sum(l.amount), 0) <> p.amount`,
  `select format('entry %s takes cash of receipt %s for no receipt of another branch', e.id, e.source_id) as fault
   from journal_entries e where e.event = 'CASH_PASSED_ON' and not exists (select 1 from receipts p where p.passing_entry_id = e.id)`,
  `select format('receipt %s is %s, what it took of receipt %s came back %s times', p.id, p.status, p.source_id, count(b.id)) as fault
   from receipts p left join journal_entries b on b.reverses_id = p.passing_entry_id where p.passing_entry_id is not null
   group by p.id having count(b.id) <> (p.status = 'REVERSED')::int`,
];
