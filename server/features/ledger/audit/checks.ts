import { REVALUATIONS } from '../../../../domain/ledger/entries.ts';
import { CONTROL_FUNCTIONS } from '../../../../domain/ledger/accounts.ts';
import { HANDLING } from '../../../../domain/decisions.ts';
import {
  BOOK_ACTS,
  decidedStates,
  HISTORY_SOURCE,
  KIND_NAMES,
  type KindName,
  KINDS,
  POSTED,
} from '../../../../domain/records/kinds.ts';
import { keptActions } from '../../../../domain/records/audit-actions.ts';
import { ACT_TABLES, TABLES } from '../../records.ts';
import { BETWEEN_BRANCHES, PASSED_ON } from './between-branches.ts';
import { BY_HAND } from './by-hand.ts';
import { ADJUSTED, NETTED_OF_NOTES, NETTED_OF_PARTS } from './adjusted.ts';
import { EVENTS } from './events.ts';
import { HISTORY_ENTRIES, SETTLED_BEFORE } from './history.ts';
import { INVOICED } from './invoiced.ts';
import { NUMBERED_ONCE } from './numbers.ts';
import { CLOSED_YEARS, REVALUED_ENTRIES } from './month-ends.ts';
import { RELEASED, releasesOf } from './released.ts';
import { TRANSFERRED } from './transfers.ts';
import { SUMMED } from './sums.ts';

/**
 * What is always true of the books, as queries that find what breaks it: a row is a fault, and `fault` says which. Each
 * reads whole tables on purpose and trusts no stored figure. quality.md, invariants I1–I8, I10 and I11.
 */
export type CheckedId = 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I8' | 'I10' | 'I11';

const I1 = [
  `select format('entry %s sums to %s %s', entry_id, sum(amount), currency) as fault
   from journal_lines group by entry_id, currency having sum(amount) <> 0`,
  `select format('entry %s sums to %s in base', entry_id, sum(base_amount)) as fault
   from journal_lines group by entry_id having sum(base_amount) <> 0`,
  `select format('entry %s has %s lines', e.id, count(l.id)) as fault
   from journal_entries e left join journal_lines l on l.entry_id = e.id group by e.id having count(l.id) < 2`,
  `select format('line %s differs from its entry in branch or day', l.id) as fault
   from journal_lines l join journal_entries e on e.id = l.entry_id where (l.branch_id, l.day) <> (e.branch_id, e.day)`,
];

const I2 = [
  `with moved as (
     select branch_id, account, coalesce(party_id, 0) as party_id, coalesce(tax_id, 0) as tax_id, coalesce(bank_account_id, 0) as bank_account_id, currency, day,
       sum(greatest(amount, 0)) as debit, sum(greatest(-amount, 0)) as credit,
       sum(greatest(base_amount, 0)) as base_debit, sum(greatest(-base_amount, 0)) as base_credit
     from journal_lines group by 1, 2, 3, 4, 5, 6, 7)
   select format('balance of %s party %s tax %s %s on %s in branch %s is not what its lines say', account, party_id, tax_id, currency, day, branch_id) as fault
   from moved s full join daily_balances b using (branch_id, account, party_id, tax_id, bank_account_id, currency, day)
   where (s.debit, s.credit, s.base_debit, s.base_credit) is distinct from (b.debit, b.credit, b.base_debit, b.base_credit)
     and (coalesce(s.debit, 0), coalesce(s.credit, 0), coalesce(s.base_debit, 0), coalesce(s.base_credit, 0))
       <> (coalesce(b.debit, 0), coalesce(b.credit, 0), coalesce(b.base_debit, 0), coalesce(b.base_credit, 0))`,
  `select format('the trial balance of branch %s on %s is out by %s %s', branch_id, day, sum(debit - credit), currency) as fault
   from daily_balances group by branch_id, day, currency having sum(debit - credit) <> 0`,
  `select format('the trial balance of branch %s on %s is out by %s in base', branch_id, day, sum(base_debit - base_credit)) as fault
   from daily_balances group by branch_id, day having sum(base_debit - base_credit) <> 0`,
];

