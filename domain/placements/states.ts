import type { State } from '../states.ts';

export const POLICY_STATUSES = ['DRAFT', 'PENDING', 'APPROVED', 'REJECTED', 'DISABLED'] as const;
export type PolicyStatus = (typeof POLICY_STATUSES)[number];

/** §4: only PENDING is decided; its maker can withdraw it; REJECTED is edited and resubmitted; DISABLED is final. */
export const POLICY_STATES = {
  DRAFT: { label: 'Draft', tone: 'neutral', moves: { edit: ['DRAFT'], submit: ['PENDING'], disable: ['DISABLED'] } },
  PENDING: { label: 'Pending', tone: 'waiting', moves: { withdraw: ['DRAFT'], decide: ['APPROVED', 'REJECTED'] } },
  APPROVED: { label: 'Approved', tone: 'good', moves: { disable: ['DISABLED'] } },
  REJECTED: { label: 'Rejected', tone: 'bad', moves: { edit: ['DRAFT'], submit: ['PENDING'], disable: ['DISABLED'] } },
  DISABLED: { label: 'Disabled', tone: 'muted', moves: {} },
} satisfies Record<PolicyStatus, State<PolicyStatus>> as Record<PolicyStatus, State<PolicyStatus>>;

export const COVERS = ['NOT_INCEPTED', 'IN_FORCE', 'EXPIRED', 'CANCELLED'] as const;
export type Cover = (typeof COVERS)[number];
export const COVER_LABELS: Record<Cover, string> = {
  NOT_INCEPTED: 'Not incepted',
  IN_FORCE: 'In force',
  EXPIRED: 'Expired',
  CANCELLED: 'Cancelled',
};

/** Cover is derived, never stored: from the period, what cancelled it, and the day. §4. */
export function coverOn(
  day: string,
  period: { start: string; end: string; cancelledFrom?: string | null | undefined },
): Cover {
  const { cancelledFrom = null } = period;
  if (cancelledFrom !== null && (day >= cancelledFrom || cancelledFrom <= period.start)) return 'CANCELLED';
  if (day < period.start) return 'NOT_INCEPTED';
  return day > period.end ? 'EXPIRED' : 'IN_FORCE';
}

export const PAYMENTS = ['UNPAID', 'PART', 'PAID'] as const;
export type Payment = (typeof PAYMENTS)[number];
export const PAYMENT_LABELS: Record<Payment, string> = { UNPAID: 'Unpaid', PART: 'Part paid', PAID: 'Paid' };
