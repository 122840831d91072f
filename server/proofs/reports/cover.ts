/** Of what is covered, who carries it, and what it cost. */
import * as claims from '../../../domain/explained/claims.ts';
import * as cover from '../../../domain/explained/cover.ts';
import * as production from '../../../domain/explained/production.ts';
import {
  type Arithmetic,
  asAt,
  ASKED,
  BOOKED,
  CLASSES,
  HELD,
  heldIn,
  idOf,
  ITEMS,
  OURS_INCURRED,
  PER_SECURITY,
  STOOD,
  sumOf,
} from './books.ts';
import { isMoney } from './released.ts';

/** What a policy covered on the last day, who carried it, and by what share, by what was booked by then. */
const COVERED = `${BOOKED},
  changed as (
    select e.policy_id, max(e.end_date) as ends, bool_or(e.endorsement_type like 'CANCEL%' and e.effective_date <= q.last) as cancelled
    from asked q join endorsements e on e.status = 'APPROVED' and e.posted_on <= q.last group by 1),
  covered as (
    select p.*, p.sum_insured + coalesce((select sum(e.sum_insured_change) from endorsements e, asked q where e.policy_id = p.id and e.status = 'APPROVED'
        and e.posted_on <= q.last and e.effective_date <= q.last), 0) as insured,
      (select e.applied -> 'placement' -> 'lines' from endorsements e, asked q where e.policy_id = p.id and e.status = 'APPROVED' and e.endorsement_type = 'SEC'
        and e.posted_on <= q.last and e.effective_date <= q.last order by e.effective_date desc, e.approval desc limit 1) as carriers
    from asked q join booked p on p.insurance_start_date <= q.last left join changed c on c.policy_id = p.id
    where q.last <= coalesce(c.ends, p.insurance_end_date) and c.cancelled is not true),
  carried as (
    select c.id, l.security_id, l.share from covered c join policy_lines l on l.policy_id = c.id where c.carriers is null and l.share > 0
    union all
    select c.id, coalesce(y.merged_into, y.id), x.share from covered c cross join jsonb_to_recordset(c.carriers) as x ("securityId" int, share bigint)
      join parties y on y.id = x."securityId" where x.share > 0)`;
/** A share of the whole is in millionths of a percent. */
const PLACED = 'round(p.insured::numeric * l.share / 100000000)';
const EXPOSED: Readonly<Record<string, string>> = {
  country: `coalesce(p.risk_country, '-')`,
  class: 'coalesce(k.class_id, k.id)::text',
  reinsured: 'p.reinsured_id::text',
};
const exposedBy = (by: string, key: string, lines: string): Arithmetic => ({
  report: cover.exposureRows,
  query: (span) => ({ by, ...asAt(span) }),
  key: ({ id, currency }) => [id, currency],
  sql: `with ${ASKED}, ${COVERED}
    select concat_ws(' ', ${key}, p.currency) as key, sum(p.insured) as sum_insured, sum(${PLACED}) as exposure
    from covered p join ${lines} l on l.id = p.id ${CLASSES} group by ${key}, p.currency`,
});
const exposures = [
  ...Object.entries(EXPOSED).map(([by, key]) =>
    exposedBy(by, key, '(select id, sum(share) as share from carried group by 1)'),
  ),
  exposedBy('security', 'l.security_id::text', 'carried'),
];

/** The last movement that was approved by a day says what a claim was then. */
const movedBy = (
  name: string,
  condition: string,
): string => `left join lateral (select m.* from movements m where m.claim_id = c.id and m.status = 'APPROVED'
  and m.posted_on ${condition} order by m.posted_on desc, m.approval desc limit 1) ${name} on true`;
/** Claims that were approved by the last day and not disabled by then. */
const KNOWN = `claims c on c.branch_id = any(q.branches) and c.approved_on <= q.last and (c.disabled_on is null or c.disabled_on > q.last)`;
const register: Arithmetic = {
  report: claims.register,
  query: ({ first, last }) => ({ from: first, asat: last }),
  key: ({ number }) => [number],
  sql: `with ${ASKED}
    select c.number as key, coalesce(now.after_incurred, c.claim_reserve) as incurred_whole, coalesce(now.after_ours_incurred, r.ours) as incurred,
      now.after_ours_called as called, coalesce(now.after_ours_incurred, r.ours) - coalesce(now.after_ours_called, 0) as outstanding, now.after_ours_fees as fees, now.after_ours_ex_gratia as ex_gratia,
      now.after_ours_salvage as salvage, now.after_ours_called - coalesce(was.after_ours_called, 0) as called_moved
    from asked q join ${KNOWN}
    ${movedBy('now', '<= q.last')} ${movedBy('was', '< q.first')}
    cross join lateral (select round(c.claim_reserve::numeric * c.claim_share / 100000000) as ours) r`,
};

