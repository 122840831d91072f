/** Of production and of what it brought. */
import { brokerageEarned } from '../../../domain/explained/brokerage.ts';
import { YEAR_ENDS } from '../../../domain/ledger/entries.ts';
import * as cover from '../../../domain/explained/cover.ts';
import * as production from '../../../domain/explained/production.ts';
import {
  type Arithmetic,
  asAt,
  ASKED,
  between,
  BOOKED,
  byCurrency,
  byNote,
  CEDED,
  CLASS,
  CLASSES,
  HELD,
  heldIn,
  idOf,
  inWords,
  ITEMS,
  LINES,
  MADE,
  ofAll,
  OURS_INCURRED,
  PER_SECURITY,
  REVALUED,
  sumOf,
} from './books.ts';

/** A revaluation moves no open item. */
const OWED = `l.function = 'PREMIUM_PAYABLE' and l.event not in ${REVALUED}`;
const summary: Arithmetic = {
  report: production.summary,
  query: ofAll,
  key: ({ security, class: name, currency }) => [idOf(security), name, currency],
  sql: `with ${ASKED}, ${LINES}, ${BOOKED}, ${CEDED},
    own as (
      select c.security_id, ${CLASS} as class, c.currency, ${PER_SECURITY.map((one) => `c.${one}`).join()}, 0::bigint as balance, 0::bigint as lost, 0::bigint as called, 0::bigint as open, 0::bigint as base_balance
      from ceded c join policies p on p.id = c.policy_id ${CLASSES}
      union all
      select l.party_id, ${CLASS}, l.currency, 0, 0, 0, 0, 0, 0, case l.function when 'PREMIUM_PAYABLE' then -l.amount else 0 end,
        case when l.function = 'PREMIUM_PAYABLE' and l.act = 'UNCOLLECTABLE' then l.amount else 0 end, 0,
        case l.function when 'CLAIMS_RECOVERABLE' then l.amount else 0 end, case when ${OWED} then -l.base_amount else 0 end
      from lines l left join notes n on n.id = l.note_id left join claims c on c.id = n.claim_id left join policies p on p.id = coalesce(n.policy_id, c.policy_id) ${CLASSES}
      where l.function in ('PREMIUM_PAYABLE', 'CLAIMS_RECOVERABLE') and n.history_id is null
      union all
      select n.party_id, ${CLASS}, n.currency, 0, 0, 0, 0, 0, 0, 0, 0, n.amount, 0, 0
      from asked q join notes n on n.branch_id = any(q.branches) and n.purpose = 'CLAIM' and n.status = 'ISSUED' and n.posted_on <= q.last
      join claims c on c.id = n.claim_id join policies p on p.id = c.policy_id ${CLASSES}
      union all
      select n.party_id, h.class, n.currency, 0, 0, 0, 0, 0, n.amount, 0, 0, 0, 0, 0
      from asked q join notes n on n.branch_id = any(q.branches) and n.kind = 'CN' and n.posted_on <= q.last join history_documents h on h.id = n.history_id
      union all
      select l.party_id, h.class, l.currency, 0, 0, 0, 0, 0, 0, -l.amount, case when l.act = 'UNCOLLECTABLE' then l.amount else 0 end, 0, 0, case when ${OWED} then -l.base_amount else 0 end
      from lines l join notes n on n.id = l.note_id join history_documents h on h.id = n.history_id where l.function = 'PREMIUM_PAYABLE')
    select concat_ws(' ', security_id, class, currency) as key, currency, sum(share_premium) as sharepremium, sum(commission_amount) as commission,
      sum(brokerage_amount) as brokerage, sum(tax_amount) as tax, sum(deductions) as deductions, sum(net_payable) as netpayable,
      sum(net_payable) - sum(balance) - sum(lost) as paid, sum(lost) as uncollectable, sum(balance) as balance, sum(base_balance) as base_balance, sum(called) as claims, sum(open) as claims_open
    from own group by security_id, class, currency`,
};

