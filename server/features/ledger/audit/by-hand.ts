import { CONTROL_FUNCTIONS } from '../../../../domain/ledger/accounts.ts';

const KEPT = [...CONTROL_FUNCTIONS, 'OFFICE_BANK', 'CLIENT_BANK'].map((name) => `'${name}'`).join(', ');

/** What a person books moves no party's balance and no bank, and is what its record says. M16. */
export const BY_HAND = [
  `select format('entry %s books on %s by hand', e.id, l.account) as fault
   from journal_entries e join journal_lines l on l.entry_id = e.id
   where e.event = 'JOURNAL' and l.account = any((select accounts_of(${KEPT}))::text[])`,
  `select format('journal %s says %s on %s, its entry %s', coalesce(j.journal_id, e.journal_id), j.amount, coalesce(j.account, e.account), e.amount) as fault
   from (select l.journal_id, l.account, coalesce(l.party_id, 0) as party, coalesce(l.tax_id, 0) as tax, l.currency, sum(l.amount) as amount
     from manual_journal_lines l join manual_journals m on m.id = l.journal_id and m.number is not null group by 1, 2, 3, 4, 5) j
   full join (select e.source_id as journal_id, l.account, coalesce(l.party_id, 0) as party, coalesce(l.tax_id, 0) as tax, l.currency, sum(l.amount) as amount
     from journal_entries e join journal_lines l on l.entry_id = e.id where e.event = 'JOURNAL' group by 1, 2, 3, 4, 5) e
     using (journal_id, account, party, tax, currency)
   where j.amount is distinct from e.amount`,
];
