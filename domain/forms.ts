/**
 * A form follows from the body of its call: what its fields hold to begin with and for a record, what is sent, in which
 * order they are read, and which of them must be filled in. What only one form has is written in its own file.
 */
import * as z from 'zod/mini';
import type { BlankRows } from './form-faults.ts';
import type { Choice, FieldKind, Held } from './fields.ts';
import { toCount } from './values/decimal.ts';

/** What the fields of a form hold, by the shape of the body that they make. */
export type FormValues<S> = S extends { readonly field: infer K extends FieldKind }
  ? Held[K]
  : S extends z.ZodMiniOptional<infer I> | z.ZodMiniNullable<infer I>
    ? FormValues<I> | (I extends z.ZodMiniEnum ? '' : never)
    : S extends z.ZodMiniObject<infer Shape>
      ? { -readonly [K in keyof Shape]: FormValues<Shape[K]> }
      : S extends z.ZodMiniArray<infer E>
        ? FormRows<E>
        : S extends z.ZodMiniBoolean
          ? boolean
          : S extends z.ZodMiniNumber
            ? string
            : z.output<S>;

/** Rows are edited one by one; of a list of records or of choices only what was chosen is held. */
type FormRows<E> = E extends z.ZodMiniObject
  ? FormValues<E>[]
  : E extends { readonly field: 'record' }
    ? string[]
    : z.output<E>[];

/** The same fields as a reply has them: records by id or by name, what is not there as null. */
type Recorded<S> = S extends { readonly field: 'record' }
  ? number | { id: number; name: string } | null | undefined
  : S extends { readonly field: FieldKind }
    ? string | number | null | undefined
    : S extends z.ZodMiniOptional<infer I>
      ? Recorded<I> | undefined
      : S extends z.ZodMiniNullable<infer I>
        ? Recorded<I> | null
        : S extends z.ZodMiniObject<infer Shape>
          ? { readonly [K in keyof Shape]: Recorded<Shape[K]> }
          : S extends z.ZodMiniArray<infer E>
            ? readonly Recorded<E>[]
            : z.input<S>;

/** What a field has of its contract. */
type FieldFacts = {
  kind: FieldKind | 'choice' | 'switch' | 'records' | 'choices';
  required: boolean;
  maxLength: number | undefined;
};

type Leaf = FieldFacts & {
  /** What it holds to begin with; a choice that must be made begins with the first. */
  empty: unknown;
  /** What is sent of an empty field: what its call takes for nothing, else what it refuses with its own message. */
  nothing: unknown;
};
type Part = { leaf: Leaf } | { group: ReadonlyMap<string, Part> } | { row: Part };

const parts = new WeakMap<z.core.$ZodType, Part>();

function bare(shape: z.core.$ZodType): z.core.$ZodType {
  return !('field' in shape) && (shape instanceof z.ZodMiniOptional || shape instanceof z.ZodMiniNullable)
    ? bare(shape._zod.def.innerType)
    : shape;
}

const KINDS: ReadonlySet<unknown> = new Set<FieldKind>(['text', 'amount', 'rate', 'day', 'whole', 'record']);
const isKind = (kind: unknown): kind is FieldKind => KINDS.has(kind);

function kindOf(shape: z.core.$ZodType): Leaf['kind'] {
  if ('field' in shape && isKind(shape.field)) return shape.field;
  if (shape instanceof z.ZodMiniArray) return kindOf(shape._zod.def.element) === 'record' ? 'records' : 'choices';
  if (shape instanceof z.ZodMiniBoolean) return 'switch';
  if (shape instanceof z.ZodMiniNumber) return 'whole';
  return shape instanceof z.ZodMiniString ? 'text' : 'choice';
}

/** What an empty field of each kind sends where its call takes no nothing: the call refuses it with its own message. */
const REFUSED: Partial<Record<Leaf['kind'], number>> = { record: 0, whole: -1 };
const EMPTY = {
  text: '',
  amount: '',
  rate: '',
  day: '',
  whole: '',
  choice: '',
  record: null,
  switch: false,
  records: [],
  choices: [],
} as const satisfies Record<Leaf['kind'], unknown>;

function longest(shape: z.core.$ZodType): number | undefined {
  if (!(shape instanceof z.ZodMiniString)) return undefined;
  const check = shape._zod.def.checks?.find((one) => one instanceof z.core.$ZodCheckMaxLength);
  return check?._zod.def.maximum;
}

function leafOf(shape: z.core.$ZodType): Leaf {
  const inner = bare(shape);
  const kind = kindOf(inner);
  const takes = (value: unknown) => z.core.safeParse(shape, value).success;
  const nothing = [null, '', undefined].find(takes);
  const required = !takes(nothing);
  return {
    kind,
    empty: required && inner instanceof z.ZodMiniEnum ? inner.options[0] : EMPTY[kind],
    nothing: required ? (REFUSED[kind] ?? '') : nothing,
    required,
    maxLength: longest(inner),
  };
}

function partOf(shape: z.core.$ZodType): Part {
  const known = parts.get(shape);
  if (known !== undefined) return known;
  const inner = bare(shape);
  const part: Part =
    inner instanceof z.ZodMiniObject
      ? { group: new Map(Object.entries(inner.shape).map(([name, one]) => [name, partOf(one)])) }
      : inner instanceof z.ZodMiniArray && inner._zod.def.element instanceof z.ZodMiniObject
        ? { row: partOf(inner._zod.def.element) }
        : { leaf: leafOf(shape) };
  parts.set(shape, part);
  return part;
}

