/** On what the premium of a part of a policy was worked out, as its papers say it beside the amount. §2. */
import { HUNDRED, type Rate } from '../values/rate.ts';
import type { Day } from '../values/day.ts';
import type { PlacementFigures } from '../placements/figures.ts';
import type { EndorsementType } from './endorsements.ts';
import { unearnedOn, type PolicyStack } from './layers.ts';

/** A share of a premium of 100 %, in minor units; `unearned` where it is the part of the premium that is left from a day. */
export type PremiumBase = { share: Rate; premium: bigint; unearned: boolean };

/** An endorsement with the policy before and after it. */
type Moved = {
  type: EndorsementType;
  date: Day;
  premium: bigint;
  figures: Pick<PlacementFigures, 'facPremium'>;
  before: PolicyStack;
  after: PolicyStack;
};

const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/**
 * Whether a percentage of an amount is another amount, both in minor units. Largest remainder moves each of two
 * roundings by less than a unit, once for each of the parts that were divided.
 */
export function makes(rate: Rate, of: bigint, { amount, parts = 1 }: { amount: bigint; parts?: number }): boolean {
  const allowed = 2n * BigInt(parts) * HUNDRED;
  return size(size(of * rate) - size(amount) * HUNDRED) <= allowed;
}

/** A line of a policy as a share; nothing where the security has none. */
const shareIn = ({ terms }: PolicyStack, securityId: number): Rate =>
  terms.lines.find((line) => line.securityId === securityId)?.share ?? 0n;

function basedOn(moved: Moved, shares: { before: Rate; after: Rate }, amount: bigint): PremiumBase | null {
  const { type, date, before } = moved;
  const isRedivided = type === 'SEC';
  const base: PremiumBase = isRedivided
    ? { share: size(shares.after - shares.before), premium: unearnedOn(before, date), unearned: true }
    : { share: shares.after, premium: size(moved.premium), unearned: false };
  const parts = isRedivided ? before.tranches.length : 1;
  return makes(base.share, base.premium, { amount, parts }) ? base : null;
}

/**
 * On what a security's part of an endorsement's premium was worked out: its line of the premium, or, of a change of
 * securities, what its line changed by of the premium unearned on that day. Null where no one share of one premium makes
 * the amount (`sharePremium`, minor units), as with a mirror of all that was noted. §2 SEC.
 */
export function sharePremiumBase(
  moved: Moved,
  { securityId, sharePremium }: { securityId: number; sharePremium: bigint },
): PremiumBase | null {
  const shares = { before: shareIn(moved.before, securityId), after: shareIn(moved.after, securityId) };
  return basedOn(moved, shares, sharePremium);
}

/** The same of the whole order: what the reinsured's note says of its fac premium. Null where no one base makes it. */
export function facPremiumBase(moved: Moved): PremiumBase | null {
  return basedOn(moved, { before: moved.before.terms.fac, after: moved.after.terms.fac }, moved.figures.facPremium);
}

/** The day from which a security is off the cover by the endorsements that count; null for one that is on, or never was. */
export function offFrom(endorsements: readonly (Moved & { counts: boolean })[], securityId: number): Day | null {
  const last = endorsements.findLast((one) => one.counts && one.type === 'SEC' && shareIn(one.before, securityId) > 0n);
  return last === undefined || shareIn(last.after, securityId) > 0n ? null : last.date;
}
