/** What invoices of the firm say of their lines, their note and their credits. G4, §3. */
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
];
