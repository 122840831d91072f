import type { Endorsement } from './endorsements.ts';
import type { PlacementLine } from '../placements/figures.ts';

// Everything under these names is an amount in minor units or a scaled percentage; texts of users have other names.
const EXACT = new Set([
  'keyed',
  'change',
  'over',
  'atLeast',
  'part',
  'of',
  'shortRate',
  'fac',
  'share',
  'commission',
  'brokerage',
  'rate',
  'flat',
  'minimum',
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

const linesIn = (endorsement: Endorsement): readonly PlacementLine[] =>
  'terms' in endorsement ? endorsement.terms.lines : 'placement' in endorsement ? endorsement.placement.lines : [];

/** The securities whose lines an endorsement sets, as it named them when it was approved. */
export const securitiesIn = (endorsement: Endorsement): number[] => linesIn(endorsement).map((line) => line.securityId);

/** The same endorsement once securities were merged: each by the number of the one that stayed. */
export function withSurvivors(endorsement: Endorsement, survivors: ReadonlyMap<number, number>): Endorsement {
  const lines = linesIn(endorsement).map((line) => ({
    ...line,
    securityId: survivors.get(line.securityId) ?? line.securityId,
  }));
  if ('terms' in endorsement) return { ...endorsement, terms: { ...endorsement.terms, lines } };
  return 'placement' in endorsement ? { ...endorsement, placement: { ...endorsement.placement, lines } } : endorsement;
}
