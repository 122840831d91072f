import { CLIENT_MONEY_KEPT } from './client-money.ts';
import { releasesOf } from './released.ts';

// What items and their settlements come to beside the sums that are kept of it: all that moved, and by months.
const MOVED = `
  select branch_id, account, party_id, currency, due_on, amount >= 0 as debit, opened_on as day, amount, base_amount from open_items
  union all
  select i.branch_id, i.account, i.party_id, i.currency, i.due_on, i.amount >= 0, greatest(s.day, i.opened_on), -s.amount, -s.base_amount
  from settlements s join open_items i on i.id = s.item_id`;
const SUM_KEY = 'branch_id, account, party_id, currency, due_on, debit';
const CONTROL_KEY = 'branch_id, account, currency, debit';
const PRODUCTION_KEY = 'branch_id, month, currency, cover_type_id, reinsured_id, producer_id, market, type';
const EXPIRY_KEY = 'branch_id, day, market, currency, state, reason';
const RELEASED_KEY = 'branch_id, party_id, currency, due_on';
const QUEUED = 'branch_id, kind, party_id, tax_id, currency';
// What is released of each credit note and not paid, at most what is open of it, reaches the instalments that fall due first.
const REACHED = `
  open_until as (
    select i.note_id, i.branch_id, i.party_id, i.currency, i.due_on,
      greatest(-sum(sum(i.outstanding)) over (partition by i.note_id, i.party_id order by i.due_on), 0) as until,
      greatest(-sum(sum(i.outstanding)) over (partition by i.note_id, i.party_id), 0) as total
    from open_items i join ledger_accounts a on a.code = i.account and a.function = 'PREMIUM_PAYABLE' where i.note_id is not null and i.outstanding <> 0
    group by 1, 2, 3, 4, 5),
  reached as (
    select o.*, least(o.until, o.total, r.unpaid) as amount from open_until o join (
      select credit_note_id, sum(released - paid) as unpaid from note_parts where released > paid group by 1) r on r.credit_note_id = o.note_id)`;
// A note of a reinsured is open while something of it is.
const OPEN_NOTES = `
  select i.branch_id, i.party_id, i.currency, i.note_id, case when n.kind = 'DN' then n.amount else -n.amount end as amount
  from open_items i join ledger_accounts a on a.code = i.account and a.function = 'PREMIUM_RECEIVABLE' join notes n on n.id = i.note_id
  group by i.branch_id, i.party_id, i.currency, i.note_id, n.kind, n.amount having sum(i.outstanding) <> 0`;
const SEARCHED =
  'branch_id, market, broker_reference, insurance_start_date, cover_end_date, currency, current_fac_premium, search_text';
// Papers of one party, by what each was made of.
const PAPERS = `
  select d.id, d.branch_id, d.record_kind, coalesce(n.party_id, r.payer_id, v.payee_id, i.party_id) as party_id
  from documents d left join notes n on n.id = d.note_id left join receipts r on d.record_kind = 'receipt' and r.id = d.record_id
  left join vouchers v on d.record_kind = 'voucher' and v.id = d.record_id left join statement_items i on d.record_kind in ('statement', 'remittance') and i.id = d.record_id
  where coalesce(n.party_id, r.payer_id, v.payee_id, i.party_id) is not null`;
// What parties brought: of policies and endorsements by their clients, and by their lines.
const OF_WHOLE = `coalesce(round(l.share_premium::numeric * p.base_fac_premium / nullif(p.fac_premium, 0)), 0)::bigint`;
/** A rate has ten decimals. */
const AT_RATE = `coalesce(round(l.share_premium::numeric * e.exchange_rate * power(10::numeric, b.exponent - c.exponent - 10)), 0)::bigint`;
/** To the last day of the period, or the one that a cancellation left. */
const ENDS = 'least(p.cover_end_date, p.cancelled_from - 1)';
const COVER = `p.insurance_start_date as starts_on, ${ENDS} as ends_on, (${ENDS} >= p.insurance_start_date)::int as policies`;
/** From a day, the first of the policy's unless said, to the day before the change of securities that follows. */
const carriedTo = (next: string, from = 'p.insurance_start_date') =>
  `${from}, least(${ENDS}, ${next} - 1), (least(${ENDS}, ${next} - 1) >= ${from})::int`;
