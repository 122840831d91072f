/** Formats of numbers, gapless per branch, kind and year. §4 Numbers. */
export const NUMBERED = ['FAC', 'LDN', 'CL', 'DN', 'CN', 'RV', 'PV', 'INV'] as const;
export type Numbered = (typeof NUMBERED)[number];

const RECORDS: ReadonlySet<Numbered> = new Set(['FAC', 'LDN', 'CL']);

/** "NBO/FAC/2026/000123" for a record of the broker, "DN/NBO/2026/000012" for an accounting document. */
export function formatNumber(kind: Numbered, number: { branch: string; year: number; sequence: number }): string {
  const sequence = String(number.sequence).padStart(6, '0');
  const [first, second] = RECORDS.has(kind) ? [number.branch, kind] : [kind, number.branch];
  return `${first}/${second}/${number.year}/${sequence}`;
}
