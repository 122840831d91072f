import * as z from 'zod/mini';
import { endpoint, fileReply, SCA } from '../endpoint.ts';
import { baseMoney, day, money, optional, party, plain, record, text } from '../tables/columns.ts';
import { table, type Values } from '../tables/table.ts';
import { branchParam, dayParam, recordId } from '../wire.ts';
import { ACCOUNT_TYPES, type AccountType } from './accounts.ts';
import { eventLabel } from './entries.ts';

/** The whole journal, line by line, signed with debit positive; balances of before it are lines without an entry. */
export const journalTable = table({
  day: day('Day'),
  branch: text('Branch'),
  entry: optional(plain('Entry', { schema: recordId, cell: String })),
  event: plain('Event', { schema: z.string(), cell: eventLabel }),
  narration: text('Narration'),
  record: optional(text('Record')),
  account: text('Account'),
  account_name: text('Account name'),
  type: plain('Type', { schema: z.enum(ACCOUNT_TYPES), cell: (type: AccountType) => type }),
  party: optional(party('Party')),
  tax: optional(record('Tax')),
  bank: optional(record('Bank account')),
  note: optional(text('Note')),
  currency: text('Currency'),
  amount: money('Amount'),
  base: baseMoney('Amount'),
});
export type JournalLine = Values<typeof journalTable>;

const FORMAT = 'format must be hledger or csv.';

export const exportLedger = endpoint({
  method: 'GET',
  path: `${SCA}/ledger/export`,
  access: 'ledger.view',
  effect: 'read',
  summary: 'The whole journal as a file: plain text that hledger reads, or CSV. Balances of before `from` open it.',
  media: ['application/octet-stream'],
  query: z.object({
    branch: branchParam,
    format: z.enum(['hledger', 'csv'], FORMAT),
    from: dayParam,
    to: dayParam,
  }),
  reply: fileReply,
});
