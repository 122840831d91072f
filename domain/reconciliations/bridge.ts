/** What leads from our account with a party to the one that it shows: lines held against documents, and why they differ. M13. */
import { toCount } from '../values/decimal.ts';
import { sum } from '../values/money.ts';
import type { Day } from '../values/day.ts';

/** Why two books differ on a document. */
export const REASONS = [
  'NOT_WITH_US',
  'NOT_WITH_THEM',
  'TAX',
  'COMMISSION',
  'EXCHANGE',
  'IN_TRANSIT',
  'UNALLOCATED',
  'ROUNDING',
] as const;
export type Reason = (typeof REASONS)[number];
export const REASON_LABELS: Record<Reason, string> = {
  NOT_WITH_US: 'Not with us',
  NOT_WITH_THEM: 'Not with them',
  TAX: 'Tax',
  COMMISSION: 'Commission',
  EXCHANGE: 'Exchange',
  IN_TRANSIT: 'In transit',
  UNALLOCATED: 'Unallocated',
  ROUNDING: 'Rounding',
};

const DOCUMENT_KINDS = ['note', 'claim', 'receipt', 'voucher'] as const;

/** The record that a document's key names: `note/12`. Null of a line of theirs that is no document of ours. */
export function documentRecord(key: string): { kind: (typeof DOCUMENT_KINDS)[number]; id: number } | null {
  const [name, text = ''] = key.split('/');
  const kind = DOCUMENT_KINDS.find((one) => one === name);
  const id = toCount(text);
  return kind === undefined || id === null || id === 0 ? null : { kind, id };
}

/** By what a line is known to be of a document; never by its amount alone. */
export const MATCHED_BY = ['NUMBER', 'REFERENCE', 'HAND'] as const;
export type MatchedBy = (typeof MATCHED_BY)[number];

/** A line of the party's statement, signed as our account with it is shown. */
export type TheirLine = {
  row: number;
  day: Day | null;
  document: string;
  reference: string;
  text: string;
  amount: bigint;
  /** What a person chose: a document by its key, none of ours (null), or nothing yet (absent). */
  choice?: string | null;
};

/** A document of ours with the party, in minor units and signed as the account is shown. */
export type OurDocument = {
  key: string;
  number: string;
  /** Its number, and those of what settled it alone: a receipt, a voucher. */
  names: readonly string[];
  /** Of its policy and claim, ours and theirs. */
  references: readonly string[];
  /** What is open of it on the day; nothing of one that is settled. */
  open: bigint;
  /** What it was made out for. */
  amount: bigint;
  /** What was taken off it: by each of them a difference is known. */
  tax: bigint;
  commission: bigint;
  unallocated: boolean;
};

/** One step of the bridge: a document, or a line that is of none. */
type BridgeEntry = {
  /** Of the document, or `line/` and the row. */
  key: string;
  document: string;
  /** The rows of the lines that it has. */
  rows: number[];
  theirs: bigint;
  ours: bigint;
  difference: bigint;
  reason: Reason | null;
  /** The reason was proposed and nobody changed it. */
  proposed: boolean;
  by: MatchedBy | null;
  /** Keys of the documents that its line may be of, for the same cause: a person chooses. */
  ties: string[];
};

/** Theirs = ours + explained + left; it closes when nothing is left and every difference has its reason. */
export type Bridge = {
  entries: BridgeEntry[];
  theirs: bigint;
  ours: bigint;
  explained: bigint;
  left: bigint;
  /** Differences without a reason, ties among them. */
  open: number;
};

const WORDS = /[A-Z0-9]+/g;
const MOST_WORDS = 7;

/** Letters and digits of a number in their groups, without leading zeros: "DN-NBO-2026-12" is DN/NBO/2026/000012. */
const wordsOf = (text: string): string[] =>
  (text.toUpperCase().match(WORDS) ?? []).map((word) => (/^\d+$/.test(word) ? word.replace(/^0+(?=\d)/, '') : word));

