import { BORNE } from './adjusted.ts';

/** What invoices of the firm say of their lines, their note, their credits, their taxes, and what is drawn of them. G4, §3. */
export const INVOICED = [
  `select format('invoice %s is of %s and %s tax, its lines of %s and %s', i.id, i.net, i.tax, coalesce(sum(l.net), 0), coalesce(sum(l.tax), 0)) as fault
   from invoices i left join invoice_lines l on l.invoice_id = i.id group by i.id
   having (i.net, i.tax) <> (coalesce(sum(l.net), 0), coalesce(sum(l.tax), 0))`,
  `select format('invoice %s is %s and of %s, its note %s, %s and of %s', i.id, i.status, i.amount, n.number, n.status, n.amount) as fault
   from invoices i full join (select * from notes where purpose = 'FEE' and origin <> 'HISTORY') n on n.invoice_id = i.id
   where coalesce(i.status in ('APPROVED', 'REVERSED'), false) <> (n.id is not null)
     or (n.id is not null and ((n.number, n.party_id, n.currency, n.amount, n.branch_id, n.posted_on)
         is distinct from (i.number, i.party_id, i.currency, i.amount, i.branch_id, i.posted_on)
       or n.status <> case i.status when 'REVERSED' then 'VOID' else 'ISSUED' end
       or n.kind <> case when i.credits_id is null then 'INV' else 'CN' end))`,
  `select format('credit %s of %s is set against its invoice with %s', c.number, c.amount, coalesce(sum(o.amount), 0)) as fault
   from invoices c join notes n on n.invoice_id = c.id join notes i on i.invoice_id = c.credits_id
   left join note_offsets o on o.return_note_id = n.id and o.note_id = i.id
   where c.status = 'APPROVED' group by c.id having c.amount <> coalesce(sum(o.amount), 0)`,
  `select format('invoice %s owes %s of tax %s, its entries %s', coalesce(x.invoice_id, b.invoice_id), x.amount, coalesce(x.tax_id, b.tax_id), b.amount) as fault
   from (select invoice_id, tax_id, sum(amount) as amount, sum(base_amount) as base from invoice_taxes group by 1, 2) x
   full join (select e.source_id as invoice_id, l.tax_id, -sum(l.amount) as amount, -sum(l.base_amount) as base
     from journal_entries e join journal_lines l on l.entry_id = e.id where e.source_kind = 'invoice' and l.tax_id is not null group by 1, 2) b
     using (invoice_id, tax_id)
   where (x.amount, x.base) is distinct from (b.amount, b.base)`,
  `select format('tax %s of invoice %s says %s committed and %s paid, vouchers say %s and %s', x.tax_id, x.invoice_id, x.committed, x.paid, v.held, v.paid) as fault
   from invoice_taxes x
   cross join lateral (select coalesce(sum(i.amount) filter (where v.status in ('PENDING', 'APPROVED', 'PAID')), 0) as held,
     coalesce(sum(i.amount) filter (where v.status = 'PAID'), 0) as paid
     from voucher_invoice_taxes i join vouchers v on v.id = i.voucher_id where i.invoice_tax_id = x.id) v
   where (x.committed, x.paid) <> (v.held, v.paid)`,
  `select format('voucher %s remits %s, its invoices say %s', v.id, v.amount, coalesce(sum(i.amount), 0)) as fault
   from vouchers v left join voucher_invoice_taxes i on i.voucher_id = v.id where v.kind = 'INVOICE_TAX' and v.status in ('PENDING', 'APPROVED', 'PAID')
   group by v.id having v.amount <> coalesce(sum(i.amount), 0)`,
  `select format('note %s says %s of its fee in client accounts, its receipts and what the firm bore say %s', n.number, n.fee_received, s.amount) as fault
   from notes n cross join lateral (select coalesce(sum(amount), 0) as amount from (
     select a.note_amount as amount from allocations a join receipts r on r.id = a.receipt_id left join bank_accounts k on k.id = r.bank_account_id
     where a.note_id = n.id and a.reversed_at is null and (r.source_id is not null or k.purpose = 'CLIENT')
     union all select amount from adjustments where note_id = n.id and status = 'APPROVED' and kind in (${BORNE})) x) s
   where n.purpose = 'FEE' and n.fee_received <> s.amount`,
  `select format('note %s says %s on vouchers and %s drawn of its fee, vouchers say %s and %s', n.number, n.fee_committed, n.fee_drawn, v.held, v.drawn) as fault
   from notes n
   cross join lateral (select coalesce(sum(f.amount) filter (where v.status in ('PENDING', 'APPROVED', 'PAID')), 0) as held,
     coalesce(sum(f.amount) filter (where v.status = 'PAID'), 0) as drawn
     from voucher_fees f join vouchers v on v.id = f.voucher_id where f.note_id = n.id) v
   where n.purpose = 'FEE' and (n.fee_committed, n.fee_drawn) <> (v.held, v.drawn)`,
  // A receipt may be reversed after its fee was drawn: what was drawn came in once.
  `select format('note %s has %s of its fee drawn, only %s ever came into client accounts', n.number, n.fee_drawn, s.amount) as fault
   from notes n cross join lateral (select coalesce(sum(amount), 0) as amount from (
     select a.note_amount as amount from allocations a join receipts r on r.id = a.receipt_id left join bank_accounts k on k.id = r.bank_account_id
     where a.note_id = n.id and (r.source_id is not null or k.purpose = 'CLIENT')
     union all select amount from adjustments where note_id = n.id and number is not null and kind in (${BORNE})) x) s
   where n.purpose = 'FEE' and n.fee_drawn > s.amount`,
  `select format('voucher %s draws %s, its fees say %s', v.id, v.amount, coalesce(sum(f.amount), 0)) as fault
   from vouchers v left join voucher_fees f on f.voucher_id = v.id where v.kind = 'FEE_DRAWING' and v.status in ('PENDING', 'APPROVED', 'PAID')
   group by v.id having v.amount <> coalesce(sum(f.amount), 0)`,
  `select format('voucher %s draws of note %s, which is no fee of its branch and currency', v.id, n.number) as fault
   from voucher_fees f join vouchers v on v.id = f.voucher_id join notes n on n.id = f.note_id
   where (v.kind, n.purpose, n.branch_id, n.currency) is distinct from ('FEE_DRAWING', 'FEE', v.branch_id, v.currency)`,
];