const MONTH = `date_trunc('month', q.last)::date`;
const SPANS: Readonly<Record<string, readonly [string, string]>> = {
  '': [MONTH, `${MONTH} + interval '1 month'`],
  _before: [`${MONTH} - interval '1 month'`, MONTH],
  _last_year: [`${MONTH} - interval '12 months'`, `${MONTH} - interval '11 months'`],
  _year: [`date_trunc('year', q.last)`, `${MONTH} + interval '1 month'`],
  _last_year_to_date: [`date_trunc('year', q.last) - interval '12 months'`, `${MONTH} - interval '11 months'`],
};
const during = (amount: string, name: string, span: string): string => {
  const [from, until] = SPANS[span] ?? ['', ''];
  return `${sumOf(amount, `m.posted_on >= ${from} and m.posted_on < ${until}`)} as ${name}${span}`;
};
const OF_MONTH = [
  ...Object.keys(SPANS).map((span) => during('m.premium', 'premium', span)),
  ...['', '_year', '_last_year', '_last_year_to_date'].map((span) => during('m.brokerage', 'brokerage', span)),
  during('m.base_premium', 'base_premium', ''),
  during('m.base_premium', 'base_premium', '_year'),
].join();
const MADE_BY: Readonly<Record<string, string>> = {
  class: 'coalesce(k.class_id, k.id)::text',
  reinsured: 'p.reinsured_id::text',
  market: 'p.market',
  type: 'm.type',
  producer: 'p.producer_id::text',
};
const monthly = Object.entries(MADE_BY).map(([by, key]): Arithmetic => ({
  report: production.monthly,
  query: ({ last }) => ({ date: last, by }),
  key: ({ id, currency }) => [id, currency],
  sql: `with ${ASKED}, ${MADE}
      select concat_ws(' ', ${key}, p.currency) as key, ${OF_MONTH}
      from asked q cross join made m join policies p on p.id = m.policy_id ${CLASSES} group by ${key}, p.currency`,
}));
const monthlyInBase: Arithmetic = {
  report: production.monthly,
  query: ({ last }) => ({ date: last, by: 'reinsured', money: 'base' }),
  key: ({ id }) => [id],
  sql: `with ${ASKED}, ${MADE}
    select p.reinsured_id::text as key, ${OF_MONTH.replaceAll('m.premium', 'm.base_premium').replaceAll('m.brokerage', 'm.base_brokerage')}
    from asked q cross join made m join policies p on p.id = m.policy_id group by 1`,
};

const IN_DAYS = 'm.posted_on between q.first and q.last';
const produced = (amount: string, base: string): string => `with ${ASKED}, ${MADE}
  select p.currency as key, sum(m.${amount}) as amount, sum(m.${base}) as base
  from asked q join made m on ${IN_DAYS} join policies p on p.id = m.policy_id group by 1`;
const premiums: Arithmetic = {
  report: production.premiumTotals,
  query: between,
  key: byCurrency,
  sql: produced('premium', 'base_premium'),
};
const brokerages: Arithmetic = {
  report: production.brokerageTotals,
  query: between,
  key: byCurrency,
  sql: produced('brokerage', 'base_brokerage'),
};

/** What is noted is what is earned and what could not be collected, with what more, or less, is still to earn. */
const brokerage: Arithmetic = {
  report: brokerageEarned,
  query: between,
  key: byCurrency,
  sql: `with ${ASKED}, ${LINES},
    own as (
      select currency, -${sumOf('amount', `not within and function = 'DEFERRED_BROKERAGE'`)} as opening, -${sumOf('amount', `function = 'DEFERRED_BROKERAGE'`)} as closing,
        -${sumOf('amount', `within and function = 'BROKERAGE_INCOME'`)} as earned, -${sumOf('base_amount', `within and act <> 'UNCOLLECTABLE'`)} as base_noted,
        -${sumOf('base_amount', `function = 'DEFERRED_BROKERAGE'`)} as base_closing, -${sumOf('base_amount', `within and function = 'BROKERAGE_INCOME'`)} as base_earned,
        -${sumOf('amount', `within and act = 'UNCOLLECTABLE'`)} as uncollectable
      from lines where function in ('DEFERRED_BROKERAGE', 'BROKERAGE_INCOME') and event not in (${inWords(YEAR_ENDS)}) group by 1)
    select currency as key, opening, closing, earned, uncollectable, earned + closing - opening - uncollectable as noted, base_noted, base_earned, base_closing from own`,
};

