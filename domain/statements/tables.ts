import * as z from 'zod/mini';
import { BATCH_STATES, type BatchState } from '../renewals/states.ts';
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
  note,
  numbered,
  optional,
  party,
  partyText,
  record,
  sorted,
  text,
  titled,
  totalled,
  linked,
} from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import { ACCOUNT_ITEM_LABELS, ACCOUNT_ITEMS, BATCH_SIDES, SIDE_LABELS } from './account.ts';
import { REMINDER_LABELS, REMINDER_LEVELS } from './reminders.ts';

const figures = {
  premium: totalled(money('Premium')),
  returns: totalled(money('Returns')),
  claims: titled('Claims collected', totalled(money('Claims'))),
  unallocated: titled('Unallocated', totalled(money('Unallocated cash'))),
  balance: totalled(money('Balance')),
  to_come: titled('Claims to come', totalled(money('Claims not collected yet'))),
};

/** Parties with something open in a currency; due to us above nothing, due to them below it. M12. */
export const accountTable = table(
  {
    party: party('Party'),
    currency: text('Currency'),
    ...figures,
    /** Whether a statement has an address to go to. */
    addressed: titled('Mail', flag('Has an address')),
  },
  { screen: ['party', 'balance', 'currency', 'premium', 'returns', 'claims', 'unallocated', 'to_come', 'addressed'] },
);
export const accountTotals = table({ currency: text('Currency'), ...figures });
/** So many accounts are shown; a file has all. */
export const MOST_ACCOUNTS = 500;

/** What is open on one account, as its paper and its sheet have it. M12. */
export const accountItemTable = table({
  opened_on: day('Date'),
  kind: choice('What', ACCOUNT_ITEMS, (kind) => ACCOUNT_ITEM_LABELS[kind]),
  document: text('Document'),
  policy: text('Policy'),
  insured: text('Insured'),
  due_on: day('Due'),
  currency: text('Currency'),
  amount: money('Amount'),
  settled: money('Settled'),
  open: totalled(money('Balance')),
  to_come: totalled(money('Claims not collected yet')),
});

export const BATCH_LABELS: Record<BatchState, string> = {
  WAITING: 'Waiting',
  RUNNING: 'Running',
  DONE: 'Done',
  CANCELLED: 'Stopped',
  FAILED: 'Not finished',
};

/** Instalments of debit notes that a letter is due for, and those whose reminders stopped on their warranty day. M12. */
export const reminderTable = table(
  {
    id: id(),
    party: sorted(party('Reinsured')),
    note: note('Note'),
    policy: below('note', optional(record('Policy'))),
    insured: partyText('Insured', 'insured_id'),
    insured_id: optional(id()),
    due_on: sorted(day('Due')),
    late: below('due_on', titled('Late', count('Days overdue'))),
    level: sorted(choice('Letter', REMINDER_LEVELS, (level) => REMINDER_LABELS[level])),
    last: below('level', optional(titled('Last', day('Last reminded')))),
    currency: titled('Cur.', text('Currency')),
    outstanding: sorted(totalled(money('Outstanding'))),
    warranty: optional(titled('Warranty', day('Warranty day'))),
    /** Its warranty day has come, and what the warranty asks for is not paid. */
    stopped: below('warranty', flag('Stopped')),
    addressed: hidden(titled('Mail', flag('Has an address'))),
  },
  {
    screen: [
      'party',
      'note',
      'outstanding',
      'level',
      'late',
      'warranty',
      'due_on',
      'last',
      'policy',
      'insured',
      'stopped',
      'addressed',
    ],
  },
);
export const reminderTotals = table({
  currency: text('Currency'),
  instalments: count('Instalments'),
  outstanding: totalled(money('Outstanding')),
});

/** What a batch makes of each party. */
export const BATCH_KINDS = ['STATEMENT', 'REMINDER', 'REMITTANCE'] as const;
export type BatchKind = (typeof BATCH_KINDS)[number];
export const BATCH_KIND_LABELS: Record<BatchKind, string> = {
  STATEMENT: 'Statements',
  REMINDER: 'Reminders',
  REMITTANCE: 'Remittance advice',
};

/** Statements, reminders or remittance advice that were made together. */
export const batchTable = table(
  {
    id: sorted(id()),
    made_at: instant('Started'),
    kind: choice('What', BATCH_KINDS, (kind) => BATCH_KIND_LABELS[kind]),
    side: choice('Of', BATCH_SIDES, (side) => SIDE_LABELS[side]),
    as_at: titled('As at', day('As at')),
    state: choice('State', BATCH_STATES, (state) => BATCH_LABELS[state]),
    parties: count('Parties'),
    made: titled('Papers', count('Papers made')),
    mailed: count('Mailed'),
    problems: titled('Not done', count('Not done')),
    by_mail: hidden(flag('By mail')),
    branch: hidden(text('Branch')),
    by: titled('By', linked('user', text('Started by'), 'by_id')),
    by_id: id(),
  },
  {
    screen: [
      'made_at',
      'kind',
      'side',
      'state',
      'as_at',
      'parties',
      'made',
      'mailed',
      'problems',
      'by',
      'branch',
      'by_mail',
    ],
  },
);

const PARTY_KINDS = ['REINSURED', 'INSURED', 'SECURITY'] as const;
const PARTY_KIND_LABELS = { REINSURED: 'Reinsureds', INSURED: 'Insureds', SECURITY: 'Securities' } as const;

/** What became of each party of a batch. */
export const OUTCOMES = ['WAITING', 'MADE', 'QUEUED', 'MAILED', 'UNMAILED', 'PROBLEM'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export const OUTCOME_LABELS: Record<Outcome, string> = {
  WAITING: 'To be made',
  MADE: 'Made',
  QUEUED: 'Mail waits',
  MAILED: 'Mailed',
  UNMAILED: 'Not mailed',
  PROBLEM: 'Not made',
};
export const batchItemTable = table({
  id: id(),
  party: party('Party'),
  party_kind: hidden(choice('Register', PARTY_KINDS, (kind) => PARTY_KIND_LABELS[kind])),
  /** The bank date of an advice. */
  day: optional(titled('Paid on', day('Bank date'))),
  outcome: choice('Outcome', OUTCOMES, (outcome) => OUTCOME_LABELS[outcome]),
  /** Its paper; a sheet has the id of the row. */
  statement: optional(numbered('Paper')),
  /** Whether the same is there as a sheet. */
  sheet: hidden(flag('Sheet')),
  problem: text('Why not'),
});

/** What became of a paper, by why it was not made or mailed, whether it is there, and what became of its mail. */
export function outcomeOf({
  problem,
  paper,
  mail,
}: {
  problem: string | null;
  paper: unknown;
  mail: string | null;
}): Outcome {
  if (problem !== null) return paper === null ? 'PROBLEM' : 'UNMAILED';
  if (mail !== null) return mail === 'SENT' ? 'MAILED' : 'QUEUED';
  return paper === null ? 'WAITING' : 'MADE';
}

/** A row of the reply that also says what of a batch there is. */
export const batchRow = z.object({
  ...batchTable.row.shape,
  message: z.nullable(z.string()),
  /** Why reminders went after a warranty day. */
  reason: z.string(),
  /** How many parties it has come to. */
  done: z.int(),
  data: z.array(batchItemTable.row),
  /** There are more than are shown, which are those that need somebody first; a file has all. */
  more: z.optional(z.boolean()),
});
/** So many parties of a batch are shown. */
export const MOST_OF_BATCH = 500;
