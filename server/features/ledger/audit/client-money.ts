/**
 * What is kept of client money beside what entries and their records say, each once and once more with the sign turned for its reversal. It is
 * worked out here from all entries in one query, and there as acts come: two ways to the same. M14, I3.
 */
const CLIENT_BANKS = `select code from ledger_accounts where function = 'CLIENT_BANK'`;
const EVENTS = `'RECEIPT', 'ALLOCATION', 'CASH_PASSED_ON', 'CASH_TAKEN_OVER', 'VOUCHER_PAID', 'WRITE_OFF', 'BANK_CHARGE', 'NET_SETTLEMENT', 'HISTORY'`;
// Cash of another branch came into no account of ours here, and is client money all the same.
const OF_CLIENTS = `(r.source_id is not null or r.bank_account_id in (select id from bank_accounts where purpose = 'CLIENT'))`;

const ACTS = `
  acts as (
    select e.id, e.event, e.source_id, e.branch_id, e.day, 1 as sign from journal_entries e where e.event in (${EVENTS})
    union all
    select e.id, e.event, e.source_id, e.branch_id, r.day, -1 from journal_entries r join journal_entries e on e.id = r.reverses_id where e.event in (${EVENTS}))`;

const MOVES = `
  moves as (
    select x.id as act, a.note_id, null::int as claim_id, x.day, x.sign * a.note_amount as received, 0 as paid, 0 as made_good
      from acts x join allocations a on a.entry_id = x.id join receipts r on r.id = a.receipt_id
      where x.event = 'ALLOCATION' and ${OF_CLIENTS}
    union all
    select x.id, p.debit_note_id, null, x.day, 0, x.sign * i.amount, 0
      from acts x join voucher_items i on i.voucher_id = x.source_id join note_parts p on p.id = i.part_id where x.event = 'VOUCHER_PAID'
    union all
    select x.id, f.note_id, null, x.day, 0, x.sign * f.amount, 0
      from acts x join voucher_fees f on f.voucher_id = x.source_id where x.event = 'VOUCHER_PAID'
    union all
    select x.id, v.note_id, null, x.day, x.sign * v.amount, 0, 0
      from acts x join vouchers v on v.id = x.source_id and v.kind in ('SET_OFF', 'SALVAGE') and v.note_id is not null
      where x.event = 'VOUCHER_PAID'
    union all
    select x.id, v.note_id, v.claim_id, x.day, 0, 0, case v.kind when 'MAKE_GOOD' then x.sign * v.amount else -x.sign * v.amount end
      from acts x join vouchers v on v.id = x.source_id and v.kind in ('MAKE_GOOD', 'DRAW_BACK') and num_nonnulls(v.note_id, v.claim_id) > 0
      where x.event = 'VOUCHER_PAID'
    union all
    select x.id, a.note_id, null, x.day, x.sign * a.amount, 0, 0 from acts x join adjustments a on a.id = x.source_id
      where x.event in ('WRITE_OFF', 'BANK_CHARGE', 'NET_SETTLEMENT')
    union all
    select x.id, p.debit_note_id, null, x.day, 0, x.sign * q.amount, 0
      from acts x join adjustment_parts q on q.adjustment_id = x.source_id join note_parts p on p.id = q.part_id
      where x.event = 'NET_SETTLEMENT'
    union all
    select x.id, k.invoice_id, null, x.day, x.sign * k.amount, 0, 0 from acts x join adjustment_nets k on k.adjustment_id = x.source_id
      where x.event = 'NET_SETTLEMENT'
    union all
    select x.id, coalesce(k.note_id, p.debit_note_id), null, x.day, case when k.part_id is null then x.sign * k.amount else 0 end,
        case when k.part_id is null then 0 else -x.sign * k.amount end, 0
      from acts x join voucher_nets k on k.voucher_id = x.source_id left join note_parts p on p.id = k.part_id
      where x.event = 'VOUCHER_PAID'
    union all
    select x.id, coalesce(n.debit_note_id, n.id), null, x.day, case n.kind when 'DN' then x.sign * s.amount else 0 end,
        case n.kind when 'CN' then -x.sign * s.amount else 0 end, 0
      from acts x join settlements s on s.entry_id = x.id join open_items i on i.id = s.item_id join notes n on n.id = i.note_id
      where x.event = 'HISTORY' and exists (
        select 1 from journal_lines l where l.entry_id = x.id and l.account in (${CLIENT_BANKS}))
    union all
    select x.id, p.debit_note_id, null, x.day, 0, x.sign * h.amount, 0
      from acts x join history_payments h on h.history_id = x.source_id join note_parts p on p.id = h.part_id
      where x.event = 'HISTORY' and exists (
        select 1 from journal_lines l where l.entry_id = x.id and l.account in (${CLIENT_BANKS})))`;

