import * as z from 'zod/mini';
import { leftParam } from '../closing/left.ts';
import { decisionCalls, people } from '../decision-calls.ts';
import { draftCalls } from '../draft-calls.ts';
import { endpoint } from '../endpoint.ts';
import { KINDS } from '../records/kinds.ts';
import {
  amount,
  amountOut,
  branchListQuery,
  branchRef,
  currencyCode,
  day,
  lengths,
  listReply,
  optionalText,
  recordId,
  ref,
  saved,
  selectedIds,
  text,
} from '../wire.ts';
import { JOURNAL_STATUSES } from './states.ts';
import { manualJournalTable } from './table.ts';

const status = z.enum(JOURNAL_STATUSES);
const AMOUNT = 'Enter an amount.';

/** One line: an account, its sub-ledger account where it has any, a currency, and a debit or a credit. */
export const journalLine = z.object({
  account: text({ min: 1, max: 10, message: 'Choose an account.' }),
  /** The party or the tax, of an account that is kept by one. */
  sub_account: z.optional(z.nullable(recordId)),
  currency: currencyCode,
  debit: z.optional(amount(AMOUNT)),
  credit: z.optional(amount(AMOUNT)),
});

const fields = {
  day: day('Enter the day on which it is booked.'),
  narration: text(lengths('Narration', 2, 200)),
  reference: optionalText(60),
  lines: z
    .array(journalLine)
    .check(z.minLength(2, 'Enter at least two lines.'), z.maxLength(200, 'At most 200 lines.')),
};

export const manualJournalRecord = z.object({
  id: recordId,
  version: z.int(),
  status,
  number: z.nullable(z.string()),
  branch: branchRef,
  day: z.string(),
  narration: z.string(),
  reference: z.string(),
  /** What its debits come to in base, at the rates of its day. */
  currency: z.string(),
  amount: amountOut,
  lines: z.array(
    z.object({
      account: z.string(),
      account_name: z.string(),
      sub_account: z.nullable(ref),
      currency: z.string(),
      debit: z.nullable(amountOut),
      credit: z.nullable(amountOut),
    }),
  ),
  /** What of the ledger it booked, and what took that back. */
  entries: z.array(z.object({ id: recordId, reverses: z.nullable(recordId) })),
  ...people,
});

const base = KINDS.journal.path;

export const listManualJournals = endpoint({
  method: 'GET',
  path: `${base}/items`,
  access: 'journals.view',
  effect: 'read',
  summary: 'Manual journals, paged.',
  query: z.object({ ...branchListQuery, ...selectedIds, status: z.optional(status), left: leftParam('JOURNALS') }),
  reply: listReply(manualJournalTable.row),
});
export const {
  get: getManualJournal,
  save: saveManualJournal,
  edit: editManualJournal,
} = draftCalls(KINDS.journal, {
  body: z.object(fields),
  record: manualJournalRecord,
  saved,
  words: {
    one: 'One manual journal with its lines.',
    save: 'Saves a manual journal as a draft: balanced in each currency, and on no account of a party or bank.',
  },
});
export const manualJournalCalls = decisionCalls(KINDS.journal);
export const {
  submit: submitManualJournal,
  withdraw: withdrawManualJournal,
  preview: previewManualJournal,
  approve: approveManualJournal,
  disable: disableManualJournal,
  reverse: reverseManualJournal,
} = manualJournalCalls;
