import {
  below,
  choice,
  count,
  day,
  flag,
  hidden,
  id,
  instant,
  money,
  optional,
  record,
  sorted,
  text,
  titled,
  version,
} from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { BANK_FORMAT_LABELS, BANK_FORMATS } from './statement.ts';
import { STATEMENT_STATES, STATEMENT_STATUSES } from './states.ts';

/** Statements of our accounts, the newest of each first. */
export const statementTable = table(
  {
    id: id(),
    version: version(),
    account: record('Account'),
    currency: titled('Cur.', text('Currency')),
    number: titled('No.', text('Number')),
    first_day: titled('From', day('First day')),
    last_day: below('first_day', sorted(titled('To', day('Last day')))),
    opening: money('Opening balance'),
    closing: below('opening', money('Closing balance')),
    lines: count('Lines'),
    status: choice('Status', STATEMENT_STATUSES, (status) => STATEMENT_STATES[status].label),
    format: hidden(choice('Format', BANK_FORMATS, (format) => BANK_FORMAT_LABELS[format])),
    file_name: below('format', hidden(text('File'))),
    read_by: hidden(text('Read by')),
    read_at: below('read_by', hidden(instant('Read'))),
  },
  {
    screen: [
      'last_day',
      'account',
      'closing',
      'status',
      'number',
      'first_day',
      'currency',
      'opening',
      'lines',
      'format',
      'file_name',
      'read_by',
      'read_at',
    ],
  },
);

/** What the bank says happened on an account: into it positive, out of it negative. */
export const bankLineTable = table(
  {
    id: id(),
    position: sorted(titled('#', count('Line'))),
    day: sorted(day('Date')),
    value_day: hidden(optional(titled('Value', day('Value date')))),
    party: titled('Payer or payee', text('Payer or payee')),
    text: text('Text'),
    reference: titled('Bank ref.', text('Bank reference')),
    end_to_end: hidden(titled('Ours', text('End-to-end id'))),
    party_account: hidden(text('Their account')),
    currency: titled('Cur.', text('Currency')),
    amount: sorted(money('Amount')),
    /** Whether a receipt or voucher is known to be it. */
    matched: flag('Matched'),
  },
  {
    screen: [
      'day',
      'amount',
      'matched',
      'party',
      'text',
      'reference',
      'currency',
      'position',
      'value_day',
      'end_to_end',
      'party_account',
    ],
  },
);