// What a note has been settled by: the steps of its items, but not those of the entry that made it void.
const NOTE_STEPS = `
  select i.note_id, sum(abs(i.amount) - abs(i.outstanding)) as settled from open_items i where i.note_id is not null group by 1`;

const I3 = [
  `select format('receipt %s says %s allocated, its live allocations are %s', r.id, r.allocated, coalesce(sum(a.amount), 0)) as fault
   from receipts r left join allocations a on a.receipt_id = r.id and a.reversed_at is null
   group by r.id having r.allocated <> coalesce(sum(a.amount), 0)`,
  `select format('receipt %s is allocated %s, refunded %s and passed on %s of %s', r.id, r.allocated, r.refunded, r.passed_on, r.amount) as fault
   from receipts r where r.allocated + r.refunded + r.passed_on > r.amount`,
  ...PASSED_ON,
  `select format('receipt %s says %s refunded, its vouchers say %s', r.id, r.refunded, coalesce(sum(v.amount), 0)) as fault
   from receipts r left join vouchers v on v.receipt_id = r.id and v.status in ('PENDING', 'APPROVED', 'PAID')
   group by r.id having r.refunded <> coalesce(sum(v.amount), 0)`,
  `select format('voucher %s, a charge on the client account, drafted no making good', v.number) as fault
   from vouchers v where v.kind = 'BANK_CHARGE' and v.paid_at is not null
     and not exists (select 1 from vouchers m where m.follows_id = v.id and m.kind = 'MAKE_GOOD' and m.amount = v.amount)`,
  `select format('allocation %s stands on a receipt that is %s', a.id, r.status) as fault
   from allocations a join receipts r on r.id = a.receipt_id where a.reversed_at is null and r.status <> 'APPROVED'`,
  `select format('allocation %s crosses branch or a void note, or settles another amount in one currency', a.id) as fault
   from allocations a join receipts r on r.id = a.receipt_id join notes n on n.id = a.note_id
   where a.reversed_at is null and ((r.currency = n.currency and a.note_amount <> a.amount) or a.branch_id <> r.branch_id or n.status <> 'ISSUED')`,
  `select format('debit note %s says %s settled, its live allocations, set-offs and adjustments are %s', n.number, n.settled, n.settled_before + a.amount + o.amount + v.amount + j.amount + k.amount) as fault
   from notes n
   cross join lateral (select coalesce(sum(note_amount), 0) as amount from allocations where note_id = n.id and reversed_at is null) a
   cross join lateral (select coalesce(sum(amount), 0) as amount from note_offsets where n.id in (note_id, return_note_id)) o
   cross join lateral (select coalesce(sum(amount), 0) as amount from vouchers where note_id = n.id and kind in ('SET_OFF', 'SALVAGE') and status = 'PAID') v
   cross join lateral (select coalesce(sum(amount), 0) as amount from adjustments where note_id = n.id and status = 'APPROVED') j
   cross join lateral (select coalesce(sum(k.amount), 0) as amount from (${NETTED_OF_NOTES}) k where k.note_id = n.id) k
   where n.kind in ('DN', 'INV') and n.settled <> n.settled_before + a.amount + o.amount + v.amount + j.amount + k.amount`,
  ...ADJUSTED,
  ...SETTLED_BEFORE,
  `select format('credit note %s is settled by %s, less than the set-offs %s', n.number, n.settled, sum(o.amount)) as fault
   from notes n join note_offsets o on n.id in (o.note_id, o.return_note_id)
   where n.kind = 'CN' group by n.id having n.settled < sum(o.amount)`,
  `select format('part %s says %s returned and %s due back, its returns are %s', p.id, p.returned, p.due_back, coalesce(sum(r.amount), 0)) as fault
   from note_parts p left join part_returns r on r.part_id = p.id group by p.id
   having p.returned + p.due_back <> coalesce(sum(r.amount), 0) or p.due_back <> coalesce(sum(r.due_back), 0)`,
  `select format('note %s says %s set off, its set-offs are %s', n.number, n.set_off, coalesce(sum(o.amount), 0)) as fault
   from notes n left join note_offsets o on n.id in (o.note_id, o.return_note_id)
   group by n.id having n.set_off <> coalesce(sum(o.amount), 0)`,
  `select format('return %s asks for %s, what is due back of its parts is %s', n.number, n.amount - n.set_off, d.amount) as fault
   from notes n cross join lateral (
     select coalesce(sum(r.due_back), 0) as amount from part_returns r join note_parts p on p.id = r.part_id
     where r.endorsement_id = n.endorsement_id and p.party_id = n.party_id) d
   where n.kind = 'DN' and n.purpose = 'RETURN' and n.debit_note_id is not null and n.status = 'ISSUED'
     and n.amount - n.set_off <> d.amount`,
  `select format('entry %s sets off %s, the set-offs kept are %s', e.id, l.amount, o.amount) as fault
   from journal_entries e
   cross join lateral (select coalesce(sum(amount), 0) as amount from journal_lines where entry_id = e.id and amount > 0) l
   cross join lateral (select coalesce(sum(amount), 0) as amount from note_offsets where entry_id = e.id) o
   where e.event in ('RETURN_SET_OFF', 'CREDIT_SET_OFF') and l.amount <> o.amount`,
  ...INVOICED,
  `select format('note %s says %s settled of %s, its items say %s', n.number, n.settled, n.amount, s.settled) as fault
   from notes n left join (${NOTE_STEPS}) s on s.note_id = n.id
   where n.status = 'ISSUED' and n.kind in ('DN', 'INV') and (n.settled <> coalesce(s.settled, 0) or n.settled > n.amount)`,
  `select format('items of note %s are %s and %s in base, the note %s and %s', n.number, sum(abs(i.amount)), abs(sum(i.base_amount)), n.amount, n.base_amount) as fault
   from notes n left join open_items i on i.note_id = n.id
   group by n.id having coalesce(sum(abs(i.amount)), 0) <> n.amount or coalesce(abs(sum(i.base_amount)), 0) <> n.base_amount`,
  `select format('item %s was put on another day by endorsement %s, which is not approved or kept no plan of it', i.id, i.changed_by) as fault
   from open_items i left join endorsements e on e.id = i.changed_by
   left join plan_changes c on c.endorsement_id = i.changed_by and c.note_id = i.note_id
   where i.changed_by is not null and (e.status is distinct from 'APPROVED' or c.id is null)`,
  `select format('void note %s has something open or settled', n.number) as fault
   from notes n where n.status = 'VOID' and (n.settled <> 0 or exists (select 1 from open_items i where i.note_id = n.id and i.outstanding <> 0))`,
  `select format('item %s: %s outstanding of %s with %s settled', i.id, i.outstanding, i.amount, coalesce(sum(s.amount), 0)) as fault
   from open_items i left join settlements s on s.item_id = i.id group by i.id
   having i.outstanding <> i.amount - coalesce(sum(s.amount), 0) or i.base_outstanding <> i.base_amount - coalesce(sum(s.base_amount), 0)
     or (i.settled_on is not null) <> (i.outstanding = 0) or i.settled_from is distinct from min(s.day) filter (where s.day < i.opened_on)`,
  `select format('part %s says %s committed and %s paid, vouchers and net settlements say %s and %s', p.id, p.committed, p.paid, p.paid_before + v.held + k.amount, p.paid_before + v.paid + k.amount) as fault
   from note_parts p
   cross join lateral (select coalesce(sum(i.amount) filter (where v.status in ('PENDING', 'APPROVED', 'PAID')), 0) as held,
     coalesce(sum(i.amount) filter (where v.status = 'PAID'), 0) as paid
     from voucher_items i join vouchers v on v.id = i.voucher_id where i.part_id = p.id) v
   cross join lateral (select coalesce(sum(k.amount), 0) as amount from (${NETTED_OF_PARTS}) k where k.part_id = p.id) k
   where (p.committed, p.paid) <> (p.paid_before + v.held + k.amount, p.paid_before + v.paid + k.amount)`,
  `select format('part %s holds %s, released are %s', p.id, p.committed, r.released) as fault
   from ${releasesOf('select distinct debit_note_id as id from note_parts where committed > advanced')} join note_parts p on p.id = r.part_id
   where p.committed - p.advanced > r.released
     and not exists (select 1 from allocations a where a.note_id = r.note_id)
     and not exists (select 1 from adjustment_nets k where k.part_id = p.id)
     and not exists (select 1 from voucher_nets k where k.note_id = r.note_id)`,
  ...SUMMED,
  `select format('voucher %s is of %s, its items of %s', v.id, v.amount + v.set_off, sum(i.amount)) as fault
   from vouchers v join voucher_items i on i.voucher_id = v.id group by v.id having sum(i.amount) <> v.amount + v.set_off`,
  `select format('entry %s takes %s of its receipt, its allocations are of %s', e.id, l.amount, a.amount) as fault
   from journal_entries e
   join lateral (select coalesce(sum(amount), 0) as amount from journal_lines where entry_id = e.id and account = any((select accounts_of('UNALLOCATED_CASH'))::text[])) l on true
   join lateral (select coalesce(sum(amount), 0) as amount from allocations where entry_id = e.id) a on true
   where e.event = 'ALLOCATION' and e.reverses_id is null and l.amount <> a.amount`,
  `select format('entry %s settles note %s by %s, its allocation by %s', a.entry_id, n.number, s.amount, a.note_amount) as fault
   from allocations a join notes n on n.id = a.note_id
   cross join lateral (select coalesce(sum(s.amount), 0) as amount from settlements s join open_items i on i.id = s.item_id
     where s.entry_id = a.entry_id and i.note_id = a.note_id) s
   where s.amount <> a.note_amount`,
];

