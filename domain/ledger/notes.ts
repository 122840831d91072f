/** What is owed on paper, by us or to us. Amounts of notes are positive; the series says which way they go. G4. */

/** The series of a note's number: what others owe us (debit note, invoice), what we owe (credit note). */
export const NOTE_SERIES = ['DN', 'CN', 'INV'] as const;

/** What a note's money is for: who is paid, or what we keep, as it comes in; others' money first. G5. */
export const PART_KINDS = ['SECURITY', 'CLAIM', 'REFUND', 'SALVAGE', 'TAX', 'BROKERAGE'] as const;
export type PartKind = (typeof PART_KINDS)[number];
export const PART_LABELS: Record<PartKind, string> = {
  SECURITY: 'Securities',
  CLAIM: 'Claims',
  REFUND: 'Refunds',
  SALVAGE: 'Salvage',
  TAX: 'Taxes and levies',
  BROKERAGE: 'Our brokerage',
};

/** Whether a note of this series is owed to us, so that a receipt can settle it. G6. */
export const isOwedToUs = (series: string): boolean => series === 'DN' || series === 'INV';
