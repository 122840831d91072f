/**
 * The sections of a slip of several: each has a sum insured, a limit and a premium of its own, which add up to the slip's.
 * The lines are the same on every section. Amounts in minor units of 100 %. §2, §7.
 */
import type * as z from 'zod/mini';
import type { FieldError } from '../errors.ts';
import { SECTION_FIGURES, type SECTION_TERMS } from '../placements/fields.ts';
import { allocate } from '../values/decimal.ts';
import { amountFault, formatAmount, parseAmount, sum, type CurrencyCode } from '../values/money.ts';
import type { section } from './slip.ts';

type SectionWords = { name: string } & { [K in keyof typeof SECTION_TERMS]?: string | undefined };
/** What a section has of the slip's figures; null where it is not entered, a limit then being the sum insured. */
type SectionFigures = { sumInsured: bigint | null; limitAmount: bigint | null; premium: bigint | null };
export type Section = SectionWords & SectionFigures;

type TypedSection = z.output<typeof section>;
type Name = keyof typeof SECTION_FIGURES;

const LARGEST = 10n ** 18n;

function amountRead(text: string | null | undefined, name: Name, currency: CurrencyCode): bigint | string | null {
  if (text === null || text === undefined) return null;
  const amount = parseAmount(text, currency);
  const { label } = SECTION_FIGURES[name];
  if (typeof amount !== 'bigint') return amountFault(amount, currency);
  if (amount >= LARGEST) return `${label} is too large.`;
  if (name === 'premium') return amount < 0n ? `${label} must not be less than 0.` : amount;
  return amount <= 0n ? `${label} must be more than 0.` : amount;
}

/** Sections as typed, in minor units, and what is wrong with their amounts, at `sections.0.premium`. §8. */
export function readSections(
  typed: readonly TypedSection[],
  currency: CurrencyCode,
): { sections: Section[]; faults: FieldError[] } {
  const faults: FieldError[] = [];
  const sections = typed.map((one, index): Section => {
    const read = (name: Name): bigint | null => {
      const amount = amountRead(one[name], name, currency);
      if (typeof amount !== 'string') return amount;
      faults.push({ field: `sections.${index}.${name}`, message: amount });
      return null;
    };
    const { sum_insured: _sum, limit_amount: _limit, premium: _premium, ...words } = one;
    const [sumInsured, limitAmount, premium] = [read('sum_insured'), read('limit_amount'), read('premium')];
    if (sumInsured !== null && limitAmount !== null && limitAmount > sumInsured)
      faults.push({
        field: `sections.${index}.limit_amount`,
        message: 'The limit exceeds the sum insured of this section.',
      });
    return { ...words, sumInsured, limitAmount, premium };
  });
  return { sections, faults };
}

/** The same as they travel: amounts as text of their currency. */
export function typedSections(sections: readonly Section[], currency: CurrencyCode): TypedSection[] {
  const money = (amount: bigint | null) => (amount === null ? null : formatAmount(amount, currency));
  return sections.map(({ sumInsured, limitAmount, premium, ...words }) => ({
    ...words,
    sum_insured: money(sumInsured),
    limit_amount: money(limitAmount),
    premium: money(premium),
  }));
}

/** One figure of every section; null unless each has it. */
export function ofEach(sections: readonly Section[], of: (section: Section) => bigint | null): bigint[] | null {
  const amounts = sections.map(of).filter((amount) => amount !== null);
  return sections.length > 0 && amounts.length === sections.length ? amounts : null;
}

/** The limit of a section: what is keyed, else its sum insured. */
export const limitOf = ({ limitAmount, sumInsured }: SectionFigures): bigint | null => limitAmount ?? sumInsured;

/** What the limits of all sections come to; null unless each has one. */
export function limitTotal(sections: readonly Section[]): bigint | null {
  const limits = ofEach(sections, limitOf);
  return limits && sum(limits);
}

/** What moves the figures of a slip: the place of the section that it is about, or null for all in proportion. */
export type SectionMove = { section: number | null; premium: bigint; sumInsured: bigint };

/** An amount on one of several, or on all of them by their weights; by their number where all weigh nothing. */
function spread(amount: bigint, weights: readonly bigint[], section: number | null): bigint[] {
  if (section !== null && section <= weights.length)
    return weights.map((_, index) => (index === section - 1 ? amount : 0n));
  return allocate(amount, sum(weights) > 0n && weights.every((one) => one >= 0n) ? weights : weights.map(() => 1n));
}

/**
 * Sections with what endorsements brought: Σ premium and Σ sums insured move exactly as the slip's. A figure that not
 * every section has stays as it was entered. A keyed limit stays while it is within the sum insured, which it follows else.
 */
export function sectionsAfter(sections: readonly Section[], moves: readonly SectionMove[]): Section[] {
  return moves.reduce<Section[]>(
    (before, move) => {
      const premiums = ofEach(before, (one) => one.premium);
      const sums = ofEach(before, (one) => one.sumInsured);
      const premium = premiums && spread(move.premium, premiums, move.section);
      const insured = sums && spread(move.sumInsured, sums, move.section);
      return before.map((one, index) => {
        const { limitAmount } = one;
        const sumInsured = one.sumInsured === null ? null : one.sumInsured + (insured?.[index] ?? 0n);
        const isOver = limitAmount !== null && sumInsured !== null && limitAmount > sumInsured;
        return {
          ...one,
          premium: one.premium === null ? null : one.premium + (premium?.[index] ?? 0n),
          sumInsured,
          limitAmount: isOver ? null : limitAmount,
        };
      });
    },
    [...sections],
  );
}

/** What keeps an endorsement from moving a section: there is no such one, or it would give back more than it has. §8. */
export function sectionFaults(
  sections: readonly Section[],
  section: number | null | undefined,
  move: SectionMove | null,
): FieldError[] {
  if (section === null || section === undefined) return [];
  const one = sections[section - 1];
  if (one === undefined) return [{ field: 'section', message: 'Choose a section of this slip.' }];
  if (move === null) return [];
  const [after] = sectionsAfter([one], [{ ...move, section: 1 }]);
  if (after === undefined) return [];
  if ((after.premium ?? 0n) < 0n)
    return [{ field: 'premium', message: `Return premium exceeds the premium of section ${section}.` }];
  return after.sumInsured !== null && after.sumInsured <= 0n
    ? [{ field: 'sum_insured', message: `This leaves section ${section} without a sum insured.` }]
    : [];
}

/**
 * Sections for a next period of `premium`: sums insured as they are now, and of the premium what each had at first and
 * what the slip's rate makes of the change since. `first` are the sections and figures as first agreed.
 */
export function sectionsForNext(
  now: readonly Section[],
  first: { sections: readonly Section[]; premium: bigint; sumInsured: bigint },
  premium: bigint,
): Section[] {
  const weights = now.map((one, index) => {
    const was = first.sections[index];
    const change = (one.sumInsured ?? 0n) - (was?.sumInsured ?? 0n);
    const weight = (was?.premium ?? 0n) * first.sumInsured + first.premium * change;
    return weight > 0n ? weight : 0n;
  });
  const parts = ofEach(now, (one) => one.premium) && spread(premium, weights, null);
  return now.map((one, index) => ({ ...one, premium: parts ? (parts[index] ?? 0n) : one.premium }));
}
