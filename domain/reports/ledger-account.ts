/** An account of the ledger, or one of its sub-ledger accounts, in one currency: its lines with the balance after each. §7. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { eventLabel } from '../ledger/entries.ts';
import { baseMoney, hidden, money, plain } from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { parseDay, type Day } from '../values/day.ts';
import { toCount } from '../values/decimal.ts';
import { branchParam, currencyCode, dayParam, format, idText, recordId, ref, text } from '../wire.ts';
import { accountFigures, ledgerTable } from './tables.ts';

/** The entry of a row of a file that is a balance. */
export const NO_ENTRY = 0;

/** Lines of an account, oldest first, each with what the account comes to after it, signed, debit positive. */
export const ledgerAccountTable = table(
  {
    ...ledgerTable.columns,
    // What an account opened and closed at is of no entry.
    entry: plain('Entry', { schema: recordId, cell: (entry) => (entry === NO_ENTRY ? '' : String(entry)) }),
    event: plain('Event', { schema: z.string(), cell: eventLabel }),
    balance: money('Balance'),
    base_balance: hidden(baseMoney('Balance')),
  },
  {
    file: [
      'day',
      'branch',
      'entry',
      'event',
      'narration',
      'party',
      'tax',
      'bank',
      'note',
      'currency',
      'debit',
      'credit',
      'balance',
      'base_debit',
      'base_credit',
      'base_balance',
      'made_by',
      'approved_by',
    ],
    // Its currency and branch are at the head of the paper.
    paper: ['day', 'entry', 'event', 'narration', 'party', 'note', 'tax', 'bank', 'debit', 'credit', 'balance'],
    screen: [
      'entry',
      'day',
      'event',
      'narration',
      'party',
      'note',
      'debit',
      'credit',
      'balance',
      'base_debit',
      'base_credit',
      'base_balance',
      'amount',
      'base_amount',
      'made_by',
      'approved_by',
      'branch',
    ],
  },
);

/** Where a page of lines ends: the day and the id of its last line. */
export type LinePlace = { day: Day; id: number };
const NO_PLACE = 'Not a place in the account.';
const linePlace = z.codec(z.string().check(z.maxLength(30, NO_PLACE)), z.custom<LinePlace>(), {
  decode: (value, payload) => {
    const [written = '', line = '', ...rest] = value.split('.');
    const [day, id] = [parseDay(written), toCount(line)];
    if (day === null || id === null || rest.length > 0) {
      payload.issues.push({ code: 'custom', input: value, message: NO_PLACE });
      return z.NEVER;
    }
    return { day, id };
  },
  encode: ({ day, id }) => `${day}.${id}`,
});

export const ledgerAccount = endpoint({
  method: 'GET',
  path: `${SCA}/ledger/account`,
  access: 'ledger.view',
  effect: 'read',
  summary:
    'An account in one currency between two days: what it opened and closed at, and its lines, oldest first, with the balance after each.',
  query: z.object({
    branch: branchParam,
    account: text({ min: 1, max: 4, message: 'Choose an account.' }),
    currency: currencyCode,
    party: z.optional(idText),
    tax: z.optional(idText),
    bank: z.optional(idText),
    /** Of a trial balance per sub-ledger account: what is not named above is empty. */
    detail: z.optional(z.enum(['sub'])),
    /** Without what the closing of years brought to equity. M8. */
    year_end: z.optional(z.enum(['without'])),
    from: dayParam,
    to: dayParam,
    /** After which line the page begins; without one with the first. */
    after: z.optional(linePlace),
    format,
  }),
  reply: z.object({
    account: z.object({ code: z.string(), name: z.string() }),
    /** The sub-ledger account that it is of; null for the whole account. */
    of: z.nullable(ref),
    base_currency: z.string(),
    figures: accountFigures.row,
    /** What it came to before the first line of the page, in its currency. */
    brought: z.string(),
    data: z.array(ledgerAccountTable.row),
    /** After which line the next page begins; null where there is none. */
    next: z.nullable(z.string()),
  }),
});
