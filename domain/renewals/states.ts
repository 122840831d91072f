/** How far the renewal of a policy that expires is: derived, never stored by hand. §4, §7 renewal. */
export const RENEWAL_STATES = ['OPEN', 'DRAFT', 'RENEWED', 'NOT_RENEWED'] as const;
export type RenewalState = (typeof RENEWAL_STATES)[number];

export const RENEWAL_LABELS: Record<RenewalState, string> = {
  OPEN: 'Open',
  DRAFT: 'Draft made',
  RENEWED: 'Renewed',
  NOT_RENEWED: 'Not renewed',
};

/** The state, from the policy: the status of its renewal, if any, and the reason why it is not renewed, if any. */
export function renewalStateOf(renewal: string | null, reason: string | null): RenewalState {
  if (renewal !== null) return renewal === 'APPROVED' ? 'RENEWED' : 'DRAFT';
  return reason === null ? 'OPEN' : 'NOT_RENEWED';
}

/** A batch of renewals waits, runs, and ends in one of three ways. */
export const BATCH_STATES = ['WAITING', 'RUNNING', 'DONE', 'CANCELLED', 'FAILED'] as const;
export type BatchState = (typeof BATCH_STATES)[number];

/** The days that the renewal list looks ahead unless another number is chosen. §6. */
export const RENEWAL_DAYS = 60;
