/** What is released of each part of a debit note at the end of the last day, and what is paid and held back of it, from the first document on. M0. */
const done = (of: string, events: string): string =>
  `join stood d on d.source_kind = '${of.split(' ')[0]}' and d.source_id = ${of.split(' ')[1]} and d.event in (${events})`;
/** Of an entry `e`, which may reverse another: it moves money of premium, where others change what is owed of it. */
export const isMoney = (reversed: string): string =>
  `coalesce(${reversed}.event, e.event) not in ('POLICY_APPROVED', 'ENDORSEMENT_APPROVED', 'RETURN_SET_OFF', 'CERTIFICATE', 'UNCOLLECTABLE')`;
/** What vouchers hold that had been submitted, and are paid later or not yet; what they let go since is in `past_holds`, which the ledger's auditor holds against the trail. */
const WAITING = `(v.submitted_at at time zone (select time_zone from firm))::date <= q.last and (v.status in ('PENDING', 'APPROVED')
  or exists (select 1 from journal_entries x where x.source_kind = 'voucher' and x.source_id = v.id and x.event = 'VOUCHER_PAID' and x.day > q.last))`;

/** After `asked` and `items`: by credit note and party, what is `released`, what of it is `unpaid`, and `due_released` of what is due. */
export const RELEASED = `stood as materialized (
    select e.source_kind, e.source_id, e.event from asked q join journal_entries e on e.day <= q.last and e.reverses_id is null
    where not exists (select 1 from journal_entries b where b.reverses_id = e.id and b.day <= q.last)),
  lessened as materialized (
    select part_id, sum(amount) as amount from (
      select r.part_id, r.amount from part_returns r ${done('endorsement r.endorsement_id', `'ENDORSEMENT_APPROVED'`)} where r.entry_id is null
      union all select r.part_id, r.amount from asked q join journal_entries e on e.day <= q.last join part_returns r on r.entry_id = e.id
      union all select a.part_id, a.amount from adjustment_parts a ${done('adjustment a.adjustment_id', `'CERTIFICATE', 'UNCOLLECTABLE'`)}) x group by 1),
  cash as materialized (
    select i.note_id, sum(s.amount) as amount, sum(s.amount) filter (where e.event = 'HISTORY') as before
    from asked q join items i on i.note_id is not null join settlements s on s.item_id = i.id and s.day <= q.last
    join journal_entries e on e.id = s.entry_id left join journal_entries o on o.id = e.reverses_id where ${isMoney('o')} group by 1),
  gave_back as materialized (
    select x.part_id, sum(least(x.due, greatest(x.came - x.before, 0))) as amount from (
      select r.part_id, r.due_back as due, coalesce(c.amount, 0) as came,
        coalesce(sum(r.due_back) over (partition by n.id order by r.part_id rows between unbounded preceding and 1 preceding), 0) as before
      from part_returns r join note_parts p on p.id = r.part_id join notes n on n.endorsement_id = r.endorsement_id and n.party_id = p.party_id
        and n.kind = 'DN' and n.debit_note_id is not null and n.status = 'ISSUED' left join cash c on c.note_id = n.id) x group by 1),
  taken as materialized (
    select part_id, sum(amount) as amount, sum(paid) as paid, sum(advanced) as advanced from (
      select i.part_id, i.amount, i.amount as paid, i.advanced from voucher_items i ${done('voucher i.voucher_id', `'VOUCHER_PAID'`)}
      union all select i.part_id, i.amount, 0, i.advanced from asked q join vouchers v on ${WAITING} join voucher_items i on i.voucher_id = v.id
      union all select h.part_id, h.amount, 0, h.advanced from asked q join past_holds h on h.held_from <= q.last and h.held_until > q.last
      union all select k.part_id, -k.amount, -k.amount, 0 from voucher_nets k ${done('voucher k.voucher_id', `'VOUCHER_PAID'`)} where k.part_id is not null
      union all select a.part_id, a.amount, a.amount, 0 from adjustment_parts a ${done('adjustment a.adjustment_id', `'NET_SETTLEMENT'`)}) x group by 1),
  parts as (
    select p.id, p.debit_note_id as lead, p.credit_note_id as note_id, p.kind = 'REFUND' as refund, coalesce(x.endorsement_type = 'SEC', false) or p.kind = 'REFUND' as first,
      p.amount - coalesce(l.amount, 0) as own, coalesce(c.amount, 0) as cash, coalesce(g.amount, 0) as back,
      coalesce(y.amount, 0) - coalesce(h.before, 0) as before, coalesce(y.amount, 0) - coalesce(h.before, 0) < p.paid_before as earlier, p.advanced_before,
      coalesce(t.paid, 0) as paid, coalesce(t.amount, 0) as held, coalesce(t.advanced, 0) as advanced
    from asked q join notes n on n.branch_id = any(q.branches) and n.kind = 'DN' and n.debit_note_id is null and n.posted_on <= q.last
    join note_parts p on p.debit_note_id = n.id left join endorsements x on x.id = p.endorsement_id left join cash c on c.note_id = n.id
    left join cash h on h.note_id = p.credit_note_id and p.paid_before > 0
    left join (select y.part_id, sum(y.amount) as amount from asked a join history_documents d on d.day <= a.last join history_payments y on y.history_id = d.id group by 1) y
      on y.part_id = p.id
    left join lessened l on l.part_id = p.id left join gave_back g on g.part_id = p.id left join taken t on t.part_id = p.id
    where p.endorsement_id is null or p.endorsement_id in (select source_id from stood where source_kind = 'endorsement' and event = 'ENDORSEMENT_APPROVED')),
  sized as (
    select *, sum(case when refund then 0 else own end) over (partition by lead) as whole,
      sum(case when refund then own else 0 end) over (partition by lead order by id) - case when refund then own else 0 end as earlier_refunds from parts),
  freed as (
    select *, case when refund then least(own, greatest(cash - whole - earlier_refunds, 0)) when cash >= whole then own else floor(own * cash / nullif(whole, 0)) end as released from sized),
  owing as (
    select *, greatest(released + back - before - held, 0) as free,
      greatest(before + held - back - released - advanced - case when earlier then greatest(before - released, advanced_before) else advanced_before end, 0) as owed from freed),
  waits as (
    select *, case when first then least(sum(owed) over (partition by lead), sum(free) over (partition by lead, first))
      else least(greatest(sum(owed) over (partition by lead) - sum(case when first then free else 0 end) over (partition by lead), 0), sum(free) over (partition by lead, first)) end as waiting,
      sum(free) over (partition by lead, first) as among from owing),
  shared as (select *, floor(waiting * free / nullif(among, 0)) as share from waits),
  kept_back as (
    select *, coalesce(share, 0) + case when row_number() over (partition by lead, first order by waiting * free - share * among desc nulls last, id)
      <= waiting - coalesce(sum(share) over (partition by lead, first), 0) then 1 else 0 end as held_back from shared),
  released as (
    select note_id, sum(released) as released, sum(greatest(released - paid - before - held_back, 0)) as unpaid
    from kept_back where note_id is not null group by 1),
  apart as (
    select i.party_id, i.note_id, i.currency, least(coalesce(r.unpaid, 0), greatest(-sum(i.open), 0)) as released,
      greatest(-coalesce(sum(i.open) filter (where i.late > 0), 0), 0) as due
    from items i left join released r on r.note_id = i.note_id where i.function = 'PREMIUM_PAYABLE' group by i.party_id, i.note_id, i.currency, r.unpaid)`;

/** Columns of payables over `apart`. */
export const APART = `sum(released) as released, sum(least(released, due)) as due_released, sum(due - least(released, due)) as due_awaiting`;
