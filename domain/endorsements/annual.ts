/** What a policy's premium comes to over a whole period as endorsements have made it: what its renewal starts from. §2 RENEWAL. */
import type { Day } from '../values/day.ts';
import { divideRounded } from '../values/decimal.ts';
import type { EndorsementType } from './endorsements.ts';
import { daysLeft, daysOf, sumExactly, type Fraction, type Period } from './layers.ts';
import { sumInsuredChanges } from './replaying.ts';

/** An approved endorsement as far as a whole period's premium depends on it; amounts of 100 %, in minor units. */
export type Priced = {
  type: EndorsementType;
  date: Day;
  /** From its date on. */
  sumInsured: bigint | null;
  /**
   * What was keyed for its days to the end of cover; null where its premium follows from the sum insured, or is of this period alone: a
   * reinstatement, the difference of a declaration.
   */
  keyed: bigint | null;
  /** The last day of cover after an extension. */
  end: Day | null;
};

type First = { premium: bigint; sumInsured: bigint; period: Period };
type At = { annual: Fraction; sumInsured: bigint; end: Day };

const isAbove = ({ of, by }: Fraction) => (by < 0n ? -of : of) > 0n;

/** With an amount that was keyed for the days left, as over the days that were rated. A return of more than is to come is no rate. */
function withKeyed({ period }: First, at: At, { type, date, keyed }: Priced & { keyed: bigint }): Fraction {
  const left = BigInt(daysLeft({ start: period.start, end: at.end }, date));
  if (left === 0n) return at.annual;
  const whole = { of: (type === 'RP' ? -keyed : keyed) * daysOf(period), by: left };
  const annual = sumExactly([at.annual, whole]);
  return isAbove(annual) ? annual : at.annual;
}

/** With another sum insured: more of it at the rate that the original was made at, less of it at the rate in force. */
function withChange(first: First, { annual, sumInsured }: At, change: bigint): Fraction {
  if (change >= 0n) return sumExactly([annual, { of: first.premium * change, by: first.sumInsured }]);
  return { of: annual.of * (sumInsured + change), by: annual.by * sumInsured };
}

/**
 * The premium of 100 % over the rated period that is in force once all of the approved endorsements are, in the order of their approval; rounded once.
 * As an extension counts it, but for the price of extensions themselves.
 */
export function annualPremium(first: First, approved: readonly Priced[]): bigint {
  const { annual } = sumInsuredChanges({ sumInsured: first.sumInsured, approved }).reduce<At>(
    (at, { of: one, change }) => {
      const { keyed } = one;
      const moved = keyed === null ? withChange(first, at, change) : withKeyed(first, at, { ...one, keyed });
      return { annual: moved, sumInsured: at.sumInsured + change, end: one.end ?? at.end };
    },
    { annual: { of: first.premium, by: 1n }, sumInsured: first.sumInsured, end: first.period.end },
  );
  return divideRounded(annual.of, annual.by);
}
