/** What transfers between own accounts moved, and what followed from conversions; clearing keeps no base, of receipts neither. M5, M6. */
export const TRANSFERRED = [
  `select format('voucher %s takes %s %s and brings %s %s, its entry moves %s and %s', v.number, v.amount, v.currency, v.into_amount, v.into_currency, -l.paid, l.bought) as fault
   from vouchers v
   cross join lateral (
     select coalesce(sum(l.amount) filter (where l.bank_account_id = v.bank_account_id and l.currency = v.currency), 0) as paid,
       coalesce(sum(l.amount) filter (where l.bank_account_id = v.into_account_id and l.currency = v.into_currency), 0) as bought
     from journal_entries e join journal_lines l on l.entry_id = e.id
     where e.source_kind = 'voucher' and e.source_id = v.id and e.event = 'VOUCHER_PAID') l
   where v.into_account_id is not null and v.paid_at is not null and (l.paid, l.bought) <> (-v.amount, v.into_amount)`,
  `select format('entry %s leaves %s of base on exchange clearing', e.id, sum(l.base_amount)) as fault
   from journal_entries e join journal_lines l on l.entry_id = e.id
   where e.source_kind in ('voucher', 'receipt') and l.account = any((select accounts_of('EXCHANGE_CLEARING'))::text[])
   group by e.id having sum(l.base_amount) <> 0`,
  `select format('voucher %s, a conversion that cost %s, drafted no making good or drawing of it', v.number, v.exchange_cost) as fault
   from vouchers v where v.exchange_cost <> 0
     and not exists (select 1 from vouchers m where m.follows_id = v.id
       and m.kind = case when v.exchange_cost > 0 then 'MAKE_GOOD' else 'EXCHANGE_DRAWING' end)`,
];
