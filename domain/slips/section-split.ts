/** The figures of a note over the sections of its slip: they add up to the note, to the minor unit. §2, §7. */
import { allocate } from '../values/decimal.ts';
import { sum } from '../values/money.ts';
import type { LineFigures, PlacementFigures } from '../placements/figures.ts';
import { ofEach, type Section } from './sections.ts';

/** What a note says of its premium, signed as it was booked; `taxes` are what they add to it: those of a security take off. */
type NoteFigures = { sharePremium: bigint; commission: bigint; brokerage: bigint; taxes: bigint };

/** A section on a note: what the note moves of its premium of 100 %, and by which its figures are divided. */
export type NotedSection = { name: string; premium: bigint; weight: bigint };

/** A section's part of a note; `net` is what is left of its own figures. Minor units. */
export type SectionPart = NoteFigures & { name: string; premium: bigint; net: bigint };

const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/**
 * The sections of a slip as a note moves them, from what they were before it (none before the original) to what they are
 * after it, in minor units. Where no premium of theirs moves, or not all the same way, each counts by the premium that it had,
 * or all alike where that weighs nothing. None where a section has no premium of its own.
 */
export function notedSections(after: readonly Section[], before: readonly Section[] | null): NotedSection[] {
  const premiums = ofEach(after, (one) => one.premium);
  const had = before === null ? [] : (ofEach(before, (one) => one.premium) ?? []);
  if (premiums === null) return [];
  const moved = premiums.map((premium, index) => premium - (had[index] ?? 0n));
  const isAdded = moved.every((one) => one >= 0n);
  const oneWay = (isAdded || moved.every((one) => one <= 0n)) && moved.some((one) => one !== 0n);
  const byHad = sum(had) > 0n && had.every((one) => one >= 0n) ? had : after.map(() => 1n);
  const weights = oneWay ? moved.map(size) : byHad;
  return after.map(({ name }, index) => ({ name, premium: moved[index] ?? 0n, weight: weights[index] ?? 0n }));
}

/**
 * The figures of a note divided over sections, each figure by largest remainder, so that each adds up to the note's; what is
 * left of a section's figures is its net, and the nets add up to what is left of the note's. §2 Arithmetic.
 */
export function splitBySection(note: NoteFigures, sections: readonly NotedSection[]): SectionPart[] {
  if (sections.length === 0) return [];
  const over = (amount: bigint) =>
    allocate(
      amount,
      sections.map((one) => one.weight),
    );
  const [premiums, commissions, brokerages, taxes] = [
    over(note.sharePremium),
    over(note.commission),
    over(note.brokerage),
    over(note.taxes),
  ];
  return sections.map(({ name, premium }, index) => {
    const own: NoteFigures = {
      sharePremium: premiums[index] ?? 0n,
      commission: commissions[index] ?? 0n,
      brokerage: brokerages[index] ?? 0n,
      taxes: taxes[index] ?? 0n,
    };
    return { name, premium, ...own, net: own.sharePremium - own.commission - own.brokerage + own.taxes };
  });
}

/** A security's line as its note says it. */
export const ofSecurity = ({ sharePremium, commission, brokerage, taxOfSecurity }: LineFigures): NoteFigures => ({
  sharePremium,
  commission,
  brokerage,
  taxes: -taxOfSecurity,
});

/** The whole as the reinsured's note says it: our brokerage is no part of it. */
export const ofReinsured = ({ facPremium, commission, taxOfReinsured }: PlacementFigures): NoteFigures => ({
  sharePremium: facPremium,
  commission,
  brokerage: 0n,
  taxes: taxOfReinsured,
});

/** Parts of several notes added section by section, in minor units. */
export function addParts(notes: readonly (readonly SectionPart[])[]): SectionPart[] {
  const [first = [], ...others] = notes.filter((parts) => parts.length > 0);
  return first.map((part, index) =>
    others.reduce((total, parts) => {
      const own = parts[index];
      if (own === undefined) return total;
      return {
        name: total.name,
        premium: total.premium + own.premium,
        sharePremium: total.sharePremium + own.sharePremium,
        commission: total.commission + own.commission,
        brokerage: total.brokerage + own.brokerage,
        taxes: total.taxes + own.taxes,
        net: total.net + own.net,
      };
    }, part),
  );
}
