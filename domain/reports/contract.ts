import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { ofReinsured, openOnly } from './ageing.ts';
import { besideParam } from './beside.ts';
import { ratesParam, ratesReply } from './closing-rates.ts';
import { LEDGER_PARTS } from './ledger-parts.ts';
import { MONTHLY_GROUPS } from './monthly.ts';
import {
  dueToReinsurersTable,
  dueToUsTable,
  ledgerTable,
  overviewTotals,
  productionTable,
  statementTable,
  statementTotals,
  trialBalanceTable,
  trialBalanceTotals,
} from './tables.ts';
import {
  amountOut,
  branchListQuery,
  branchParam,
  byId,
  currencyCode,
  dayParam,
  format,
  idText,
  instant,
  listReply,
  recordId,
  ref,
  text,
} from '../wire.ts';

const asAt = dayParam;

/** `detail` = account (default) or sub (per party and tax). Amounts signed, debit positive; totals in base. */
export const trialBalance = endpoint({
  method: 'GET',
  path: `${SCA}/trialbalance/items`,
  access: 'ledger.view',
  effect: 'read',
  summary: 'Trial balance between two days, per account, sub-ledger and currency.',
  query: z.object({
    ...branchListQuery,
    from: asAt,
    to: asAt,
    /** Beside what each closed at on another day, with the difference. */
    beside: besideParam,
    detail: z.optional(z.enum(['account', 'sub'])),
    /** Without what the closing of years brought to equity. M8. */
    year_end: z.optional(z.enum(['without'])),
    account: z.optional(text({ max: 4, message: 'Not an account.' })),
  }),
  reply: z.object({
    ...listReply(trialBalanceTable.row).shape,
    base_currency: z.string(),
    totals: trialBalanceTotals.row,
  }),
});
export const listLedgerLines = endpoint({
  method: 'GET',
  path: `${SCA}/ledger/items`,
  access: 'ledger.view',
  effect: 'read',
  summary: 'Journal lines of an account, newest first.',
  query: z.object({
    ...branchListQuery,
    account: z.optional(text({ max: 4, message: 'Not an account.' })),
    party: z.optional(idText),
    tax: z.optional(idText),
    bank: z.optional(idText),
    currency: z.optional(currencyCode),
    /** Of the accounts and events that a figure of a report is made of. */
    part: z.optional(z.enum(LEDGER_PARTS, 'Not a part of the ledger.')),
    from: asAt,
    to: asAt,
  }),
  reply: listReply(ledgerTable.row),
});
export const getEntry = endpoint({
  method: 'GET',
  path: `${SCA}/ledger/entry/{id}`,
  access: 'ledger.view',
  effect: 'read',
  summary: 'One journal entry with its lines and what made it.',
  params: byId,
  reply: z.object({
    id: recordId,
    day: z.string(),
    branch: z.string(),
    event: z.string(),
    narration: z.string(),
    source_kind: z.string(),
    source_id: recordId,
    source_number: z.nullable(z.string()),
    reverses: z.nullable(recordId),
    made_by: ref,
    made_at: instant,
    lines: z.array(ledgerTable.row),
  }),
});

const statement = z.object({
  as_at: z.string(),
  party: z.nullable(ref),
  /** There are more notes than the reply shows; totals and exports have all of them. */
  more: z.optional(z.boolean()),
  data: z.array(statementTable.row),
  totals: z.array(statementTotals.row),
  base_currency: z.string(),
  /** The balances of all of its notes, at booked rates or at those that are named. */
  base_total: amountOut,
  rates: ratesReply,
});
/** In base at which rates, and beside which other day. */
const compared = { rates: ratesParam, beside: besideParam };
const statementCall = {
  method: 'GET',
  access: 'reports.money',
  effect: 'read',
  query: z.object({ ...ofReinsured, ...compared, currency: z.optional(currencyCode), ...openOnly }),
  reply: statement,
} as const;
export const facultativeReportItem = endpoint({
  ...statementCall,
  path: `${SCA}/facultativereportitem`,
  summary: 'One reinsured: its policies and notes, paid and balance, as a statement.',
});
export const facultativeReportItem2 = endpoint({
  ...statementCall,
  path: `${SCA}/receivable/facultativereportitem`,
  summary: 'The same under its other path.',
});
const allStatements = {
  ...statementCall,
  query: z.object({ branch: branchParam, asat: asAt, format, ...compared, ...openOnly }),
} as const;
export const facultativeReportAll = endpoint({
  ...allStatements,
  path: `${SCA}/facultativereportall`,
  summary: 'All reinsureds: their policies and notes, paid and balance.',
});
export const facultativeReportAll2 = endpoint({
  ...allStatements,
  path: `${SCA}/receivable/facultativereportall`,
  summary: 'The same under its other path.',
});