const eachKind = (select: (kind: KindName) => string) => KIND_NAMES.map(select).join(' union all ');

const EXPECTED = POSTED.map((kind) => {
  const { event, booked, undone } = EVENTS[kind];
  const name = typeof event === 'string' ? `'${event}'` : event.named;
  return `select '${kind}' as kind, r.id, ${name} as event, ${booked} as booked, ${undone} as undone from ${TABLES[kind].name} r`;
}).join(' union all ');

const RECORDS = [
  eachKind((kind) => `select '${kind}' as kind, id, version, branch_id from ${TABLES[kind].name}`),
  ...BOOK_ACTS.map((act) => `select '${act}', id, version, branch_id from ${ACT_TABLES[act]}`),
].join(' union all ');

// Documents of a history are no records: none is decided, and the trail has their import alone.
const SOURCES = `select kind, id, branch_id from (${RECORDS}) o
  union all select '${HISTORY_SOURCE}', id, branch_id from history_documents`;

const I4 = [
  ...HISTORY_ENTRIES,
  ...TRANSFERRED,
  ...BETWEEN_BRANCHES,
  `select format('%s %s should have %s entry %s and has %s', x.kind, x.id, x.booked::int, x.event, count(e.id)) as fault
   from (${EXPECTED}) x left join journal_entries e on e.source_kind = x.kind and e.source_id = x.id and e.event = x.event and e.reverses_id is null
   group by x.kind, x.id, x.event, x.booked having count(e.id) <> x.booked::int`,
  `select format('%s %s should have its entry reversed %s times and has %s', x.kind, x.id, x.undone::int, count(u.id)) as fault
   from (${EXPECTED}) x left join journal_entries e on e.source_kind = x.kind and e.source_id = x.id and e.event = x.event and e.reverses_id is null
   left join journal_entries u on u.reverses_id = e.id
   group by x.kind, x.id, x.undone having count(u.id) <> x.undone::int`,
  `select format('%s %s says that its brokerage is %s in base, its entry %s', o.kind, o.id, o.base_brokerage, e.base) as fault
   from (select 'policy' as kind, id, base_brokerage from policies where posted_on is not null
     union all select 'endorsement', id, base_brokerage from endorsements where status = 'APPROVED') o
   left join (select e.source_kind, e.source_id, -sum(l.base_amount) as base from journal_entries e join journal_lines l on l.entry_id = e.id
     where e.event in ('POLICY_APPROVED', 'ENDORSEMENT_APPROVED') and e.reverses_id is null
       and l.account = any((select accounts_of('BROKERAGE_INCOME', 'DEFERRED_BROKERAGE'))::text[]) group by 1, 2) e
     on e.source_kind = o.kind and e.source_id = o.id
   where coalesce(o.base_brokerage, 0) <> coalesce(e.base, 0)`,
  `select format('policy %s is approved without having been posted, or posted without', id) as fault
   from policies where (status = 'APPROVED' and posted_on is null) or (posted_on is not null and status not in ('APPROVED', 'DISABLED'))`,
  `select format('entry %s is of %s %s, which is not there or in another branch', e.id, e.source_kind, e.source_id) as fault
   from journal_entries e
   left join (${SOURCES}) r on r.kind = e.source_kind and r.id = e.source_id
   where r.id is null or r.branch_id <> e.branch_id`,
  `select format('entry %s is not the mirror of entry %s', e.id, e.reverses_id) as fault
   from journal_entries e
   join lateral (select account, party_id, tax_id, bank_account_id, currency, sum(amount) as amount, sum(base_amount) as base
     from (select account, party_id, tax_id, bank_account_id, currency, amount, base_amount from journal_lines where entry_id = e.id
       union all select account, party_id, tax_id, bank_account_id, currency, amount, base_amount from journal_lines where entry_id = e.reverses_id) both_entries
     group by 1, 2, 3, 4, 5 having sum(amount) <> 0 or sum(base_amount) <> 0 limit 1) d on true
   where e.reverses_id is not null`,
  ...REVALUED_ENTRIES,
  ...CLOSED_YEARS,
];

