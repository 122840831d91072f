/** What is behind the figures of the reports on production: policies and endorsements. */
import { brokerageOverview, premiumOverview, SEES_OVERVIEW } from '../reports/contract.ts';
import { cumulativeMetricsUser, marketProductionUser, marketTable, metricsTable } from '../reports/metrics.ts';
import { isInBase, monthlyReport, monthlyTable, monthlyTotals } from '../reports/monthly.ts';
import { overviewTotals, productionTable, scheduleTable } from '../reports/tables.ts';
import { listBudgets } from '../budgets/contract.ts';
import { budgetTable } from '../budgets/table.ts';
import { listRenewals } from '../renewals/contract.ts';
import { renewalTable } from '../renewals/table.ts';
import { scheduleOfSecurities } from '../reports/securities.ts';
import { securityLines, securityLinesTable } from '../reports/security-lines.ts';
import {
  NO_CLASS,
  securitiesSummary,
  securitiesSummaryTable,
  securitiesSummaryTotals,
} from '../reports/security-statement.ts';
import { behind, explained, type QueryOf, turned } from '../tables/behind.ts';
import { besideOn } from '../reports/beside.ts';
import type { OpenSide } from '../reports/item-movements.ts';
import { ofGroup } from './groups.ts';
import { addDays, addMonths, type Day, firstOfMonth, firstOfYear, lastOfMonth } from '../values/day.ts';
import { ITEMS, partyOf } from './items.ts';
import { movedBetween } from './open.ts';
import { BROKERAGES, LINES, PREMIUMS, SECURITY_LINES, SECURITY_STATEMENT } from './sources.ts';

/** A row of the month, or the total of a currency, which is of no group. */
type Row = { id?: string; currency: string };
type Query = QueryOf<typeof monthlyReport>;

/** The days of each column, by the first day of the month. */
const SPANS = {
  month: (first: Day) => ({ from: first, to: lastOfMonth(first) }),
  before: (first: Day) => ({ from: addMonths(first, -1), to: addDays(first, -1) }),
  lastYear: (first: Day) => ({ from: addMonths(first, -12), to: lastOfMonth(addMonths(first, -12)) }),
  year: (first: Day) => ({ from: firstOfYear(first), to: lastOfMonth(first) }),
  lastYearToDate: (first: Day) => ({
    from: firstOfYear(addMonths(first, -12)),
    to: lastOfMonth(addMonths(first, -12)),
  }),
};
const made =
  (span: keyof typeof SPANS, { source = PREMIUMS, column = 'amount' }: Made = {}) =>
  (row: Row, { branch, by, date, ...query }: Query, today: Day) =>
    behind(
      source,
      {
        branch,
        ...ofGroup(row, by ?? 'class'),
        // A report in base has one row over all currencies.
        ...(!isInBase(query) && { currency: row.currency }),
        ...SPANS[span](firstOfMonth(date ?? today)),
      },
      isInBase(query) ? 'base' : column,
    );
type Made = { source?: typeof PREMIUMS; column?: 'amount' | 'base' };

const OF_MONTH = {
  premium: made('month'),
  brokerage: made('month', { source: BROKERAGES }),
  premium_before: made('before'),
  premium_last_year: made('lastYear'),
  premium_year: made('year'),
  brokerage_year: made('year', { source: BROKERAGES }),
  premium_last_year_to_date: made('lastYearToDate'),
  change_last_year: 'COLUMNS',
  change_last_year_to_date: 'COLUMNS',
  brokerage_last_year: made('lastYear', { source: BROKERAGES }),
  brokerage_last_year_to_date: made('lastYearToDate', { source: BROKERAGES }),
  base_premium: made('month', { column: 'base' }),
  base_premium_year: made('year', { column: 'base' }),
  budget_premium: 'REGISTER',
  variance_premium: 'COLUMNS',
  budget_premium_year: 'REGISTER',
  variance_premium_year: 'COLUMNS',
  budget_brokerage: 'REGISTER',
  variance_brokerage: 'COLUMNS',
  budget_brokerage_year: 'REGISTER',
  variance_brokerage_year: 'COLUMNS',
} as const;
export const monthly = explained({ call: monthlyReport, table: monthlyTable }, OF_MONTH);
export const monthlySums = explained({ call: monthlyReport, table: monthlyTotals, rows: 'totals' }, OF_MONTH);