const keyOf = (name: string): string => wordsOf(name).join('/');

/** Of more a person cannot choose anyway. */
const MOST_TIES = 50;

/** A name so short is in any text. */
const LEAST_SIGNS = 4;

/** Keys of documents by a name, and under it by what is open of them: many may have one reference. */
type Index = ReadonlyMap<string, ReadonlyMap<bigint, readonly string[]>>;

function indexOf(documents: readonly OurDocument[], namesOf: (of: OurDocument) => readonly string[]): Index {
  const index = new Map<string, Map<bigint, string[]>>();
  for (const document of documents)
    for (const name of new Set(namesOf(document).map(keyOf))) {
      if (name.length < LEAST_SIGNS) continue;
      const named = index.get(name) ?? new Map<bigint, string[]>();
      const alike = named.get(document.open);
      if (alike) alike.push(document.key);
      else named.set(document.open, [document.key]);
      index.set(name, named);
    }
  return index;
}

/** The documents whose names a text has, all or those with an amount; of names within others the longest counts. */
function namedIn(text: string, index: Index, amount?: bigint): string[] {
  const words = wordsOf(text);
  const named = new Set<string>();
  let at = 0;
  while (at < words.length) {
    let taken = 1;
    for (let length = Math.min(MOST_WORDS, words.length - at); length > 0; length -= 1) {
      const known = index.get(words.slice(at, at + length).join('/'));
      if (!known) continue;
      const keys = amount === undefined ? [...known.values()].flat() : (known.get(amount) ?? []);
      for (const key of keys.slice(0, MOST_TIES)) named.add(key);
      taken = length;
      break;
    }
    at += taken;
  }
  return [...named];
}

type Match = { line: TheirLine; key: string | null; by: MatchedBy | null; ties: string[] };

function byNames(
  line: TheirLine,
  index: { numbers: Index; references: Index },
  known: ReadonlyMap<string, OurDocument>,
) {
  const { choice } = line;
  if (choice === null) return { line, key: null, by: null, ties: [] };
  if (choice !== undefined && known.has(choice)) return { line, key: choice, by: 'HAND' as const, ties: [] };
  const text = `${line.document} ${line.reference} ${line.text}`;
  const numbered = namedIn(text, index.numbers);
  if (numbered.length === 1) return { line, key: numbered[0] ?? null, by: 'NUMBER' as const, ties: [] };
  if (numbered.length > 1) return { line, key: null, by: null, ties: numbered };
  // A reference is of several documents: the amount says which of them, where it is of one alone.
  const referred = namedIn(text, index.references, line.amount);
  return referred.length === 1
    ? { line, key: referred[0] ?? null, by: 'REFERENCE' as const, ties: [] }
    : { line, key: null, by: null, ties: referred };
}

/**
 * What each line of theirs is of: by a number of ours in it, then by a reference together with the amount of one document,
 * never by an amount alone. Several that it may be are ties, which a person decides; so are lines that would be the same
 * document by its reference. M13.
 */
export function matchLines(lines: readonly TheirLine[], documents: readonly OurDocument[]): Match[] {
  const known = new Map(documents.map((one) => [one.key, one]));
  const index = {
    numbers: indexOf(documents, (one) => one.names),
    references: indexOf(
      documents.filter((one) => one.open !== 0n),
      (one) => one.references,
    ),
  };
  const matches: Match[] = lines.map((line) => byNames(line, index, known));
  const sure = new Set(matches.flatMap(({ key, by }) => (by === 'NUMBER' || by === 'HAND' ? (key ?? []) : [])));
  const referred = Map.groupBy(
    matches.filter(({ by }) => by === 'REFERENCE'),
    ({ key }) => key ?? '',
  );
  return matches.map((match) => {
    if (match.by !== 'REFERENCE' || match.key === null) return match;
    // What its own number names already goes to no other line.
    if (sure.has(match.key)) return { ...match, key: null, by: null, ties: [] };
    return (referred.get(match.key) ?? []).length > 1 ? { ...match, key: null, by: null, ties: [match.key] } : match;
  });
}

