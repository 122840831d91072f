import type { State } from '../states.ts';

export const RECEIPT_STATUSES = ['DRAFT', 'PENDING', 'APPROVED', 'REJECTED', 'REVERSED', 'DISABLED'] as const;
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number];

export const RECEIPT_STATES = {
  DRAFT: { label: 'Draft', tone: 'neutral', moves: { edit: ['DRAFT'], submit: ['PENDING'], disable: ['DISABLED'] } },
  PENDING: { label: 'Pending', tone: 'waiting', moves: { withdraw: ['DRAFT'], decide: ['APPROVED', 'REJECTED'] } },
  APPROVED: { label: 'Approved', tone: 'good', moves: { reverse: ['REVERSED'] } },
  REJECTED: { label: 'Rejected', tone: 'bad', moves: { edit: ['DRAFT'], submit: ['PENDING'], disable: ['DISABLED'] } },
  REVERSED: { label: 'Reversed', tone: 'muted', moves: {} },
  DISABLED: { label: 'Disabled', tone: 'muted', moves: {} },
} satisfies Record<ReceiptStatus, State<ReceiptStatus>> as Record<ReceiptStatus, State<ReceiptStatus>>;

/** What was received for. */
export const RECEIPT_TYPES = ['PREMIUM', 'CLAIM', 'FEE', 'OTHER'] as const;
