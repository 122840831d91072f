import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import {
  baseMoney,
  below,
  count,
  day,
  hidden,
  money,
  optional,
  party,
  text,
  titled,
  totalled,
} from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { besideParam } from './beside.ts';
import { orderParam } from './party-order.ts';
import { BESIDE, besides, uncollectable } from './tables.ts';
import { atClosing, ratesParam, ratesReply } from './closing-rates.ts';
import { amountOut, branchParam, dayParam, format } from '../wire.ts';

const figures = {
  amount: totalled(money('Amount of notes')),
  paid: totalled(money('Paid')),
  uncollectable,
  balance: totalled(money('Balance')),
  overdue: below('balance', totalled(money('Overdue'))),
  unallocated: titled('Unallocated', totalled(money('Unallocated cash'))),
  owed: titled('Net due', totalled(money('Due less unallocated cash'))),
};
/** The figures by which reinsureds are ordered, in each currency by itself; by name where none is asked for. */
export const OUTSTANDING_FIGURES = [
  'owed',
  'amount',
  'paid',
  'uncollectable',
  'balance',
  'overdue',
  'unallocated',
] as const satisfies readonly (keyof typeof figures)[];
export const outstandingTotals = table({ currency: text('Currency'), ...figures });
/** What each reinsured owes in one currency: its open notes, less the cash of its that is not allocated. */
export const outstandingTable = table(
  {
    reinsured: party('Reinsured'),
    currency: below('reinsured', text('Currency')),
    notes: titled('Notes', count('Open notes')),
    oldest_due_on: optional(titled('Oldest due', day('Oldest due day'))),
    ...figures,
    ...besides(money),
    base_owed: below('owed', hidden(totalled(baseMoney('Due less unallocated cash')))),
    ...atClosing,
  },
  {
    screen: [
      'reinsured',
      'owed',
      'base_closing',
      ...BESIDE,
      'notes',
      'amount',
      'paid',
      'uncollectable',
      'balance',
      'overdue',
      'oldest_due_on',
      'unallocated',
    ],
  },
);

/** Outstanding only, by reinsured and currency. §7 facultativereportout. */
export const facultativeReportOut = endpoint({
  method: 'GET',
  path: `${SCA}/receivable/facultativereport`,
  access: 'reports.money',
  effect: 'read',
  summary: 'What is outstanding, by reinsured and currency, as at any date.',
  query: z.object({
    branch: branchParam,
    asat: dayParam,
    rates: ratesParam,
    beside: besideParam,
    sort: orderParam(OUTSTANDING_FIGURES),
    format,
  }),
  reply: z.object({
    as_at: z.string(),
    base_currency: z.string(),
    data: z.array(outstandingTable.row),
    totals: z.array(outstandingTotals.row),
    /** At booked rates, or at those that are named. */
    base_total: amountOut,
    rates: ratesReply,
  }),
});
