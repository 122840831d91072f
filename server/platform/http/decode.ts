import * as z from 'zod/mini';
import { queryOf } from '../../../domain/call-query.ts';
import type { Endpoint } from '../../../domain/endpoint.ts';
import { AppError, type FieldError, invalid } from '../../../domain/errors.ts';
import { parseDay } from '../../../domain/values/day.ts';
import { closed } from './closed.ts';
import { notSorted, readSort } from './sorting.ts';

/** The parts of a request as they came. */
export type Raw = { params: unknown; query: unknown; body: unknown };

const EMPTY = closed(z.object({}));

/** The most constants that a message lists. */
const MOST_LISTED = 20;
const EXPECTED: Readonly<Record<string, string>> = {
  string: 'This must be text.',
  number: 'This must be a number.',
  int: 'This must be a whole number.',
  boolean: 'This must be true or false.',
  array: 'This must be a list.',
  object: 'This must be an object with fields.',
};

/** What is wrong with a value whose field says nothing of its own. */
function plainFault(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return 'This field is required.';
  if (issue.code === 'invalid_value' && issue.values.length <= MOST_LISTED)
    return `Choose one of ${issue.values.map(String).join(', ')}.`;
  const expected = issue.code === 'invalid_type' ? EXPECTED[issue.expected] : undefined;
  return expected ?? 'This field does not take such a value.';
}

/** Each fault of a part of a request once, in the order of its fields. */
function problemsOf(part: string, issues: readonly z.core.$ZodIssue[]): FieldError[] {
  const problems = issues.flatMap((issue): FieldError[] => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        field: [...issue.path, key].join('.'),
        message: 'This field is not known here.',
      }));
    }
    if (issue.path.length === 0 && part === 'body' && issue.code === 'invalid_type')
      return [{ field: part, message: 'Send the fields of this call as JSON in the body.' }];
    return [{ field: issue.path.join('.') || part, message: issue.message }];
  });
  return [...new Map(problems.map((one) => [`${one.field} ${one.message}`, one])).values()];
}

/** How a query names the first and the last day of a period. */
const PERIODS = [
  ['from', 'to'],
  ['startdate', 'enddate'],
] as const;

/** A query whose last day is before its first names no days. §8 period. */
function daysTurned(query: unknown): FieldError[] {
  const days = (query ?? {}) as Readonly<Record<string, unknown>>;
  return PERIODS.flatMap(([first, last]) => {
    const [from, to] = [days[first], days[last]];
    if (typeof from !== 'string' || typeof to !== 'string' || parseDay(from) === null || parseDay(to) === null)
      return [];
    return to < from ? [{ field: last, message: 'End date must not be before start date.' }] : [];
  });
}

/** An order by none of the names that rows can be ordered by, where a call has such; a text is refused by its shape where it is none. */
function orderUnknown(query: unknown, sorts: readonly string[] | undefined): FieldError[] {
  const { sort } = (query ?? {}) as { sort?: unknown };
  if (sorts === undefined || typeof sort !== 'string' || sort === '') return [];
  return readSort(sort, sorts) === null ? [notSorted(sorts)] : [];
}

/** What a request asks for; `sorts` are the names by which its rows can be ordered. */
export type Decoder = (raw: Raw, sorts?: readonly string[]) => { params: never; query: never; body: never };

/** What was closed once is closed for every server that this process makes. */
const decoders = new WeakMap<Endpoint, Decoder>();

export function decoderOf(endpoint: Endpoint): Decoder {
  const decoder = decoders.get(endpoint) ?? closedDecoder(endpoint);
  decoders.set(endpoint, decoder);
  return decoder;
}

/** Decodes with closed schemas and reports all bad fields together. Nothing is coerced, nothing dropped in silence. */
function closedDecoder(endpoint: Endpoint): Decoder {
  const query = queryOf(endpoint);
  const schemas = {
    params: endpoint.params ? closed(endpoint.params) : EMPTY,
    query: query ? closed(query) : EMPTY,
    body: endpoint.body ? closed(endpoint.body) : z.optional(EMPTY),
  };
  return (raw, sorts) => {
    const errors: FieldError[] = [];
    const decoded = Object.fromEntries(
      (['params', 'query', 'body'] as const).map((part) => {
        const result = z.safeDecode(schemas[part], raw[part] ?? undefined, { error: plainFault });
        if (result.success) return [part, result.data];
        // An address of no record; a constant in it that is none is a field like any other.
        if (part === 'params' && result.error.issues.some(({ code }) => code !== 'invalid_value'))
          throw new AppError('NOT_FOUND');
        errors.push(...problemsOf(part, result.error.issues));
        return [part, undefined];
      }),
    );
    errors.push(...daysTurned(decoded['query']), ...orderUnknown(raw.query, sorts));
    if (errors.length > 0) throw invalid(...errors);
    return decoded as ReturnType<Decoder>;
  };
}
