/** What each tax comes to over a period, as its return asks for it, and the documents that it was charged on. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import {
  baseMoney,
  below,
  day,
  hidden,
  id,
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
import { branchParam, currencyCode, dayParam, firstRows, format, idText } from '../wire.ts';
import { lastYearParam } from './beside.ts';

const path = `${SCA}/taxes/return`;

/** In the tax's own sign: what is owed to its authority is more than nothing, what was remitted to it less. */
const figures = {
  premium: titled('Amount taxed', money('Amount taxed')),
  opening: money('Opening'),
  charged: money('Charged'),
  returned: below('charged', money('Returned')),
  certified: titled('By certificate', money('Paid by certificate')),
  uncollectable: below('certified', titled('Uncollected', money('Uncollectable'))),
  other: money('Other'),
  remitted: money('Remitted'),
  closing: titled('To remit', money('To remit')),
};
/** Of the same days a year before, where that is asked for. */
const lastYear = {
  charged_last_year: optional(money('Charged last year')),
  change_charged: below('charged_last_year', titled('Difference', optional(money('Charged against last year')))),
  returned_last_year: optional(money('Returned last year')),
  change_returned: below('returned_last_year', titled('Difference', optional(money('Returned against last year')))),
};
export const TAX_LAST_YEAR = ['charged_last_year', 'change_charged', 'returned_last_year', 'change_returned'] as const;

/** A levy in a currency; charged less returned in base at the rates that were booked. */
export const taxReturnTable = table(
  {
    tax: record('Tax'),
    currency: below('tax', titled('Cur.', text('Currency'))),
    ...figures,
    ...lastYear,
    base_charged: hidden(baseMoney('Charged less returned')),
  },
  {
    screen: [
      'tax',
      'currency',
      'closing',
      'opening',
      'charged',
      'charged_last_year',
      'change_charged',
      'returned',
      'returned_last_year',
      'change_returned',
      'certified',
      'remitted',
      'uncollectable',
      'other',
      'premium',
      'base_charged',
    ],
  },
);

/**
 * A policy, an endorsement or an invoice of our own that a tax was charged on, or returned; its rate where it is the same of all
 * its securities or lines.
 */
export const taxDocumentsTable = table({
  posted_on: day('Posted'),
  policy: optional(record('Policy')),
  endorsement: below('policy', optional(record('Endorsement'))),
  invoice: optional(record('Invoice')),
  reinsured: partyText('Reinsured', 'reinsured_id'),
  reinsured_id: id(),
  insured: below('reinsured', partyText('Insured', 'insured_id')),
  insured_id: optional(id()),
  tax: text('Tax'),
  currency: titled('Cur.', text('Currency')),
  premium: titled('Amount taxed', totalled(money('Amount taxed'))),
  rate: optional(rate('Rate')),
  amount: totalled(money('Tax')),
});
export const taxDocumentTotals = table({
  currency: text('Currency'),
  premium: money('Amount taxed'),
  amount: money('Tax'),
});

const days = { from: dayParam, to: dayParam };

export const taxReturn = endpoint({
  method: 'GET',
  path,
  access: 'reports.money',
  effect: 'read',
  summary:
    'Each levy over a period: what was charged, returned, paid by certificate and remitted, and what is to remit.',
  query: z.object({ ...days, beside: lastYearParam, branch: branchParam, format }),
  reply: z.object({ base_currency: z.string(), data: z.array(taxReturnTable.row) }),
});

export const taxDocuments = endpoint({
  method: 'GET',
  path: `${path}/documents`,
  access: 'reports.money',
  effect: 'read',
  summary: 'The policies, endorsements and invoices posted in a period that a tax was charged on or returned.',
  query: z.object({
    ...days,
    tax: z.optional(idText),
    currency: z.optional(currencyCode),
    branch: branchParam,
    format,
  }),
  reply: z.object({
    totals: z.array(taxDocumentTotals.row),
    ...firstRows(taxDocumentsTable.row),
  }),
});