const DECIDED = eachKind((kind) => {
  const states = decidedStates(KINDS[kind]).map((state) => `'${state}'`);
  return `select '${kind}' as kind, id, hands, made_by, edited_by, decided_by, checker_waived, decided_before_hands, status in (${states.join()}) as decided from ${TABLES[kind].name}`;
});

// By the trail: everyone who made, edited or submitted a record; of one that a schedule drafted, who made or edited that before.
const HANDS = `select coalesce(array_agg(distinct user_id order by user_id), '{}') as hands from (
  select a.user_id from audit_trail a where a.entity = d.kind and a.entity_id = d.id and a.user_id is not null
    and a.action in (${keptActions(HANDLING)
      .map((action) => `'${action}'`)
      .join()})
  union select a.user_id from invoice_schedule_days s join audit_trail a on a.entity = 'invoice_schedule' and a.entity_id = s.schedule_id
  where d.kind = 'invoice' and s.invoice_id = d.id and a.action in ('added', 'edited') and a.id < (select min(m.id) from audit_trail m where m.entity = 'invoice' and m.entity_id = d.id)) by_trail`;

const I5 = [
  `select format('%s %s was decided by who made, edited or submitted it', kind, id) as fault from (${DECIDED}) d
   where decided and not checker_waived and (decided_by in (made_by, edited_by) or (not decided_before_hands and decided_by = any (hands)))`,
  `select format('%s %s was decided by nobody', kind, id) as fault from (${DECIDED}) d where decided and decided_by is null`,
  // The trail is the second witness: the columns alone could be made to agree.
  `select format('%s %s: the trail names %s as who decided and the record %s', d.kind, d.id, a.user_id, d.decided_by) as fault
   from (${DECIDED}) d join lateral (select user_id from audit_trail a where a.entity = d.kind and a.entity_id = d.id
     and a.action in ('approved', 'rejected') order by a.id desc limit 1) a on true
   where d.decided and a.user_id is distinct from d.decided_by`,
  `select format('%s %s was decided by user %s, whom the trail names among its hands', d.kind, d.id, d.decided_by) as fault
   from (${DECIDED}) d cross join lateral (${HANDS}) t
   where d.decided and not d.checker_waived and not d.decided_before_hands and d.decided_by = any (t.hands)`,
  `select format('%s %s names the hands %s and the trail %s', d.kind, d.id, d.hands, t.hands) as fault
   from (${DECIDED}) d cross join lateral (${HANDS}) t where not (d.hands @> t.hands and d.hands <@ t.hands)`,
  `select format('%s %s was reversed by user %s, who is among its hands', d.kind, d.id, a.user_id) as fault
   from (${DECIDED}) d join audit_trail a on a.entity = d.kind and a.entity_id = d.id and a.action = 'reversed'
   where a.user_id = any (d.hands) and (a.facts ->> 'waived')::boolean is not true and not d.decided_before_hands`,
  `select format('bank account %s of party %s was decided by who proposed it', id, party_id) as fault
   from party_bank_accounts where not checker_waived and decided_by = any (hands)`,
  `select format('voucher %s was paid by who decided it', id) as fault from vouchers where paid_by = decided_by and not checker_waived`,
];

