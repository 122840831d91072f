/**
 * Advisory locks over the whole installation. Each has a number of its own, said here alone: work that shared one with
 * another would wait for it. Numbers stay, since servers of two versions may share a database for a moment.
 */
export const LOCKS = {
  /** Bringing the database to this version. */
  migrating: 7_214_900_001,
  /** Linking audit rows into the chain. */
  sealing: 7_214_900_002,
  /** Setting the installation up for its firm. */
  installing: 7_214_900_003,
  /** Who is root. */
  roots: 7_214_900_004,
  /** Deleting stored files, which a backup that reads them holds off. */
  sweeping: 7_214_900_005,
  /** Counting what was mailed within the hour. */
  mailing: 7_214_900_006,
} as const;