/** What a premium is for: a policy's own days, an endorsement's from its day to the end that the policy had by then; of a reinstatement its day alone. */
const LAYERS = `layers as (
  select p.id as policy_id, null::int as endorsement_id, 0 as approval, p.insurance_start_date as starts, p.insurance_end_date as ends, p.premium as whole, p.fac_premium as premium from written p
  union all
  select p.id, e.id, e.approval, case e.endorsement_type when 'CANCEL_FLAT' then p.insurance_start_date else e.effective_date end,
    case when e.claim_id is not null then e.effective_date else
      coalesce(e.end_date, (select max(o.end_date) from endorsements o where o.policy_id = p.id and o.status = 'APPROVED' and o.approval < e.approval), p.insurance_end_date) end,
    e.premium, e.fac_premium
  from asked q join written p on true join endorsements e on e.policy_id = p.id and e.status = 'APPROVED' and e.posted_on <= q.last)`;
/** What of a premium for the days of a layer `l` is for later days than the last. */
const later = (premium: string) =>
  `case when q.last < l.starts then ${premium} else ${premium} - round(${premium}::numeric * (least(q.last, l.ends) - l.starts + 1) / (l.ends - l.starts + 1)) end`;
/**
 * Policies that were written by the last day and stayed until then, with what each premium is for, of the whole (no security) and of each security. What is to earn
 * of it: each premium's later days; but once securities changed, of whom the change moved premium, its line of the later days of all that was there before it,
 * each at 100 %. Nothing of a policy that was cancelled from its first day, or whose cover a cancellation ended by then.
 */
const LAID = `written as (${STOOD}), ${LAYERS},
  dated as (select l.policy_id, l.endorsement_id, l.approval, least(l.starts, l.ends) as starts, l.ends, l.whole, l.premium
    from layers l where not exists (select 1 from asked q join endorsements e on e.endorsement_type like 'CANCEL%' and e.status = 'APPROVED' and e.posted_on <= q.last
      and (e.endorsement_type = 'CANCEL_FLAT' or e.effective_date <= q.last) where e.policy_id = l.policy_id)),
  had as (
    select policy_id, endorsement_id, null::int as security_id, premium as part from layers
    union all
    select l.policy_id, l.endorsement_id, o.security_id, o.share_premium from layers l join policy_lines o on o.policy_id = l.policy_id where l.endorsement_id is null
    union all
    select l.policy_id, l.endorsement_id, o.security_id, o.share_premium from layers l join endorsement_lines o on o.endorsement_id = l.endorsement_id),
  divided as (
    select distinct on (h.policy_id, h.security_id) h.policy_id, h.security_id, e.approval, e.applied -> 'placement' -> 'lines' as lines
    from asked q join had h on h.part <> 0 join endorsements e on e.id = h.endorsement_id and e.endorsement_type = 'SEC' and e.effective_date <= q.last
    order by h.policy_id, h.security_id, e.approval desc),
  to_earn as (
    select h.policy_id, h.security_id, ${later('h.part')} as amount
    from asked q cross join had h join dated l on l.policy_id = h.policy_id and l.endorsement_id is not distinct from h.endorsement_id
    left join divided m on m.policy_id = h.policy_id and m.security_id is not distinct from h.security_id
    where m.approval is null or l.approval > m.approval
    union all
    select m.policy_id, m.security_id, round(greatest(round((
        select sum(l.whole::numeric * s.share * (l.ends - greatest(l.starts - 1, q.last)) / (100000000 * (l.ends - l.starts + 1)::numeric))
        from dated l where l.policy_id = m.policy_id and l.approval < m.approval and l.ends > q.last), 9), 0))
    from asked q cross join divided m cross join lateral (
      select coalesce(sum(x.share), 0) as share from jsonb_to_recordset(m.lines) as x ("securityId" int, share bigint) join parties y on y.id = x."securityId"
      where m.security_id is null or m.security_id = coalesce(y.merged_into, y.id)) s)`;
