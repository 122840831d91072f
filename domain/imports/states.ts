/** What a file goes through until its rows are records. */
export const IMPORT_STATES = {
  READING: { label: 'Reading', tone: 'waiting' },
  CHECKING: { label: 'Checking', tone: 'waiting' },
  READY: { label: 'Ready', tone: 'neutral' },
  WRITING: { label: 'Importing', tone: 'waiting' },
  DONE: { label: 'Imported', tone: 'good' },
  FAILED: { label: 'Failed', tone: 'bad' },
  CANCELLED: { label: 'Cancelled', tone: 'muted' },
} as const satisfies Record<string, { label: string; tone: 'neutral' | 'waiting' | 'good' | 'bad' | 'muted' }>;

export type ImportState = keyof typeof IMPORT_STATES;
export const IMPORT_STATE_NAMES = Object.keys(IMPORT_STATES) as [ImportState, ...ImportState[]];

/** Something works on it: it changes without anybody doing anything. */
export const isUnderWay = (state: ImportState): boolean =>
  state === 'READING' || state === 'CHECKING' || state === 'WRITING';

/** It can still be cancelled: nothing was written yet. */
export const mayCancel = (state: ImportState): boolean => isUnderWay(state) || state === 'READY';

/** What a row is before the import is confirmed, and what became of it. */
export const ROW_OUTCOMES = {
  read: { label: 'Not checked', tone: 'neutral' },
  new: { label: 'New', tone: 'good' },
  exists: { label: 'Exists', tone: 'neutral' },
  part: { label: 'Same slip', tone: 'neutral' },
  error: { label: 'Faulty', tone: 'bad' },
  written: { label: 'Added', tone: 'good' },
  updated: { label: 'Updated', tone: 'good' },
  skipped: { label: 'Skipped', tone: 'neutral' },
} as const satisfies Record<string, { label: string; tone: 'neutral' | 'good' | 'bad' }>;

export type RowOutcome = keyof typeof ROW_OUTCOMES;
export const ROW_OUTCOME_NAMES = Object.keys(ROW_OUTCOMES) as [RowOutcome, ...RowOutcome[]];
