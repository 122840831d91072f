-- What another system remitted of taxes and drew of brokerage, by the parts of its debit notes: it is not paid again. G9, M0.
create table history_payments (
  history_id int not null references history_documents (id),
  part_id int not null references note_parts (id),
  branch_id int not null references branches (id),
  amount bigint not null check (amount > 0),
  primary key (history_id, part_id)
);
create index history_payments_part on history_payments (part_id);
call protect_branch('history_payments');

create or replace function client_moves_of(entries integer[])
 RETURNS TABLE(branch_id integer, act integer, day date, currency character, claim_id integer, note_id integer, is_fee boolean, bank_id integer, received bigint, paid bigint, made_good bigint, unallocated bigint, charges bigint, exchanged bigint, transferred bigint, between_branches bigint, against character)
 LANGUAGE sql
 STABLE
AS $function$
  with acts as materialized (
    select e.id, e.event, e.source_id, e.branch_id, e.day, 1 as sign from unnest(entries) p (id) join journal_entries e on e.id = p.id
    where e.event in ('RECEIPT', 'ALLOCATION', 'VOUCHER_PAID', 'WRITE_OFF', 'BANK_CHARGE', 'NET_SETTLEMENT', 'HISTORY', 'CASH_PASSED_ON', 'CASH_TAKEN_OVER')
    union all
    select e.id, e.event, e.source_id, e.branch_id, r.day, -1 from unnest(entries) p (id) join journal_entries r on r.id = p.id
    join journal_entries e on e.id = r.reverses_id
    where e.event in ('RECEIPT', 'ALLOCATION', 'VOUCHER_PAID', 'WRITE_OFF', 'BANK_CHARGE', 'NET_SETTLEMENT', 'HISTORY', 'CASH_PASSED_ON', 'CASH_TAKEN_OVER')),
  client_lines as not materialized (
    select l.entry_id, l.currency, l.bank_account_id, l.amount from journal_lines l join ledger_accounts a on a.code = l.account
    where a.function = 'CLIENT_BANK'),
  -- Cash of another branch has no account of ours here, and is client money all the same.
  client_receipts as not materialized (
    select r.id, r.currency, r.amount from receipts r left join bank_accounts k on k.id = r.bank_account_id
    where r.source_id is not null or k.purpose = 'CLIENT'),
  moves as (
    select x.id as act, a.note_id, null::int as claim_id, x.day, x.sign * a.note_amount as received, 0::bigint as paid, 0::bigint as made_good
      from acts x join allocations a on a.entry_id = x.id join client_receipts r on r.id = a.receipt_id where x.event = 'ALLOCATION'
    union all
    select x.id, p.debit_note_id, null, x.day, 0, x.sign * i.amount, 0
      from acts x join voucher_items i on i.voucher_id = x.source_id join note_parts p on p.id = i.part_id where x.event = 'VOUCHER_PAID'
    union all
    select x.id, f.note_id, null, x.day, 0, x.sign * f.amount, 0 from acts x join voucher_fees f on f.voucher_id = x.source_id where x.event = 'VOUCHER_PAID'
    union all
    select x.id, v.note_id, null, x.day, x.sign * v.amount, 0, 0
      from acts x join vouchers v on v.id = x.source_id and v.kind in ('SET_OFF', 'SALVAGE') and v.note_id is not null where x.event = 'VOUCHER_PAID'
    union all
    select x.id, v.note_id, v.claim_id, x.day, 0, 0, case v.kind when 'MAKE_GOOD' then x.sign * v.amount else -x.sign * v.amount end
      from acts x join vouchers v on v.id = x.source_id and v.kind in ('MAKE_GOOD', 'DRAW_BACK') and num_nonnulls(v.note_id, v.claim_id) > 0
      where x.event = 'VOUCHER_PAID'
    union all
    select x.id, a.note_id, null, x.day, x.sign * a.amount, 0, 0 from acts x join adjustments a on a.id = x.source_id
      where x.event in ('WRITE_OFF', 'BANK_CHARGE', 'NET_SETTLEMENT')
    union all
    select x.id, p.debit_note_id, null, x.day, 0, x.sign * q.amount, 0
      from acts x join adjustment_parts q on q.adjustment_id = x.source_id join note_parts p on p.id = q.part_id where x.event = 'NET_SETTLEMENT'
    union all
    select x.id, k.invoice_id, null, x.day, x.sign * k.amount, 0, 0 from acts x join adjustment_nets k on k.adjustment_id = x.source_id
      where x.event = 'NET_SETTLEMENT'
    union all
    select x.id, coalesce(k.note_id, p.debit_note_id), null, x.day, case when k.part_id is null then x.sign * k.amount else 0 end,
        case when k.part_id is null then 0 else -x.sign * k.amount end, 0
      from acts x join voucher_nets k on k.voucher_id = x.source_id left join note_parts p on p.id = k.part_id where x.event = 'VOUCHER_PAID'
    union all
    select x.id, coalesce(n.debit_note_id, n.id), null, x.day, case n.kind when 'DN' then x.sign * s.amount else 0 end,
        case n.kind when 'CN' then -x.sign * s.amount else 0 end, 0
      from acts x join settlements s on s.entry_id = x.id join open_items i on i.id = s.item_id join notes n on n.id = i.note_id
      where x.event = 'HISTORY' and exists (select from client_lines l where l.entry_id = x.id)
    union all
    select x.id, p.debit_note_id, null, x.day, 0, x.sign * h.amount, 0
      from acts x join history_payments h on h.history_id = x.source_id join note_parts p on p.id = h.part_id
      where x.event = 'HISTORY' and exists (select from client_lines l where l.entry_id = x.id)),
  loose as (
    select x.id as act, x.branch_id, x.day, r.currency, x.sign * r.amount as unallocated, 0::bigint as charges, 0::bigint as exchanged, 0::bigint as between_branches, null::char(3) as against
      from acts x join client_receipts r on r.id = x.source_id where x.event = 'RECEIPT'
    union all
    select x.id, x.branch_id, x.day, r.currency, -x.sign * a.amount, 0, 0, 0, null from acts x join allocations a on a.entry_id = x.id
      join client_receipts r on r.id = a.receipt_id where x.event = 'ALLOCATION'
    union all
    select x.id, x.branch_id, x.day, v.currency, -x.sign * v.amount, 0, 0, 0, null
      from acts x join vouchers v on v.id = x.source_id and v.kind = 'REFUND' join client_receipts r on r.id = v.receipt_id
      where x.event = 'VOUCHER_PAID'
    union all
    select x.id, x.branch_id, x.day, v.currency, 0, case v.kind when 'MAKE_GOOD' then x.sign * v.amount else -x.sign * v.amount end, 0, 0, null
      from acts x join vouchers v on v.id = x.source_id and v.kind in ('BANK_CHARGE', 'MAKE_GOOD', 'EXCHANGE_DRAWING')
        and num_nonnulls(v.note_id, v.claim_id) = 0
      where x.event = 'VOUCHER_PAID'
    union all
    select x.id, x.branch_id, x.day, s.currency, 0, 0, x.sign * s.amount, 0, s.against
      from acts x join allocations a on a.entry_id = x.id join client_receipts r on r.id = a.receipt_id join notes n on n.id = a.note_id
      cross join lateral (values (r.currency, n.currency, a.amount), (n.currency, r.currency, -a.note_amount)) s (currency, against, amount)
      where x.event = 'ALLOCATION' and r.currency <> n.currency
    union all
    select x.id, x.branch_id, x.day, s.currency, 0, -x.sign * s.cost, x.sign * (s.moved + s.cost), 0, s.against
      from acts x join vouchers v on v.id = x.source_id and v.kind = 'CLIENT_TRANSFER' and v.into_currency <> v.currency
      cross join (select base_currency as base from firm) f
      cross join lateral (values
        (v.currency, v.into_currency, -v.amount, case when v.into_currency = f.base then 0 else v.exchange_cost end),
        (v.into_currency, v.currency, v.into_amount, case when v.into_currency = f.base then v.exchange_cost else 0 end)
      ) s (currency, against, moved, cost)
      where x.event = 'VOUCHER_PAID'
    union all
    -- What leaves the cash of one branch lies in its bank for the other, which has a claim on it in place of money of its own.
    select x.id, x.branch_id, x.day, l.currency, -x.sign * sum(l.amount) filter (where a.function = 'UNALLOCATED_CASH'), 0, 0,
      x.sign * sum(l.amount) filter (where a.function = 'INTER_BRANCH'), null
      from acts x join journal_lines l on l.entry_id = x.id join ledger_accounts a on a.code = l.account
      where x.event in ('CASH_PASSED_ON', 'CASH_TAKEN_OVER') group by x.id, x.branch_id, x.day, x.sign, l.currency),
  -- Which of our client accounts each act was of, by its currency: that of its entry, of the receipt that it allocates, of what was made good
  -- with it. What moves no bank is of the account that its voucher names, or of its receipts.
  candidates as (
    select x.id as act, l.bank_account_id as bank_id from acts x join client_lines l on l.entry_id = x.id
    union select x.id, r.bank_account_id from acts x join receipts r on r.id = x.source_id where x.event in ('ALLOCATION', 'CASH_PASSED_ON')
    union select x.id, v.bank_account_id from acts x join vouchers v on v.id = x.source_id
      where x.event = 'VOUCHER_PAID' and (v.kind in ('SET_OFF', 'SALVAGE') or v.amount = 0)
    union select x.id, l.bank_account_id from acts x
      join journal_entries e on e.source_kind = 'adjustment' and e.source_id = x.source_id and e.event = 'MADE_GOOD' and e.reverses_id is null
      join client_lines l on l.entry_id = e.id where x.event in ('WRITE_OFF', 'BANK_CHARGE')
    union select x.id, r.bank_account_id from acts x join adjustment_receipts w on w.adjustment_id = x.source_id
      join receipts r on r.id = w.receipt_id where x.event = 'NET_SETTLEMENT'),
  own as (
    select coalesce(c.branch_id, n.branch_id) as branch_id, m.act, m.day, coalesce(c.currency, n.currency) as currency, coalesce(c.id, 0) as claim_id,
      case when c.id is null then n.id else 0 end as note_id, coalesce(n.purpose = 'FEE', false) as is_fee, m.received, m.paid, m.made_good,
      0::bigint as unallocated, 0::bigint as charges, 0::bigint as exchanged, 0::bigint as between_branches, null::char(3) as against
    from moves m left join notes n on n.id = m.note_id left join claims c on c.id = coalesce(m.claim_id, n.claim_id)
    union all
    select branch_id, act, day, currency, 0, 0, false, 0, 0, 0, unallocated, charges, exchanged, between_branches, against from loose),
  placed as (
    select *, min(candidate) over (partition by act, currency) as bank_id from (
      select o.*, null::int as candidate, true as moved from own o
      union all
      select null, c.act, null, k.currency, 0, 0, false, 0, 0, 0, 0, 0, 0, 0, null, k.id, false
      from candidates c join bank_accounts k on k.id = c.bank_id and k.purpose = 'CLIENT') x)
  select p.branch_id, p.act, p.day, p.currency, p.claim_id, p.note_id, p.is_fee, coalesce(p.bank_id, 0), p.received::bigint, p.paid::bigint, p.made_good::bigint,
    p.unallocated::bigint, p.charges::bigint, p.exchanged::bigint, 0::bigint, p.between_branches::bigint, p.against
  from placed p where p.moved
  union all
  select x.branch_id, x.id, x.day, l.currency, 0, 0, false, l.bank_account_id, 0, 0, 0, 0, 0, 0, (x.sign * l.amount)::bigint, 0, null
  from acts x join vouchers v on v.id = x.source_id and v.kind = 'CLIENT_TRANSFER' and v.into_currency = v.currency
  join client_lines l on l.entry_id = x.id where x.event = 'VOUCHER_PAID'
$function$;
