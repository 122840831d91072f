import type { Endorsement } from '../policies/endorsements.ts';

// Everything under these names is an amount in minor units or a scaled percentage; texts of users stand under others.
const EXACT = new Set([
  'keyed',
  'change',
  'part',
  'of',
  'shortRate',
  'fac',
  'share',
  'commission',
  'brokerage',
  'rate',
]);

/** An endorsement as JSON, exact: what was applied is kept, so that the policy can be replayed whatever changes since. */
export function keptAs(endorsement: Endorsement): string {
  return JSON.stringify(endorsement, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

/** The same read back from its JSON. */
export function readKept(json: string): Endorsement {
  return JSON.parse(json, (key, value: unknown) =>
    EXACT.has(key) && typeof value === 'string' ? BigInt(value) : value,
  ) as Endorsement;
}
