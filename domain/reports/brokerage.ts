/** Brokerage over a period by whose business and of what class it is: noted, earned, and still to earn. Equal to the ledger's accounts. §3. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { eventLabel } from '../ledger/entries.ts';
import {
  baseMoney,
  below,
  day,
  hidden,
  money,
  optional,
  plain,
  record,
  text,
  titled,
  totalled,
} from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { type Day, yearOf } from '../values/day.ts';
import { branchParam, currencyCode, dayParam, firstRows, format, recordId, text as textOf } from '../wire.ts';
import { lastYearParam } from './beside.ts';

export const BROKERAGE_GROUPS = ['producer', 'class'] as const;
export type BrokerageGroup = (typeof BROKERAGE_GROUPS)[number];
export const BROKERAGE_LABELS: Record<BrokerageGroup, string> = { producer: 'Producer', class: 'Class' };

/**
 * Opening + noted + uncollectable − earned = still to earn. What was given back and what cannot be collected are less than nothing; noted is before
 * the latter, as production has it.
 */
const figures = {
  opening: titled('Opening', totalled(money('To earn at the start'))),
  debited: titled('Debit notes', totalled(money('Noted with debit notes'))),
  returned: below('debited', totalled(money('Returned'))),
  noted: totalled(money('Noted')),
  uncollectable: below('noted', totalled(money('Uncollectable'))),
  earned: totalled(money('Earned')),
  closing: titled('To earn', totalled(money('Still to earn'))),
};
/** Of the same days a year before, where that is asked for. */
const lastYear = {
  noted_last_year: optional(totalled(money('Noted last year'))),
  change_noted: below('noted_last_year', titled('Difference', optional(totalled(money('Noted against last year'))))),
  earned_last_year: optional(totalled(money('Earned last year'))),
  change_earned: below('earned_last_year', titled('Difference', optional(totalled(money('Earned against last year'))))),
};
export const BROKERAGE_LAST_YEAR = ['noted_last_year', 'change_noted', 'earned_last_year', 'change_earned'] as const;
const inBase = {
  base_noted: hidden(totalled(baseMoney('Noted'))),
  base_earned: hidden(totalled(baseMoney('Earned'))),
  base_closing: below('base_earned', hidden(totalled(baseMoney('Still to earn')))),
};
const screen = [
  'name',
  'currency',
  'debited',
  'returned',
  'noted',
  'uncollectable',
  'earned',
  'opening',
  'closing',
] as const;
export const brokerageTotals = table({ currency: text('Currency'), ...figures, ...lastYear, ...inBase });
/** What is of no policy (our own invoices, journals, books of before) is a row of its own. */
export const brokerageTable = table(
  /** What a row is of: a producer, a class. */
  { id: text(''), name: text('Name'), currency: titled('Cur.', text('Currency')), ...figures, ...lastYear, ...inBase },
  {
    screen: [
      'name',
      'currency',
      'debited',
      'returned',
      'noted',
      'uncollectable',
      'noted_last_year',
      'change_noted',
      'earned',
      'earned_last_year',
      'change_earned',
      'opening',
      'closing',
      'base_noted',
      'base_earned',
      'base_closing',
    ],
  },
);
/** The key of what is of no policy. */
export const NO_POLICY = '-';

// Before any book of ours; the year before it is a year, too.
const START: Day = '1990-01-01';
/** The days that a request is of: the calendar year to date where it names none, from the start where it names the last alone. */
export function brokerageDays({ from, to }: { from?: Day | undefined; to?: Day | undefined }, today: Day) {
  const last = to ?? today;
  return { from: from ?? (to === undefined ? `${yearOf(last)}-01-01` : START), to: last };
}

export const brokerageReport = endpoint({
  method: 'GET',
  path: `${SCA}/underwriting/brokerage`,
  access: 'reports.money',
  effect: 'read',
  long: true,
  summary:
    'Brokerage noted, earned and still to earn over a period, by producer or class, as the ledger has it; from the start where the last day alone is sent.',
  query: z.object({
    from: dayParam,
    to: dayParam,
    by: z.optional(z.enum(BROKERAGE_GROUPS)),
    beside: lastYearParam,
    branch: branchParam,
    format,
  }),
  reply: z.object({
    from: z.string(),
    to: z.string(),
    base_currency: z.string(),
    data: z.array(brokerageTable.row),
    totals: z.array(brokerageTotals.row),
  }),
});

/** What an entry moved of a policy's brokerage. */
export const brokerageLinesTable = table(
  {
    entry: plain('Entry', { schema: recordId, cell: String }),
    day: below('entry', titled('Date', day('Posted'))),
    event: plain('Event', { schema: z.string(), cell: eventLabel }),
    policy: below('event', optional(record('Policy'))),
    name: text('Name'),
    currency: below('name', titled('Cur.', text('Currency'))),
    ...figures,
    ...inBase,
  },
  { screen: ['entry', 'day', 'event', 'policy', ...screen, 'base_noted', 'base_earned', 'base_closing'] },
);
export const brokerageLines = endpoint({
  method: 'GET',
  path: `${SCA}/underwriting/brokerage/lines`,
  access: 'reports.money',
  effect: 'read',
  summary: 'The journal entries that a row of brokerage earned and noted adds up, each with what it moved.',
  query: z.object({
    from: dayParam,
    to: dayParam,
    by: z.optional(z.enum(BROKERAGE_GROUPS)),
    key: z.optional(textOf({ max: 20, message: 'Not a row of the report.' })),
    currency: z.optional(currencyCode),
    branch: branchParam,
    format,
  }),
  reply: z.object({
    ...firstRows(brokerageLinesTable.row),
  }),
});
