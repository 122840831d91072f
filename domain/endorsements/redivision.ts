import { allocate } from '../values/decimal.ts';
import type { Day } from '../values/day.ts';
import { sum } from '../values/money.ts';
import { groupsOf, type KnownTotals } from '../placements/figure-groups.ts';
import {
  groupedFigures,
  lineFigures,
  ratedFigures,
  totalFigures,
  type LayerTerms,
  type LineFigures,
  type PlacementFigures,
} from '../placements/figures.ts';
import { addFigures, noFigures, subtractFigures } from '../placements/figure-sums.ts';
import {
  effectiveLines,
  premiumOf,
  sameLine,
  sameTerms,
  splitAt,
  withLayer,
  type Change,
  type Layer,
  type PolicyStack,
  type Tranche,
} from './layers.ts';

type Target = { terms: LayerTerms; premium: bigint };

/** The lines of a premium on both sides of a change: which of the new ones stay as they were, and what each had. */
function sidesOf(figures: PlacementFigures, from: LayerTerms, { terms }: Target) {
  const before = new Map(effectiveLines(from).map((line) => [line.securityId, line]));
  const figuresOf = new Map(figures.lines.map((line) => [line.securityId, line]));
  const stays = effectiveLines(terms).map((line) => sameLine(before.get(line.securityId), line));
  const kept = terms.lines.map((line, index) => (stays[index] ? figuresOf.get(line.securityId) : undefined));
  return { figuresOf, kept };
}

/** The share premiums of the lines that change: the rest of the whole, by largest remainder. */
function changedPremiums(
  figures: PlacementFigures,
  from: LayerTerms,
  { to, kept }: { to: Target; kept: readonly (LineFigures | undefined)[] },
): bigint[] {
  const fresh = ratedFigures({ ...to.terms, premium: to.premium });
  const placedBefore = sum(from.lines.map((line) => line.share));
  const whole = fresh.placed === placedBefore ? figures.facPremium : fresh.facPremium;
  const staying = sum(kept.map((line) => line?.sharePremium ?? 0n));
  const weights = to.terms.lines.map((line, index) => (kept[index] ? 0n : line.share));
  return weights.some((weight) => weight > 0n) ? allocate(whole - staying, weights) : weights;
}

/** What the lines that go or change had, by the groups that they were rounded in, with their shares together. */
function formerTotals(lines: readonly LineFigures[], from: LayerTerms): KnownTotals {
  const totals = new Map<string, { amount: bigint; shares: bigint }>();
  for (const line of from.lines) {
    const had = lines.find((one) => one.securityId === line.securityId);
    if (!had) continue;
    const add = (group: string, amount: bigint) => {
      const known = totals.get(group) ?? { amount: 0n, shares: 0n };
      totals.set(group, { amount: known.amount + amount, shares: known.shares + line.share });
    };
    const groups = groupsOf(line, from);
    add(groups.commission, had.commission);
    add(groups.brokerage, had.brokerage);
    for (const [index, { group }] of groups.taxes.entries()) add(group, had.taxes[index]?.amount ?? 0n);
  }
  return (group, shares) => {
    const known = totals.get(group);
    return known?.shares === shares ? known.amount : null;
  };
}

/**
 * What the new lines take of a premium that the old ones give back. A line that stays as it was takes exactly what it gave;
 * the others divide what the changed lines had, premium, commission, brokerage and taxes alike, as far as as much is placed
 * at the same rate as before. A change of panel alone is thus nothing to the reinsured. §2 SEC.
 */
function takenOn(figures: PlacementFigures, from: LayerTerms, to: Target): PlacementFigures {
  const { terms } = to;
  const { figuresOf, kept } = sidesOf(figures, from, to);
  const parts = changedPremiums(figures, from, { to, kept });
  const staying = new Set(kept.flatMap((line) => (line ? [line.securityId] : [])));
  const former = formerTotals(
    [...figuresOf.values()].filter((line) => !staying.has(line.securityId)),
    from,
  );
  const lines = terms.lines.map((line, index) => ({ line, sharePremium: parts[index] ?? 0n }));
  const changed = new Map(
    (terms.rule === 1
      ? lines.map(({ line, sharePremium }) => lineFigures(line, sharePremium, terms))
      : groupedFigures(
          lines.filter((_, index) => !kept[index]),
          terms,
          former,
        )
    ).map((line) => [line.securityId, line]),
  );
  return totalFigures(terms.lines.flatMap((line, index) => kept[index] ?? changed.get(line.securityId) ?? []));
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
 * Adds a layer of earlier days, keyed whole: to the lines of its first day, and divided as the changes of securities since
 * divided all others, so that each security has its own days of it. §2, across a change of securities.
 */
export function layerAcross(
  { tranches, placements }: Pick<PolicyStack, 'tranches' | 'placements'>,
  layer: Layer,
  terms: LayerTerms,
): Change {
  const since = placements.filter(({ from }) => from > layer.start && from <= layer.end);
  if (since.length === 0) return withLayer(tranches, layer, terms);
  const alone = since.reduce<Change>(
    (change, { from, lines }) => {
      const fac = sum(lines.map((line) => line.share));
      const next = redivided(change.tranches, from, { fac, lines, taxes: terms.taxes });
      return { tranches: next.tranches, figures: addFigures(change.figures, next.figures) };
    },
    withLayer([], layer, terms),
  );
  return { tranches: alone.tranches.reduce(joined, [...tranches]), figures: alone.figures };
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
    const rest = premiumOf(split.kept) === 0n ? tranche.noted : ratedFigures({ ...tranche.terms, premium });
    const target = placedAnew(tranche.terms, placement);
    const taken = takenOn(rest, tranche.terms, { terms: target, premium });
    if (split.kept.length > 0)
      earned = [...earned, { ...tranche, layers: split.kept, noted: subtractFigures(tranche.noted, rest) }];
    moved = [...moved, { terms: target, layers: split.moved, noted: taken }];
    figures = addFigures(figures, subtractFigures(taken, rest));
  }
  return { tranches: moved.reduce(joined, earned), figures };
}