const BROUGHT = `
  changes as (
    select policy_id, effective_date as day, applied -> 'placement' -> 'lines' as lines, lead(effective_date) over (partition by policy_id order by approval) as next
    from endorsements where status = 'APPROVED' and endorsement_type = 'SEC' and applied -> 'placement' -> 'lines' is not null),
  brought as (
    select p.branch_id, x.party_id, p.posted_on, coalesce(p.base_fac_premium, 0) as premium, ${COVER}
    from policies p cross join lateral (values (p.reinsured_id), (p.current_insured_id)) x (party_id) where p.status = 'APPROVED'
    union all
    select p.branch_id, l.security_id, p.posted_on, ${OF_WHOLE}, null, null, 0 from policies p join policy_lines l on l.policy_id = p.id where p.status = 'APPROVED'
    union all
    select p.branch_id, l.security_id, null, 0, ${carriedTo('f.day')}
    from policies p join policy_lines l on l.policy_id = p.id left join (select policy_id, min(day) as day from changes group by 1) f on f.policy_id = p.id where p.status = 'APPROVED'
    union all
    select p.branch_id, coalesce(y.merged_into, y.id), null, 0, ${carriedTo('c.next', 'c.day')}
    from changes c join policies p on p.id = c.policy_id and p.status = 'APPROVED' cross join jsonb_array_elements(c.lines) x (line) join parties y on y.id = (x.line ->> 'securityId')::int
    where (x.line ->> 'share')::bigint > 0
    union all
    select e.branch_id, x.party_id, e.posted_on, coalesce(e.base_fac_premium, 0), null, null, 0 from endorsements e join policies p on p.id = e.policy_id
    cross join lateral (values (p.reinsured_id), (p.current_insured_id)) x (party_id) where e.status = 'APPROVED'
    union all
    select e.branch_id, l.security_id, e.posted_on, ${AT_RATE}, null, null, 0 from endorsements e join endorsement_lines l on l.endorsement_id = e.id
    join currencies c on c.code = e.currency cross join firm f join currencies b on b.code = f.base_currency
    where e.status = 'APPROVED'),
  queued as (
    select true as own, branch_id, party_id, posted_on, premium, starts_on, ends_on, policies from brought
    union all select false, branch_id, party_id, posted_on, premium, starts_on, ends_on, policies from party_changes),
  dated as (
    select q.own, q.branch_id, q.party_id, d.* from queued q
    cross join lateral (values (q.posted_on, q.premium, 0), (q.starts_on, 0, q.policies), (q.ends_on + 1, 0, -q.policies)) d (day, premium, in_force) where d.day is not null)`;
