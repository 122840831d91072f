import {
  below,
  choice,
  day,
  flag,
  hidden,
  id,
  money,
  optional,
  partyText,
  sorted,
  sortedInCurrency,
  text,
  titled,
  version,
  linked,
} from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { INVOICE_KINDS, INVOICES } from './kinds.ts';
import { INVOICE_STATES, INVOICE_STATUSES } from './states.ts';

/** The list of the firm's own invoices and their credits. §6 Paged lists. */
export const invoiceTable = table({
  id: sorted(id()),
  version: version(),
  number: titled('Invoice', optional(text('Number'))),
  party: partyText('Party', 'party_id'),
  party_id: id(),
  kind: choice('For', INVOICE_KINDS, (kind) => INVOICES[kind].label),
  credit: flag('Credit'),
  status: choice('Status', INVOICE_STATUSES, (state) => INVOICE_STATES[state].label),
  posted_on: sorted(optional(day('Date'))),
  due_on: below('posted_on', optional(day('Due'))),
  currency: titled('Cur.', text('Currency')),
  amount: sortedInCurrency(money('Amount')),
  outstanding: below('amount', optional(money('Outstanding'))),
  reference: hidden(text('Reference')),
  made_by: hidden(linked('user', text('Made by'), 'made_by_id')),
  made_by_id: id(),
  branch: below('made_by', hidden(text('Branch'))),
});
