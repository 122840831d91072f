/** What is covered and in force on a day, by where it lies, what it is, who ceded it or who carries it. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import {
  baseMoney,
  below,
  count,
  day,
  hidden,
  id,
  money,
  namedMoney,
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
import { branchParam, currencyCode, dayParam, firstRows, format, idText, text as textOf } from '../wire.ts';

export const EXPOSURE_GROUPS = ['country', 'class', 'reinsured', 'security'] as const;
export type ExposureGroup = (typeof EXPOSURE_GROUPS)[number];
export const EXPOSURE_LABELS: Record<ExposureGroup, string> = {
  country: 'Country',
  class: 'Class',
  reinsured: 'Reinsured',
  security: 'Security',
};

const summed = {
  policies: count('Policies'),
  sum_insured: titled('Sum insured', totalled(money('Sum insured, 100%'))),
  exposure: titled('Placed', totalled(money('Placed with securities'))),
  base_exposure: below('exposure', hidden(optional(baseMoney('Placed with securities, that day’s rate')))),
};
export const exposureTotals = table({ currency: text('Currency'), ...summed });
/** Of securities what is placed is their own lines; a line is of the whole of its policy. */
export const exposureTable = table({
  /** What a row is of: a country, a class, a party. */
  id: text(''),
  name: text('Name'),
  currency: titled('Cur.', text('Currency')),
  ...summed,
  /** Of what is placed. */
  ...besides(money),
  largest: titled('Largest', money('Largest of one policy')),
  largest_line: below('largest', titled('Largest line', optional(rate('Largest line %')))),
  line_limit: titled('Line limit', optional(rate('Line limit %'))),
  above: below('line_limit', titled('Above', optional(count('Policies above the limit')))),
  /** Of a security over all currencies: what its limit is, what its lines come to, and how much of it that is. */
  base_limit: titled('Limit in all', optional(baseMoney('Limit in all'))),
  base_lines: below('base_limit', titled('Lines in all', optional(baseMoney('Lines in all')))),
  /** A limit in a currency that has no rate that day: nothing is compared with it. */
  unrated_limit: below('base_lines', optional(namedMoney('Limit in all without a rate'))),
  used: titled('Used', optional(rate('Limit used %'))),
});

export const exposure = endpoint({
  method: 'GET',
  path: `${SCA}/underwriting/exposure`,
  access: 'reports.production',
  effect: 'read',
  long: true,
  summary:
    'Sums insured and what is placed of them on policies in force on a day, by country, class, reinsured or security with its limit.',
  query: z.object({
    by: z.optional(z.enum(EXPOSURE_GROUPS)),
    asat: dayParam,
    beside: besideParam,
    branch: branchParam,
    format,
  }),
  reply: z.object({
    as_at: z.string(),
    base_currency: z.string(),
    data: z.array(exposureTable.row),
    totals: z.array(exposureTotals.row),
  }),
});

const OTHER = besides(money);
/** What says of a policy why it is not what it was on another day, and by whom; left out where none is asked for. */
export const OF_CHANGE = ['beside', 'change', 'why', 'changed_by', 'change_approved_by'] as const;

/** A policy in force, or a security's line of it; beside another day those that differ, one that is not in force with nothing. */
export const exposedTable = table({
  policy: record('Policy'),
  insured_id: id(),
  insured: partyText('Insured', 'insured_id'),
  reinsured_id: id(),
  reinsured: below('insured', partyText('Reinsured', 'reinsured_id')),
  name: text('Name'),
  ends: below('policy', day('To')),
  currency: titled('Cur.', text('Currency')),
  sum_insured: titled('Sum insured', totalled(money('Sum insured, 100%'))),
  exposure: titled('Placed', totalled(money('Placed with securities'))),
  beside: totalled(OTHER.beside),
  change: totalled(OTHER.change),
  why: optional(text('Why')),
  changed_by: titled('Made by', optional(text('Changed by'))),
  change_approved_by: below('changed_by', titled('Approved by', optional(text('Change approved by')))),
});
export const exposedPolicies = endpoint({
  method: 'GET',
  path: `${SCA}/underwriting/exposure/policies`,
  access: 'reports.production',
  effect: 'read',
  summary:
    'The policies in force on a day that a row of the exposure adds up; beside another day those that made the difference, and why.',
  query: z.object({
    by: z.optional(z.enum(EXPOSURE_GROUPS)),
    key: z.optional(textOf({ max: 20, message: 'Not a row of the report.' })),
    currency: z.optional(currencyCode),
    policy: z.optional(idText),
    asat: dayParam,
    beside: besideParam,
    branch: branchParam,
    format,
  }),
  reply: z.object({
    ...firstRows(exposedTable.row),
  }),
});

/** The key of policies without a country of their risk. */
export const NO_COUNTRY = '-';
