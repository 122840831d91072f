/** Which lines of the bank are which records of the books: the calls under /bankmatch. M10. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import {
  below,
  choice,
  fileOnly,
  hidden,
  id,
  money,
  numbered,
  record,
  text as words,
  titled,
  version,
  day,
  linked,
  optional,
  partyText,
  plain,
  totalled,
} from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import {
  amountOut,
  branchListQuery,
  branchParam,
  byId,
  idText,
  identified,
  listQuery,
  listReply,
  optionalText,
  recordId,
  ref,
  saved,
  text,
  versionField,
} from '../wire.ts';
import { KINDS, titleOf } from '../records/kinds.ts';
import { MATCH_REASON_LABELS, MATCH_REASONS, MATCHED_KINDS, type MatchedKind } from './matching.ts';

const base = `${SCA}/bankmatch`;
/** Lines that are confirmed, and receipts that are approved, at once. */
export const MOST_AT_ONCE = 50;

/** A record that is a line in its state, by the words of its kind. */
export const matchedState = (kind: MatchedKind, status: string) =>
  Object.entries(KINDS[kind].states).find(([name]) => name === status)?.[1];

/** Lines that are matched, the latest match first. */
export const matchTable = table(
  {
    id: id(),
    version: version(),
    line: id(),
    day: day('Date'),
    account: record('Account'),
    party: titled('Payer or payee', partyText('Payer or payee', 'party_id')),
    /** Null of a line that is of nobody in the registers. */
    party_id: optional(id()),
    text: below('party', hidden(words('Text'))),
    kind: choice('Kind', MATCHED_KINDS, (kind) => titleOf(KINDS[kind])),
    record: below('kind', numbered('Record')),
    record_version: version(),
    status: words('Status'),
    reason: below(
      'status',
      choice('Reason', MATCH_REASONS, (reason) => MATCH_REASON_LABELS[reason]),
    ),
    made_by: hidden(linked('user', words('Matched by'), 'made_by_id')),
    made_by_id: id(),
    currency: titled('Cur.', words('Currency')),
    amount: money('Amount'),
  },
  { screen: ['day', 'amount', 'record', 'status', 'party', 'text', 'reason', 'account', 'made_by', 'currency'] },
);

const proposal = z.object({
  /** With which it is chosen. */
  key: z.string(),
  reason: z.enum(MATCH_REASONS),
  party: z.nullable(ref),
  /** What is matched, or settled by the receipt that is made. */
  records: z.array(
    z.object({
      kind: z.enum(['note', ...MATCHED_KINDS]),
      id: recordId,
      number: z.string(),
      amount: amountOut,
      /** It was reversed, and this is how it came back. */
      returned: z.boolean(),
    }),
  ),
  /** What the payer kept back. */
  less: z.nullable(
    z.object({
      kind: z.enum(['CERTIFICATE', 'BANK_CHARGE']),
      note: z.string(),
      tax: z.nullable(ref),
      amount: amountOut,
    }),
  ),
  /** Confirming it pays an approved voucher. */
  pays: z.boolean(),
});

/** Lines that nothing is matched with, oldest first; several proposals are a tie, which a person decides. */
export const openLineTable = table({
  id: id(),
  bank: fileOnly(words('Account')),
  day: day('Date'),
  party: words('Payer or payee'),
  text: words('Text'),
  reference: words('Bank reference'),
  currency: words('Currency'),
  amount: totalled(money('Amount')),
  may_be: fileOnly(words('May be')),
  proposals: plain('', { schema: z.array(proposal), cell: String }),
  /** What was entered on the account with the same amount: proposed by nothing, matched by hand. */
  by_hand: plain('', { schema: z.array(proposal), cell: String }),
});

export const listOpenLines = endpoint({
  method: 'GET',
  path: `${base}/open`,
  access: 'bank_statements.view',
  effect: 'read',
  summary: 'Lines of an account that nothing is matched with, oldest first, each with what it may be and why.',
  query: z.object({
    account: idText,
    start: listQuery.start,
    length: listQuery.length,
    branch: branchParam,
    format: listQuery.format,
  }),
  reply: listReply(openLineTable.row),
});
export const listReceiptsOfLine = endpoint({
  method: 'GET',
  path: `${base}/receipts`,
  access: 'bank_statements.view',
  effect: 'read',
  summary:
    'Receipts of an account that an open line may be several of: smaller, near its day, and of no line yet; at most 200.',
  query: z.object({ account: idText, line: idText, branch: branchParam }),
  reply: z.array(
    z.object({
      /** Joined by “+” they are what the line is confirmed to be. */
      key: z.string(),
      number: z.string(),
      status: z.string(),
      party: ref,
      day: z.string(),
      reference: z.string(),
      amount: amountOut,
    }),
  ),
});
export const listMatches = endpoint({
  method: 'GET',
  path: `${base}/items`,
  access: 'bank_statements.view',
  effect: 'read',
  summary: 'Lines that are matched, each with the record that it is, paged.',
  query: z.object({
    ...branchListQuery,
    bank: z.optional(idText),
    waiting: z.optional(z.enum(['yes'], 'waiting must be yes.')),
  }),
  reply: listReply(matchTable.row),
});
export const confirmMatches = endpoint({
  method: 'PUT',
  path: `${base}/confirm`,
  access: 'bank_statements.create',
  effect: 'write',
  summary: 'Confirms what lines are: receipts are made and submitted, approved vouchers paid, all of them or none.',
  body: z.object({
    account: recordId,
    items: z
      .array(
        z.object({
          line: recordId,
          key: text({ min: 1, max: 1_000, message: 'Choose what the line is.' }),
          /** The number of the tax certificate, where one was kept back. */
          certificate: optionalText(60),
        }),
      )
      .check(z.minLength(1, 'Choose a line.'), z.maxLength(MOST_AT_ONCE, `At most ${MOST_AT_ONCE} lines at once.`)),
  }),
  reply: z.object({ ...saved.shape, matches: z.array(recordId) }),
});
export const approveMatched = endpoint({
  method: 'PUT',
  path: `${base}/approve`,
  access: 'receipts.decide',
  effect: 'write',
  summary: 'Approves receipts that lines of the bank were matched with, by a second person: all of them or none.',
  body: z.object({
    receipts: z
      .array(z.object(identified))
      .check(
        z.minLength(1, 'Choose a receipt.'),
        z.maxLength(MOST_AT_ONCE, `At most ${MOST_AT_ONCE} receipts at once.`),
      ),
  }),
  reply: z.object({ ...saved.shape, numbers: z.array(z.string()) }),
});
export const undoMatch = endpoint({
  method: 'PUT',
  path: `${base}/undo/{id}`,
  access: 'bank_statements.create',
  effect: 'write',
  summary: 'Takes a match back: its line is open again, what it was matched with stays as it is.',
  params: byId,
  body: z.object({
    version: versionField,
    reason: text({ min: 1, max: 500, message: 'Say why it is taken back, in at most 500 characters.' }),
  }),
  reply: saved,
});
export type OpenLine = z.output<typeof listOpenLines.reply>['data'][number];