const trend = z.array(z.object({ month: z.string(), base: amountOut }));
const overviewReply = <R extends z.ZodMiniType>(row: R) =>
  z.object({
    ...listReply(row).shape,
    base_currency: z.string(),
    totals: z.array(overviewTotals.row),
    base_total: amountOut,
    trend,
  });
const overview = { method: 'GET', access: 'dashboard.view', effect: 'read', query: z.object(branchListQuery) } as const;
/** Of some days instead of the year, and of a row of the monthly report. */
const production = {
  ...overview,
  query: z.object({
    ...branchListQuery,
    from: asAt,
    to: asAt,
    currency: z.optional(currencyCode),
    by: z.optional(z.enum(MONTHLY_GROUPS)),
    key: z.optional(text({ max: 20, message: 'Not a row of the report.' })),
  }),
} as const;
/**
 * Who sees an overview besides having a dashboard, by one of these. Production is everyone's who makes it; who chases what reinsureds owe sees
 * that; what we earn and owe is for those who see money. §5.
 */
export const SEES_OVERVIEW = {
  premium: ['reports.production'],
  brokerage: ['reports.money'],
  toUs: ['reports.money', 'reports.receivables_ageing'],
  toReinsurers: ['reports.money'],
} as const;
export const premiumOverview = endpoint({
  ...production,
  path: `${SCA}/aggregate/dashboardpremiumoverview`,
  summary: 'Fac premium per policy and endorsement, this year, with totals and trend.',
  reply: overviewReply(productionTable.row),
});
export const brokerageOverview = endpoint({
  ...production,
  path: `${SCA}/aggregate/dashboardbrokerageoverview`,
  summary: 'Brokerage noted per policy and endorsement, this year.',
  reply: overviewReply(productionTable.row),
});
export const dueToUsOverview = endpoint({
  ...overview,
  path: `${SCA}/aggregate/dashboardamoundduetouusoverview`,
  summary: 'What is due to us: open debit notes and claim invoices.',
  reply: overviewReply(dueToUsTable.row),
});
export const dueToReinsurersOverview = endpoint({
  ...overview,
  path: `${SCA}/aggregate/dashboardamoundduetoreinsurersoverview`,
  summary: 'What is due to reinsurers, with the released part.',
  reply: overviewReply(dueToReinsurersTable.row),
});

const figure = { base_total: amountOut, trend };
const shownFigure = z.nullable(z.object(figure));
export const dashboardFigures = endpoint({
  method: 'GET',
  path: `${SCA}/aggregate/dashboardfigures`,
  access: 'dashboard.view',
  effect: 'read',
  summary:
    'What the four overviews come to in base, with their trends and without their rows; null of what the caller may not see.',
  query: z.object({ branch: branchParam }),
  reply: z.object({
    base_currency: z.string(),
    premium: shownFigure,
    /** What is noted this year, and what is earned of brokerage in it. §6. */
    brokerage: z.nullable(z.object({ ...figure, earned: amountOut })),
    due_to_us: shownFigure,
    /** What of it is released and not paid. */
    due_to_reinsurers: z.nullable(z.object({ ...figure, released: amountOut })),
  }),
});
