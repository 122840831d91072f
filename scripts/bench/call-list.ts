import { TABLES } from '../../server/features/records.ts';
import { addDays, addMonths, type Day, firstOfMonth } from '../../domain/values/day.ts';

/** A read over HTTP beside the leanest SQL that gives the same answer through the bare driver; $1 is the branches as an array. */
export type BenchedCall = { name: string; path: string; bound: string };

/** A row and what is shown with it, of the row `r`, in one round trip: the leanest way to such an answer. */
export const shownWith = (of: { table: string; where: string; shows: readonly string[] }): string =>
  `select r.*, ${of.shows.map((rows, place) => `array(select x::text from (${rows}) x) as s${place}`).join(', ')} from ${of.table} r where r.branch_id = any($1) and ${of.where}`;

const SCA = '/api/sca/v1';
/** Policies `p` that cover a day. */
export const inForceOn = (day: string): string =>
  `p.status = 'APPROVED' and p.insurance_start_date <= ${day} and p.cover_end_date >= ${day}`;
export const FORCE = inForceOn('current_date');
/** What the report of a month is made of: this year and last by month, from the sums that are kept. */
export const MONTHLY = `
  select month, cover_type_id, currency, sum(policies), sum(fac_premium), sum(brokerage), sum(base_fac_premium), sum(base_brokerage) from production_months
  where branch_id = any($1) and month >= date_trunc('year', current_date) - interval '1 year' group by 1, 2, 3`;
const OPEN = `from open_items i where i.branch_id = any($1) and i.outstanding <> 0`;
const APPROVED = `from policies where branch_id = any($1) and status = 'APPROVED'`;
const OWED = `select party_id, currency, sum(released - paid) from note_parts where branch_id = any($1) and paid < effective group by 1, 2`;
const aged = (sign: '<' | '>', day: string) =>
  `select i.party_id, i.currency, width_bucket(date '${day}' - i.due_on, array[1, 31, 61, 91]), sum(i.outstanding) ${OPEN} and i.outstanding ${sign} 0 and i.opened_on <= '${day}' group by 1, 2, 3`;