// What holds for a placement holds for each difference: its figures, its notes, the parts that its money is for.
const ENDORSED = [
  `select format('endorsement %s: its lines come to %s and it says %s', e.number, coalesce(sum(l.net_payable), 0), e.net_total) as fault
   from endorsements e left join endorsement_lines l on l.endorsement_id = e.id group by e.id
   having (coalesce(sum(l.share_premium), 0), coalesce(sum(l.commission_amount), 0), coalesce(sum(l.brokerage_amount), 0), coalesce(sum(l.net_payable), 0))
     <> (e.fac_premium, e.commission_total, e.brokerage_total, e.net_total)`,
  `select format('endorsement %s: its note to the reinsured is %s and it says %s', e.number, n.amount, e.debit_note_total) as fault
   from endorsements e left join notes n on n.endorsement_id = e.id and n.status = 'ISSUED'
     and n.party_id = (select p.reinsured_id from policies p where p.id = e.policy_id)
   where e.status = 'APPROVED'
     and e.debit_note_total <> coalesce(case n.kind when 'DN' then n.amount else -n.amount end, 0)`,
  `select format('endorsement %s: its notes to security %s come to %s, its line to %s', e.number, l.security_id, coalesce(n.amount, 0), l.net_payable) as fault
   from endorsements e join endorsement_lines l on l.endorsement_id = e.id
   left join lateral (select sum(case kind when 'CN' then amount else -amount end) as amount from notes
     where endorsement_id = e.id and party_id = l.security_id and status = 'ISSUED') n on true
   where e.status = 'APPROVED' and coalesce(n.amount, 0) <> l.net_payable`,
  `select format('endorsement %s: its parts come to %s, it adds %s', e.number, coalesce(t.amount, 0), e.debit_note_total) as fault
   from endorsements e
   left join (select endorsement_id, sum(amount) as amount from note_parts where kind <> 'REFUND' group by 1) t on t.endorsement_id = e.id
   left join (select r.endorsement_id, sum(r.amount) as amount from part_returns r join note_parts p on p.id = r.part_id and p.kind <> 'REFUND' group by 1) r
     on r.endorsement_id = e.id
   where e.status = 'APPROVED' and coalesce(t.amount, 0) - coalesce(r.amount, 0) <> e.debit_note_total`,
  `select format('credit note %s leaves %s to be refunded, its parts are %s', n.number, n.amount - n.set_off, coalesce(sum(p.effective), 0)) as fault
   from notes n left join note_parts p on p.credit_note_id = n.id and p.kind = 'REFUND'
   where n.kind = 'CN' and n.purpose = 'RETURN' and n.endorsement_id is not null and n.status = 'ISSUED'
   group by n.id having n.amount - n.set_off <> coalesce(sum(p.effective), 0)`,
  `select format('credit note %s says %s settled, its set-offs and refunds are %s', n.number, n.settled, n.set_off + coalesce(sum(p.paid), 0)) as fault
   from notes n left join note_parts p on p.credit_note_id = n.id and p.kind = 'REFUND'
   where n.kind = 'CN' and n.purpose = 'RETURN' and n.endorsement_id is not null
   group by n.id having n.settled <> n.set_off + coalesce(sum(p.paid), 0)`,
  `select format('a draft endorsement %s has notes, parts or an entry', e.number) as fault
   from endorsements e where e.status <> 'APPROVED' and (exists (select 1 from notes n where n.endorsement_id = e.id)
     or exists (select 1 from journal_entries j where j.source_kind = 'endorsement' and j.source_id = e.id))`,
  `select format('policy %s says it is endorsed by %s, %s and %s; its endorsements say %s, %s and %s', p.id, p.endorsed_premium,
     p.endorsed_fac_premium, p.endorsed_brokerage, coalesce(sum(e.premium), 0), coalesce(sum(e.fac_premium), 0), coalesce(sum(e.brokerage_total), 0)) as fault
   from policies p left join endorsements e on e.policy_id = p.id and e.status = 'APPROVED' group by p.id
   having (p.endorsed_premium, p.endorsed_fac_premium, p.endorsed_brokerage, p.endorsement_count)
     <> (coalesce(sum(e.premium), 0), coalesce(sum(e.fac_premium), 0), coalesce(sum(e.brokerage_total), 0), count(e.id))`,
];

