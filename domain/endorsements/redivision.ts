import { allocate } from '../values/decimal.ts';
import type { Day } from '../values/day.ts';
import { sum } from '../values/money.ts';
import { lineFigures, placementFigures, totalFigures, type PlacementFigures } from '../placements/figures.ts';
import { addFigures, noFigures, subtractFigures } from '../placements/figure-sums.ts';
import {
  effectiveLines,
  premiumOf,
  sameLine,
  sameTerms,
  splitAt,
  type Change,
  type LayerTerms,
  type Tranche,
} from './layers.ts';

/**
 * What the new lines take of a premium that the old ones give back. A line that stays as it was takes exactly what it gave,
 * so that nobody untouched by the change gets a note of one cent; the others share the rest by largest remainder. §2 SEC.
 */
function takenOn(
  figures: PlacementFigures,
  from: LayerTerms,
  to: { terms: LayerTerms; premium: bigint },
): PlacementFigures {
  const { terms } = to;
  const before = new Map(effectiveLines(from).map((line) => [line.securityId, line]));
  const after = effectiveLines(terms);
  const figuresOf = new Map(figures.lines.map((line) => [line.securityId, line]));
  const stays = after.map((line) => sameLine(before.get(line.securityId), line));
  const fresh = placementFigures({ ...terms, premium: to.premium });
  const placedBefore = sum(from.lines.map((line) => line.share));
  const whole = fresh.placed === placedBefore ? figures.facPremium : fresh.facPremium;
  const staying = sum(
    after.map((line, index) => (stays[index] ? (figuresOf.get(line.securityId)?.sharePremium ?? 0n) : 0n)),
  );
  const weights = after.map((line, index) => (stays[index] ? 0n : line.share));
  const parts = weights.some((weight) => weight > 0n) ? allocate(whole - staying, weights) : weights;
  return totalFigures(
    terms.lines.map((line, index) => {
      const kept = stays[index] ? figuresOf.get(line.securityId) : undefined;
      return kept ?? lineFigures(line, parts[index] ?? 0n, terms);
    }),
  );
}

/** What a change of securities sets: the order, its lines (with what each overrides) and the taxes of its date. */
export type Replacement = Pick<LayerTerms, 'fac' | 'lines' | 'taxes'>;

/** Terms on another placement; all else stays. A caller's further fields are not looked at. */
export function placedAnew(terms: LayerTerms, { fac, lines, taxes }: Replacement): LayerTerms {
  return { ...terms, fac, lines, taxes };
}

function joined(tranches: Tranche[], one: Tranche): Tranche[] {
  const known = tranches.findIndex((tranche) => sameTerms(tranche.terms, one.terms));
  const same = tranches[known];
  if (!same) return [...tranches, one];
  const layers = [...same.layers, ...one.layers];
  return tranches.with(known, { ...same, layers, noted: addFigures(same.noted, one.noted) });
}

/**
 * Divides the premium that is unearned on a date among other lines: each tranche's old lines give back the figures of its
 * unearned part at its own rates, the new lines take them on; commission and brokerage stay the tranche's own but for what
 * a line overrides, taxes are those of its date. The 100 % premium does not change. §2 SEC.
 */
export function redivided(tranches: readonly Tranche[], date: Day, placement: Replacement): Change {
  let figures = noFigures();
  let earned: Tranche[] = [];
  let moved: Tranche[] = [];
  for (const tranche of tranches) {
    const split = splitAt(tranche, date);
    const premium = premiumOf(split.moved);
    if (premium === 0n) {
      earned = [...earned, tranche];
      continue;
    }
    const rest = premiumOf(split.kept) === 0n ? tranche.noted : placementFigures({ ...tranche.terms, premium });
    const target = placedAnew(tranche.terms, placement);
    const taken = takenOn(rest, tranche.terms, { terms: target, premium });
    if (split.kept.length > 0)
      earned = [...earned, { ...tranche, layers: split.kept, noted: subtractFigures(tranche.noted, rest) }];
    moved = [...moved, { terms: target, layers: split.moved, noted: taken }];
    figures = addFigures(figures, subtractFigures(taken, rest));
  }
  return { tranches: moved.reduce(joined, earned), figures };
}
