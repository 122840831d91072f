import { HISTORY_SOURCE } from '../../../../domain/records/kinds.ts';

const PAID_BEFORE = 'select part_id, sum(amount) as amount from history_payments group by 1';

/** What notes and parts of a history were settled by and paid in the other system is what its entries settled. I3. */
export const SETTLED_BEFORE = [
  `select format('note %s says %s settled before, the entries of the history say %s', n.number, n.settled_before, coalesce(sum(abs(s.amount)), 0)) as fault
   from notes n left join (
     select i.note_id, s.amount from settlements s join open_items i on i.id = s.item_id join journal_entries e on e.id = s.entry_id and e.event = 'HISTORY') s on s.note_id = n.id
   where n.history_id is not null group by n.id having n.settled_before <> coalesce(sum(abs(s.amount)), 0)`,
  `select format('part %s says %s paid before, its credit note and payments of the history %s', p.id, p.paid_before, h.paid) as fault
   from note_parts p left join notes n on n.id = p.credit_note_id left join (${PAID_BEFORE}) x on x.part_id = p.id
   cross join lateral (select coalesce(n.settled_before, 0) + coalesce(x.amount, 0) as paid) h where p.paid_before <> h.paid`,
];

/** Each document of a history has one entry, which nothing takes back. I4. */
export const HISTORY_ENTRIES = [
  `select format('%s of the history should have one entry and has %s', h.number, count(e.id)) as fault
   from history_documents h left join journal_entries e on e.source_kind = '${HISTORY_SOURCE}' and e.source_id = h.id and e.event = 'HISTORY'
   group by h.id having count(e.id) <> 1`,
];
