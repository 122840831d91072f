import { createHash } from 'node:crypto';

/**
 * Parses JSON so that no digit of an amount is lost: a number whose text a double cannot hold arrives as that text. Half a
 * character, which no database keeps, is no JSON either. Throws a SyntaxError.
 */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }) => {
    if (typeof value === 'string' && !value.isWellFormed()) throw new SyntaxError('A text holds half a character.');
    if (typeof value !== 'number') return value;
    const source = context?.source;
    return source === undefined || String(value) === source ? value : source;
  });
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
