import type { State } from '../states.ts';

export const CLAIM_STATUSES = ['DRAFT', 'PENDING', 'APPROVED', 'REJECTED', 'DISABLED'] as const;
export type ClaimStatus = (typeof CLAIM_STATUSES)[number];

/** §4: an approved claim is disabled while nothing of it is invoiced; else it is closed by a movement. */
export const CLAIM_STATES = {
  DRAFT: { label: 'Draft', tone: 'neutral', moves: { edit: ['DRAFT'], submit: ['PENDING'], disable: ['DISABLED'] } },
  PENDING: { label: 'Pending', tone: 'waiting', moves: { withdraw: ['DRAFT'], decide: ['APPROVED', 'REJECTED'] } },
  APPROVED: { label: 'Approved', tone: 'good', moves: { disable: ['DISABLED'] } },
  REJECTED: { label: 'Rejected', tone: 'bad', moves: { edit: ['DRAFT'], submit: ['PENDING'], disable: ['DISABLED'] } },
  DISABLED: { label: 'Disabled', tone: 'muted', moves: {} },
} satisfies Record<ClaimStatus, State<ClaimStatus>> as Record<ClaimStatus, State<ClaimStatus>>;

export const MOVEMENT_STATUSES = ['DRAFT', 'PENDING', 'APPROVED', 'REJECTED', 'DISABLED'] as const;
export type MovementStatus = (typeof MOVEMENT_STATUSES)[number];

/** §4: what an approved movement did is undone by another movement alone. */
export const MOVEMENT_STATES = {
  DRAFT: { label: 'Draft', tone: 'neutral', moves: { edit: ['DRAFT'], submit: ['PENDING'], disable: ['DISABLED'] } },
  PENDING: { label: 'Pending', tone: 'waiting', moves: { withdraw: ['DRAFT'], decide: ['APPROVED', 'REJECTED'] } },
  APPROVED: { label: 'Approved', tone: 'good', moves: {} },
  REJECTED: { label: 'Rejected', tone: 'bad', moves: { edit: ['DRAFT'], submit: ['PENDING'], disable: ['DISABLED'] } },
  DISABLED: { label: 'Disabled', tone: 'muted', moves: {} },
} satisfies Record<MovementStatus, State<MovementStatus>> as Record<MovementStatus, State<MovementStatus>>;

/** Whether securities have a movement before them to agree: not one that was taken back or rejected, of which nothing is agreed or in dispute. C13. */
export const isToBeAgreed = (status: MovementStatus): boolean => status === 'PENDING' || status === 'APPROVED';

/** What moves a claim. `claims-and-money.md` §2, Words. */
export const MOVEMENT_TYPES = ['RESERVE', 'CALL', 'FEE', 'SALVAGE', 'FINAL', 'CLOSE', 'REOPEN'] as const;
export type MovementType = (typeof MOVEMENT_TYPES)[number];
export const MOVEMENT_LABELS: Record<MovementType, string> = {
  RESERVE: 'Reserve',
  CALL: 'Cash call',
  FEE: 'Fee',
  SALVAGE: 'Salvage or recovery',
  FINAL: 'Final settlement',
  CLOSE: 'Closing',
  REOPEN: 'Reopening',
};
/** What the amount of a movement means, at 100 %; null where it has none. */
export const MOVEMENT_AMOUNTS: Record<MovementType, string | null> = {
  RESERVE: 'New estimate, 100%',
  CALL: 'Called now, 100%',
  FEE: 'Fee, 100%',
  SALVAGE: 'Recovered, 100%',
  FINAL: 'Final amount, 100%',
  CLOSE: null,
  REOPEN: 'New estimate, 100%',
};

