import { BASIS_LABELS } from '../endorsements/bases.ts';
import { ENDORSEMENT_LABELS } from '../endorsements/endorsements.ts';
import { paymentTermsLabel } from '../placements/terms.ts';
import { parseDay, showDay } from '../values/day.ts';
import { parseAmount, showMoney } from '../values/money.ts';
import { formatRate } from '../values/rate.ts';
import { fieldWords, LISTS, type FieldKind, type ListWords, type RefKind } from './field-words.ts';

export type Facts = Readonly<Record<string, unknown>>;
/** One field that differs, each side in words; null where there was nothing. */
export type Change = { field: string; label: string; before: string | null; after: string | null };
/** What is referred to by an id, as a person calls it. */
export type NameOf = (kind: RefKind, id: number) => string;

const REFS: ReadonlySet<FieldKind> = new Set<RefKind>([
  'policy',
  'party',
  'cover_type',
  'clause',
  'tax',
  'note',
  'part',
  'user',
]);
const isRef = (kind: FieldKind): kind is RefKind => REFS.has(kind);
const isFacts = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isRows = (value: unknown) => Array.isArray(value) && value.some(isFacts);
const rowsOf = (value: unknown): Facts[] => (Array.isArray(value) ? value.filter(isFacts) : []);

/** One of the two bodies, or a part of one: a part's amounts are in the currency of the whole. */
type Side = { facts: Facts; nameOf: NameOf; currency: unknown };

function moneyText(value: string, { currency }: Side): string {
  if (typeof currency !== 'string') return value;
  const amount = parseAmount(value, currency);
  return typeof amount === 'bigint' ? showMoney({ amount, currency }) : `${currency} ${value}`;
}

function plainText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(plainText).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const sentence = (code: string) => code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' ');

const labelOf = (labels: Readonly<Record<string, string>>, code: string) => labels[code] ?? sentence(code);

// What the trail holds is text and whole numbers: percentages are scaled in it, as in every computation.
const WORDS: Readonly<Partial<Record<FieldKind, (value: string, side: Side) => string>>> = {
  money: moneyText,
  rate: (value) => (/^-?\d+$/.test(value) ? `${formatRate(BigInt(value))}%` : value),
  day: (value) => {
    const day = parseDay(value);
    return day === null ? value : showDay(day);
  },
  days: (value) => `${value} days`,
  code: sentence,
  terms: (value) => paymentTermsLabel(value),
  endorsementtype: (value) => labelOf(ENDORSEMENT_LABELS, value),
  basis: (value) => labelOf(BASIS_LABELS, value),
};

function inWords(kind: FieldKind, value: unknown, side: Side): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (isRef(kind)) return typeof value === 'number' ? side.nameOf(kind, value) : plainText(value);
  if (kind === 'warranty' && isFacts(value)) return `${plainText(value['kind'])}, ${plainText(value['days'])} days`;
  if (kind === 'clauses' && Array.isArray(value)) {
    const names = value.filter((id) => typeof id === 'number').map((id) => side.nameOf('clause', id));
    return names.length === 0 ? null : names.join(', ');
  }
  return WORDS[kind]?.(plainText(value), side) ?? plainText(value);
}

type Sides = { before: Side; after: Side };

function listChanges(field: string, list: ListWords, { before, after }: Sides): Change[] {
  const [was, is] = [rowsOf(before.facts[field]), rowsOf(after.facts[field])];
  const keyOf = (row: Facts) => row[list.key];
  const keys = [...new Set([...was, ...is].map(keyOf))].filter((key) => typeof key === 'number');
  return keys.flatMap((key) => {
    const [old, now] = [was.find((row) => keyOf(row) === key), is.find((row) => keyOf(row) === key)];
    const name = after.nameOf(list.of, key);
    return list.columns.flatMap((column) => {
      if (column.unless !== undefined && column.unless in after.facts) return [];
      const textOf = (row: Facts | undefined, side: Side) => {
        const value = row?.[column.field] ?? (column.or === undefined ? undefined : row?.[column.or]);
        return inWords(column.kind, value, side);
      };
      const [from, to] = [textOf(old, before), textOf(now, after)];
      const label = `${name}, ${column.label}`;
      return from === to ? [] : [{ field: `${field}.${key}.${column.field}`, label, before: from, after: to }];
    });
  });
}