const ENDORSED = (amount: string) =>
  `coalesce((select sum(e.${amount}) from endorsements e where e.policy_id = p.id and e.status = 'APPROVED'), 0)`;
/** A policy with what it renewed, five of one currency at most, and what its claims came to: ours, and what was paid ex gratia, at the rate that a claim is held at. */
const PAST = `past as (
    with recursive line as (
      select e.id as of, e.id, e.renewed_from_id, e.currency, 1 as nth from expiring e
      union all
      select l.of, p.id, p.renewed_from_id, p.currency, l.nth + 1 from line l join policies p on p.id = l.renewed_from_id and p.currency = l.currency and p.status = 'APPROVED' where l.nth < 5)
    select l.of, sum(p.fac_premium + ${ENDORSED('fac_premium')}) as premium, coalesce(sum(c.incurred), 0) as incurred, coalesce(sum(c.ex_gratia), 0) as ex_gratia
    from line l join policies p on p.id = l.id left join (
      select c.policy_id, sum(${heldIn(OURS_INCURRED)}) as incurred, sum(${heldIn('coalesce(m.after_ours_ex_gratia, 0)')}) as ex_gratia
      from claims c ${HELD}
      left join lateral (select m.* from movements m where m.claim_id = c.id and m.status = 'APPROVED' order by m.posted_on desc, m.approval desc limit 1) m on true
      where c.status = 'APPROVED' group by 1) c on c.policy_id = l.id
    group by 1)`;
/** How long a period is beside another's: in months where both have whole months, else in days. */
const MONTHS = (starts: string, ends: string) =>
  `(select k from generate_series(1, 120) k where ${starts} + make_interval(months => k) = ${ends} + 1)`;
/**
 * A whole period's premium of what expires, endorsement by endorsement in the order of their days: what is added to the sum insured is at the first rate, what is taken off
 * it at the one in force; what was keyed counts as over the whole period, but of a reinstatement, a declaration, and a return of more than is to come.
 */
const YEARLY = `moving as (
      select p.id, e.endorsement_type as type, e.sum_insured_change as change, row_number() over (partition by p.id order by e.effective_date, e.approval) as nth,
        case when coalesce(e.input ->> 'basis', case when e.input ->> 'premium' <> '' then 'KEYED' end) = 'KEYED' and e.claim_id is null
          then case when d.id is null then e.premium else 0 end end as keyed,
        coalesce((select max(o.end_date) from endorsements o where o.policy_id = p.id and o.status = 'APPROVED' and o.approval < e.approval), p.insurance_end_date) - e.effective_date + 1 as days
      from expiring p join endorsements e on e.policy_id = p.id and e.status = 'APPROVED' and e.endorsement_type in ('AP', 'RP') left join declarations d on d.endorsement_id = e.id),
    yearly as (
      select id, 0::bigint as nth, premium::numeric as amount, sum_insured::numeric as insured from expiring
      union all
      select y.id, y.nth + 1, case
          when m.keyed is null and m.change < 0 then y.amount * (y.insured + m.change) / y.insured
          when m.keyed is null then y.amount + p.premium::numeric * m.change / p.sum_insured
          when y.amount + m.keyed::numeric * (p.insurance_end_date - p.insurance_start_date + 1) / m.days > 0 then y.amount + m.keyed::numeric * (p.insurance_end_date - p.insurance_start_date + 1) / m.days
          else y.amount end, y.insured + m.change
      from yearly y join moving m on m.id = y.id and m.nth = y.nth + 1 join expiring p on p.id = y.id)`;
