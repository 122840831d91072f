import { createHash } from 'node:crypto';

/**
 * Parses JSON so that no digit of an amount is lost: a number whose text a double cannot hold arrives as that text.
 */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }) => {
    if (typeof value !== 'number') return value;
    const source = context?.source;
    return source === undefined || String(value) === source ? value : source;
  });
}

/** JSON for replies and digests: keys in order, so that the same facts are the same text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'bigint') return inner.toString();
    if (inner instanceof Uint8Array) return createHash('sha256').update(inner).digest('hex');
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner) || inner instanceof Date) return inner;
    return Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
