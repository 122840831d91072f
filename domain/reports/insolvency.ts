/** What would be at stake if a security could not pay: claims, lines in force, premium unearned and unreleased, returns. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import {
  apart,
  below,
  choice,
  day,
  id,
  linked,
  money,
  optional,
  partyText,
  rate,
  record,
  text,
  titled,
  totalled,
} from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { besideParam } from './beside.ts';
import { besides } from './tables.ts';
import { branchParam, dayParam, format, ref } from '../wire.ts';

export const DRILL_PARTS = ['CLAIM', 'RESERVE', 'LINE', 'UNEARNED', 'UNRELEASED', 'RETURN'] as const;
export type DrillPart = (typeof DRILL_PARTS)[number];
export const DRILL_LABELS: Record<DrillPart, string> = {
  CLAIM: 'Claims called and unpaid',
  RESERVE: 'Claims not called yet',
  LINE: 'Lines in force',
  UNEARNED: 'Unearned premium',
  UNRELEASED: 'Premium not released to it',
  RETURN: 'Returns due from it',
};
/** What each part is, in a sentence over its rows. */
export const DRILL_HINTS: Record<DrillPart, string> = {
  CLAIM: 'Its part of claim invoices, as far as it has not paid them.',
  RESERVE: 'Its part of what is reserved on claims and was not called.',
  LINE: 'Its share of the sums insured of policies that cover this day.',
  UNEARNED: 'Its share of premium, pro rata by days, for cover after this day.',
  UNRELEASED: 'What it is owed for premium that reinsureds have not paid yet.',
  RETURN: 'Return premium that it has not given back.',
};

const OTHER = besides(money);
export const drillTotals = table({
  part: choice('Part', DRILL_PARTS, (part) => DRILL_LABELS[part]),
  currency: text('Currency'),
  amount: money('Amount'),
  ...OTHER,
});
/** One claim, policy or note a row. */
export const drillTable = table({
  part: apart(choice('Part', DRILL_PARTS, (part) => DRILL_LABELS[part])),
  /** A note by its number, a claim, or the policy itself. */
  document: linked('note', text('Document'), 'note_id'),
  note_id: optional(id()),
  claim_id: optional(id()),
  policy: below('document', optional(record('Policy'))),
  insured_id: optional(id()),
  insured: partyText('Insured', 'insured_id'),
  reinsured_id: optional(id()),
  reinsured: below('insured', partyText('Reinsured', 'reinsured_id')),
  start: titled('From', optional(day('From'))),
  end: below('start', titled('To', optional(day('To')))),
  share: titled('Its line', optional(rate('Its line %'))),
  currency: titled('Cur.', text('Currency')),
  amount: totalled(money('Amount')),
  beside: totalled(OTHER.beside),
  change: totalled(OTHER.change),
});

export const insolvencyDrill = endpoint({
  method: 'GET',
  path: `${SCA}/securities/insolvency`,
  access: 'reports.money',
  effect: 'read',
  long: true,
  summary:
    'One security as at a day: unpaid claims, lines in force, unearned and unreleased premium, returns due from it.',
  query: z.object({
    param: z.string('Choose a security.').check(z.regex(/^\d{1,10}$/, 'Choose a security.')),
    asat: dayParam,
    beside: besideParam,
    branch: branchParam,
    format,
  }),
  reply: z.object({
    as_at: z.string(),
    party: ref,
    /** There are more rows than the reply shows; totals and files have all of them. */
    more: z.optional(z.boolean()),
    data: z.array(drillTable.row),
    totals: z.array(drillTotals.row),
  }),
});
