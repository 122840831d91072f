/** What made an open figure: what each open item was opened with and settled by, entry by entry, as at any day. §7. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import type { AccountFunction } from '../ledger/accounts.ts';
import { eventLabel } from '../ledger/entries.ts';
import {
  baseMoney,
  below,
  choice,
  day,
  hidden,
  id,
  money,
  note,
  numbered,
  optional,
  party,
  plain,
  sorted,
  text,
  titled,
  totalled,
} from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { branchListQuery, currencyCode, dayParam, idText, listReply, recordId } from '../wire.ts';
import { classParam } from './security-statement.ts';
import { BUCKET_LABELS, BUCKETS } from './buckets.ts';

/** Whose open items: what they are of, in the accounts that they are kept in. */
export const OPEN_SIDES = {
  RECEIVABLE: { label: 'Receivable, less unallocated cash', accounts: ['PREMIUM_RECEIVABLE', 'UNALLOCATED_CASH'] },
  PAYABLE: { label: 'Payable to securities', accounts: ['PREMIUM_PAYABLE'] },
  DUE_TO_US: {
    label: 'Due to us',
    accounts: ['PREMIUM_RECEIVABLE', 'CLAIMS_RECOVERABLE', 'INVOICES_RECEIVABLE'],
  },
  RECOVERABLE: { label: 'Claims to collect', accounts: ['CLAIMS_RECOVERABLE'] },
} as const satisfies Record<string, { label: string; accounts: readonly AccountFunction[] }>;
export type OpenSide = keyof typeof OPEN_SIDES;
const SIDES = ['RECEIVABLE', 'PAYABLE', 'DUE_TO_US', 'RECOVERABLE'] as const satisfies readonly OpenSide[];

/** An item is opened once and settled in steps, or written back as it cannot be collected; a step that is taken back has the other sign. */
const MOVES = ['OPENED', 'SETTLED', 'WRITTEN_BACK'] as const;
type Move = (typeof MOVES)[number];
const MOVE_LABELS: Record<Move, string> = { OPENED: 'Opened', SETTLED: 'Settled', WRITTEN_BACK: 'Written back' };

/** What is due, by its age as at the day; cash that is not allocated; all that is past due. */
const AGES = [...BUCKETS, 'overdue', 'unallocated'] as const;
export type Age = (typeof AGES)[number];
export const AGE_LABELS: Record<Age, string> = {
  ...BUCKET_LABELS,
  overdue: 'Overdue',
  unallocated: 'Unallocated cash',
};

/** Signed as in the ledger, debit positive: their sum is what is open. */
export const itemMovementsTable = table(
  {
    id: sorted(id()),
    /** The settlement; 0 where the item was opened. */
    step: plain('', { schema: z.int(), cell: String }),
    entry: plain('Entry', { schema: recordId, cell: String }),
    day: below('entry', sorted(titled('Date', day('Day')))),
    branch: hidden(text('Branch')),
    move: choice('Movement', MOVES, (move) => MOVE_LABELS[move]),
    event: plain('Event', { schema: z.string(), cell: eventLabel }),
    record: below('event', titled('Record', text('Record'))),
    source_kind: text(''),
    source_id: id(),
    party: party('Party'),
    note: optional(note('Note')),
    receipt: below('note', hidden(optional(numbered('Receipt')))),
    due_on: day('Due'),
    currency: titled('Cur.', text('Currency')),
    amount: totalled(money('Amount')),
    base_amount: below('amount', hidden(totalled(baseMoney('Amount')))),
    made_by: text('Made by'),
    approved_by: below('made_by', text('Approved by')),
  },
  {
    screen: [
      'entry',
      'day',
      'event',
      'record',
      'party',
      'note',
      'due_on',
      'currency',
      'amount',
      'made_by',
      'approved_by',
      'move',
      'receipt',
      'base_amount',
      'branch',
    ],
  },
);

/**
 * Of a note or a receipt all of its movements; with `from` all movements of the days; with `move` all of that kind; otherwise those of the items that were
 * open at the end of `asat`.
 */
export const itemMovements = endpoint({
  method: 'GET',
  path: `${SCA}/ledger/openitems`,
  access: 'reports.money',
  effect: 'read',
  summary: 'What opened and settled the open items of parties, entry by entry: its sum is what was open at a day.',
  query: z.object({
    ...branchListQuery,
    side: z.enum(SIDES, 'Choose what is open.'),
    party: z.optional(idText),
    currency: z.optional(currencyCode),
    note: z.optional(idText),
    receipt: z.optional(idText),
    class: classParam,
    /** Of notes themselves: not of what is owed on a part of one, as salvage is. */
    of: z.optional(z.enum(['NOTES'], 'Not a kind of item.')),
    age: z.optional(z.enum(AGES, 'Not an age.')),
    /** Of items that are due by this day. */
    due_to: dayParam,
    move: z.optional(z.enum(MOVES, 'Opened or settled.')),
    from: dayParam,
    asat: dayParam,
  }),
  reply: listReply(itemMovementsTable.row),
});