const RATE = ['premium', 'sum_insured', 'insurance_start_date', 'insurance_end_date'];
/** Of a hundred, to a tenth, in millionths. */
const inTenths = (part: string, whole: string): string => `round(1000 * (${part}) / (${whole})) * 100000`;
const renewals: Arithmetic = {
  report: production.renewals,
  query: ({ first, last }) => ({ startdate: first, enddate: last }),
  key: ({ broker_reference }) => [broker_reference],
  sql: `with recursive ${ASKED},
    expiring as (
      select p.* from asked q join policies p on p.branch_id = any(q.branches) and p.status = 'APPROVED'
        and coalesce((select max(e.end_date) from endorsements e where e.policy_id = p.id and e.status = 'APPROVED'), p.insurance_end_date) between q.first and q.last
        and not exists (select 1 from endorsements e where e.policy_id = p.id and e.status = 'APPROVED' and e.endorsement_type like 'CANCEL%')),
    ${PAST},
    ${YEARLY},
    rated as (
      select p.id, n.premium::numeric * y.insured * length.was as is, round(y.amount) * n.sum_insured * length.is as was
      from expiring p join (select renewed_from_id as of, status, currency, ${RATE.join()} from policies) n on n.of = p.id and n.status <> 'DISABLED' and n.currency = p.currency
      join lateral (select * from yearly y where y.id = p.id order by y.nth desc limit 1) y on true
      cross join lateral (select ${MONTHS('p.insurance_start_date', 'p.insurance_end_date')} as was, ${MONTHS('n.insurance_start_date', 'n.insurance_end_date')} as is) months
      cross join lateral (select case when months.was is null or months.is is null then p.insurance_end_date - p.insurance_start_date + 1 else months.was end as was,
        case when months.was is null or months.is is null then n.insurance_end_date - n.insurance_start_date + 1 else months.is end as is) length)
    select p.broker_reference as key, p.premium + ${ENDORSED('premium')} as premium, p.fac_premium + ${ENDORSED('fac_premium')} as fac_premium,
      p.base_fac_premium + ${ENDORSED('base_fac_premium')} as base_fac_premium, x.incurred, x.ex_gratia,
      case when x.premium > 0 then ${inTenths('x.incurred + x.ex_gratia', 'x.premium')} end as loss_ratio,
      case when r.was > 0 and r.is > 0 then ${inTenths('r.is - r.was', 'r.was')} end as rate_change
    from expiring p join past x on x.of = p.id left join rated r on r.id = p.id`,
};

/** The first instalment and those that fall due by the day to pay by, less what of them cannot be collected and what was paid of them. */
const warranties: Arithmetic = {
  report: cover.warrantyRows,
  query: asAt,
  key: byNote,
  sql: `with ${ASKED}, ${ITEMS},
    owed as (
      select n.number, i.*, coalesce(e.effective_date, p.insurance_start_date) + p.warranty_days as pay_by, min(i.due_on) filter (where i.amount <> 0) over (partition by n.id) as first_due
      from asked q cross join items i join notes n on n.id = i.note_id join policies p on p.id = n.policy_id and p.warranty_kind is not null
      left join endorsements e on e.id = n.endorsement_id
      where i.function = 'PREMIUM_RECEIVABLE' and n.kind = 'DN' and n.purpose = 'PREMIUM' and n.status = 'ISSUED' and n.debit_note_id is null
        and not exists (select 1 from endorsements c where c.policy_id = p.id and c.status = 'APPROVED' and c.endorsement_type like 'CANCEL%' and c.posted_on <= q.last)),
    sums as (select number, sum(amount - lost) as due, sum(paid) as paid from owed where due_on <= pay_by or due_on = first_due group by 1)
    select number as key, due, paid, due - paid as open from sums where due > paid`,
};

/** Production, brokerage, securities, renewals, warranties. */
export const OF_PRODUCTION: readonly Arithmetic[] = [
  summary,
  ...monthly,
  monthlyInBase,
  premiums,
  brokerages,
  brokerage,
  renewals,
  warranties,
];