const I7 = [
  `select format('policy %s: signed lines are %s of an order of %s', p.id, coalesce(sum(l.share), 0), p.fac) as fault
   from policies p left join policy_lines l on l.policy_id = p.id
   where p.status = 'APPROVED' group by p.id having coalesce(sum(l.share), 0) <> p.fac or p.placed <> p.fac`,
  `select format('slip %s: its sections come to %s at a premium of %s, not to %s at %s', p.id, sum(s.sum_insured), sum(s.premium), p.sum_insured, p.premium) as fault
   from policies p join slip_sections s on s.policy_id = p.id
   where p.status = 'APPROVED' group by p.id
   having count(*) = count(s.sum_insured) and (sum(s.sum_insured) <> p.sum_insured or (count(*) = count(s.premium) and sum(s.premium) <> p.premium))`,
  `select format('policy %s: debit note %s is not nets %s + brokerage %s + taxes %s', p.id, p.debit_note_total, p.net_total, p.brokerage_total, p.tax_total) as fault
   from policies p where p.status = 'APPROVED' and p.debit_note_total <> p.net_total + p.brokerage_total + p.tax_total`,
  `select format('policy %s: its debit note is %s and the policy says %s', p.id, n.amount, p.debit_note_total) as fault
   from policies p left join notes n on n.policy_id = p.id and n.debit_note_id is null and n.endorsement_id is null and n.status = 'ISSUED'
   where p.status = 'APPROVED' and n.amount is distinct from p.debit_note_total`,
  `select format('debit note %s is of %s, its parts of %s', n.number, n.amount, coalesce(sum(t.amount), 0)) as fault
   from notes n left join note_parts t on t.debit_note_id = n.id and t.endorsement_id is null
   where n.debit_note_id is null and n.kind = 'DN' and n.endorsement_id is null group by n.id having n.amount <> coalesce(sum(t.amount), 0)`,
  `select format('policy %s: parts of its note differ from its nets, brokerage or taxes', p.id) as fault
   from policies p join notes n on n.policy_id = p.id and n.debit_note_id is null and n.endorsement_id is null and n.status = 'ISSUED'
   join note_parts t on t.debit_note_id = n.id and t.endorsement_id is null where p.status = 'APPROVED' group by p.id
   having coalesce(sum(t.amount) filter (where t.kind = 'SECURITY'), 0) <> p.net_total
     or coalesce(sum(t.amount) filter (where t.kind = 'BROKERAGE'), 0) <> p.brokerage_total
     or coalesce(sum(t.amount) filter (where t.kind = 'TAX'), 0) <> p.tax_total`,
  `select format('credit note %s is of %s, its part of %s, its line of %s', n.number, n.amount, t.amount, l.net_payable) as fault
   from notes n join policies p on p.id = n.policy_id left join note_parts t on t.credit_note_id = n.id left join policy_lines l on l.id = n.line_id
   where n.kind = 'CN' and n.debit_note_id is not null and n.endorsement_id is null and p.status = 'APPROVED'
     and (n.amount is distinct from t.amount or n.amount is distinct from l.net_payable)`,
  ...ENDORSED,
];