/** The dashboard's calls and the reports that money is read from. */
export const callsOf = ({
  reinsured,
  security,
  today,
}: {
  reinsured: number;
  security: number;
  today: Day;
}): BenchedCall[] => [
  {
    name: 'find anything',
    path: `${SCA}/aggregate/search?searchValue=bulk/000000123`,
    bound: `select id from policies where branch_id = any($1) and search_text like '%bulk/000000123%' limit 8`,
  },
  {
    name: 'my work',
    path: `${SCA}/aggregate/mywork`,
    // The first of each kind that wait for a decision, and of those that were sent back.
    bound: Object.values(TABLES)
      .flatMap(({ name, number }) =>
        ['PENDING', 'REJECTED'].map(
          (status) =>
            `(select id, ${number}::text, currency, created_at from ${name} where branch_id = any($1) and status = '${status}' order by created_at limit 50)`,
        ),
      )
      .join(' union all '),
  },
  {
    name: 'dashboard: its four figures',
    path: `${SCA}/aggregate/dashboardfigures`,
    bound: `select (select sum(base_fac_premium) ${APPROVED} and posted_on >= date_trunc('year', current_date)),
      (select sum(base_brokerage) ${APPROVED} and posted_on >= date_trunc('year', current_date)), (select sum(base_outstanding) ${OPEN} and i.outstanding > 0),
      (select sum(base_outstanding) ${OPEN} and i.outstanding < 0)`,
  },
  {
    name: 'dashboard: premium',
    path: `${SCA}/aggregate/dashboardpremiumoverview?length=1`,
    bound: `select count(*), sum(base_fac_premium) ${APPROVED} and posted_on >= date_trunc('year', current_date)`,
  },
  {
    name: 'dashboard: brokerage',
    path: `${SCA}/aggregate/dashboardbrokerageoverview?length=1`,
    bound: `select count(*), sum(base_brokerage) ${APPROVED} and posted_on >= date_trunc('year', current_date)`,
  },
  {
    name: 'dashboard: due to us',
    path: `${SCA}/aggregate/dashboardamoundduetouusoverview?length=1`,
    bound: `select count(*), sum(base_outstanding) ${OPEN} and i.outstanding > 0`,
  },
  {
    name: 'dashboard: due to reinsurers',
    path: `${SCA}/aggregate/dashboardamoundduetoreinsurersoverview?length=1`,
    bound: `select count(*), sum(base_outstanding) ${OPEN} and i.outstanding < 0`,
  },
  {
    name: 'dashboard: metrics of all',
    path: `${SCA}/underwriting/cumulativemetricsadmin`,
    bound: `select date_trunc('month', posted_on), sum(base_fac_premium) ${APPROVED} group by 1`,
  },
  {
    name: 'dashboard: ageing',
    path: `${SCA}/receivable/ageingoverviewreportdashboard`,
    bound: `select width_bucket(current_date - i.due_on, array[1, 31, 61, 91]), sum(i.base_outstanding) ${OPEN} and i.outstanding > 0 group by 1`,
  },
  {
    name: 'ageing of receivables',
    path: `${SCA}/receivable/ageingoverviewreport`,
    bound: `select i.party_id, i.currency, width_bucket(current_date - i.due_on, array[1, 31, 61, 91]), sum(i.outstanding) ${OPEN} and i.outstanding > 0 group by 1, 2, 3`,
  },
  {
    name: 'ageing of payables',
    path: `${SCA}/paymentvoucher/ageingoverviewreport`,
    bound: `select i.party_id, i.currency, width_bucket(current_date - i.due_on, array[1, 31, 61, 91]), sum(i.outstanding) ${OPEN} and i.outstanding < 0 group by 1, 2, 3`,
  },
  ...[
    { when: 'the last month’s end', day: addDays(firstOfMonth(today), -1) },
    { when: 'a day of last year', day: addDays(addMonths(firstOfMonth(today), -12), 9) },
  ].flatMap(({ when, day }) => [
    {
      name: `ageing of receivables at ${when}`,
      path: `${SCA}/receivable/ageingoverviewreport?asat=${day}`,
      bound: aged('>', day),
    },
    {
      name: `ageing of payables at ${when}`,
      path: `${SCA}/paymentvoucher/ageingoverviewreport?asat=${day}`,
      bound: aged('<', day),
    },
  ]),
  ...[
    {
      name: 'ageing of receivables at closing rates',
      path: 'receivable/ageingoverviewreport?rates=closing',
      sign: '>' as const,
    },
    {
      name: 'ageing of payables at closing rates',
      path: 'paymentvoucher/ageingoverviewreport?rates=closing',
      sign: '<' as const,
    },
    {
      name: 'ageing of payables, note by note',
      path: 'paymentvoucher/ageingsummaryreport?param=ALL',
      sign: '<' as const,
    },
    {
      name: 'ageing of receivables, note by note',
      path: 'receivable/ageingsummaryreport?param=ALL',
      sign: '>' as const,
    },
    { name: 'outstanding', path: 'receivable/facultativereport', sign: '>' as const },
    { name: 'outstanding at closing rates', path: 'receivable/facultativereport?rates=closing', sign: '>' as const },
  ].map(({ name, path, sign }) => ({
    name,
    path: `${SCA}/${path}`,
    // By note in the database, of which a report sends no more than it shows.
    bound: `select count(*), sum(due) from (
      select i.party_id, i.currency, i.note_id, sum(i.outstanding) as due ${OPEN} and i.outstanding ${sign} 0 group by 1, 2, 3) as notes`,
  })),
  {
    name: 'insolvency drill',
    path: `${SCA}/securities/insolvency?param=${security}`,
    bound: `with line as (select p.id, p.broker_reference, p.currency, p.sum_insured, l.share, l.share_premium, p.insurance_start_date as first, p.insurance_end_date as last
        from policy_lines l join policies p on p.id = l.policy_id where l.branch_id = any($1) and l.security_id = ${security} and ${FORCE}),
      part as materialized (
        select 1 as part, id, broker_reference as document, currency, sum_insured::numeric * share / 100000000 as amount from line
        union all select 2, id, broker_reference, currency, share_premium::numeric * (last - current_date) / (last - first + 1) from line where last > current_date
        union all select 3, n.id, n.number, n.currency, n.amount - n.settled from notes n join notes d on d.id = n.debit_note_id
          where n.branch_id = any($1) and n.party_id = ${security} and n.kind = 'CN' and n.status = 'ISSUED' and d.settled < d.amount)
      select * from (select * from part order by part, document limit 5001) r join (select part, currency, sum(amount) from part group by 1, 2) t using (part, currency)`,
  },
  {
    name: 'statement of a reinsured',
    path: `${SCA}/facultativereportitem?param=${reinsured}`,
    bound: `with note as materialized (select n.*, p.broker_reference, i.name as insured from notes n join policies p on p.id = n.policy_id
        join parties i on i.id = p.current_insured_id where n.branch_id = any($1) and n.party_id = ${reinsured} and n.status = 'ISSUED')
      select * from (select * from note order by posted_on, id limit 5001) r cross join (select sum(amount), sum(settled), count(*) from note) t`,
  },
  {
    name: 'trial balance',
    path: `${SCA}/trialbalance/items`,
    bound: `select account, currency, sum(debit), sum(credit) from daily_balances where branch_id = any($1) group by 1, 2`,
  },
  {
    name: 'release queue',
    path: `${SCA}/paymentvoucher/releases`,
    bound: OWED,
  },
  // The leanest SQL is that of what was received for notes until then, which is about half of what it takes; by account, note by note, as what is short in one is not
  // taken off another.
  ...[
    { when: ' today', what: 'items', day: today },
    { when: ' by account today', what: 'accounts', day: today },
    { when: ', what is paid ahead', what: 'paidahead', day: today },
    { when: ', what is in hand for notes', what: 'paidahead?of=premiums&', day: today },
    { when: ' at the last month’s end', what: 'items', day: addDays(firstOfMonth(today), -1) },
    { when: ' at a day of last year', what: 'items', day: addDays(addMonths(firstOfMonth(today), -12), 9) },
    {
      when: ' by account at a day of last year',
      what: 'accounts',
      day: addDays(addMonths(firstOfMonth(today), -12), 9),
    },
  ].map(({ when, what, day }) => ({
    name: `client money${when}`,
    path: `${SCA}/clientmoney/${what}${what.endsWith('&') ? '' : '?'}asat=${day}`,
    bound:
      what === 'accounts'
        ? `select bank_account_id, currency, sum(in_hand) filter (where in_hand > 0) from (
            select a.note_id, r.bank_account_id, n.currency, sum(a.note_amount) as in_hand from allocations a join notes n on n.id = a.note_id join receipts r on r.id = a.receipt_id
            where a.branch_id = any($1) and a.day <= '${day}' group by 1, 2, 3) x group by 1, 2`
        : `select n.currency, sum(a.note_amount) from allocations a join notes n on n.id = a.note_id where a.branch_id = any($1) and a.day <= '${day}' group by 1`,
  })),
  {
    name: 'monthly production',
    path: `${SCA}/underwriting/monthlyreport`,
    bound: MONTHLY,
  },
  {
    name: 'renewals',
    path: `${SCA}/underwriting/renewals?length=20`,
    bound: `select * ${APPROVED} and insurance_end_date >= current_date order by insurance_end_date, id limit 20`,
  },
];
