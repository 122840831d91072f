import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { baseMoney, count, hidden, money, text, titled, totalled } from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { branchParam, dayParam, format } from '../wire.ts';

/** By what production is read. */
export const MONTHLY_GROUPS = ['class', 'reinsured', 'market', 'type'] as const;
export type MonthlyGroup = (typeof MONTHLY_GROUPS)[number];
export const MONTHLY_LABELS: Record<MonthlyGroup, string> = {
  class: 'Class',
  reinsured: 'Reinsured',
  market: 'Market',
  type: 'Type',
};

const made = {
  policies: count('Policies'),
  premium: totalled(money('Premium')),
  brokerage: totalled(money('Brokerage')),
  premium_before: totalled(money('Month before')),
  premium_last_year: totalled(money('Month last year')),
  premium_year: totalled(money('Year to date')),
  brokerage_year: totalled(money('Brokerage to date')),
  premium_last_year_to_date: totalled(money('Last year to date')),
};
const inBase = {
  base_premium: hidden(titled('Premium', totalled(baseMoney('Premium at booked rates')))),
  base_premium_year: hidden(titled('Year to date', totalled(baseMoney('Year to date at booked rates')))),
};
export const monthlyTotals = table({ currency: text('Currency'), ...made, ...inBase });
/** Production of a month, with endorsements, by the day it was posted; base at booked rates. */
export const monthlyTable = table(
  /** What a row is of: a class, a party, a market, a type. */
  { id: text(''), name: text('Name'), currency: text('Currency'), ...made, ...inBase },
  {
    screen: [
      'name',
      'policies',
      'premium',
      'brokerage',
      'premium_before',
      'premium_last_year',
      'premium_year',
      'brokerage_year',
      'premium_last_year_to_date',
      'base_premium',
      'base_premium_year',
    ],
  },
);

export const monthlyReport = endpoint({
  method: 'GET',
  path: `${SCA}/underwriting/monthlyreport`,
  access: 'reports.production',
  effect: 'read',
  summary:
    'One month’s production beside the month before, last year and the year to date, by class, reinsured, market or type.',
  query: z.object({ date: dayParam, by: z.optional(z.enum(MONTHLY_GROUPS)), branch: branchParam, format }),
  reply: z.object({
    /** The first day of the month. */
    month: z.string(),
    base_currency: z.string(),
    data: z.array(monthlyTable.row),
    totals: z.array(monthlyTotals.row),
  }),
});
