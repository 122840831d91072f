/** What is owed on paper, by us or to us. Amounts of notes are positive; the series says which way they go. G4. */

/** The series of a note's number: what others owe us (debit note, invoice), what we owe (credit note). */
export const NOTE_SERIES = ['DN', 'CN', 'INV'] as const;
export type NoteSeries = (typeof NOTE_SERIES)[number];

/** What a note is for, apart from its series. */
export const NOTE_PURPOSES = ['PREMIUM', 'RETURN', 'CLAIM', 'SALVAGE', 'FEE'] as const;
export type NotePurpose = (typeof NOTE_PURPOSES)[number];

/** What a note's money is for: who is paid, or what we keep, as it comes in. G5. */
export const PART_KINDS = ['SECURITY', 'BROKERAGE', 'TAX', 'CLAIM', 'REFUND', 'SALVAGE'] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** Whether a note of this series is owed to us, so that a receipt can settle it. G6. */
export const isOwedToUs = (series: string): boolean => series === 'DN' || series === 'INV';