/** Sums and days that are kept beside what they are of: what is folded and what is not yet. I3. */
export const SUMMED = [
  `select format('note %s is to be paid by %s under its warranty, its policy says %s', n.number, n.warranty_day, w.day) as fault
   from notes n left join policies p on p.id = n.policy_id left join endorsements e on e.id = n.endorsement_id
   cross join lateral (select case when n.kind = 'DN' and n.purpose = 'PREMIUM' and n.debit_note_id is null
     then coalesce(e.effective_date, p.insurance_start_date) + p.warranty_days end as day) w
   where n.warranty_day is distinct from w.day`,
  `select format('part %s says %s released, of its note it has %s', p.id, p.released, r.released) as fault
   from ${releasesOf('select id from notes')} join note_parts p on p.id = r.part_id where p.released <> r.released`,
  `select format('part %s says %s advanced, its vouchers say %s', p.id, p.advanced, p.advanced_before + coalesce(sum(i.advanced), 0)) as fault
   from note_parts p left join (
     select i.part_id, i.advanced from voucher_items i join vouchers v on v.id = i.voucher_id and v.status in ('PENDING', 'APPROVED', 'PAID')) i on i.part_id = p.id
   group by p.id having p.advanced <> p.advanced_before + coalesce(sum(i.advanced), 0)`,
  `select format('open of %s on %s for %s due %s: kept %s, items say %s', branch_id, account, party_id, due_on, sum(kept), sum(own)) as fault from (
     select ${SUM_KEY}, amount as own, base_amount as base_own, 0::bigint as kept, 0::bigint as base_kept from (${MOVED}) m
     union all select ${SUM_KEY}, 0, 0, amount, base_amount from open_sums
     union all select ${SUM_KEY}, 0, 0, amount, base_amount from open_changes) x
   group by ${SUM_KEY} having sum(own) <> sum(kept) or sum(base_own) <> sum(base_kept)`,
  `select format('moves of %s on %s for %s due %s in %s: kept %s, items say %s', branch_id, account, party_id, due_on, month, sum(kept), sum(own)) as fault from (
     select ${SUM_KEY}, date_trunc('month', day)::date as month, amount as own, base_amount as base_own, 0::bigint as kept, 0::bigint as base_kept from (${MOVED}) m
     union all select ${SUM_KEY}, month, 0, 0, amount, base_amount from open_moves
     union all select ${SUM_KEY}, date_trunc('month', day)::date, 0, 0, amount, base_amount from open_changes) x
   group by ${SUM_KEY}, month having sum(own) <> sum(kept) or sum(base_own) <> sum(base_kept)`,
  `select format('moved by %s on %s in %s: kept %s %s, items were opened and settled by %s', branch_id, account, month, sum(kept), currency, sum(own)) as fault from (
     select ${CONTROL_KEY}, date_trunc('month', opened_on)::date as month, amount as own, base_amount as base_own, 0::bigint as kept, 0::bigint as base_kept from (
       select branch_id, account, currency, amount >= 0 as debit, opened_on, amount, base_amount from open_items
       union all
       select i.branch_id, i.account, i.currency, i.amount >= 0, s.day, -s.amount, -s.base_amount from settlements s join open_items i on i.id = s.item_id) m
     union all select ${CONTROL_KEY}, month, 0, 0, amount, base_amount from control_months
     union all select ${CONTROL_KEY}, date_trunc('month', coalesce(booked_on, day))::date, 0, 0, amount, base_amount from open_changes) x
   group by ${CONTROL_KEY}, month having sum(own) <> sum(kept) or sum(base_own) <> sum(base_kept)`,
  `select format('production of %s in %s, %s: kept %s, policies and endorsements say %s', branch_id, month, type, sum(kept), sum(own)) as fault from (
     select t.branch_id, date_trunc('month', t.posted_on)::date as month, t.currency, p.cover_type_id, p.reinsured_id, p.producer_id, p.market,
       coalesce(e.endorsement_type, case when p.renewed_from_id is null then 'NEW' else 'RENEWAL' end) as type,
       t.policies as made, t.fac_premium as own, t.brokerage, coalesce(t.base_fac_premium, 0) as base, coalesce(t.base_brokerage, 0) as base_brokerage,
       0::bigint as kept
     from production t join policies p on p.id = t.policy_id left join endorsements e on e.id = t.endorsement_id
     union all select ${PRODUCTION_KEY}, -policies, 0, -brokerage, -base_fac_premium, -base_brokerage, fac_premium from production_months
     union all select ${PRODUCTION_KEY}, -policies, 0, -brokerage, -base_fac_premium, -base_brokerage, fac_premium from production_changes) x
   group by ${PRODUCTION_KEY} having sum(own) <> sum(kept) or (sum(made), sum(brokerage), sum(base), sum(base_brokerage)) <> (0, 0, 0, 0)`,
  `select format('production of %s in %s, all together in %s: kept %s, its parts say %s', branch_id, month, currency, sum(kept), sum(own)) as fault from (
     select branch_id, month, currency, fac_premium as own, policies, brokerage, base_fac_premium, base_brokerage, 0::bigint as kept from production_months
     union all select branch_id, month, currency, 0, -policies, -brokerage, -base_fac_premium, -base_brokerage, fac_premium from production_totals) x
   group by branch_id, month, currency
   having sum(own) <> sum(kept) or (sum(policies), sum(brokerage), sum(base_fac_premium), sum(base_brokerage)) <> (0, 0, 0, 0)`,
  `select format('%s in %s that expire on %s, %s: kept %s of %s, policies say %s of %s', market, currency, day, state, sum(kept), sum(kept_premium), sum(own), sum(premium)) as fault from (
     select p.branch_id, p.cover_end_date as day, p.market, p.currency, r.state, case r.state when 'NOT_RENEWED' then trim(p.not_renewed_reason) else '' end as reason,
       1 as own, p.fac_premium + p.endorsed_fac_premium as premium, coalesce(p.base_fac_premium, 0) + coalesce(e.base, 0) as base,
       0 as kept, 0::bigint as kept_premium, 0::bigint as kept_base
     from policies p left join policies n on n.renewed_from_id = p.id and n.status <> 'DISABLED'
     left join (select policy_id, sum(base_fac_premium) as base from endorsements where status = 'APPROVED' group by 1) e on e.policy_id = p.id
     cross join lateral (select case when n.status = 'APPROVED' then 'RENEWED' when n.id is not null then 'DRAFT' when p.not_renewed_reason is null then 'OPEN' else 'NOT_RENEWED' end as state) r
     where p.status = 'APPROVED' and p.cancelled_from is null
     union all select ${EXPIRY_KEY}, 0, 0, 0, policies, fac_premium, base_fac_premium from expiry_days
     union all select ${EXPIRY_KEY}, 0, 0, 0, policies, fac_premium, base_fac_premium from expiry_changes) x
   group by ${EXPIRY_KEY} having (sum(own), sum(premium), sum(base)) <> (sum(kept), sum(kept_premium), sum(kept_base))`,
  `with ${BROUGHT}
   select format('brought by %s in %s: kept %s and %s in force, its policies say %s and %s', party_id, month, sum(premium) filter (where not own), sum(in_force) filter (where not own),
     sum(premium) filter (where own), sum(in_force) filter (where own)) as fault from (
     select own, branch_id, party_id, date_trunc('month', day)::date as month, premium, in_force from dated
     union all select false, branch_id, party_id, month, premium, in_force from party_months) x
   group by branch_id, party_id, month
   having sum(case when own then premium else -premium end) <> 0 or sum(case when own then in_force else -in_force end) <> 0`,
  `with ${BROUGHT}
   select format('in force of %s on %s: kept %s, its policies say %s', party_id, day, sum(in_force) filter (where not own), sum(in_force) filter (where own)) as fault from (
     select own, branch_id, party_id, day, in_force from dated union all select false, branch_id, party_id, day, in_force from party_days) x
   group by branch_id, party_id, day having sum(case when own then in_force else -in_force end) <> 0`,
  `with ${REACHED}
   select format('released to %s due %s: kept %s, notes say %s', party_id, due_on, sum(kept), sum(own)) as fault from (
     select ${RELEASED_KEY}, amount - coalesce(lag(amount) over (partition by note_id, party_id order by due_on), 0) as own, 0 as kept from reached
     union all select ${RELEASED_KEY}, 0, amount from released_sums
     union all select ${RELEASED_KEY}, 0, -amount from released_notes where note_id in (select note_id from released_touched)
     union all select ${RELEASED_KEY}, 0, amount from released_by_due_day(array(select distinct note_id from released_touched))) x
   group by ${RELEASED_KEY} having sum(own) <> sum(kept)`,
  `select format('released to %s due %s: kept %s, of its notes %s', party_id, due_on, sum(kept), sum(own)) as fault from (
     select ${RELEASED_KEY}, amount as kept, 0 as own from released_sums union all select ${RELEASED_KEY}, 0, amount from released_notes) x
   group by ${RELEASED_KEY} having sum(kept) <> sum(own)`,
  `select format('open notes of %s in %s: kept %s of %s, items say %s of %s', party_id, currency, sum(kept), sum(kept_amount), sum(own), sum(amount)) as fault from (
     select o.branch_id, o.party_id, o.currency, 1 as own, o.amount, 0 as kept, 0::bigint as kept_amount from (${OPEN_NOTES}) o
     union all select branch_id, party_id, currency, 0, 0, notes, amount from owed_sums
     union all select branch_id, party_id, currency, 0, 0, -notes, -amount from owed_notes where note_id in (select note_id from owed_touched)
     union all select branch_id, party_id, currency, 0, 0, notes, amount from owed_of(array(select distinct note_id from owed_touched))) x
   group by branch_id, party_id, currency having sum(own) <> sum(kept) or sum(amount) <> sum(kept_amount)`,
  `select format('note %s of %s turned on %s: kept %s, items say %s', note_id, party_id, day, sum(kept), sum(own)) as fault from (
     select note_id, party_id, day, amount as kept, 0 as own from owed_notes where note_id not in (select note_id from owed_touched)
     union all select note_id, party_id, day, 0, amount from owed_of(array(
       select distinct note_id from open_items where note_id is not null and note_id not in (select note_id from owed_touched)))) x
   group by note_id, party_id, day having sum(kept) <> sum(own)`,
  `select format('open notes of %s in %s: kept %s of %s in %s, of its notes %s of %s', party_id, currency, sum(kept), sum(kept_amount), month, sum(own), sum(amount)) as fault from (
     select branch_id, month, party_id, currency, notes as kept, amount as kept_amount, 0 as own, 0::bigint as amount from owed_sums
     union all select branch_id, date_trunc('month', day)::date, party_id, currency, 0, 0, notes, amount from owed_notes) x
   group by branch_id, month, party_id, currency having sum(own) <> sum(kept) or sum(amount) <> sum(kept_amount)`,
  `select format('release queue of %s %s in %s: kept %s, parts say %s', kind, party_id, currency, sum(released), sum(own)) as fault from (
     select ${QUEUED}, owed, released, committed, available, items, 0 as own from release_sums
     union all select ${QUEUED}, owed, released, committed, available, items, 0 from release_changes
     union all
     select ${QUEUED}, paid - effective, -greatest(released - paid, 0), paid - committed, -greatest(released - committed, 0), -(released > committed)::int, greatest(released - paid, 0)
     from note_parts where paid < effective) x
   group by ${QUEUED} having (sum(owed), sum(released), sum(committed), sum(available), sum(items)) <> (0, 0, 0, 0, 0)`,
  `select format('policy %s is not searched by what it says', id) as fault from (select id, ${SEARCHED} from policies) p full join (select id, ${SEARCHED} from policy_texts) t using (id)
   where p is distinct from t`,
  `select format('paper %s went to party %s, kept is %s', id, p.party_id, m.party_id) as fault from (${PAPERS}) p full join party_papers m on m.document_id = id
   where (p.branch_id, p.party_id, p.record_kind) is distinct from (m.branch_id, m.party_id, m.record_kind)`,
  `select format('claim %s is kept at %s, its money says %s', c.id, c.stage, s.stage) as fault from claims c join claim_stages_of(array(select id from claims)) s on s.claim_id = c.id
   where c.stage is distinct from s.stage and c.id not in (select claim_id from claims_touched)`,
  `select format('claim %s is found by reinsured %s and class %s, its policy has %s and %s', c.id, c.reinsured_id, c.cover_type_id, p.reinsured_id, p.cover_type_id) as fault
   from claims c join policies p on p.id = c.policy_id where (c.reinsured_id, c.cover_type_id) is distinct from (p.reinsured_id, p.cover_type_id)`,
  ...CLIENT_MONEY_KEPT,
];
