/** What is behind the figures of the reports on production: policies and endorsements. */
import { brokerageOverview, premiumOverview } from '../reports/contract.ts';
import { monthlyReport, monthlyTable } from '../reports/monthly.ts';
import { overviewTotals, productionTable } from '../reports/tables.ts';
import { behind, explained, type QueryOf } from '../tables/behind.ts';
import type { Wire } from '../tables/table.ts';
import { addDays, addMonths, type Day, firstOfMonth, lastOfMonth, yearOf } from '../values/day.ts';
import { BROKERAGES, PREMIUMS } from './sources.ts';

type Row = Wire<(typeof monthlyTable)['columns']>;
type Query = QueryOf<typeof monthlyReport>;

const yearOfMonth = (first: Day): Day => `${yearOf(first)}-01-01`;
/** The days of each column, by the first day of the month. */
const SPANS = {
  month: (first: Day) => ({ from: first, to: lastOfMonth(first) }),
  before: (first: Day) => ({ from: addMonths(first, -1), to: addDays(first, -1) }),
  lastYear: (first: Day) => ({ from: addMonths(first, -12), to: lastOfMonth(addMonths(first, -12)) }),
  year: (first: Day) => ({ from: yearOfMonth(first), to: lastOfMonth(first) }),
  lastYearToDate: (first: Day) => ({
    from: yearOfMonth(addMonths(first, -12)),
    to: lastOfMonth(addMonths(first, -12)),
  }),
};
const made =
  (span: keyof typeof SPANS, { source = PREMIUMS, column = 'amount' }: Made = {}) =>
  (row: Row, { branch, by, date }: Query, today: Day) =>
    behind(
      source,
      {
        branch,
        by: by ?? 'class',
        key: row.id,
        currency: row.currency,
        ...SPANS[span](firstOfMonth(date ?? today)),
      },
      column,
    );
type Made = { source?: typeof PREMIUMS; column?: 'amount' | 'base' };

export const monthly = explained(monthlyReport, monthlyTable, {
  premium: made('month'),
  brokerage: made('month', { source: BROKERAGES }),
  premium_before: made('before'),
  premium_last_year: made('lastYear'),
  premium_year: made('year'),
  brokerage_year: made('year', { source: BROKERAGES }),
  premium_last_year_to_date: made('lastYearToDate'),
  base_premium: made('month', { column: 'base' }),
  base_premium_year: made('year', { column: 'base' }),
});

const OF_PRODUCTION = { amount: 'RECORD', base: 'RECORD' } as const;
export const premiums = explained(premiumOverview, productionTable, OF_PRODUCTION);
export const brokerages = explained(brokerageOverview, productionTable, OF_PRODUCTION);
type OverviewQuery = QueryOf<typeof premiumOverview>;
const ofCurrency = (source: typeof PREMIUMS, column: 'amount' | 'base') =>
  ({ currency }: { currency: string }, { branch, from, to, by, key }: OverviewQuery) =>
    behind(source, { branch, from, to, by, key, currency }, column);
export const premiumTotals = explained(
  premiumOverview,
  overviewTotals,
  { amount: ofCurrency(PREMIUMS, 'amount'), base: ofCurrency(PREMIUMS, 'base') },
  { rows: 'totals' },
);
export const brokerageTotals = explained(
  brokerageOverview,
  overviewTotals,
  { amount: ofCurrency(BROKERAGES, 'amount'), base: ofCurrency(BROKERAGES, 'base') },
  { rows: 'totals' },
);