/** What happened to the list as a whole: the rows that came and went, by name, before their values. */
function comings(field: string, list: ListWords, { before, after }: Sides): Change[] {
  const idsOf = (facts: Facts) => rowsOf(facts[field]).map((row) => row[list.key]);
  const [was, is] = [idsOf(before.facts), idsOf(after.facts)];
  const names = (ids: unknown[]) =>
    ids
      .filter((id) => typeof id === 'number')
      .map((id) => after.nameOf(list.of, id))
      .join(', ') || null;
  const [gone, come] = [names(was.filter((id) => !is.includes(id))), names(is.filter((id) => !was.includes(id)))];
  const { label } = fieldWords(field);
  return [
    ...(come === null ? [] : [{ field: `${field}.added`, label: `${label} added`, before: null, after: come }]),
    ...(gone === null ? [] : [{ field: `${field}.removed`, label: `${label} removed`, before: gone, after: null }]),
  ];
}

type Place = { field: string; label: string };

const within = (side: Side, value: unknown): Side => ({ ...side, facts: isFacts(value) ? value : {} });

/** Rows that differ only by their place: the first with the first, and so on. */
function rowChanges({ field, label }: Place, [was, is]: [Facts[], Facts[]], { before, after }: Sides): Change[] {
  const longer = was.length > is.length ? was : is;
  return longer.flatMap((_, index) =>
    partChanges(
      { field: `${field}.${index + 1}`, label: `${label} ${index + 1}` },
      { before: within(before, was[index]), after: within(after, is[index]) },
    ),
  );
}

function fieldChanges(name: string, at: Place, sides: Sides): Change[] {
  const [was, is] = [sides.before.facts[name], sides.after.facts[name]];
  const list = LISTS[name];
  if (list) return [...comings(name, list, sides), ...listChanges(name, list, sides)];
  const field = at.field === '' ? name : `${at.field}.${name}`;
  const { label, kind } = fieldWords(name, field);
  const place = {
    field,
    label: at.label === '' ? label : `${at.label}: ${label}`,
  };
  if (kind === 'whole' || (kind !== 'warranty' && (isFacts(was) || isFacts(is)))) {
    const parts = { before: within(sides.before, was), after: within(sides.after, is) };
    return partChanges(kind === 'whole' ? { ...place, label: at.label } : place, parts);
  }
  if (isRows(was) || isRows(is)) return rowChanges(place, [rowsOf(was), rowsOf(is)], sides);
  const [before, after] = [inWords(kind, was, sides.before), inWords(kind, is, sides.after)];
  return before === after ? [] : [{ ...place, before, after }];
}

function partChanges(at: Place, sides: Sides): Change[] {
  const fields = [...new Set([...Object.keys(sides.after.facts), ...Object.keys(sides.before.facts)])];
  return fields
    .filter((field) => at.field !== '' || (field !== 'id' && field !== 'version'))
    .flatMap((field) => fieldChanges(field, at, sides));
}

/**
 * What differs between two typed bodies of one record as the audit trail keeps them, field by field in the order of the
 * later one: amounts with their currency, percentages, days and names as people read them, lists row by row, parts within
 * parts. §7 Deciding.
 */
export function changesBetween(was: Facts, is: Facts, nameOf: NameOf): Change[] {
  const before = { facts: was, nameOf, currency: was['currency'] };
  const after = { facts: is, nameOf, currency: is['currency'] };
  return partChanges({ field: '', label: '' }, { before, after });
}

/** The ids that two bodies refer to, by kind: what must be looked up before they can be put into words. */
export function refsIn(...bodies: readonly Facts[]): Map<RefKind, number[]> {
  const refs = new Map<RefKind, number[]>();
  const note = (kind: RefKind, value: unknown) => {
    if (typeof value === 'number') refs.set(kind, [...(refs.get(kind) ?? []), value]);
  };
  const look = (field: string, value: unknown) => {
    const list = LISTS[field];
    const { kind } = fieldWords(field);
    if (list) for (const row of rowsOf(value)) note(list.of, row[list.key]);
    else if (isRef(kind)) note(kind, value);
    else if (kind === 'clauses' && Array.isArray(value)) for (const id of value) note('clause', id);
    const parts = isFacts(value) ? [value] : list ? [] : rowsOf(value);
    for (const part of parts) for (const [name, inner] of Object.entries(part)) look(name, inner);
  };
  for (const body of bodies) for (const [field, value] of Object.entries(body)) look(field, value);
  return refs;
}
