import { KIND_NAMES, KINDS, type KindName } from '../records/kinds.ts';
import { BATCH_STATES } from '../renewals/states.ts';
import { BATCH_LABELS } from '../statements/tables.ts';
import {
  choice,
  count,
  hidden,
  id,
  instant,
  money,
  optional,
  partyText,
  plain,
  sorted,
  text,
  titled,
} from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import * as z from 'zod/mini';

/** The steps that records take together, each by its own call. */
export const STEP_ACTS = ['submit', 'approve'] as const;
export type StepAct = (typeof STEP_ACTS)[number];
/** What is done to records that are selected together. */
export const BATCH_ACTS = [...STEP_ACTS, 'send'] as const;
export type BatchAct = (typeof BATCH_ACTS)[number];
export const BATCH_ACT_LABELS: Record<BatchAct, string> = {
  submit: 'Submit',
  approve: 'Approve',
  send: 'Send papers of',
};

/** The papers of a policy that go to its parties from a selection. */
export const SENT_PAPERS = ['debit-note', 'credit-note', 'cover-note'] as const;
export type SentPaper = (typeof SENT_PAPERS)[number];
/** To whom each goes. */
export const SENT_PAPER_LABELS: Record<SentPaper, { label: string; to: string }> = {
  'debit-note': { label: 'Debit notes', to: 'To the reinsured.' },
  'credit-note': { label: 'Credit notes', to: 'To each security its own.' },
  'cover-note': { label: 'Cover notes', to: 'To the reinsured, as the cover is now.' },
};

/** What became of a record of a batch. */
const BATCH_OUTCOMES = ['WAITING', 'DONE', 'FAILED', 'LEFT'] as const;
export type BatchOutcome = (typeof BATCH_OUTCOMES)[number];
export const BATCH_OUTCOME_LABELS: Record<BatchOutcome, string> = {
  WAITING: 'Waiting',
  DONE: 'Done',
  FAILED: 'Not done',
  LEFT: 'Left as it was',
};

const pluralOf = (kind: KindName) => KINDS[kind].plural;

/** Batches that one person started. */
export const recordBatchTable = table({
  id: sorted(id()),
  made_at: instant('Started'),
  act: choice('What', BATCH_ACTS, (act) => BATCH_ACT_LABELS[act]),
  kind: choice('Of', KIND_NAMES, pluralOf),
  state: choice('State', BATCH_STATES, (state) => BATCH_LABELS[state]),
  records: count('Records'),
  done: count('Done'),
  failed: titled('Not done', count('Not done')),
  /** Those of its records. */
  branch: hidden(text('Branch')),
});

/** The records of a batch, and why one was not done. */
export const batchRecordTable = table({
  id: id(),
  kind: plain('', { schema: z.enum(KIND_NAMES), cell: String }),
  called: titled('Record', text('Record')),
  title: partyText('Of', 'party_id'),
  /** Null where a record names no party. */
  party_id: optional(id()),
  outcome: choice('State', BATCH_OUTCOMES, (outcome) => BATCH_OUTCOME_LABELS[outcome]),
  problem: titled('Why', text('Why not')),
  currency: titled('Cur.', text('Currency')),
  amount: optional(money('Amount')),
  branch: hidden(text('Branch')),
});

/** The state of a record of a batch: what is not done once the batch has ended was left. */
export function batchOutcomeOf({
  done,
  problem,
  ended,
}: {
  done: boolean;
  problem: string | null;
  ended: boolean;
}): BatchOutcome {
  if (!done) return ended ? 'LEFT' : 'WAITING';
  return problem === null ? 'DONE' : 'FAILED';
}
