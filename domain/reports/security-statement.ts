import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import {
  below,
  count,
  day,
  id,
  money,
  note,
  optional,
  party,
  partyText,
  record,
  text,
  titled,
  totalled,
} from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { amountOut, branchParam, currencyCode, dayParam, format, ref, text as textOf } from '../wire.ts';
import { ofSecurity, openOnly } from './ageing.ts';
import { besideParam } from './beside.ts';
import { ratesParam, ratesReply } from './closing-rates.ts';
import { balanceInBase, balancesInBase, BESIDE, besides, besidesInAll, uncollectable } from './tables.ts';

/** What a placement without a class, of another system, is narrowed by. */
export const NO_CLASS = '-';
/** A class by its name, as a row of a report has it. */
export const classParam = z.optional(textOf({ max: 200, message: 'Not a class.' }));

const noted = {
  amount: totalled(money('Net')),
  /** Nothing is released of a return that a security owes: null. */
  released: totalled(optional(money('Released'))),
  paid: totalled(money('Paid')),
  uncollectable,
  balance: totalled(money('Balance')),
};
export const securityStatementTotals = table({
  currency: text('Currency'),
  ...noted,
  ...besidesInAll,
  ...balancesInBase,
});
const OF_NOTE = ['amount', 'released', 'paid', 'uncollectable', 'balance'] as const;
/** Credit notes of a security with what is released and paid of them; a return that it owes is negative. */
export const securityStatementTable = table(
  {
    security: party('Security'),
    policy: below('note', optional(record('Policy'))),
    reinsured: partyText('Reinsured', 'reinsured_id'),
    reinsured_id: optional(id()),
    insured: below('security', partyText('Insured', 'insured_id')),
    insured_id: optional(id()),
    class: text('Class'),
    note: note('Note'),
    posted_on: titled('Date', day('Posted')),
    due_on: below('posted_on', day('Due')),
    currency: text('Currency'),
    ...noted,
    ...besidesInAll,
    ...balanceInBase,
  },
  {
    // The rates are said at its head.
    paper: [
      'security',
      'insured',
      'policy',
      'note',
      'posted_on',
      'due_on',
      'currency',
      ...OF_NOTE,
      ...BESIDE,
      'base_balance',
      'base_closing',
    ],
    screen: ['posted_on', 'note', 'policy', 'insured', 'due_on', ...OF_NOTE, ...BESIDE, 'base_balance', 'base_closing'],
  },
);
export const securityReport = endpoint({
  method: 'GET',
  path: `${SCA}/paymentvoucher/securityreport`,
  access: 'reports.money',
  effect: 'read',
  long: true,
  summary: 'One security: its credit notes, released, paid and balance, as a statement.',
  query: z.object({
    ...ofSecurity,
    rates: ratesParam,
    beside: besideParam,
    currency: z.optional(currencyCode),
    class: classParam,
    ...openOnly,
  }),
  reply: z.object({
    as_at: z.string(),
    party: z.nullable(ref),
    /** There are more notes than the reply shows; totals and exports have all of them. */
    more: z.optional(z.boolean()),
    data: z.array(securityStatementTable.row),
    totals: z.array(securityStatementTotals.row),
    base_currency: z.string(),
    /** The balances of all of its notes, at booked rates or at those that are named. */
    base_total: amountOut,
    rates: ratesReply,
  }),
});

const ceded = {
  sharepremium: titled('Ceded', totalled(money('Premium ceded'))),
  commission: totalled(money('Commission')),
  brokerage: below('commission', totalled(money('Brokerage'))),
  tax: totalled(money('Tax')),
  deductions: below('tax', totalled(money('Deductions'))),
  netpayable: totalled(money('Net')),
  paid: totalled(money('Paid')),
  uncollectable,
  balance: totalled(money('Balance')),
  claims: totalled(money('Claims called')),
  claims_open: below('claims', titled('To collect', totalled(money('Claims to collect, less salvage')))),
};
const CEDED = [
  'sharepremium',
  'commission',
  'brokerage',
  'tax',
  'deductions',
  'netpayable',
  'paid',
  'uncollectable',
  'balance',
  'claims',
  'claims_open',
] as const;
export const securitiesSummaryTotals = table({ currency: text('Currency'), ...ceded, ...balancesInBase });
/** What was ceded to securities and what they bore of claims, by class; claims in their own currency. */
export const securitiesSummaryTable = table(
  {
    security: party('Security'),
    class: below('security', text('Class')),
    policies: below('currency', count('Policies')),
    currency: text('Currency'),
    ...ceded,
    /** Of what is open to it. */
    ...besides(money),
    ...balanceInBase,
  },
  {
    // The rates are said at its head.
    paper: ['security', 'class', 'policies', 'currency', ...CEDED, ...BESIDE, 'base_balance', 'base_closing'],
    screen: [
      'security',
      'class',
      'policies',
      'sharepremium',
      'deductions',
      'netpayable',
      'paid',
      'uncollectable',
      'balance',
      'base_balance',
      'base_closing',
      ...BESIDE,
      'claims',
      'claims_open',
    ],
  },
);
/** Securities summary statement. §6 */
export const securitiesSummary = endpoint({
  method: 'GET',
  path: `${SCA}/underwriting/s3`,
  access: 'reports.money',
  effect: 'read',
  long: true,
  summary:
    'Per security, class and currency: premium ceded, deductions, net, paid, claims and balance, as at any date.',
  query: z.object({
    param: z.optional(ofSecurity.param),
    branch: branchParam,
    asat: dayParam,
    rates: ratesParam,
    beside: besideParam,
    format,
  }),
  reply: z.object({
    as_at: z.string(),
    data: z.array(securitiesSummaryTable.row),
    totals: z.array(securitiesSummaryTotals.row),
    base_currency: z.string(),
    /** What is open to them, at booked rates or at those that are named. */
    base_total: amountOut,
    rates: ratesReply,
  }),
});
