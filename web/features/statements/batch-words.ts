import type { BatchState } from '../../../domain/renewals/states.ts';
import { BATCH_LABELS, OUTCOME_LABELS, type Outcome } from '../../../domain/statements/tables.ts';
import type { Tone } from '../../ui/marks/Badge.tsx';

const BATCH_TONES: Record<BatchState, Tone> = {
  WAITING: 'info',
  RUNNING: 'info',
  DONE: 'good',
  CANCELLED: 'warn',
  FAILED: 'bad',
};
const OUTCOME_TONES: Record<Outcome, Tone> = {
  WAITING: 'neutral',
  MADE: 'good',
  QUEUED: 'info',
  MAILED: 'good',
  UNMAILED: 'warn',
  PROBLEM: 'warn',
};

export const batchBadge = (state: BatchState) => ({ label: BATCH_LABELS[state], tone: BATCH_TONES[state] });
export const outcomeBadge = (outcome: Outcome) => ({ label: OUTCOME_LABELS[outcome], tone: OUTCOME_TONES[outcome] });

/** Whether a batch goes on by itself. */
export const isRunning = (state: BatchState | undefined): boolean => state === 'WAITING' || state === 'RUNNING';
