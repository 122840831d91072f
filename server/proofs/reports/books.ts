/**
 * The auditor's own arithmetic of each report: one query over entries, items, documents and movements. It reads no sum that is kept and
 * shares no line with the report. It gives the `key` of a row and amounts in minor units, by the names of the report's columns; `asked`
 * has the branches and the first and last day.
 */
import { REVALUATIONS } from '../../../domain/ledger/entries.ts';
import { BUCKETS, type Bucket } from '../../../domain/reports/buckets.ts';
import type { Explained } from '../../../domain/tables/behind.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Row } from './rows.ts';

export type Span = { first: Day; last: Day };
export type Arithmetic = {
  report: Explained;
  /** What the report is asked for, but the branches. */
  query: (span: Span, id: string) => Record<string, string>;
  /** By what its rows are known; rows with the same are added up. Null: a row of which nothing is worked out here. */
  key: (row: Row) => readonly unknown[] | null;
  /** A query of the ids that it is asked for one after the other; the query takes the one as `$4`. */
  each?: string;
  /** Whether its totals are known by the same: they are compared too, and alone where it shows but the first of its rows. */
  totalled?: true;
  /** Where a row of it is `unrated`, a currency has no rate and the report is refused. */
  sql: string;
};

/** A property of a reference in a row; nothing, where the row has none. */
const ofRef = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? new Map(Object.entries(of)).get(name) : '';
export const idOf = (of: unknown): unknown => ofRef(of, 'id');
export const inWords = (names: readonly string[]): string => names.map((name) => `'${name}'`).join();
export const REVALUED = `(${inWords(REVALUATIONS)})`;
export const TAXING = `('POLICY_APPROVED', 'POLICY_DISABLED', 'ENDORSEMENT_APPROVED', 'INVOICE_APPROVED')`;

const WITHIN: Record<Bucket, string> = {
  not_due: '<= 0',
  d1_30: 'between 1 and 30',
  d31_60: 'between 31 and 60',
  d61_90: 'between 61 and 90',
  d91_180: 'between 91 and 180',
  d181_365: 'between 181 and 365',
  over_365: '> 365',
};

export const ASKED = 'asked as (select $1::int[] as branches, $2::date as first, $3::date as last)';
/** The same, of which the first day is the last. */
export const ASKED_BEFORE = 'asked as (select $1::int[] as branches, $2::date as first, $2::date as last)';
/** Lines of entries to the last day; `act` is the event of what was reversed, where a line reverses. */
export const LINES = `lines as (
  select l.*, a.function, e.event, coalesce(o.event, e.event) as act, e.reverses_id, l.day >= q.first as within
  from asked q join journal_lines l on l.branch_id = any(q.branches) and l.day <= q.last join ledger_accounts a on a.code = l.account
  join journal_entries e on e.id = l.entry_id left join journal_entries o on o.id = e.reverses_id)`;
/** Items that were opened by the last day with what of them was paid, lost since it cannot be collected, and open at its end. */
export const ITEMS = `items as (
  select i.*, a.function, q.last - i.due_on as late, coalesce(s.amount, 0) - coalesce(s.lost, 0) as paid, coalesce(s.lost, 0) as lost,
    i.amount - coalesce(s.amount, 0) as open, i.base_amount - coalesce(s.base_amount, 0) as base_open
  from asked q join open_items i on i.branch_id = any(q.branches) and i.opened_on <= q.last join ledger_accounts a on a.code = i.account
  left join (select s.item_id, sum(s.amount) as amount, sum(s.base_amount) as base_amount, sum(s.amount) filter (where coalesce(o.event, e.event) = 'UNCOLLECTABLE') as lost
    from asked q join settlements s on s.day <= q.last join journal_entries e on e.id = s.entry_id left join journal_entries o on o.id = e.reverses_id
    group by 1) s on s.item_id = i.id)`;
/** Notes that counted at the end of the last day. */
export const NOTES = `noted as (
  select n.* from asked q join notes n on n.branch_id = any(q.branches) and n.posted_on <= q.last
  where n.status = 'ISSUED' or not exists (select 1 from journal_entries e
    where e.source_kind = 'policy' and e.source_id = n.policy_id and e.event = 'POLICY_DISABLED' and e.day <= q.last))`;
