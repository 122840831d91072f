import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { MARKET_LABELS, markets } from '../registers/shapes.ts';
import { baseMoney, choice, count, optional, text, totalled } from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { amountOut, branchParam, format, wholeText } from '../wire.ts';

const year = z.optional(wholeText({ min: 1990, max: 2199, message: 'Enter a year.' }));
const figures = {
  premium: amountOut,
  brokerage: amountOut,
  claims: amountOut,
  receipts: z.nullable(amountOut),
  payments: z.nullable(amountOut),
  policies: z.int(),
};
/** The figures of a month, in base; receipts and payments are null to who does not see money. §5. */
export const metricsTable = table({
  month: text('Month'),
  premium: baseMoney('Premium'),
  brokerage: baseMoney('Brokerage'),
  claims: baseMoney('Claims called'),
  receipts: optional(baseMoney('Receipts')),
  payments: optional(baseMoney('Payments')),
  policies: count('Policies'),
});
const month = metricsTable.row;
const metrics = z.object({ year: z.int(), currency: z.string(), months: z.array(month), last_year: z.array(month) });
export const cumulativeMetricsAdmin = endpoint({
  method: 'GET',
  path: `${SCA}/underwriting/cumulativemetricsadmin`,
  access: 'firm.manage',
  effect: 'read',
  summary: 'Per month of the year, all branches, in base.',
  query: z.object({ year }),
  reply: metrics,
});
export const cumulativeMetricsUser = endpoint({
  method: 'GET',
  path: `${SCA}/underwriting/cumulativemetricsuser`,
  access: 'reports.production',
  effect: 'read',
  summary: 'Per month of the year, one branch, in base.',
  query: z.object({ branch: branchParam, year }),
  reply: metrics,
});

const toDate = z.object({ from: z.string(), to: z.string(), ...figures });
export const cumulativeMetrics = endpoint({
  method: 'GET',
  path: `${SCA}/underwriting/cumulativemetrics`,
  access: 'reports.production',
  effect: 'read',
  summary: 'The same totals of the year to date and of last year to the same day, in base.',
  query: z.object({ branch: branchParam }),
  reply: z.object({ currency: z.string(), year: toDate, last_year: toDate }),
});

/** Production of a month in one market, in base. */
export const marketTable = table({
  month: text('Month'),
  market: choice('Market', markets, (market) => MARKET_LABELS[market]),
  /** Approved in the month; their endorsements count in the amounts alone. */
  number: count('Policies'),
  premium: totalled(baseMoney('Premium')),
  brokerage: totalled(baseMoney('Brokerage')),
});
const productionByMarket = z.object({ year: z.int(), currency: z.string(), data: z.array(marketTable.row) });
export const marketProduction = endpoint({
  method: 'GET',
  path: `${SCA}/underwriting/underwritinglondonslipproductionreport`,
  access: 'firm.manage',
  effect: 'read',
  summary: 'Production per month and market, all branches, in base.',
  query: z.object({ year, format }),
  reply: productionByMarket,
});
export const marketProductionUser = endpoint({
  method: 'GET',
  path: `${SCA}/underwriting/underwritinglondonslipproductionreportuser`,
  access: 'reports.production',
  effect: 'read',
  summary: 'Production per month and market, one branch, in base.',
  query: z.object({ branch: branchParam, year, format }),
  reply: productionByMarket,
});
