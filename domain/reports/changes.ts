import { BASIS_LABELS } from '../endorsements/bases.ts';
import { ENDORSEMENT_LABELS } from '../policies/endorsements.ts';
import { paymentTermsLabel } from '../policies/terms.ts';
import { parseDay, showDay } from '../values/day.ts';
import { parseAmount, showMoney } from '../values/money.ts';
import { formatRate } from '../values/rate.ts';
import { fieldWords, LISTS, type FieldKind, type ListWords, type RefKind } from './field-words.ts';

export type Facts = Readonly<Record<string, unknown>>;
/** One field that differs, each side in words; null where there was nothing. */
export type Change = { field: string; label: string; before: string | null; after: string | null };
/** What is referred to by an id, as a person calls it. */
export type NameOf = (kind: RefKind, id: number) => string;

const REFS: ReadonlySet<FieldKind> = new Set<RefKind>(['party', 'cover_type', 'clause', 'tax', 'note', 'part']);
const isRef = (kind: FieldKind): kind is RefKind => REFS.has(kind);
const isFacts = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const rowsOf = (value: unknown): Facts[] => (Array.isArray(value) ? value.filter(isFacts) : []);

type Side = { facts: Facts; nameOf: NameOf };

function moneyText(value: string, { facts }: Side): string {
  const { currency } = facts;
  if (typeof currency !== 'string') return value;
  const amount = parseAmount(value, currency);
  return typeof amount === 'bigint' ? showMoney({ amount, currency }) : `${currency} ${value}`;
}

function plainText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const sentence = (code: string) => code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' ');

const labelOf = (labels: Readonly<Record<string, string>>, code: string) => labels[code] ?? sentence(code);

// What the trail holds is text and whole numbers: percentages stand in it scaled, as they are computed with.
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
      const textOf = (row: Facts | undefined, { nameOf, facts }: Side) => {
        const value = row?.[column.field] ?? (column.or === undefined ? undefined : row?.[column.or]);
        return inWords(column.kind, value, { nameOf, facts });
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

/**
 * What differs between two typed bodies of one record as the audit trail keeps them, field by field in the order of the
 * later one: amounts with their currency, percentages, days and names as people read them, lists row by row. §7 Deciding.
 */
export function changesBetween(was: Facts, is: Facts, nameOf: NameOf): Change[] {
  const sides = { before: { facts: was, nameOf }, after: { facts: is, nameOf } };
  const fields = [...new Set([...Object.keys(is), ...Object.keys(was)])].filter(
    (field) => field !== 'id' && field !== 'version',
  );
  return fields.flatMap((field) => {
    const list = LISTS[field];
    if (list) return [...comings(field, list, sides), ...listChanges(field, list, sides)];
    const { label, kind } = fieldWords(field);
    const [before, after] = [inWords(kind, was[field], sides.before), inWords(kind, is[field], sides.after)];
    return before === after ? [] : [{ field, label, before, after }];
  });
}

/** The ids that two bodies refer to, by kind: what must be looked up before they can be told in words. */
export function refsIn(...bodies: readonly Facts[]): Map<RefKind, number[]> {
  const refs = new Map<RefKind, number[]>();
  const note = (kind: RefKind, value: unknown) => {
    if (typeof value === 'number') refs.set(kind, [...(refs.get(kind) ?? []), value]);
  };
  for (const [field, value] of bodies.flatMap((body) => Object.entries(body))) {
    const list = LISTS[field];
    const { kind } = fieldWords(field);
    if (list) for (const row of rowsOf(value)) note(list.of, row[list.key]);
    else if (isRef(kind)) note(kind, value);
    else if (kind === 'clauses' && Array.isArray(value)) for (const id of value) note('clause', id);
  }
  return refs;
}