const absolute = (amount: bigint) => (amount < 0n ? -amount : amount);

/** Why a document that both have differs, as far as its own figures say it. */
function reasonOf(
  document: OurDocument,
  { theirs, difference }: { theirs: bigint; difference: bigint },
  cents: bigint,
) {
  const { tax, commission, amount, open } = document;
  const size = absolute(difference);
  if (tax !== 0n && size === absolute(tax)) return 'TAX';
  if (commission !== 0n && size === absolute(commission)) return 'COMMISSION';
  // They show it as it was made out: what settled it with us has not reached their books.
  if (theirs === amount && open !== amount) return 'IN_TRANSIT';
  return size <= cents ? 'ROUNDING' : null;
}

type Proposal = { entry: Omit<BridgeEntry, 'reason' | 'proposed'>; reason: Reason | null };

function ofDocument(document: OurDocument, matches: readonly Match[], cents: bigint): Proposal {
  const theirs = sum(matches.map(({ line }) => line.amount));
  const { key, number, open: ours } = document;
  const difference = theirs - ours;
  const unmatched = document.unallocated ? 'UNALLOCATED' : 'NOT_WITH_THEM';
  const entry = {
    key,
    document: number,
    rows: matches.map(({ line }) => line.row),
    theirs,
    ours,
    difference,
    by: matches[0]?.by ?? null,
    ties: [],
  };
  return {
    entry,
    reason: matches.length === 0 ? unmatched : reasonOf(document, { theirs, difference }, cents),
  };
}

/** A line of none of our documents; one that may be of several has no reason before a person chose. */
function ofLine({ line, ties }: Match): Proposal {
  const { row, document, reference, text, amount } = line;
  const shown = [document, reference, text].find((one) => one !== '') ?? `Row ${row}`;
  const entry = { key: `line/${row}`, document: shown, rows: [row], theirs: amount, ours: 0n, difference: amount };
  return { entry: { ...entry, by: null, ties }, reason: ties.length > 0 ? null : 'NOT_WITH_US' };
}

/** Reasons that a person set, by the key of their entry; null takes a proposal away. */
type Reasons = ReadonlyMap<string, Reason | null>;

/**
 * The bridge from our account to theirs, in minor units of one currency: each difference with the reason that is proposed or
 * that a person set. `cents` is up to what a difference is rounding. M13.
 */
export function bridgeOf(
  lines: readonly TheirLine[],
  documents: readonly OurDocument[],
  { reasons, cents }: { reasons: Reasons; cents: bigint },
): Bridge {
  const matches = matchLines(lines, documents);
  const byKey = Map.groupBy(
    matches.filter(({ key }) => key !== null),
    ({ key }) => key ?? '',
  );
  const proposals = [
    ...documents
      .filter((one) => one.open !== 0n || byKey.has(one.key))
      .map((one) => ofDocument(one, byKey.get(one.key) ?? [], cents)),
    ...matches.filter(({ key }) => key === null).map(ofLine),
  ];
  const entries = proposals.map(({ entry, reason }): BridgeEntry => {
    if (entry.difference === 0n) return { ...entry, reason: null, proposed: false };
    const set = reasons.get(entry.key);
    return set === undefined
      ? { ...entry, reason, proposed: reason !== null }
      : { ...entry, reason: set, proposed: false };
  });
  const theirs = sum(lines.map((line) => line.amount));
  const ours = sum(documents.map((one) => one.open));
  const explained = sum(entries.filter((entry) => entry.reason !== null).map((entry) => entry.difference));
  return {
    entries,
    theirs,
    ours,
    explained,
    left: theirs - ours - explained,
    open: entries.filter((entry) => entry.difference !== 0n && entry.reason === null).length,
  };
}

/** Whether a bridge closes: nothing is left, and no difference is without its reason. M13. */
export const closes = ({ left, open }: Pick<Bridge, 'left' | 'open'>): boolean => left === 0n && open === 0;