const LOOSE = `
  exchanged as (
    select x.id as act, x.day, x.branch_id, s.currency, s.against, x.sign * s.amount as amount, 0 as cost
      from acts x join allocations a on a.entry_id = x.id join receipts r on r.id = a.receipt_id join notes n on n.id = a.note_id
      cross join lateral (values (r.currency, n.currency, a.amount), (n.currency, r.currency, -a.note_amount)) s (currency, against, amount)
      where x.event = 'ALLOCATION' and r.currency <> n.currency and ${OF_CLIENTS}
    union all
    select x.id, x.day, x.branch_id, s.currency, s.against, x.sign * (s.moved + s.cost), x.sign * s.cost
      from acts x join vouchers v on v.id = x.source_id and v.kind = 'CLIENT_TRANSFER' and v.into_currency <> v.currency
      cross join lateral (values
        (v.currency, v.into_currency, -v.amount, case when v.into_currency = (select base_currency from firm) then 0 else v.exchange_cost end),
        (v.into_currency, v.currency, v.into_amount, case when v.into_currency = (select base_currency from firm) then v.exchange_cost else 0 end)
      ) s (currency, against, moved, cost)
      where x.event = 'VOUCHER_PAID'),
  loose as (
    select x.id as act, x.day, x.branch_id, r.currency, '' as against, x.sign * r.amount as unallocated, 0 as charges, 0 as exchanged,
      case x.event when 'RECEIPT' then 0 else x.sign * r.amount end as between_branches
      from acts x join receipts r on r.id = x.source_id where x.event in ('RECEIPT', 'CASH_TAKEN_OVER') and ${OF_CLIENTS}
    union all
    select x.id, x.day, x.branch_id, p.currency, '', -x.sign * p.amount, 0, 0, -x.sign * p.amount
      from acts x join receipts p on p.passing_entry_id = x.id
    union all
    select x.id, x.day, x.branch_id, r.currency, '', -x.sign * a.amount, 0, 0, 0 from acts x join allocations a on a.entry_id = x.id
      join receipts r on r.id = a.receipt_id where x.event = 'ALLOCATION' and ${OF_CLIENTS}
    union all
    select x.id, x.day, x.branch_id, v.currency, '', -x.sign * v.amount, 0, 0, 0
      from acts x join vouchers v on v.id = x.source_id and v.kind = 'REFUND' join receipts r on r.id = v.receipt_id
      where x.event = 'VOUCHER_PAID' and ${OF_CLIENTS}
    union all
    select x.id, x.day, x.branch_id, v.currency, '', 0, case v.kind when 'MAKE_GOOD' then x.sign * v.amount else -x.sign * v.amount end, 0, 0
      from acts x join vouchers v on v.id = x.source_id and v.kind in ('BANK_CHARGE', 'MAKE_GOOD', 'EXCHANGE_DRAWING')
        and num_nonnulls(v.note_id, v.claim_id) = 0
      where x.event = 'VOUCHER_PAID'
    union all
    select act, day, branch_id, currency, against, 0, -cost, amount, 0 from exchanged)`;

const ACT_BANKS = `
  candidates as (
    select x.id as act, l.bank_account_id as bank_id from acts x join journal_lines l on l.entry_id = x.id and l.account in (${CLIENT_BANKS})
    union select x.id, r.bank_account_id from acts x join receipts r on r.id = x.source_id where x.event in ('ALLOCATION', 'CASH_PASSED_ON')
    union select x.id, v.bank_account_id from acts x join vouchers v on v.id = x.source_id
      where x.event = 'VOUCHER_PAID' and (v.kind in ('SET_OFF', 'SALVAGE') or v.amount = 0)
    union select x.id, l.bank_account_id from acts x
      join journal_entries e on e.source_kind = 'adjustment' and e.source_id = x.source_id and e.event = 'MADE_GOOD' and e.reverses_id is null
      join journal_lines l on l.entry_id = e.id and l.account in (${CLIENT_BANKS}) where x.event in ('WRITE_OFF', 'BANK_CHARGE')
    union select x.id, r.bank_account_id from acts x join adjustment_receipts w on w.adjustment_id = x.source_id
      join receipts r on r.id = w.receipt_id where x.event = 'NET_SETTLEMENT'),
  act_banks as (
    select c.act, k.currency, min(c.bank_id) as bank_id from candidates c join bank_accounts k on k.id = c.bank_id and k.purpose = 'CLIENT'
    group by 1, 2)`;