const OF_PRODUCTION = { amount: 'RECORD', base: 'RECORD' } as const;
export const premiums = explained(
  { call: premiumOverview, table: productionTable, needs: SEES_OVERVIEW.premium },
  OF_PRODUCTION,
);
export const brokerages = explained(
  { call: brokerageOverview, table: productionTable, needs: SEES_OVERVIEW.brokerage },
  OF_PRODUCTION,
);
type OverviewQuery = QueryOf<typeof premiumOverview>;
const ofCurrency =
  (source: typeof PREMIUMS, column: 'amount' | 'base') =>
  ({ currency }: { currency: string }, { branch, from, to, by, key }: OverviewQuery) =>
    behind(source, { branch, from, to, by, key, currency }, column);
export const premiumTotals = explained(
  { call: premiumOverview, table: overviewTotals, rows: 'totals', needs: SEES_OVERVIEW.premium },
  { amount: ofCurrency(PREMIUMS, 'amount'), base: ofCurrency(PREMIUMS, 'base') },
);
export const brokerageTotals = explained(
  { call: brokerageOverview, table: overviewTotals, rows: 'totals', needs: SEES_OVERVIEW.brokerage },
  { amount: ofCurrency(BROKERAGES, 'amount'), base: ofCurrency(BROKERAGES, 'base') },
);

/** A class by its name; of what has none, of another system, its own word. */
const named = (name: string) => (name === '' ? NO_CLASS : name);
type SummaryRow = { security: { id: number }; class: string; currency: string };
type SummaryQuery = { branch?: string | undefined; asat?: string | undefined };
const ofClass = (row: SummaryRow, { branch, asat }: SummaryQuery) => ({
  branch,
  asat,
  param: String(row.security.id),
  currency: row.currency,
  class: named(row.class),
});
type LineFigure = 'sharepremium' | 'commission' | 'brokerage' | 'tax' | 'deductions' | 'netpayable';
const ceded = (column: LineFigure) => (row: SummaryRow, query: SummaryQuery) =>
  behind(SECURITY_LINES, ofClass(row, query), column);
const collected = (row: SummaryRow, { branch, asat }: SummaryQuery) => ({
  branch,
  asat,
  side: 'RECOVERABLE' as const,
  party: String(row.security.id),
  currency: row.currency,
  class: named(row.class),
});

export const summary = explained(
  { call: securitiesSummary, table: securitiesSummaryTable },
  {
    sharepremium: ceded('sharepremium'),
    commission: ceded('commission'),
    brokerage: ceded('brokerage'),
    tax: ceded('tax'),
    deductions: ceded('deductions'),
    netpayable: ceded('netpayable'),
    paid: (row, query) => behind(SECURITY_STATEMENT, ofClass(row, query), 'paid'),
    uncollectable: (row, query) => behind(SECURITY_STATEMENT, ofClass(row, query), 'uncollectable'),
    balance: (row, query) => behind(SECURITY_STATEMENT, ofClass(row, query), 'balance'),
    beside: (row, query, today) => {
      const asat = besideOn(query.beside, query.asat ?? today);
      return asat === undefined
        ? 'COLUMNS'
        : behind(SECURITY_STATEMENT, ofClass(row, { branch: query.branch, asat }), 'balance');
    },
    change: (row, query, today) =>
      movedBetween(
        { side: 'PAYABLE', party: String(row.security.id), currency: row.currency, class: named(row.class) },
        query,
        today,
      ),
    base_balance: (row, query) => behind(SECURITY_STATEMENT, ofClass(row, query), 'base_balance'),
    base_closing: (row, query) =>
      behind(SECURITY_STATEMENT, { ...ofClass(row, query), rates: 'closing' }, 'base_closing'),
    claims: (row, query) => behind(ITEMS, { ...collected(row, query), of: 'NOTES', move: 'OPENED' }, 'amount'),
    claims_open: (row, query) => behind(ITEMS, collected(row, query), 'amount'),
  },
);
type SumRow = { currency: string };
/** Of one security or of all of them. */
const cededInAll =
  (column: LineFigure) =>
  (row: SumRow, { param, branch, asat }: QueryOf<typeof securitiesSummary>) =>
    behind(SECURITY_LINES, { param: param ?? 'ALL', branch, asat, currency: row.currency }, column);
