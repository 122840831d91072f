import { oursOf, toComeOn } from './shares.ts';
import type { Rate } from '../values/rate.ts';

/** What the approved movements of a claim came to by the end of a day, in minor units: ours, unless it says whole. */
export type Cumulative = {
  incurredWhole: bigint;
  incurred: bigint;
  called: bigint;
  fees: bigint;
  exGratia: bigint;
  salvage: bigint;
};

/** One security's part of a claim by the end of a day, as its movements divided it. */
export type PartOf = Pick<Cumulative, 'called' | 'fees' | 'exGratia' | 'salvage'>;

/** Ours of a claim of which nothing has moved: the reserve that it was approved with (100 %, minor units). §2, Words. */
export function unmovedClaim(reserve: bigint, share: Rate): Cumulative {
  const nothing = { called: 0n, fees: 0n, exGratia: 0n, salvage: 0n };
  return { incurredWhole: reserve, incurred: oursOf(reserve, share), ...nothing };
}

/** A claim that was not approved by then. */
export const noClaim: Cumulative = unmovedClaim(0n, 0n);

/**
 * One security's part of a claim, in minor units: what its movements asked of it, and of what is outstanding the part of
 * its line at the date of loss. C1.
 */
export function partOfSecurity(
  claim: Cumulative,
  part: PartOf,
  { securityId, lines }: { securityId: number; lines: readonly { securityId: number; line: Rate }[] },
): Cumulative {
  const toCome = toComeOn(claim.incurred - claim.called, lines).get(securityId) ?? 0n;
  return { ...part, incurredWhole: claim.incurredWhole, incurred: part.called + toCome };
}
