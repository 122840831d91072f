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

/** A currency without a rate is worth nobody knows what. */
const inBase = (label: string) => totalled(baseMoney(label), 'IF_KNOWN');
/** What a figure of several came to at another day, and how it differs; on paper both stand below it. */
const besidesOf = <C extends ReturnType<typeof money>>(name: string, label: string, amount: (label: string) => C) => ({
  beside: below(name, titled(label, optional(amount(`${label} at the other day`)))),
  change: below(`${name}_beside`, titled(label, optional(amount(`${label}, difference`)))),
});
const besides = {
  banks: besidesOf('banks', 'At banks', money),
  owed_to_us: besidesOf('owed_to_us', 'Owed to us', money),
  owed_by_us: besidesOf('owed_by_us', 'Owed by us', money),
  net: besidesOf('net', 'Net', money),
  between_branches: besidesOf('between_branches', 'Other branches', money),
  base: besidesOf('base', 'As booked', inBase),
  value: besidesOf('value', 'At the rate', inBase),
  unrealised: besidesOf('unrealised', 'Not booked yet', inBase),
  revalued: besidesOf('revalued', 'Unrealised', inBase),
  realised: besidesOf('realised', 'Realised', inBase),
};

/**
 * How the firm is placed in a currency: what it has, what is owed to it and by it, and what that is worth; each figure beside what it was on another
 * day, where that is asked for.
 */
export const positionTable = table({
  currency: text('Currency'),
  banks: money('At banks'),
  banks_beside: besides.banks.beside,
  banks_change: besides.banks.change,
  owed_to_us: money('Owed to us'),
  owed_to_us_beside: besides.owed_to_us.beside,
  owed_to_us_change: besides.owed_to_us.change,
  owed_by_us: money('Owed by us'),
  owed_by_us_beside: besides.owed_by_us.beside,
  owed_by_us_change: besides.owed_by_us.change,
  net: money('Net'),
  beside: besides.net.beside,
  change: below('beside', besides.net.change),
  /** Owed by other branches less owed to them: no rate changes it, and together branches have none. */
  between_branches: below('net', titled('Other branches', money('With other branches'))),
  between_branches_beside: besides.between_branches.beside,
  between_branches_change: besides.between_branches.change,
  base: titled('As booked', inBase('Net as booked')),
  base_beside: besides.base.beside,
  base_change: besides.base.change,
  value: optional(titled('At the rate', inBase('Net at the rate'))),
  value_beside: besides.value.beside,
  value_change: besides.value.change,
  rate: below('currency', optional(exchangeRate('Rate'))),
  rate_beside: below('rate', optional(exchangeRate('Rate at the other day'))),
  unrealised: optional(inBase('Not booked yet')),
  unrealised_beside: besides.unrealised.beside,
  unrealised_change: besides.unrealised.change,
  revalued: titled('Unrealised', inBase('Unrealised, booked this year')),
  revalued_beside: besides.revalued.beside,
  revalued_change: besides.revalued.change,
  realised: below('revalued', titled('Realised', inBase('Realised this year'))),
  realised_beside: besides.realised.beside,
  realised_change: besides.realised.change,
  /** The first day of that year, and of the other day's. */
  from: text(''),
  from_beside: optional(text('')),
});

/** What a figure was on the other day, and how it differs, by the names of its columns. */
export const POSITION_LAID = {
  banks: ['banks_beside', 'banks_change'],
  owed_to_us: ['owed_to_us_beside', 'owed_to_us_change'],
  owed_by_us: ['owed_by_us_beside', 'owed_by_us_change'],
  net: ['beside', 'change'],
  between_branches: ['between_branches_beside', 'between_branches_change'],
  base: ['base_beside', 'base_change'],
  value: ['value_beside', 'value_change'],
  unrealised: ['unrealised_beside', 'unrealised_change'],
  revalued: ['revalued_beside', 'revalued_change'],
  realised: ['realised_beside', 'realised_change'],
} as const;
/** All of these, which are left out where no other day is asked for; a rate has no difference. */
export const POSITION_BESIDE = [...Object.values(POSITION_LAID).flat(), 'rate_beside' as const];

/** What exchange gained in all currencies, or lost where negative, in base; null where a currency has no rate. */
const gains = z.object({ unrealised: z.nullable(amountOut), revalued: amountOut, realised: amountOut });

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
    totals: gains,
    /** The same at the other day, and the difference; null where none is asked for. */
    totals_beside: z.nullable(gains),
    totals_change: z.nullable(gains),
  }),
});
