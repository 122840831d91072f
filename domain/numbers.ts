import { firstOf } from './errors.ts';
import { KIND_NAMES, KINDS, SLIP, type KindName, type Series } from './records/kinds.ts';

/** Those of notes, which are numbered with what they are made of. §4 Numbers. */
const NOTE_SERIES = [
  { code: 'DN', label: 'Debit note', leads: 'KIND', id: 4 },
  { code: 'CN', label: 'Credit note', leads: 'KIND', id: 5 },
  { code: 'INV', label: 'Invoice', leads: 'KIND', id: 8 },
] as const satisfies readonly Series[];

const SERIES = [SLIP.series, ...NOTE_SERIES, ...KIND_NAMES.flatMap((kind) => KINDS[kind].series ?? [])].toSorted(
  (a, b) => a.id - b.id,
);

type KindSeries = { [K in KindName]: (typeof KINDS)[K]['series'] }[KindName];
export type Numbered = (NonNullable<KindSeries> | typeof SLIP.series | (typeof NOTE_SERIES)[number])['code'];

/** What has numbers, by the code in them: kinds of record, slips and notes. §4 Numbers. */
export const NUMBERED: readonly Numbered[] = SERIES.map(({ code }) => code);

/** The series of a code. §4 Numbers. */
export const seriesOf = (kind: Numbered): Series => firstOf(SERIES.filter(({ code }) => code === kind));

/** The format of a kind until the firm chooses its own. */
export function standardFormat(kind: Numbered): string {
  return seriesOf(kind).leads === 'BRANCH' ? '{BRANCH}/{KIND}/{YYYY}/{NNNNNN}' : '{KIND}/{BRANCH}/{YYYY}/{NNNNNN}';
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
  if (!SEQUENCE.test(rest[3] ?? '') || !YEAR.test(rest[2] ?? '')) return 'The year and the number come last.';
  return null;
}

/**
 * What a number in a format begins with, and to how many digits its sequence is filled: a sequence comes last, and digits are added when it
 * outgrows them. §4 Numbers.
 */
export function numberStem(
  kind: Numbered,
  book: { branch: string; year: number; format?: string | undefined },
): { lead: string; width: number } {
  const year = String(book.year);
  const [, lead = '', digits = ''] = /^(.*)\{(N+)\}$/.exec(book.format ?? standardFormat(kind)) ?? [];
  const text = lead
    .replace('{KIND}', kind)
    .replace('{BRANCH}', book.branch)
    .replace('{YYYY}', year)
    .replace('{YY}', year.slice(-2));
  return { lead: text, width: digits.length };
}

/** "NBO/FAC/2026/000123": a number in a format. */
export function formatNumber(
  kind: Numbered,
  { sequence, ...book }: { branch: string; year: number; sequence: number; format?: string },
): string {
  const { lead, width } = numberStem(kind, book);
  return `${lead}${String(sequence).padStart(width, '0')}`;
}

/** The numbers that a format can give in whatever branch and year, as a regular expression for server and database alike. */
export function numberPattern(kind: Numbered, format: string): string {
  const parts = format.split(/(\{[A-Z]+\})/).map((part) => {
    if (part === '{KIND}') return kind;
    if (part === '{BRANCH}') return '[A-Z]{2,5}';
    if (YEAR.test(part)) return part === '{YY}' ? '[0-9]{2}' : '[0-9]{4}';
    return SEQUENCE.test(part) ? `[0-9]{${part.length - 2},}` : part.replaceAll('.', '[.]');
  });
  return `^${parts.join('')}$`;
}
