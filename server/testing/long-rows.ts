import * as z from 'zod/mini';
import type { AnyColumn, Columns, Table } from '../../domain/tables/table.ts';

const PARTY = 'The Associated Mutual Insurance and Reinsurance Company of East Africa Limited';
const NUMBER = 'NBO/FAC/2026/000123';
const WORDS = 'Fire and allied perils';
/** Eleven digits. */
const AMOUNT = 123_456_789_01n;
const THIRD = 33_333_333n;
const EXCHANGE_RATE = 1_298_734_512_345n;
const COUNT = 1_234;

const { $ZodArray, $ZodBigInt, $ZodBoolean, $ZodDate, $ZodEnum, $ZodLiteral, $ZodNumber } = z.core;
const { $ZodNullable, $ZodObject, $ZodOptional, $ZodPipe, $ZodUnion } = z.core;

/** A value of a shape as the server has it, with one text in all its places. */
function valueOf(shape: z.core.$ZodType, words: string): unknown {
  const inner = (one: z.core.$ZodType | undefined) => (one === undefined ? words : valueOf(one, words));
  if (shape instanceof $ZodNullable || shape instanceof $ZodOptional) return inner(shape._zod.def.innerType);
  if (shape instanceof $ZodPipe) return inner(shape._zod.def.out);
  if (shape instanceof $ZodUnion) return inner(shape._zod.def.options[0]);
  if (shape instanceof $ZodArray) return [inner(shape._zod.def.element)];
  if (shape instanceof $ZodObject)
    return Object.fromEntries(Object.entries(shape._zod.def.shape).map(([name, one]) => [name, inner(one)]));
  if (shape instanceof $ZodEnum)
    return Object.values(shape._zod.def.entries).toSorted((a, b) => String(b).length - String(a).length)[0];
  if (shape instanceof $ZodLiteral) return shape._zod.def.values[0];
  if (shape instanceof $ZodBoolean) return true;
  if (shape instanceof $ZodDate) return new Date('2026-11-28T12:34:00Z');
  if (shape instanceof $ZodBigInt) return THIRD;
  return shape instanceof $ZodNumber ? COUNT : words;
}

function wordsOf(name: string, { kind, link }: AnyColumn): string {
  if (name === 'currency') return 'KES';
  if (name === 'account') return '5100';
  if (name === 'branch') return 'Dar es Salaam';
  if (name === 'month') return '2026-11';
  if (kind === 'day') return '2026-11-28';
  if (link?.to === 'party' || /^(party|reinsured|insured|security|payee|name|narration)$/.test(name)) return PARTY;
  const isNumber =
    (link !== undefined && link.to !== 'user') || /number|reference|^(note|policy|endorsement)$/.test(name);
  return isNumber ? NUMBER : WORDS;
}

/** A cell of a column with long names and figures. */
function longValue(name: string, column: AnyColumn): unknown {
  if (column.kind === 'amount') return AMOUNT;
  const value = valueOf(column.schema, wordsOf(name, column));
  // An exchange rate travels as text.
  return column.kind === 'rate' && typeof value === 'string' ? EXCHANGE_RATE : value;
}

/** Rows of a table with long names and figures in every column: what a sheet has to hold. */
export const longRows = ({ columns }: Table<Columns>, count: number): Record<string, unknown>[] =>
  Array.from({ length: count }, () => ({
    currency: 'KES',
    ...Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, longValue(name, column)])),
  }));