/** Where an approved claim is, derived from its movements and its money. §4. */
export const CLAIM_STAGES = ['NOTIFIED', 'CALLED', 'PART_COLLECTED', 'COLLECTED', 'SETTLED', 'CLOSED'] as const;
export type ClaimStage = (typeof CLAIM_STAGES)[number];
export const STAGE_LABELS: Record<ClaimStage, string> = {
  NOTIFIED: 'Notified',
  CALLED: 'Called',
  PART_COLLECTED: 'Part collected',
  COLLECTED: 'Collected',
  SETTLED: 'Settled',
  CLOSED: 'Closed',
};

type ClaimMoney = Record<'called' | 'setOff' | 'collected' | 'paid', bigint> & { closed: boolean };
/**
 * The stage of a claim by what was called, collected and paid, ours, in minor units. What salvage was set against is neither to be collected nor to be
 * paid (C11). §4.
 */
export function stageOf({ closed, called, setOff, collected, paid }: ClaimMoney): ClaimStage {
  if (closed) return 'CLOSED';
  if (called === 0n) return 'NOTIFIED';
  if (paid >= called - setOff) return 'SETTLED';
  if (collected >= called - setOff) return 'COLLECTED';
  return collected > 0n ? 'PART_COLLECTED' : 'CALLED';
}

/** Whose loss it is, which decides from what amount two parties agree it in London. C13. */
export const LOSS_KINDS = ['FIRST_PARTY', 'THIRD_PARTY', 'NON_PROPORTIONAL'] as const;
export type LossKind = (typeof LOSS_KINDS)[number];
export const LOSS_KIND_LABELS: Record<LossKind, string> = {
  FIRST_PARTY: 'First party',
  THIRD_PARTY: 'Third party',
  NON_PROPORTIONAL: 'Non-proportional',
};

/** Who works on a claim for a fee. */
export const EXPERT_ROLES = ['ADJUSTER', 'SURVEYOR', 'LAWYER', 'OTHER'] as const;
export type ExpertRole = (typeof EXPERT_ROLES)[number];
export const EXPERT_LABELS: Record<ExpertRole, string> = {
  ADJUSTER: 'Loss adjuster',
  SURVEYOR: 'Surveyor',
  LAWYER: 'Lawyer',
  OTHER: 'Other expert',
};

/** What a security says of a movement that it is asked to agree. C13. */
export const AGREEMENTS = ['ASKED', 'AGREED', 'DENIED', 'DISPUTED'] as const;
export type Agreement = (typeof AGREEMENTS)[number];
export const AGREEMENT_LABELS: Record<Agreement, string> = {
  ASKED: 'To be agreed',
  AGREED: 'Agreed',
  DENIED: 'Denied',
  DISPUTED: 'Disputed',
};
/** An item that its security denies or disputes ages apart. C13. */
export const isDisputed = (agreement: Agreement): boolean => agreement === 'DENIED' || agreement === 'DISPUTED';

/** How the limit of a policy holds for its claims. C3. */
export const LIMIT_BASES = ['EACH_LOSS', 'AGGREGATE'] as const;
export type LimitBasis = (typeof LIMIT_BASES)[number];
export const LIMIT_BASIS_LABELS: Record<LimitBasis, string> = {
  EACH_LOSS: 'Each loss',
  AGGREGATE: 'In the aggregate',
};

/** What a security says of its part of a claim: the worst of its open items, else of all of them; null of none. C13. */
export function agreementOfNotes(notes: readonly { open: boolean; agreement: Agreement | null }[]): Agreement | null {
  const open = notes.filter((one) => one.open);
  const agreements = (open.length > 0 ? open : notes).map((one) => one.agreement);
  const worst: readonly Agreement[] = ['DENIED', 'DISPUTED', 'ASKED', 'AGREED'];
  return worst.find((one) => agreements.includes(one)) ?? null;
}

/** What a note on a claim is called, by its purpose. C5, C11. */
export const CLAIM_NOTES = { CLAIM: 'Claim invoice', SALVAGE: 'Salvage note' } as const;
export type ClaimNotePurpose = keyof typeof CLAIM_NOTES;
