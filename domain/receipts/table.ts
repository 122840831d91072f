import {
  below,
  choice,
  day,
  hidden,
  id,
  linked,
  money,
  optional,
  partyText,
  record,
  sorted,
  sortedInCurrency,
  text,
  titled,
  version,
} from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { RECEIPT_STATES, RECEIPT_STATUSES, RECEIPT_TYPES } from './states.ts';

/** The list of receipts. §6 Paged lists. */
export const receiptTable = table(
  {
    id: sorted(id()),
    version: version(),
    status: below(
      'branch',
      choice('Status', RECEIPT_STATUSES, (state) => RECEIPT_STATES[state].label),
    ),
    receiptNumber: titled('Receipt', optional(text('Number'))),
    branch: hidden(text('Branch')),
    dateOfIssue: sorted(titled('Bank date', day('Date'))),
    reinsured: titled('Payer', partyText('Reinsured', 'payer_id')),
    payer_id: id(),
    receiptType: choice('For', RECEIPT_TYPES, (type) => type),
    currency: titled('Cur.', text('Currency')),
    receiptAmount: sortedInCurrency(money('Amount')),
    allocated: hidden(money('Allocated')),
    refunded: below('allocated', hidden(money('Refunded'))),
    passed_on: below('receiptAmount', titled('In other branches', hidden(money('Used in other branches')))),
    source: below('reinsured', titled('Cash of', hidden(optional(text('Cash of receipt'))))),
    bank_reference: text('Bank reference'),
    made_by: below('bank_reference', hidden(linked('user', text('Made by'), 'made_by_id'))),
    made_by_id: id(),
  },
  {
    file: [
      'receiptNumber',
      'branch',
      'status',
      'dateOfIssue',
      'reinsured',
      'receiptType',
      'currency',
      'receiptAmount',
      'allocated',
      'refunded',
      'passed_on',
      'bank_reference',
      'source',
      'made_by',
    ],
    screen: [
      'receiptNumber',
      'dateOfIssue',
      'reinsured',
      'receiptType',
      'status',
      'currency',
      'receiptAmount',
      'allocated',
      'refunded',
      'passed_on',
      'source',
      'bank_reference',
      'made_by',
      'branch',
    ],
  },
);

/** An open debit note that a receipt can be allocated to. */
export const openNoteTable = table({
  id: id(),
  number: linked('note', text('Note'), 'id'),
  /** What it is for: a fee settles fees alone. */
  purpose: text('Purpose'),
  /** None of an invoice of the firm itself. */
  policy: optional(record('Policy')),
  insured: partyText('Insured', 'insured_id'),
  insured_id: optional(id()),
  due_on: day('Due'),
  currency: text('Currency'),
  amount: money('Amount'),
  outstanding: money('Outstanding'),
});
