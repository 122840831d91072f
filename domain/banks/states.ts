import type { State } from '../states.ts';

export const STATEMENT_STATUSES = ['READ', 'TAKEN_BACK'] as const;
export type StatementStatus = (typeof STATEMENT_STATUSES)[number];

export const STATEMENT_STATES = {
  READ: { label: 'Read', tone: 'good', moves: {} },
  TAKEN_BACK: { label: 'Taken back', tone: 'muted', moves: {} },
} satisfies Record<StatementStatus, State<StatementStatus>> as Record<StatementStatus, State<StatementStatus>>;
