import { createHash } from 'node:crypto';
import { AppError } from '../../../domain/errors.ts';
import { parseScaled } from '../../../domain/values/decimal.ts';

const malformed = (reason: string) => new AppError('MALFORMED', { reason });

// In valid JSON only a key is followed by a colon.
const TEXT_OR_KEY = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?/g;
const DECIMALS = 30;

/** Whether a double is exactly the number that was written; an exponent is not how amounts are written. */
function holds(value: number, written: string): boolean {
  if (String(value) === written && !written.includes('e')) return true;
  const exact = parseScaled(written, DECIMALS);
  return typeof exact === 'bigint' && exact === parseScaled(String(value), DECIMALS);
}

function parse(text: string, reviver: Parameters<typeof JSON.parse>[1]): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch (error) {
    throw error instanceof AppError ? error : malformed('the body is not valid JSON.');
  }
}

/** Far more than any form has: each is looked at by itself, a hundred thousand for half a second in which nobody is served. */
const MOST_VALUES = 10_000;
const [QUOTE, COMMA, LIST, OBJECT, ESCAPE] = [34, 44, 91, 123, 92];

/** Whether JSON holds more lists, objects and values than may be, by the signs that part them outside of texts. */
function holdsTooMany(text: string): boolean {
  let values = 0;
  let within = false;
  for (let at = 0; at < text.length && values <= MOST_VALUES; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) within = !within;
    else if (within) at += sign === ESCAPE ? 1 : 0;
    else if (sign === COMMA || sign === LIST || sign === OBJECT) values += 1;
  }
  return values > MOST_VALUES;
}

/**
 * Parses JSON of which nothing is lost in silence: a number whose digits a double cannot hold, half a character and a NUL
 * byte, which no database keeps, and a key that an object has twice are all MALFORMED.
 */
export function parseExactJson(text: string): unknown {
  if (holdsTooMany(text)) throw malformed('the body holds more than 10,000 values.');
  let kept = 0;
  const parsed = parse(text, (_key, value: unknown, context?: { source?: string }) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) kept += Object.keys(value).length;
    if (typeof value === 'string' && !value.isWellFormed()) throw malformed('a text holds half a character.');
    if (typeof value === 'string' && value.includes('\u0000')) throw malformed('a text holds a NUL byte.');
    if (typeof value === 'number' && !holds(value, context?.source ?? ''))
      throw malformed('a number has too many digits or an exponent: send it as text.');
    return value;
  });
  let keys = 0;
  for (const [, colon] of text.matchAll(TEXT_OR_KEY)) if (colon !== undefined) keys += 1;
  // Of two equal keys in one object, one is kept.
  if (kept !== keys) throw malformed('a key is named twice in one object.');
  return parsed;
}

/** JSON for replies and digests: keys in order, so that the same facts are the same text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, function replace(this: Record<string, unknown>, key: string, inner: unknown) {
    // A Buffer arrives here already turned by its own toJSON: its holder still has the bytes.
    const bytes = this[key];
    if (bytes instanceof Uint8Array) return createHash('sha256').update(bytes).digest('hex');
    if (typeof inner === 'bigint') return inner.toString();
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner) || inner instanceof Date) return inner;
    return Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
