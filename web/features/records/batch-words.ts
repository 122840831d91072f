import type { BatchAct, BatchOutcome } from '../../../domain/batches/tables.ts';
import { KINDS, type KindName } from '../../../domain/records/kinds.ts';
import type { Tone } from '../../ui/marks/Badge.tsx';

/** "1 receipt", "12 receipts". */
export const countOf = (kind: KindName, count: number): string =>
  `${count} ${count === 1 ? KINDS[kind].noun : KINDS[kind].plural}`;

export const ACT_WORDS: Record<BatchAct, { act: string; doing: string; done: string }> = {
  submit: { act: 'Submit', doing: 'Submitting', done: 'Submitted' },
  approve: { act: 'Approve', doing: 'Approving', done: 'Approved' },
  send: { act: 'Send papers of', doing: 'Sending', done: 'Sent' },
};

export const OUTCOME_TONES: Record<BatchOutcome, Tone> = {
  WAITING: 'neutral',
  DONE: 'good',
  FAILED: 'bad',
  LEFT: 'warn',
};
