/** What an endorsement does to flat amounts and minima of taxes: it bears the difference only. §2 Taxes and levies. */
import { allocate } from '../values/decimal.ts';
import { addFigures, noFigures } from '../placements/figure-sums.ts';
import {
  taxedLine,
  totalFigures,
  type LayerTerms,
  type PlacementFigures,
  type TaxFigure,
} from '../placements/figures.ts';
import { dividedCharge, largestOf, taxAndBearer, taxTotal } from '../placements/tax-charges.ts';

/** Figures in two: what follows percentages, and what is charged once on the policy. */
export function apart(figures: PlacementFigures): { rated: PlacementFigures; charges: PlacementFigures } {
  const isCharged = (tax: TaxFigure) => (tax.charge ?? null) !== null;
  const charged = figures.lines.filter((line) => line.taxes.some(isCharged));
  if (charged.length === 0) return { rated: figures, charges: noFigures() };
  const rated = figures.lines.map((line) =>
    taxedLine(
      line,
      line.taxes.filter((tax) => !isCharged(tax)),
    ),
  );
  return {
    rated: { ...totalFigures(rated), placed: figures.placed },
    charges: totalFigures(charged.map((line) => ofTaxes(line, line.taxes.filter(isCharged)))),
  };
}

const NOTHING = { sharePremium: 0n, commission: 0n, brokerage: 0n };
const ofTaxes = ({ securityId, share }: { securityId: number; share: bigint }, taxes: TaxFigure[]) =>
  taxedLine({ securityId, share, ...NOTHING }, taxes);

/** A policy on both sides of an endorsement, as far as its taxes per policy depend on it. */
type Charging = {
  /** What was charged before it. */
  charges: PlacementFigures;
  /** What percentages come to, before and after it. */
  before: PlacementFigures;
  after: PlacementFigures;
  /** The terms in force from its date, and those on which premium is. */
  terms: LayerTerms;
  noted: readonly LayerTerms[];
};

const most = (a: bigint, b: bigint) => (a > b ? a : b);
const least = (a: bigint, b: bigint) => (a < b ? a : b);

function added({ terms, after }: Charging, charge: Parameters<typeof dividedCharge>[0]): PlacementFigures {
  const premiums = terms.lines.map(
    ({ securityId }) => after.lines.find((line) => line.securityId === securityId)?.sharePremium ?? 0n,
  );
  const parts = dividedCharge(charge, terms, premiums);
  return totalFigures(
    parts.flatMap(({ index, tax }) => (terms.lines[index] ? [ofTaxes(terms.lines[index], [tax])] : [])),
  );
}

/** Takes an amount off what was charged for a minimum, in proportion: no line gives back more than it bore. */
function lessened({ charges }: Charging, tax: string, amount: bigint): PlacementFigures {
  const noted = charges.lines.flatMap((line) =>
    line.taxes
      .filter((one) => taxAndBearer(one) === tax && one.charge === 'MINIMUM' && one.amount > 0n)
      .map((one) => ({ line, one })),
  );
  const parts = allocate(
    amount,
    noted.map(({ one }) => one.amount),
  );
  return noted
    .map(({ line, one }, index) => totalFigures([ofTaxes(line, [{ ...one, amount: -(parts[index] ?? 0n) }])]))
    .reduce(addFigures, noFigures());
}

/**
 * What is charged more or less on a policy, per security, in minor units. An addition bears what a flat amount in force on its
 * date exceeds the one that was charged; a return or a change of panel moves none. What a percentage lacks of its minimum follows
 * the percentage of the whole, so that neither makes a tax more. §2.
 */
export function chargesMoved(charging: Charging, isAddition: boolean): PlacementFigures {
  const { charges, before, after, terms, noted } = charging;
  const flats = isAddition ? [...largestOf([terms], 'flat')] : [];
  const moved = flats.map(([tax, { rule, amount }]) => {
    const more = amount - taxTotal(charges.lines, tax, 'FLAT');
    return more > 0n ? added(charging, { rule, charge: 'FLAT', amount: more }) : noFigures();
  });
  const minima = largestOf(isAddition ? [...noted, terms] : noted, 'minimum');
  for (const [tax, { rule, amount: minimum }] of minima) {
    const rated = taxTotal(after.lines, tax, null);
    const charged = taxTotal(charges.lines, tax, 'MINIMUM');
    const whole = most(minimum, rated);
    const held = isAddition ? whole : least(whole, taxTotal(before.lines, tax, null) + charged);
    const amount = most(held - rated, 0n) - charged;
    if (amount > 0n) moved.push(added(charging, { rule, charge: 'MINIMUM', amount }));
    if (amount < 0n) moved.push(lessened(charging, tax, -amount));
  }
  return moved.reduce(addFigures, noFigures());
}
