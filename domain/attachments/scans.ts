/** What the malware scanner says of a file: without one, nothing; a file that waits or is infected is not given out. */
export const SCANS = ['NONE', 'WAITING', 'CLEAN', 'INFECTED'] as const;
export type Scan = (typeof SCANS)[number];

/** Whether a file of this state may be opened and downloaded. */
export function mayOpen(scan: Scan): boolean {
  return scan === 'NONE' || scan === 'CLEAN';
}