const WRITTEN: Readonly<Record<string, string>> = {
  class: 'coalesce(k.class_id, k.id)::text',
  reinsured: 'p.reinsured_id::text',
  year: `to_char(p.insurance_start_date, 'YYYY')`,
};
const LOST = ['called', 'fees', 'ex_gratia', 'salvage'];
/** Premium and what claims came to of each policy: indemnity, and apart from it fees, what was paid ex gratia and salvage. C9, C10. */
const BROUGHT = `brought as (
  select policy_id, part as written, part as earned, 0 as incurred, ${LOST.map((one) => `0 as ${one}`).join()} from had where security_id is null
  union all
  select policy_id, 0, -amount, 0, ${LOST.map(() => '0').join()} from to_earn where security_id is null
  union all
  select c.policy_id, 0, 0, ${heldIn(OURS_INCURRED)}, ${LOST.map((one) => heldIn(`coalesce(m.after_ours_${one}, 0)`)).join()}
  from asked q join ${KNOWN} ${HELD} ${movedBy('m', '<= q.last')})`;
const SUMMED = ['written', 'earned', 'incurred', ...LOST];
const results = Object.entries(WRITTEN).map(([by, key]): Arithmetic => ({
  report: claims.results,
  query: (span) => ({ by, ...asAt(span) }),
  key: ({ id, currency }) => [id, currency],
  sql: `with ${ASKED}, ${LAID}, ${BROUGHT}
      select concat_ws(' ', ${key}, p.currency) as key, ${SUMMED.map((one) => `sum(b.${one}) as ${one}`).join()}
      from brought b join written p on p.id = b.policy_id ${CLASSES} group by ${key}, p.currency`,
}));
/** Premium of securities alone: what claims came to of each is the register's. */
const resultsBySecurity: Arithmetic = {
  report: claims.results,
  query: (span) => ({ by: 'security', ...asAt(span) }),
  key: ({ id, currency }) => [id, currency],
  sql: `with ${ASKED}, ${LAID}
    select concat_ws(' ', b.security_id, p.currency) as key, sum(b.written) as written, sum(b.earned) as earned
    from (select policy_id, security_id, part as written, part as earned from had union all select policy_id, security_id, 0, -amount from to_earn) b
    join written p on p.id = b.policy_id where b.security_id is not null group by b.security_id, p.currency`,
};

const OF_SCHEDULE = PER_SECURITY.map((one) => `l.${one}`).join();
const schedule: Arithmetic = {
  report: production.schedule,
  each: `select id::text from policies where posted_on is not null and status = 'APPROVED' order by endorsement_count desc, id limit 12`,
  query: (_span, id) => ({ param: id }),
  key: ({ security, endorsement }) => [idOf(security), endorsement ?? ''],
  sql: `with ${ASKED}, own as (
      select p.id, ''::text as number, l.security_id, ${OF_SCHEDULE} from policies p join policy_lines l on l.policy_id = p.id
      union all
      select e.policy_id, e.number, l.security_id, ${OF_SCHEDULE} from endorsements e join endorsement_lines l on l.endorsement_id = e.id where e.status = 'APPROVED')
    select concat_ws(' ', o.security_id, o.number) as key, sum(share_premium) as sharepremium, sum(commission_amount) as commission,
      sum(brokerage_amount) as brokerage, sum(tax_amount) as tax, sum(deductions) as deductions, sum(net_payable) as netpayable
    from asked q join own o on o.id = $4::int and $4::int in (select id from policies where branch_id = any(q.branches)) group by o.security_id, o.number`,
};

/**
 * What each credit note of a security came to by the last day, what of it is open, and what of it the money of its debit note released: its part of that
 * money, in full when all has come in. M0.
 */
