import type { State } from '../states.ts';

export const ENDORSEMENT_STATUSES = ['DRAFT', 'PENDING', 'APPROVED', 'REJECTED', 'DISABLED'] as const;
export type EndorsementStatus = (typeof ENDORSEMENT_STATUSES)[number];

/** §4: the same as a policy's, but what an approved one did is undone by another endorsement alone. */
export const ENDORSEMENT_STATES = {
  DRAFT: { label: 'Draft', tone: 'neutral', moves: { edit: ['DRAFT'], submit: ['PENDING'], disable: ['DISABLED'] } },
  PENDING: { label: 'Pending', tone: 'waiting', moves: { withdraw: ['DRAFT'], decide: ['APPROVED', 'REJECTED'] } },
  APPROVED: { label: 'Approved', tone: 'good', moves: {} },
  REJECTED: { label: 'Rejected', tone: 'bad', moves: { edit: ['DRAFT'], submit: ['PENDING'], disable: ['DISABLED'] } },
  DISABLED: { label: 'Disabled', tone: 'muted', moves: {} },
} satisfies Record<EndorsementStatus, State<EndorsementStatus>> as Record<EndorsementStatus, State<EndorsementStatus>>;
