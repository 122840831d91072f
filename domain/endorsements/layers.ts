import { allocate, divideRounded } from '../values/decimal.ts';
import { addDays, daysInPeriod, laterOf, type Day } from '../values/day.ts';
import { sum } from '../values/money.ts';
import type { Rate } from '../values/rate.ts';
import {
  placementFigures,
  ratedFigures,
  type FiguresRule,
  type LayerTerms,
  type PlacementFigures,
  type PlacementLine,
} from '../placements/figures.ts';
import { addFigures, noFigures, subtractFigures } from '../placements/figure-sums.ts';
import { apart } from './charges.ts';

/** Both the first and the last day are covered. §2 Endorsements. */
export type Period = { start: Day; end: Day };

/** An exact amount in minor units: `of` ÷ `by`. */
export type Fraction = { of: bigint; by: bigint };

/**
 * A part of the premium (100 %, minor units) over its own days; `origin` is the endorsement that made it, 0 the original;
 * `annual` what it comes to over the rated period, unrounded; `earned` that it is earned at once, whatever its days: neither
 * returned nor re-divided later. C12.
 */
export type Layer = Period & { origin: number; premium: bigint; annual: Fraction; earned?: true };

/** The layers on the same terms, and what has been noted for them together. §2. */
export type Tranche = { terms: LayerTerms; layers: Layer[]; noted: PlacementFigures };

/**
 * An approved policy as its endorsements have made it. `placements` says whose lines hold from which day; `rated` is the
 * period that its premium was rated for, which an extension does not lengthen.
 */
export type PolicyStack = {
  period: Period;
  rated: Period;
  terms: LayerTerms;
  tranches: Tranche[];
  /** Flat amounts and minima of taxes that were noted: of the whole policy, in no tranche. */
  charges: PlacementFigures;
  placements: { from: Day; lines: readonly PlacementLine[] }[];
  lastDate: Day | null;
  /** The latest day of what was noted when securities last changed or cover was cancelled: nothing is put before it. */
  closedOn: Day | null;
  cancelledFrom: Day | null;
};

/** The stack of a policy as first approved; `noted` are the figures that its notes were made with, if not those of today. */
export function originalStack(policy: {
  period: Period;
  terms: LayerTerms;
  premium: bigint;
  noted?: PlacementFigures;
}): PolicyStack {
  const { period, terms, premium } = policy;
  const { rated, charges } = apart(policy.noted ?? placementFigures({ ...terms, premium }));
  return {
    period,
    rated: period,
    terms,
    tranches: [
      {
        terms,
        layers: [{ ...period, origin: 0, premium, annual: { of: premium, by: 1n } }],
        noted: rated,
      },
    ],
    charges,
    placements: [{ from: period.start, lines: terms.lines }],
    lastDate: null,
    closedOn: null,
    cancelledFrom: null,
  };
}

/** Days left of a period from a date, that day counted: end − date + 1, never more than the period nor less than none. */
export function daysLeft(period: Period, date: Day): number {
  return date > period.end ? 0 : daysInPeriod(laterOf(period.start, date), period.end);
}

/** Days of a period as a whole number to reckon with. */
export const daysOf = ({ start, end }: Period) => BigInt(daysInPeriod(start, end));

/** The rule of figures that a policy keeps for its life. */
export const ruleOf = ({ terms }: Pick<PolicyStack, 'terms'>): FiguresRule => terms.rule ?? 2;

/** Exact amounts summed exactly. */
export function sumExactly(amounts: readonly Fraction[]): Fraction {
  return amounts.reduce(
    (a, b) => (a.by === b.by ? { of: a.of + b.of, by: a.by } : { of: a.of * b.by + b.of * a.by, by: a.by * b.by }),
    {
      of: 0n,
      by: 1n,
    },
  );
}

/** amount × days left ÷ days of the period, in minor units, rounded once. §2. */
export function proRata(amount: bigint, period: Period, date: Day): bigint {
  return divideRounded(amount * BigInt(daysLeft(period, date)), daysOf(period));
}

const layersOf = (stack: PolicyStack) => stack.tranches.flatMap((tranche) => tranche.layers);

/** 100 % premium still on the policy, in minor units. */
export function premiumOn(stack: PolicyStack): bigint {
  return sum(layersOf(stack).map((layer) => layer.premium));
}

const isToEarn = ({ earned }: Layer) => earned !== true;

/** What of it a return can take, in minor units: all but what is earned at once. C12. */
export function returnableOn(stack: PolicyStack): bigint {
  return premiumOf(layersOf(stack).filter(isToEarn));
}

