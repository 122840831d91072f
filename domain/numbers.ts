/** Formats of numbers, gapless per branch, kind and year. §4 Numbers. */
export const NUMBERED = ['FAC', 'LDN', 'CL', 'DN', 'CN', 'RV', 'PV', 'INV', 'ADJ'] as const;
export type Numbered = (typeof NUMBERED)[number];

export const NUMBERED_LABELS: Record<Numbered, string> = {
  FAC: 'Local policy',
  LDN: 'London slip',
  CL: 'Claim',
  DN: 'Debit note',
  CN: 'Credit note',
  RV: 'Receipt',
  PV: 'Payment voucher',
  INV: 'Invoice',
  ADJ: 'Adjustment',
};

const RECORDS: ReadonlySet<Numbered> = new Set(['FAC', 'LDN', 'CL']);

/** The format of a kind until the firm chooses its own. */
export function standardFormat(kind: Numbered): string {
  return RECORDS.has(kind) ? '{BRANCH}/{KIND}/{YYYY}/{NNNNNN}' : '{KIND}/{BRANCH}/{YYYY}/{NNNNNN}';
}

const PREFIX = /^[A-Z0-9]{1,8}$/;
const YEAR = /^\{(YYYY|YY)\}$/;
const SEQUENCE = /^\{N{4,8}\}$/;

/**
 * What is wrong with a format, or null. It is {KIND}, {BRANCH}, {YYYY} or {YY} and four to eight N, each once, parted by
 * one of / - . and led, if at all, by a prefix of the firm's own. Kind, branch, year and sequence follow from such a
 * number alone, so two of them are never the same, whatever the formats were over the years. §4 Numbers.
 */
export function formatFault(format: string): string | null {
  const parts = format.split(/[/.-]/);
  if (format.length > 60) return 'A format has at most 60 characters.';
  const [first = '', ...others] = parts;
  const rest = PREFIX.test(first) ? others : parts;
  const has = (test: (part: string) => boolean) => rest.filter(test).length;
  if (has((part) => SEQUENCE.test(part)) !== 1) return 'Put the number in once, as {NNNN} to {NNNNNNNN}.';
  if (has((part) => YEAR.test(part)) !== 1) return 'Put the year in once, as {YYYY} or {YY}.';
  if (has((part) => part === '{BRANCH}') !== 1) return 'Put {BRANCH} in once.';
  if (has((part) => part === '{KIND}') !== 1) return 'Put {KIND} in once.';
  if (rest.length !== 4)
    return 'Part {KIND}, {BRANCH}, the year and the number by / - or . and begin, if at all, with up to 8 capitals or digits.';
  if (!SEQUENCE.test(rest[3] ?? '') || !YEAR.test(rest[2] ?? '')) return 'The year and the number stand last.';
  return null;
}

/** "NBO/FAC/2026/000123": a number in a format; digits are added when the sequence outgrows the format's width. */
export function formatNumber(
  kind: Numbered,
  number: { branch: string; year: number; sequence: number; format?: string },
): string {
  const year = String(number.year);
  return (number.format ?? standardFormat(kind))
    .replace('{KIND}', kind)
    .replace('{BRANCH}', number.branch)
    .replace('{YYYY}', year)
    .replace('{YY}', year.slice(-2))
    .replace(/\{(N{4,8})\}/, (_, width: string) => String(number.sequence).padStart(width.length, '0'));
}