const MOVED = 'received, paid, made_good, unallocated, charges, exchanged, between_branches';
const PLACE = 'act, day, branch_id, currency, claim_id, note_id, bank_id, against';

const SAID = `
  said as (
    select m.act, m.day, coalesce(c.branch_id, n.branch_id) as branch_id, coalesce(c.currency, n.currency) as currency, coalesce(c.id, 0) as claim_id,
      case when c.id is null then n.id else 0 end as note_id, '' as against, received, paid, made_good, 0 as unallocated, 0 as charges, 0 as exchanged, 0 as between_branches
    from moves m left join notes n on n.id = m.note_id left join claims c on c.id = coalesce(m.claim_id, n.claim_id)
    union all
    select act, day, branch_id, currency, 0, 0, against, 0, 0, 0, unallocated, charges, exchanged, between_branches from loose)`;

const SUMS = 'claim_id, note_id, bank_id';
const TOTAL = 'premiums, claims, fees, short, elsewhere';

export const CLIENT_MONEY_KEPT = [
  `with ${ACTS}, ${MOVES}, ${LOOSE}, ${ACT_BANKS}, ${SAID},
   both_ways as (
     select s.act, s.day, s.branch_id, s.currency, s.claim_id, s.note_id, coalesce(b.bank_id, 0) as bank_id, s.against, ${MOVED}
     from said s left join act_banks b on b.act = s.act and b.currency = s.currency
     union all
     select ${PLACE.replace('against', `coalesce(against, '')`)}, -received, -paid, -made_good, -unallocated, -charges, -exchanged, -between_branches from client_moves where transferred = 0
     union all
     select ${PLACE.replace('against', `coalesce(against, '')`)}, -received, -paid, -made_good, -unallocated, -charges, -exchanged, -between_branches
     from client_moves_of(array(select entry_id from client_acts)) where transferred = 0)
   select format('client money of entry %s on %s for note %s, claim %s: kept is out by %s', act, day, note_id, claim_id, sum(received - paid + made_good + unallocated)) as fault
   from both_ways group by ${PLACE} having (sum(received), sum(paid), sum(made_good), sum(unallocated), sum(charges), sum(exchanged), sum(between_branches)) <> (0, 0, 0, 0, 0, 0, 0)`,
  `select format('in hand of note %s, claim %s: kept %s, moved %s', note_id, claim_id, sum(kept), sum(own)) as fault from (
     select ${SUMS}, in_hand as kept, 0 as own from client_sums
     union all select ${SUMS}, 0, received - paid + made_good from client_moves where claim_id + note_id > 0) x
   group by ${SUMS} having sum(kept) <> sum(own)`,
  `select format('client money of branch %s in %s on %s: kept %s, moved %s', branch_id, currency, day, sum(unallocated), sum(own)) as fault from (
     select branch_id, day, currency, against, bank_id, unallocated, charges, exchanged, transferred, between_branches, 0 as own from client_days
     union all
     select branch_id, day, currency, coalesce(against, ''), bank_id, -unallocated, -charges, -exchanged, -transferred, -between_branches, unallocated from client_moves where claim_id + note_id = 0) x
   group by branch_id, day, currency, against, bank_id having (sum(unallocated), sum(charges), sum(exchanged), sum(transferred), sum(between_branches)) <> (0, 0, 0, 0, 0)`,
  `with by_matter as (select *, sum(in_hand) over (partition by claim_id, note_id) as total from client_sums)
   select format('in hand of branch %s in %s at account %s: kept %s, its notes say otherwise', branch_id, currency, bank_id, sum(premiums)) as fault from (
     select branch_id, currency, bank_id, ${TOTAL} from client_totals
     union all
     select branch_id, currency, bank_id, case when total >= 0 and claim_id = 0 and not is_fee then -in_hand else 0 end, case when total >= 0 and claim_id > 0 then -in_hand else 0 end,
       case when total >= 0 and is_fee then -in_hand else 0 end, case when total < 0 then -in_hand else 0 end, case when total >= 0 then -least(in_hand, 0) else 0 end
     from by_matter) x
   group by branch_id, currency, bank_id having (sum(premiums), sum(claims), sum(fees), sum(short), sum(elsewhere)) <> (0, 0, 0, 0, 0)`,
];
