import { allocate, divideRounded } from '../values/decimal.ts';
import { sum } from '../values/money.ts';
import { formatRate, HUNDRED, percentOf, type Rate } from '../values/rate.ts';

export const WRITTEN_BASES = ['WHOLE', 'ORDER'] as const;
export type WrittenBasis = (typeof WRITTEN_BASES)[number];
export const WRITTEN_BASIS_LABELS: Record<WrittenBasis, string> = { WHOLE: '% of whole', ORDER: '% of order' };

/** A line of the slip, in % of the basis that the slip names. */
export type WrittenLine = { securityId: number; written: Rate; toStand: boolean };

/** The same line once signed; both percentages are of the whole. */
type SignedLine = { securityId: number; written: Rate; toStand: boolean; signed: Rate };

/**
 * How the written lines compare with the order, all in % of the whole; `scale` is what is left to every line not to
 * stand.
 */
type PlacementSummary = {
  order: Rate;
  written: Rate;
  standing: Rate;
  over: Rate;
  short: Rate;
  scale: Rate;
  sentence: string;
};

/**
 * SIGNED: Σ signed = order. UNDER_WRITTEN: the slip may be kept as a draft, the lines are as written. REFUSED: the lines to
 * stand leave no way to sign, and the sentence says why.
 */
export type Signing = {
  outcome: 'SIGNED' | 'UNDER_WRITTEN' | 'REFUSED';
  lines: SignedLine[];
  summary: PlacementSummary;
};

// One unit of the 4th, 5th and 6th decimal of a percentage.
const UNITS = [100n, 10n, 1n] as const;

const shown = (rate: Rate) => `${formatRate(rate)}%`;

/**
 * Written lines in % of the whole. Lines in % of order are divided by largest remainder, so that lines of exactly 100 % of
 * the order make the order and nothing is lost in the sixth decimal. §2 Signing down.
 */
export function writtenOfWhole(
  lines: readonly WrittenLine[],
  placement: { basis: WrittenBasis; order: Rate },
): WrittenLine[] {
  if (placement.basis === 'WHOLE') return lines.map((line) => ({ ...line }));
  const written = lines.map((line) => line.written);
  const total = percentOf(sum(written), placement.order);
  const parts = total === 0n ? written.map(() => 0n) : allocate(total, written);
  return lines.map((line, index) => ({ ...line, written: parts[index] ?? 0n }));
}

/** A line of the whole in % of the order, rounded to 6 decimals: how a slip in % of order shows it. §2. */
export function ofOrder(line: Rate, order: Rate): Rate {
  return order === 0n ? 0n : divideRounded(line * HUNDRED, order);
}

function summarise(lines: readonly WrittenLine[], order: Rate): Omit<PlacementSummary, 'sentence'> {
  const written = sum(lines.map((line) => line.written));
  const standing = sum(lines.filter((line) => line.toStand).map((line) => line.written));
  const over = written > order ? written - order : 0n;
  const shared = written - standing;
  return {
    order,
    written,
    standing,
    over,
    short: written < order ? order - written : 0n,
    scale: over === 0n || shared === 0n || standing > order ? HUNDRED : ofOrder(order - standing, shared),
  };
}

function refusal(summary: Omit<PlacementSummary, 'sentence'>, allStand: boolean): string | null {
  const { order, standing } = summary;
  if (standing > order) return `Lines to stand total ${shown(standing)} but the order is ${shown(order)}.`;
  if (allStand && standing !== order)
    return `All lines stand and total ${shown(standing)}, but the order is ${shown(order)}.`;
  return null;
}

function sentenceOf(summary: Omit<PlacementSummary, 'sentence'>): string {
  const { order, written, over, short } = summary;
  if (short > 0n)
    return `${shown(short)} still to place: written lines total ${shown(written)} of an order of ${shown(order)}.`;
  if (over > 0n) return `${shown(over)} over: written lines total ${shown(written)} of an order of ${shown(order)}.`;
  return `Written lines make the order of ${shown(order)}.`;
}

/**
 * Divides what the standing lines leave among the others at the coarsest decimals that serve: 4, or those of the order or
 * of what is left if more; finer still where 4 would bind somebody for more than they wrote, or for nothing.
 */
function divide(left: Rate, order: Rate, written: readonly Rate[]): Rate[] {
  for (const unit of UNITS) {
    if (order % unit !== 0n || left % unit !== 0n) continue;
    const signed = allocate(left / unit, written).map((part) => part * unit);
    const fair = signed.every((line, index) => {
      const most = written[index] ?? 0n;
      return line <= most && (line > 0n || most === 0n || left === 0n);
    });
    if (fair || unit === 1n) return signed;
  }
  return [];
}

/**
 * Signs the written lines of a slip: written × (order ÷ Σ written), lines to stand keep their written size and the others
 * share what is left, by largest remainder in placement order so that Σ signed = order exactly and nobody is signed for
 * more than they wrote. `order` is in % of the whole; input lines in % of `basis`. §2 Signing down.
 */
export function signLines(lines: readonly WrittenLine[], placement: { basis: WrittenBasis; order: Rate }): Signing {
  const whole = writtenOfWhole(lines, placement);
  const { order } = placement;
  const summary = summarise(whole, order);
  const asWritten = whole.map((line) => ({ ...line, signed: line.written }));
  const refused = refusal(summary, whole.length > 0 && whole.every((line) => line.toStand));
  if (refused !== null) return { outcome: 'REFUSED', lines: asWritten, summary: { ...summary, sentence: refused } };
  const withSentence = { ...summary, sentence: sentenceOf(summary) };
  if (summary.short > 0n) return { outcome: 'UNDER_WRITTEN', lines: asWritten, summary: withSentence };
  const others = whole.filter((line) => !line.toStand);
  const parts = divide(
    order - summary.standing,
    order,
    others.map((line) => line.written),
  );
  const signedOf = new Map(others.map((line, index) => [line, parts[index] ?? 0n]));
  return {
    outcome: 'SIGNED',
    lines: whole.map((line) => ({ ...line, signed: signedOf.get(line) ?? line.written })),
    summary: withSentence,
  };
}