/** What is unearned on a date, as exact as the policy's rule has it: rule 1 rounded each layer. §2. */
export function unearnedExactly(stack: PolicyStack, date: Day): Fraction {
  const layers = layersOf(stack).filter(isToEarn);
  if (ruleOf(stack) === 1) return { of: sum(layers.map((layer) => proRata(layer.premium, layer, date))), by: 1n };
  return sumExactly(layers.map((layer) => ({ of: layer.premium * BigInt(daysLeft(layer, date)), by: daysOf(layer) })));
}

/** Σ over layers of layer × days left ÷ days of that layer: what a cancellation at this date gives back. §2. */
export function unearnedOn(stack: PolicyStack, date: Day): bigint {
  const { of, by } = unearnedExactly(stack, date);
  return divideRounded(of, by);
}

/** The same by the endorsement that made each layer, 0 the original: the notes of a change of securities follow it. §2 SEC. */
export function unearnedByOrigin(stack: PolicyStack, date: Day): Map<number, bigint> {
  const unearned = new Map<number, bigint>();
  for (const layer of layersOf(stack).filter(isToEarn))
    unearned.set(layer.origin, (unearned.get(layer.origin) ?? 0n) + proRata(layer.premium, layer, date));
  return unearned;
}

/** What was noted by percentages, per security and component. */
export function ratedOn({ tranches }: Pick<PolicyStack, 'tranches'>): PlacementFigures {
  return tranches.reduce((total, tranche) => addFigures(total, tranche.noted), noFigures());
}

/** All that has been noted, per security and component. §2: what CANCEL_FLAT mirrors. */
export function notedOn(stack: PolicyStack): PlacementFigures {
  return addFigures(ratedOn(stack), stack.charges);
}

/** The lines that bear a loss of this day: those of the last change of securities on or before it. §2 SEC, Claims. */
export function linesOn(stack: PolicyStack, day: Day): readonly PlacementLine[] {
  return stack.placements.findLast((placement) => placement.from <= day)?.lines ?? [];
}

/** What an endorsement of an earlier day lies before, so that its amount is keyed, with a reason. §2. */
export type Across = 'SEC' | 'CANCEL';

/**
 * What premium moved from a day lies before, so that it is not worked out again: a change of securities, or the
 * cancellation. A cancellation of an earlier day may lie before a change of securities too. §2.
 */
export function acrossOf(
  { placements, closedOn, cancelledFrom }: PolicyStack,
  { type, date }: { type: string; date: Day },
): Across | null {
  if (type === 'CANCEL_PRORATA' || type === 'CANCEL_SHORT')
    return placements.some(({ from }) => from > date) ? 'SEC' : null;
  if ((type !== 'AP' && type !== 'RP') || closedOn === null || date >= closedOn) return null;
  if (cancelledFrom === null) return 'SEC';
  return date < cancelledFrom ? 'CANCEL' : null;
}

type EffectiveLine = {
  securityId: number;
  resident: boolean;
  share: Rate;
  commission: Rate;
  brokerage: Rate;
  taxes: string;
};

/** Each line with the rates that it is in truth computed at: overrides and the taxes that apply to it. */
export function effectiveLines(terms: LayerTerms): EffectiveLine[] {
  const figures = ratedFigures({ ...terms, premium: 0n });
  return terms.lines.map((line, index) => ({
    securityId: line.securityId,
    resident: line.resident,
    share: line.share,
    commission: line.commission ?? terms.commission,
    brokerage: line.brokerage ?? terms.brokerage,
    taxes: (figures.lines[index]?.taxes ?? [])
      .map((tax) => `${tax.taxId}/${tax.rate}/${tax.basis}/${tax.borneBy}`)
      .join(' '),
  }));
}

export function sameLine(a: EffectiveLine | undefined, b: EffectiveLine): boolean {
  return (
    a !== undefined &&
    a.securityId === b.securityId &&
    a.share === b.share &&
    a.commission === b.commission &&
    a.brokerage === b.brokerage &&
    a.taxes === b.taxes
  );
}

/** Whether a premium on these terms comes to the same figures: the same lines in the same order, at the same rates. */
export function sameTerms(a: LayerTerms, b: LayerTerms): boolean {
  if (a === b) return true;
  const before = effectiveLines(a);
  const after = effectiveLines(b);
  return before.length === after.length && after.every((line, index) => sameLine(before[index], line));
}

export type Change = { tranches: Tranche[]; figures: PlacementFigures };

/** 100 % premium of layers, in minor units. */
export const premiumOf = (layers: readonly Layer[]) => sum(layers.map((layer) => layer.premium));

/** A tranche with other layers: the figures of its whole computed afresh less what was noted. §2. */
function restated(tranche: Tranche, layers: Layer[]): { tranche: Tranche; figures: PlacementFigures } {
  const noted = ratedFigures({ ...tranche.terms, premium: premiumOf(layers) });
  return { tranche: { ...tranche, layers, noted }, figures: subtractFigures(noted, tranche.noted) };
}