const isFilled = (value: unknown): value is object => typeof value === 'object' && value !== null;
const read = (value: unknown, name: string): unknown => (isFilled(value) ? Reflect.get(value, name) : undefined);
const each = (group: ReadonlyMap<string, Part>, make: (part: Part, name: string) => unknown) =>
  Object.fromEntries([...group].map(([name, part]) => [name, make(part, name)]));

function emptyPart(part: Part): unknown {
  if ('group' in part) return each(part.group, emptyPart);
  return 'row' in part ? [] : part.leaf.empty;
}

const held = {
  record: (value: unknown): Choice | null => {
    if (value === null || value === undefined) return null;
    const id = isFilled(value) ? read(value, 'id') : value;
    return { id: String(id), label: String(read(value, 'name') ?? '') };
  },
  list: (value: unknown): unknown[] =>
    Array.isArray(value) ? value.map((one) => (typeof one === 'number' ? String(one) : one)) : [],
};

function heldPart(part: Part, value: unknown): unknown {
  if ('group' in part) return each(part.group, (one, name) => heldPart(one, read(value, name)));
  if ('row' in part) return Array.isArray(value) ? value.map((row) => heldPart(part.row, row)) : [];
  const { kind } = part.leaf;
  if (kind === 'record') return held.record(value);
  if (kind === 'records' || kind === 'choices') return held.list(value);
  if (kind === 'switch') return value === true;
  return value === null || value === undefined ? '' : String(value);
}

function sentLeaf({ kind, nothing }: Leaf, value: unknown): unknown {
  if (value === '' || value === null || value === undefined) return nothing;
  if (kind === 'record') return toCount(String(read(value, 'id'))) ?? REFUSED.record;
  if (kind === 'records' && Array.isArray(value)) return value.map((id) => toCount(String(id)) ?? REFUSED.record);
  return kind === 'whole' ? (toCount(String(value)) ?? REFUSED.whole) : value;
}

function sentPart(part: Part, value: unknown): unknown {
  if ('group' in part) return each(part.group, (one, name) => sentPart(one, read(value, name)));
  if ('leaf' in part) return sentLeaf(part.leaf, value);
  return Array.isArray(value)
    ? value.filter((row) => !isBlankPart(part.row, row)).map((row) => sentPart(part.row, row))
    : [];
}

function isBlankPart(part: Part, value: unknown): boolean {
  if ('group' in part) return [...part.group].every(([name, one]) => isBlankPart(one, read(value, name)));
  if (Array.isArray(value)) return value.length === 0;
  return value === null || value === undefined || ('leaf' in part && value === part.leaf.empty);
}

// Part by part it is put together by the shape itself, which is how its type is made: the compiler cannot follow that.

/** What the fields of a form hold while nothing is entered. */
export function emptyOf<S extends z.ZodMiniObject>(shape: S): FormValues<S>;
export function emptyOf(shape: z.ZodMiniObject): unknown {
  return emptyPart(partOf(shape));
}

/** What the fields of a form hold for a record, which has them under the same names as the body, or for a body kept as sent. */
export function valuesOf<S extends z.ZodMiniObject>(shape: S, record: Recorded<S> | z.input<S>): FormValues<S>;
export function valuesOf(shape: z.ZodMiniObject, record: unknown): unknown {
  return heldPart(partOf(shape), record);
}

/** The same of terms that are kept without their type: what is not there, or no longer known, is empty. */
export function valuesIn<S extends z.ZodMiniObject>(shape: S, terms: unknown): FormValues<S>;
export function valuesIn(shape: z.ZodMiniObject, terms: unknown): unknown {
  return heldPart(partOf(shape), terms);
}

/**
 * What is sent of a form. An empty field sends what its call takes for nothing (null, an empty text, or it is left out);
 * where something is required, what the call refuses with its own message. Rows left blank are not sent.
 */
export function bodyOf<S extends z.ZodMiniObject>(shape: S, values: FormValues<S>): z.input<S>;
export function bodyOf(shape: z.ZodMiniObject, values: unknown): unknown {
  return sentPart(partOf(shape), values);
}

/** Whether nothing is entered in a row: it is not sent. */
export function isBlankRow<S extends z.ZodMiniObject>(row: S, values: FormValues<S>): boolean {
  return isBlankPart(partOf(row), values);
}

function leavesOf(part: Part, at: string): string[] {
  return 'group' in part
    ? [...part.group].flatMap(([name, one]) => leavesOf(one, at === '' ? name : `${at}.${name}`))
    : [at];
}

/** The names of the fields, in the order of the contract; a list of rows is one of them. */
export function fieldsOf(shape: z.ZodMiniObject): string[] {
  return leavesOf(partOf(shape), '');
}

/** What the contract says of a field ("reinsured", "slip.risk.type", "securities.0.share"); null of one it does not have. */
export function factsOf(shape: z.ZodMiniObject, field: string): FieldFacts | null {
  let part: Part | undefined = partOf(shape);
  for (const name of field.split('.')) {
    if (part === undefined || 'leaf' in part) return null;
    part = 'row' in part ? part.row : part.group.get(name);
  }
  return part !== undefined && 'leaf' in part ? part.leaf : null;
}

function listsOf(part: Part, value: unknown, at: string): BlankRows[] {
  if ('row' in part)
    return [{ list: at, isBlank: Array.isArray(value) ? value.map((row) => isBlankPart(part.row, row)) : [] }];
  if ('leaf' in part) return [];
  return [...part.group].flatMap(([name, one]) => listsOf(one, read(value, name), at === '' ? name : `${at}.${name}`));
}

/** Every list of rows in a form, with what is left blank in it. */
export function blankRowsOf(shape: z.ZodMiniObject, values: unknown): BlankRows[] {
  return listsOf(partOf(shape), values, '');
}
