/** What is owed on paper, by us or to us. Amounts of notes are positive; the series says which way they go. G4. */

/** The series of a note's number: what others owe us (debit note, invoice), what we owe (credit note). */
export const NOTE_SERIES = ['DN', 'CN', 'INV'] as const;

/** Whether a note of this series is owed to us, so that a receipt can settle it. G6. */
export const isOwedToUs = (series: string): boolean => series === 'DN' || series === 'INV';