const owedInAll = (side: OpenSide, { currency }: SumRow, query: QueryOf<typeof securitiesSummary>) => ({
  side,
  party: partyOf(query),
  branch: query.branch,
  asat: query.asat,
  currency,
});
export const summarySums = explained(
  { call: securitiesSummary, table: securitiesSummaryTotals, rows: 'totals' },
  {
    sharepremium: cededInAll('sharepremium'),
    commission: cededInAll('commission'),
    brokerage: cededInAll('brokerage'),
    tax: cededInAll('tax'),
    deductions: cededInAll('deductions'),
    netpayable: cededInAll('netpayable'),
    paid: (row, query) =>
      behind(ITEMS, { ...owedInAll('PAYABLE', row, query), of: 'NOTES', move: 'SETTLED' }, 'amount'),
    uncollectable: (row, query) =>
      behind(ITEMS, { ...owedInAll('PAYABLE', row, query), of: 'NOTES', move: 'WRITTEN_BACK' }, 'amount'),
    balance: (row, query) => behind(ITEMS, { ...owedInAll('PAYABLE', row, query), of: 'NOTES' }, turned('amount')),
    base_balance: (row, query) =>
      behind(ITEMS, { ...owedInAll('PAYABLE', row, query), of: 'NOTES' }, turned('base_amount')),
    base_closing: 'ALL_ROWS',
    claims: (row, query) =>
      behind(ITEMS, { ...owedInAll('RECOVERABLE', row, query), of: 'NOTES', move: 'OPENED' }, 'amount'),
    claims_open: (row, query) => behind(ITEMS, owedInAll('RECOVERABLE', row, query), 'amount'),
  },
);
export const summaryLines = explained(
  { call: securityLines, table: securityLinesTable },
  {
    sharepremium: 'RECORD',
    commission: 'RECORD',
    brokerage: 'RECORD',
    tax: 'RECORD',
    deductions: 'RECORD',
    netpayable: 'RECORD',
  },
);
type ScheduleRow = { security: { id: number }; note: { id: number } | null };
/** A policy's own lines; what was paid of a note, and what is open. */
const noteOf = (row: ScheduleRow, { branch }: { branch?: string | undefined }) => ({
  branch,
  side: 'PAYABLE' as const,
  party: String(row.security.id),
  note: row.note === null ? undefined : String(row.note.id),
});
export const schedule = explained(
  { call: scheduleOfSecurities, table: scheduleTable },
  {
    sharepremium: 'RECORD',
    commission: 'RECORD',
    brokerage: 'RECORD',
    tax: 'RECORD',
    deductions: 'RECORD',
    netpayable: 'RECORD',
    paid: (row, query) =>
      row.note === null ? 'RECORD' : behind(ITEMS, { ...noteOf(row, query), move: 'SETTLED' }, 'amount'),
    uncollectable: (row, query) =>
      row.note === null ? 'RECORD' : behind(ITEMS, { ...noteOf(row, query), move: 'WRITTEN_BACK' }, 'amount'),
    balance: (row, query) => (row.note === null ? 'RECORD' : behind(ITEMS, noteOf(row, query), turned('amount'))),
  },
);

export const renewals = explained(
  { call: listRenewals, table: renewalTable },
  {
    sum_insured: 'RECORD',
    premium: 'RECORD',
    fac_premium: 'RECORD',
    base_fac_premium: 'RECORD',
    incurred: 'RECORD',
    ex_gratia: 'RECORD',
  },
);

type Metric = { month: string };
type MetricQuery = { branch?: string | undefined };
const daysIn = (month: string) => ({ from: `${month}-01`, to: lastOfMonth(`${month}-01`) });
const brought =
  (source: typeof PREMIUMS) =>
  (row: Metric, { branch }: MetricQuery) =>
    behind(source, { branch, ...daysIn(row.month) }, 'base');
const cash =
  (part: 'CLIENT_IN' | 'CLIENT_OUT') =>
  (row: Metric, { branch }: MetricQuery) => {
    const query = { branch, part, ...daysIn(row.month) };
    return behind(LINES, query, part === 'CLIENT_IN' ? 'base_amount' : turned('base_amount'));
  };
const inMarket =
  (source: typeof PREMIUMS) =>
  (row: Metric & { market: string }, { branch }: MetricQuery) =>
    behind(source, { branch, ...daysIn(row.month), by: 'market', key: row.market }, 'base');
/** Production by market, of one branch. */
export const byMarket = explained(
  { call: marketProductionUser, table: marketTable },
  { premium: inMarket(PREMIUMS), brokerage: inMarket(BROKERAGES) },
);
const OF_METRICS = {
  premium: brought(PREMIUMS),
  brokerage: brought(BROKERAGES),
  claims: 'INVOICES',
  receipts: cash('CLIENT_IN'),
  payments: cash('CLIENT_OUT'),
} as const;
/** The dashboard's months, of one branch and of all. */
export const metrics = explained({ call: cumulativeMetricsUser, table: metricsTable, rows: 'months' }, OF_METRICS);
export const metricsBefore = explained(
  { call: cumulativeMetricsUser, table: metricsTable, rows: 'last_year' },
  OF_METRICS,
);

export const budgets = explained(
  { call: listBudgets, table: budgetTable },
  { premium: 'REGISTER', brokerage: 'REGISTER' },
);
