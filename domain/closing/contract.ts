/** What is booked at the end of a month, and how the firm is placed in each currency. M7. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import {
  baseMoney,
  below,
  choice,
  exchangeRate,
  flag,
  id,
  instant,
  money,
  optional,
  party,
  plain,
  record,
  sorted,
  text,
  titled,
  totalled,
} from '../tables/columns.ts';
import { besideParam } from '../reports/beside.ts';
import { besides } from '../reports/tables.ts';
import { table } from '../tables/table.ts';
import { showMonth } from '../values/day.ts';
import { amountOut, branchListQuery, branchParam, dayParam, format, listReply } from '../wire.ts';
import { closingReason, dayOfMonth, month } from './periods.ts';

/** What a revaluation would book, line by line: a balance in its currency, in base, and in base at the rate. */
export const revaluationTable = table({
  branch: text('Branch'),
  account: text('Account'),
  account_name: below('account', text('Name')),
  party: optional(party('Party')),
  tax: optional(record('Tax')),
  bank: below('tax', optional(record('Bank account'))),
  currency: text('Currency'),
  amount: money('Balance'),
  base: below('amount', baseMoney('Booked')),
  rate: optional(exchangeRate('Rate')),
  value: below('rate', baseMoney('At the rate')),
  difference: totalled(baseMoney('Difference')),
  reversed: flag('Reversed next day'),
});

const REVALUATION_STATES = ['BOOKED', 'UNDONE'] as const;
export const REVALUATION_WORDS: Record<(typeof REVALUATION_STATES)[number], string> = {
  BOOKED: 'Booked',
  UNDONE: 'Undone',
};

/** What was revalued, and undone. */
export const revaluationsTable = table({
  id: sorted(id()),
  month: plain('Month', { schema: z.string(), cell: (text: string) => showMonth(dayOfMonth(text)) }),
  branch: text('Branch'),
  status: choice('Status', REVALUATION_STATES, (status) => REVALUATION_WORDS[status]),
  gain: totalled(baseMoney('Gain')),
  loss: totalled(baseMoney('Loss')),
  made_by: text('Booked by'),
  made_at: instant('Booked'),
  undone_by: optional(text('Undone by')),
  undone_at: optional(instant('Undone')),
  undone_reason: optional(text('Reason')),
});

/** How the firm is placed in a currency: what it has, what is owed to it and by it, and what that is worth. */
export const positionTable = table({
  currency: text('Currency'),
  banks: money('At banks'),
  owed_to_us: money('Owed to us'),
  owed_by_us: money('Owed by us'),
  net: money('Net'),
  /** Owed by other branches less owed to them: no rate changes it, and together branches have none. */
  ...besides(money),
  between_branches: below('net', titled('Other branches', money('With other branches'))),
  base: titled('As booked', totalled(baseMoney('Net as booked'))),
  value: optional(titled('At the rate', totalled(baseMoney('Net at the rate')))),
  rate: below('value', optional(exchangeRate('Rate'))),
  unrealised: optional(totalled(baseMoney('Not booked yet'))),
  revalued: titled('Unrealised this year', totalled(baseMoney('Unrealised, booked this year'))),
  realised: below('revalued', titled('Realised', totalled(baseMoney('Realised this year')))),
  /** The first day of that year. */
  from: text(''),
});

export const revaluationLines = endpoint({
  method: 'GET',
  path: `${SCA}/revaluation/preview`,
  access: 'ledger.view',
  effect: 'read',
  summary: 'What a revaluation at the end of a month would book, line by line.',
  query: z.object({ month, branch: branchParam, format }),
  reply: z.object({
    month: z.string(),
    day: z.string(),
    base_currency: z.string(),
    /** Branches of the caller in which this month is revalued already. */
    booked: z.int(),
    data: z.array(revaluationTable.row),
    totals: z.object({ gain: amountOut, loss: amountOut }),
  }),
});
export const listRevaluations = endpoint({
  method: 'GET',
  path: `${SCA}/revaluation/items`,
  access: 'ledger.view',
  effect: 'read',
  summary: 'What was revalued at the ends of months, newest first.',
  query: z.object({ ...branchListQuery, month: z.optional(month) }),
  reply: listReply(revaluationsTable.row),
});
const ofMonth = z.object({ month: z.string(), branches: z.int() });
export const bookRevaluation = endpoint({
  method: 'PUT',
  path: `${SCA}/revaluation/book`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Books the revaluation at the end of a month in every branch, once, and its reversal on the next day.',
  body: z.object({ month }),
  reply: ofMonth,
});
export const undoRevaluation = endpoint({
  method: 'PUT',
  path: `${SCA}/revaluation/undo`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Takes back the revaluation of a month in every branch, with a reason.',
  body: z.object({ month, reason: closingReason }),
  reply: ofMonth,
});
export const listPositions = endpoint({
  method: 'GET',
  path: `${SCA}/position/items`,
  access: 'ledger.view',
  effect: 'read',
  summary: 'Net position per currency as at a day: in base as booked, at the rate, and the gains realised and not.',
  query: z.object({ branch: branchParam, asat: dayParam, beside: besideParam, format }),
  reply: z.object({
    as_at: z.string(),
    base_currency: z.string(),
    data: z.array(positionTable.row),
    /** What exchange gained, or lost where negative, in base; null where a currency has no rate. */
    totals: z.object({ unrealised: z.nullable(amountOut), revalued: amountOut, realised: amountOut }),
  }),
});