/**
 * Adds a layer. On unchanged terms it joins their tranche, so that the whole is computed afresh and nothing drifts by a
 * cent; on changed terms it is computed alone, at the new rates. §2.
 */
export function withLayer(tranches: readonly Tranche[], layer: Layer, terms: LayerTerms): Change {
  const known = tranches.findIndex((tranche) => sameTerms(tranche.terms, terms));
  const joined = tranches[known] ?? { terms, layers: [], noted: noFigures() };
  const { tranche, figures } = restated(joined, [...joined.layers, layer]);
  return { tranches: known < 0 ? [...tranches, tranche] : tranches.with(known, tranche), figures };
}

/** `part` of `of`: how much less the sum insured is, in minor units. */
export type Part = { part: bigint; of: bigint };

/** What a return takes, of a layer or of all: in minor units; `lowered` as in {@link withReturn}. */
type Taken = { earned: bigint; unearned: bigint; lowered?: Part | undefined };

/** What a layer comes to over the rated period once a return took of it. */
function annualLeft({ annual }: Layer, unearned: bigint, taken: Taken): Fraction {
  const { lowered } = taken;
  if (lowered !== undefined) return { of: annual.of * (lowered.of - lowered.part), by: annual.by * lowered.of };
  // As much less as was taken of the days to come.
  return taken.unearned === 0n ? annual : { of: annual.of * (unearned - taken.unearned), by: annual.by * unearned };
}

/**
 * A layer cut at a date: the days before it with what they keep, the days from it with theirs. What is left of a return or
 * of a re-division is thus unearned over the right days when the next one comes.
 */
function cut(layer: Layer, date: Day, taken: Taken): Layer[] {
  const unearned = proRata(layer.premium, layer, date);
  const earned = layer.premium - unearned - taken.earned;
  const from = laterOf(layer.start, date);
  const before = from > layer.start ? [{ ...layer, end: addDays(from, -1), premium: earned }] : [];
  const left = unearned - taken.unearned;
  const annual = annualLeft(layer, unearned, taken);
  const after = date <= layer.end ? [{ ...layer, start: from, premium: left, annual }] : [];
  return [...(date > layer.end ? [{ ...layer, premium: earned }] : before), ...after];
}

/**
 * Takes a 100 % amount off the layers from a date: off what is unearned, in proportion, and what exceeds it off what is
 * earned by its days. Each tranche gives back at its own terms. The amount is at most what can be returned. `lowered` says by how
 * much the sum insured, and with it the annual premium, is less from then on; absent, the amount says it. §2 Returns.
 */
export function withReturn(
  tranches: readonly Tranche[],
  date: Day,
  { amount, lowered }: { amount: bigint; lowered?: Part | undefined },
): Change {
  const all = tranches.flatMap((tranche) => tranche.layers).filter(isToEarn);
  const unearned = all.map((layer) => proRata(layer.premium, layer, date));
  const earned = all.map((layer, index) => layer.premium - (unearned[index] ?? 0n));
  const free = sum(unearned);
  const fromUnearned = amount < free ? amount : free;
  const takenUnearned = allocate(fromUnearned, unearned);
  const takenEarned = allocate(amount - fromUnearned, earned);
  const takenOf = new Map<Layer, Taken>(
    all.map((layer, index) => [
      layer,
      { earned: takenEarned[index] ?? 0n, unearned: takenUnearned[index] ?? 0n, lowered },
    ]),
  );
  const isTaken = ({ earned: before, unearned: after }: Taken) => before + after > 0n;
  let figures = noFigures();
  const left = tranches.map((tranche) => {
    const pairs = tranche.layers.map((layer) => ({ layer, taken: takenOf.get(layer) ?? { earned: 0n, unearned: 0n } }));
    const layers = pairs.flatMap(({ layer, taken }) =>
      isTaken(taken) || (lowered !== undefined && layer.end >= date && isToEarn(layer))
        ? cut(layer, date, taken)
        : [layer],
    );
    if (!pairs.some(({ taken }) => isTaken(taken))) return { ...tranche, layers };
    const one = restated(tranche, layers);
    figures = addFigures(figures, one.figures);
    return one.tranche;
  });
  return { tranches: left, figures };
}

/** The layers of a tranche on either side of a date: what stays with its lines, and what is unearned and moves. */
export function splitAt(tranche: Tranche, date: Day): { kept: Layer[]; moved: Layer[] } {
  const pieces = tranche.layers.filter(isToEarn).flatMap((layer) => cut(layer, date, { earned: 0n, unearned: 0n }));
  const earned = tranche.layers.filter((layer) => !isToEarn(layer));
  return {
    kept: [...pieces.filter((layer) => layer.start < date), ...earned],
    moved: pieces.filter((layer) => layer.start >= date),
  };
}
