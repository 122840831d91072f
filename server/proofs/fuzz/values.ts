import * as z from 'zod/mini';
import type { FieldKind } from '../../../domain/fields.ts';
import type { Chance } from '../proof.ts';

const {
  $ZodArray,
  $ZodBoolean,
  $ZodDefault,
  $ZodEnum,
  $ZodLiteral,
  $ZodNull,
  $ZodNullable,
  $ZodNumber,
  $ZodObject,
  $ZodOptional,
  $ZodPipe,
  $ZodRecord,
  $ZodString,
  $ZodUnion,
} = z.core;

/** What may be sent as JSON. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Ids that exist, by the name of the field that takes one; `id` has those of every kind. */
export type Known = Readonly<Record<string, readonly number[]>>;
export type Making = { chance: Chance; known: Known };

const SAMPLES = [
  '1',
  '12',
  '2026',
  '2026-03-02',
  '2026-03',
  '12:00',
  'KES',
  'USD',
  'KE',
  'NBO',
  'LON',
  'ROLE_CASHIER',
  'somebody@elsewhere.test',
  'EQBLKENA',
  '0100200300',
  'abcDEF123_-',
  'eyJhIjoxfQ',
  '',
] as const;
const WORDS = ['Plant', 'Nairobi', '5100', 'approved', '1% of each loss', 'Ōtomo & Söhne', 'KES', 'policy', '保険'];
const FIGURES = ['0', '0.00', '1.00', '100', '25', '1250.50', '-10.00', '500000000.00', '0.25', '12.5'];
const DAYS = ['2026-02-20', '2026-03-01', '2026-03-02', '2026-12-31', '2027-02-28', '2025-06-30'];

const isKind = (kind: unknown): kind is FieldKind =>
  kind === 'text' || kind === 'amount' || kind === 'rate' || kind === 'day' || kind === 'whole' || kind === 'record';
const kindOf = (shape: z.core.$ZodType): FieldKind | null =>
  'field' in shape && isKind(shape.field) ? shape.field : null;

function textLike(shape: z.core.$ZodType, chance: Chance): string {
  const { minimum = 0, maximum = 60, patterns } = shape._zod.bag;
  if (patterns instanceof Set) {
    const fitting = SAMPLES.filter((sample) => [...patterns].every((one) => one instanceof RegExp && one.test(sample)));
    return fitting.length > 0 ? chance.pick(fitting) : 'X1';
  }
  const [least, most] = [typeof minimum === 'number' ? minimum : 0, typeof maximum === 'number' ? maximum : 60];
  // Days, ids and codes are often plain texts to the shape and looked at by its rule alone.
  const word = chance.below(4) === 0 ? chance.pick(SAMPLES) : chance.pick(WORDS);
  return word.padEnd(least, 'x').slice(0, most);
}

function numberLike(shape: z.core.$ZodType, { chance, name, known }: Making & { name: string }): number {
  const { minimum = 1, maximum = 100 } = shape._zod.bag;
  if (name === 'version') return 1 + chance.below(4);
  if (kindOf(shape) === 'record') return chance.pick(known[name] ?? known['id'] ?? [1]);
  const least = typeof minimum === 'number' ? Math.max(minimum, -100) : 1;
  const most = typeof maximum === 'number' ? Math.min(maximum, least + 400) : 100;
  return least + chance.below(most - least + 1);
}

function ofKind(kind: FieldKind | null, chance: Chance): string | null {
  if (kind === 'amount' || kind === 'rate') return chance.pick(FIGURES);
  if (kind === 'day') return chance.pick(DAYS);
  return null;
}

/** A value by chance that a shape takes, as far as shapes say: rules that look at several fields may still refuse it. */
export function valueOf(shape: z.core.$ZodType, making: Making, name = ''): Json | undefined {
  const { chance } = making;
  const figure = ofKind(kindOf(shape), chance);
  if (figure !== null) return figure;
  const inner = (one: z.core.$ZodType) => valueOf(one, making, name);
  if (shape instanceof $ZodOptional || shape instanceof $ZodDefault)
    return chance.below(2) === 0 ? undefined : inner(shape._zod.def.innerType);
  if (shape instanceof $ZodNullable) return chance.below(3) === 0 ? null : inner(shape._zod.def.innerType);
  if (shape instanceof $ZodPipe) return inner(shape._zod.def.in);
  if (shape instanceof $ZodUnion) return inner(chance.pick(shape._zod.def.options));
  if (shape instanceof $ZodObject) return objectOf(shape, making);
  if (shape instanceof $ZodArray)
    return Array.from({ length: 1 + chance.below(3) }, () => inner(shape._zod.def.element) ?? null);
  if (shape instanceof $ZodRecord) return { [chance.pick(WORDS)]: inner(shape._zod.def.valueType) ?? null };
  if (shape instanceof $ZodEnum) return chance.pick(Object.values(shape._zod.def.entries));
  if (shape instanceof $ZodLiteral) {
    const value = chance.pick(shape._zod.def.values);
    return typeof value === 'bigint' ? value.toString() : value;
  }
  if (shape instanceof $ZodBoolean) return chance.below(2) === 0;
  if (shape instanceof $ZodNull) return null;
  if (shape instanceof $ZodNumber) return numberLike(shape, { ...making, name });
  if (shape instanceof $ZodString) return idLike(name, making) ?? textLike(shape, chance);
  return chance.pick([null, 1, 'anything', {}]);
}

/** In addresses ids are text. */
function idLike(name: string, { chance, known }: Making): string | null {
  if (name !== 'id' && !name.endsWith('_id') && name !== 'param' && known[name] === undefined) return null;
  return String(chance.pick(known[name] ?? known['id'] ?? [1]));
}

function objectOf(shape: z.core.$ZodObject, making: Making): Json {
  const made: { [name: string]: Json } = {};
  for (const [name, field] of Object.entries(shape._zod.def.shape)) {
    const value = valueOf(field, making, name);
    if (value !== undefined) made[name] = value;
  }
  return made;
}