const AWAITED = `moved as (
    select i.note_id, a.function, i.amount, ${isMoney('b')} as is_money, s.amount as settled
    from asked q join open_items i on i.branch_id = any(q.branches) and i.opened_on <= q.last and i.note_id is not null
    join ledger_accounts a on a.code = i.account and a.function in ('PREMIUM_RECEIVABLE', 'PREMIUM_PAYABLE')
    left join (settlements s join journal_entries e on e.id = s.entry_id left join journal_entries b on b.id = e.reverses_id) on s.item_id = i.id and s.day <= q.last),
  items_of as (
    select i.note_id, sum(i.amount) as amount from asked q join open_items i on i.branch_id = any(q.branches) and i.opened_on <= q.last group by 1),
  comes_to as (
    select m.note_id, o.amount - ${sumOf('m.settled', 'not m.is_money')} as due, ${sumOf('m.settled', 'm.is_money')} as money
    from moved m join items_of o using (note_id) group by m.note_id, o.amount),
  awaited as (
    select c.id, c.currency, -own.due as own, own.money - own.due as open, case when lead.money >= lead.due then -own.due else div(-own.due * greatest(lead.money, 0), lead.due) end as released
    from notes c join comes_to own on own.note_id = c.id and own.due < 0 and own.due <> own.money
    join (select distinct credit_note_id, debit_note_id from note_parts where kind = 'SECURITY') x on x.credit_note_id = c.id
    join comes_to lead on lead.note_id = x.debit_note_id
    where c.party_id = $4::int and c.kind = 'CN')`;

/** The largest remainders of what is reserved and was not called, by the lines at the date of loss, as far as they were changed by then. C1. */
const RESERVED = `at_loss as (
    select c.id, c.currency, coalesce(now.after_ours_incurred, round(c.claim_reserve::numeric * c.claim_share / 100000000)) - coalesce(now.after_ours_called, 0) as open,
      (select e.applied -> 'placement' -> 'lines' from endorsements e where e.policy_id = c.policy_id and e.status = 'APPROVED' and e.endorsement_type = 'SEC'
        and e.posted_on <= q.last and e.effective_date <= c.loss_date order by e.approval desc limit 1) as changed, c.policy_id
    from asked q join ${KNOWN}
    ${movedBy('now', '<= q.last')}),
  borne as (
    select a.id, l.security_id, l.share, l.position::bigint as place from at_loss a join policy_lines l on l.policy_id = a.policy_id where a.changed is null
    union all
    select a.id, coalesce(y.merged_into, y.id), (x.line ->> 'share')::bigint, x.place
    from at_loss a cross join jsonb_array_elements(a.changed) with ordinality as x (line, place) join parties y on y.id = (x.line ->> 'securityId')::int),
  whole as (
    select b.id, b.security_id, b.place, div(a.open * b.share, sum(b.share) over w) as part, mod(a.open * b.share, sum(b.share) over w) as rest,
      a.open - sum(div(a.open * b.share, nullif(sum_of.shares, 0))) over w as missing
    from borne b join at_loss a on a.id = b.id join (select id, sum(share) as shares from borne group by 1) sum_of on sum_of.id = b.id
    window w as (partition by b.id)),
  reserved as (
    select a.currency, w.security_id, w.part + case when row_number() over (partition by w.id order by w.rest desc, w.place) <= w.missing then 1 else 0 end as amount
    from whole w join at_loss a on a.id = w.id)`;

/** What was called of a security and is unpaid, what it has to give back, its lines of what was covered, and what of its premium is for later days or waits for the reinsureds; what is reserved of it. */
const drill: Arithmetic = {
  report: cover.drill,
  totalled: true,
  each: `select id::text from parties where kind = 'SECURITY' and merged_into is null order by id limit 6`,
  query: (span, id) => ({ param: id, ...asAt(span) }),
  key: ({ part, currency }) => [part, currency],
  sql: `with ${ASKED}, ${ITEMS}, ${COVERED}, ${LAID}, ${AWAITED}, ${RESERVED},
    parts as (
      select case function when 'PREMIUM_PAYABLE' then 'RETURN' else 'CLAIM' end as part, currency, open as amount
      from items where function in ('PREMIUM_PAYABLE', 'CLAIMS_RECOVERABLE') and party_id = $4::int and open > 0
      union all
      select 'LINE', p.currency, ${PLACED} from covered p join carried l on l.id = p.id where l.security_id = $4::int
      union all
      select 'UNEARNED', p.currency, t.amount from to_earn t join written p on p.id = t.policy_id where t.security_id = $4::int
      union all
      select 'UNRELEASED', currency, least(own - released, open) from awaited where own > released
      union all
      select 'RESERVE', currency, amount from reserved where security_id = $4::int and amount > 0)
    select concat_ws(' ', part, currency) as key, sum(amount) as amount from parts group by part, currency`,
};

/** Exposure, claims, the schedule of a policy, the drill. */
export const OF_COVER: readonly Arithmetic[] = [...exposures, register, ...results, resultsBySecurity, schedule, drill];
