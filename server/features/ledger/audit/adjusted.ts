import { ADJUSTMENT_KINDS, adjustmentRules, type AdjustmentKind } from '../../../../domain/adjustments/kinds.ts';

const kindsIn = (test: (kind: AdjustmentKind) => boolean) =>
  ADJUSTMENT_KINDS.filter(test)
    .map((kind) => `'${kind}'`)
    .join();
const lessening = (column: 'certified' | 'uncollectable' | 'paid') =>
  kindsIn((kind) => adjustmentRules(kind).parts === column);
/** Kinds whose amount the firm bears, as SQL lists them. */
export const BORNE = kindsIn((kind) => adjustmentRules(kind).borneBy !== null);

/** What each part pays out of itself by net settlements that count. C8. */
const SETTLED_OF_PARTS = `select x.part_id, x.amount from adjustment_parts x join adjustments a on a.id = x.adjustment_id
     where a.status = 'APPROVED' and a.kind in (${lessening('paid')})`;
/** What is kept back from each claim invoice by net settlements that count. C8. */
const KEPT_OF_INVOICES = `select k.invoice_id as note_id, k.amount from adjustment_nets k join adjustments a on a.id = k.adjustment_id
     where a.status = 'APPROVED'`;
/** What of each note is set against vouchers that were paid, and what of each part was taken back so. M15. */
const netsOf = (what: 'note_id' | 'part_id', sign: '' | '-') => `select k.${what}, ${sign}k.amount as amount
     from voucher_nets k join vouchers v on v.id = k.voucher_id where v.status = 'PAID' and k.${what} is not null`;
/** What notes are settled by without money: net settlements and vouchers that carry them. C8, M15. */
export const NETTED_OF_NOTES = `${KEPT_OF_INVOICES} union all ${netsOf('note_id', '')}`;
/** What parts pay out besides vouchers' items: net settlements, less what vouchers set off of them. C8, M15. */
export const NETTED_OF_PARTS = `${SETTLED_OF_PARTS} union all ${netsOf('part_id', '-')}`;

/** What adjustments say of notes and their parts, and what the firm made good for what it bears. M1–M4. */
export const ADJUSTED = [
  ...(['certified', 'uncollectable'] as const).map(
    (column) => `
   select format('part %s says %s ${column}, its adjustments say %s', p.id, p.${column}, coalesce(sum(x.amount), 0)) as fault
   from note_parts p left join (
     select x.part_id, x.amount from adjustment_parts x join adjustments a on a.id = x.adjustment_id
     where a.status = 'APPROVED' and a.kind in (${lessening(column)})) x on x.part_id = p.id
   group by p.id having p.${column} <> coalesce(sum(x.amount), 0)`,
  ),
  `select format('adjustment %s is of %s, its parts of %s', a.number, a.amount, coalesce(sum(x.amount), 0)) as fault
   from adjustments a left join adjustment_parts x on x.adjustment_id = a.id
   where a.kind in (${lessening('certified')}, ${lessening('uncollectable')}) and a.number is not null
   group by a.id having a.amount <> coalesce(sum(x.amount), 0)`,
  `select format('net settlement %s is of %s, taken of claims %s; kept back %s, paid of the note %s', a.number, a.amount, t.claims, k.amount, t.nets) as fault
   from adjustments a
   cross join lateral (select coalesce(sum(x.amount) filter (where p.kind = 'CLAIM'), 0) as claims,
     coalesce(sum(x.amount) filter (where p.kind = 'SECURITY'), 0) as nets
     from adjustment_parts x join note_parts p on p.id = x.part_id where x.adjustment_id = a.id) t
   cross join lateral (select coalesce(sum(amount), 0) as amount from adjustment_nets where adjustment_id = a.id) k
   where a.kind in (${lessening('paid')}) and a.number is not null and (a.amount <> t.claims or k.amount <> t.nets)`,
  // A security whose receipt, or what a voucher set off for it, was taken back since owes what was drawn back then.
  `select format('claim %s: %s is paid ahead of its securities, %s made good', c.number, a.amount, m.amount) as fault
   from claims c
   cross join lateral (select coalesce(sum(least(i.advanced, greatest(p.committed - least(p.effective, n.settled - n.set_off), 0))), 0) as amount
     from notes n join note_parts p on p.debit_note_id = n.id
     join voucher_items i on i.part_id = p.id join vouchers v on v.id = i.voucher_id and v.status in ('PENDING', 'APPROVED', 'PAID') and not v.override
     where n.claim_id = c.id and n.purpose = 'CLAIM'
       and not exists (select 1 from allocations r where r.note_id = n.id and r.reversed_at is not null)
       and not exists (select 1 from voucher_nets k join vouchers w on w.id = k.voucher_id and w.status = 'REVERSED' where k.note_id = n.id)) a
   cross join lateral (select coalesce(sum(case when kind = 'MAKE_GOOD' then amount else -amount end), 0) as amount from vouchers
     where claim_id = c.id and status = 'PAID' and kind in ('MAKE_GOOD', 'DRAW_BACK')) m
   where a.amount > m.amount`,
  `select format('adjustment %s of %s is borne by the firm, which made good %s', a.number, a.amount, coalesce(sum(l.amount), 0)) as fault
   from adjustments a left join journal_entries e on e.source_kind = 'adjustment' and e.source_id = a.id and e.event = 'MADE_GOOD' and e.reverses_id is null
   left join journal_lines l on l.entry_id = e.id and l.account = any(accounts_of('CLIENT_BANK'))
   where a.number is not null and a.kind in (${BORNE}) group by a.id having a.amount <> coalesce(sum(l.amount), 0)`,
  `select format('voucher %s sets off %s, its notes and parts say %s', v.id, v.set_off, coalesce(sum(k.amount), 0)) as fault
   from vouchers v left join voucher_nets k on k.voucher_id = v.id
   where v.kind = 'PREMIUM' or v.status in ('PENDING', 'APPROVED', 'PAID', 'REVERSED')
   group by v.id having v.set_off <> coalesce(sum(k.amount), 0)`,
  `select format('voucher %s sets off more of note %s than its payee owes in its branch and currency', v.id, n.number) as fault
   from voucher_nets k join vouchers v on v.id = k.voucher_id join notes n on n.id = k.note_id
   where (n.party_id, n.branch_id, n.currency) is distinct from (v.payee_id, v.branch_id, v.currency)`,
];
