import type { State } from '../states.ts';

export const RECONCILIATION_STATUSES = ['OPEN', 'FINISHED'] as const;
export type ReconciliationStatus = (typeof RECONCILIATION_STATUSES)[number];

export const RECONCILIATION_STATES: Record<ReconciliationStatus, State<ReconciliationStatus>> = {
  OPEN: { label: 'Open', tone: 'waiting', moves: {} },
  FINISHED: { label: 'Finished', tone: 'good', moves: {} },
};
