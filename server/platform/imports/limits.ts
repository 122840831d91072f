/** What a file may be. §Imports of docs/decisions/011-imports.md says why. */
export const LIMITS = {
  fileBytes: 20 * 1024 * 1024,
  rows: 50_000,
  columns: 200,
  /** Characters of one cell; the longest text of a register has 50,000. */
  cell: 60_000,
  /** Characters of all cells together. */
  text: 50_000_000,
  /** Bytes of an archive when unpacked, as it says and as it turns out. */
  unpackedBytes: 256 * 1024 * 1024,
  entries: 2_000,
  /** One part of an XLSX that has to be in memory at once: styles, the list of sheets. */
  partBytes: 16 * 1024 * 1024,
  headingSearch: 10,
  readMs: 30_000,
  heapMb: 160,
} as const;
