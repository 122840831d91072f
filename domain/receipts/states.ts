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

export const ALLOCATION_LABELS = { UNALLOCATED: 'Unallocated', PART: 'Part', FULL: 'Full' } as const;
export type Allocation = keyof typeof ALLOCATION_LABELS;

/** Derived, never stored: how much of a receipt is allocated. §4. */
export function allocationOf(receipt: { amount: bigint; allocated: bigint }): Allocation {
  if (receipt.allocated === 0n) return 'UNALLOCATED';
  return receipt.allocated < receipt.amount ? 'PART' : 'FULL';
}