const I8 = [
  `select format('%s %s has version %s and %s rows in the trail', c.kind, c.id, c.version, count(a.id)) as fault
   from (${RECORDS}) c left join audit_trail a on a.entity = c.kind and a.entity_id = c.id
   group by c.kind, c.id, c.version having count(a.id) <> c.version`,
  `select format('audit row %s is of %s %s, which is not there or in another branch', a.id, a.entity, a.entity_id) as fault
   from audit_trail a left join (${RECORDS}) c on c.kind = a.entity and c.id = a.entity_id
   where a.entity in (${[...KIND_NAMES, ...BOOK_ACTS].map((kind) => `'${kind}'`).join()}) and (c.id is null or a.branch_id is distinct from c.branch_id)`,
];

const CONTROL = `any((select accounts_of(${CONTROL_FUNCTIONS.map((name) => `'${name}'`).join(', ')}))::text[])`;

// Open items keep the base that they were booked at.
const REVALUED = `e.event in (${REVALUATIONS.map((event) => `'${event}'`).join(', ')})`;

const I10 = [
  ...BY_HAND,
  // On every day, hence as at any day: what the account moved is what the items were opened and settled by.
  `with control as (
     select l.branch_id, account, party_id, currency, l.day, sum(amount) as amount,
       sum(base_amount) filter (where not ${REVALUED}) as base
     from journal_lines l join journal_entries e on e.id = l.entry_id where account = ${CONTROL} group by 1, 2, 3, 4, 5),
   items as (
     select branch_id, account, party_id, currency, day, sum(amount) as amount, sum(base) as base from (
       select branch_id, account, party_id, currency, opened_on as day, amount, base_amount as base from open_items
       union all
       select i.branch_id, i.account, i.party_id, i.currency, s.day, -s.amount, -s.base_amount from settlements s join open_items i on i.id = s.item_id) steps
     where account = ${CONTROL} group by 1, 2, 3, 4, 5)
   select format('%s of party %s %s in branch %s moved by %s (base %s) on %s, its items by %s (base %s)',
     account, party_id, currency, branch_id, c.amount, c.base, day, i.amount, i.base) as fault
   from control c full join items i using (branch_id, account, party_id, currency, day)
   where coalesce(c.amount, 0) <> coalesce(i.amount, 0) or coalesce(c.base, 0) <> coalesce(i.base, 0)`,
  `select format('%s of party %s %s in branch %s stands at %s, its open items at %s', account, party_id, currency, branch_id, c.amount, i.amount) as fault
   from (select branch_id, account, party_id, currency, sum(debit - credit) as amount from daily_balances where account = ${CONTROL} group by 1, 2, 3, 4) c
   full join (select branch_id, account, party_id, currency, sum(outstanding) as amount from open_items where account = ${CONTROL} group by 1, 2, 3, 4) i
     using (branch_id, account, party_id, currency)
   where coalesce(c.amount, 0) <> coalesce(i.amount, 0)`,
];

type Apart = { words: string; query: string };
/**
 * What holds but is named beside it: decisions of before everyone who worked on a record was kept, made by one of them; and
 * vouchers that a manager let pay ahead of what was received.
 */
export const NAMED_APART: Readonly<Partial<Record<CheckedId, Apart>>> = {
  I5: {
    words: 'by the rule of before, decided by one who worked on it',
    query: `select format('%s %s', kind, id) as fault from (${DECIDED}) d
    where decided and not checker_waived and decided_before_hands and decided_by = any (hands) order by kind, id`,
  },
  I11: {
    words: 'paid ahead by an override',
    query: `select format('%s, %s %s', coalesce(v.number, 'voucher ' || v.id), v.currency, sum(i.advanced)) as fault
      from vouchers v join voucher_items i on i.voucher_id = v.id and i.advanced > 0
      where v.override and v.status in ('PENDING', 'APPROVED', 'PAID') group by v.id order by v.id`,
  },
};

export const CHECKS: Readonly<Record<CheckedId, readonly string[]>> = {
  I1,
  I2,
  I3,
  I4,
  I5,
  I6: NUMBERED_ONCE,
  I7,
  I8,
  I10,
  I11: RELEASED,
};