/** Policies, what gives back those that were disabled, and endorsements, each with what it was of. */
export const MADE = `made as (
  select p.id as policy_id, case when p.renewed_from_id is null then 'NEW' else 'RENEWAL' end as type, 1 as policies, p.posted_on,
    p.fac_premium as premium, p.brokerage_total as brokerage, p.base_fac_premium as base_premium, p.base_brokerage
  from asked q join policies p on p.branch_id = any(q.branches) and p.status in ('APPROVED', 'DISABLED') and p.posted_on is not null
  union all
  select p.id, case when p.renewed_from_id is null then 'NEW' else 'RENEWAL' end, -1, e.day, -p.fac_premium, -p.brokerage_total, -p.base_fac_premium, -p.base_brokerage
  from asked q join policies p on p.branch_id = any(q.branches) and p.status = 'DISABLED'
  join journal_entries e on e.source_kind = 'policy' and e.source_id = p.id and e.event = 'POLICY_DISABLED'
  union all
  select e.policy_id, e.endorsement_type, 0, e.posted_on, e.fac_premium, e.brokerage_total, coalesce(e.base_fac_premium, 0), coalesce(e.base_brokerage, 0)
  from asked q join endorsements e on e.branch_id = any(q.branches) and e.status = 'APPROVED')`;
/** Lines of policies and endorsements that were booked by the last day. */
export const CEDED = `ceded as (
  select p.id as policy_id, p.currency, l.security_id, l.share_premium, l.commission_amount, l.brokerage_amount, l.tax_amount, l.deductions, l.net_payable
  from booked p join policy_lines l on l.policy_id = p.id
  union all
  select p.id, p.currency, l.security_id, l.share_premium, l.commission_amount, l.brokerage_amount, l.tax_amount, l.deductions, l.net_payable
  from asked q join booked p on true join endorsements e on e.policy_id = p.id and e.status = 'APPROVED' and e.posted_on <= q.last
  join endorsement_lines l on l.endorsement_id = e.id)`;
/** Policies that were booked by the last day and taken back by none. */
export const STOOD = `
  select p.* from asked q join policies p on p.branch_id = any(q.branches) and p.posted_on <= q.last
  where p.status = 'APPROVED' or (p.status = 'DISABLED' and not exists (select 1 from journal_entries e
    where e.source_kind = 'policy' and e.source_id = p.id and e.event = 'POLICY_DISABLED' and e.day <= q.last))`;
export const BOOKED = `booked as (${STOOD})`;
/** What a security has of a line. */
export const PER_SECURITY = [
  'share_premium',
  'commission_amount',
  'brokerage_amount',
  'tax_amount',
  'deductions',
  'net_payable',
];
export const CLASS = `coalesce(kc.name, k.name, '')`;
export const CLASSES =
  'left join cover_types k on k.id = p.cover_type_id left join cover_types kc on kc.id = k.class_id';

export const sumOf = (amount: string, where: string): string => `coalesce(sum(${amount}) filter (where ${where}), 0)`;
export const buckets = (open: string, where: string): string =>
  BUCKETS.map((bucket) => `${sumOf(open, `${where} and late ${WITHIN[bucket]}`)} as ${bucket}`).join();

export const asAt = ({ last }: Span) => ({ asat: last });
export const between = ({ first, last }: Span) => ({ from: first, to: last });
export const ofAll = (span: Span) => ({ param: 'ALL', ...asAt(span) });

/** Keys of rows. */
export const byNote = ({ note }: Row) => [ofRef(note, 'number')];
export const byCurrency = ({ currency }: Row) => [currency];

/** Ours of what a claim `c` is expected to cost, by its last movement `m`; of one that has not moved, its reserve. */
export const OURS_INCURRED =
  'coalesce(m.after_ours_incurred, round(c.claim_reserve::numeric * c.claim_share / 100000000))';
/** The policy of a claim `c` and the currencies of both. */
export const HELD =
  'join policies o on o.id = c.policy_id join currencies own on own.code = o.currency join currencies its on its.code = c.currency';
/** An amount of the claim in its policy's currency, at the rate that the claim is held at. */
export const heldIn = (amount: string): string =>
  `round((${amount})::numeric * coalesce(c.exchange_rate, 10000000000) / 10000000000 * 10::numeric ^ (own.exponent - its.exponent))`;
