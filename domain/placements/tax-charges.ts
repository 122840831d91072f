/** Flat amounts and minima of taxes: reckoned once on the whole policy per tax, then divided. §2 Taxes and levies. */
import { allocate } from '../values/decimal.ts';
import { sum } from '../values/money.ts';
import { appliesTo } from './figure-groups.ts';
import type { LayerTerms, LineFigures, TaxCharge, TaxFigure, TaxRule } from './figures.ts';

/** Amounts of a tax that different parties bear are different amounts. */
export const taxAndBearer = ({ taxId, borneBy }: Pick<TaxFigure, 'taxId' | 'borneBy'>): string => `${taxId}/${borneBy}`;

/** What a tax comes to over lines, in minor units: by its percentage, or what was charged on the policy besides. */
export function taxTotal(lines: readonly LineFigures[], tax: string, charge: TaxCharge | null): bigint {
  const own = lines
    .flatMap((line) => line.taxes)
    .filter((one) => taxAndBearer(one) === tax && (one.charge ?? null) === charge);
  return sum(own.map((one) => one.amount));
}

/** Of each tax that falls on one of the lines the rule with the largest amount of a kind: one tax is charged once. */
export function largestOf(
  terms: readonly LayerTerms[],
  kind: 'flat' | 'minimum',
): Map<string, { rule: TaxRule; amount: bigint }> {
  const largest = new Map<string, { rule: TaxRule; amount: bigint }>();
  for (const own of terms)
    for (const rule of own.taxes) {
      const amount = rule[kind] ?? 0n;
      const isMore = amount > (largest.get(taxAndBearer(rule))?.amount ?? 0n);
      if (isMore && own.lines.some((line) => appliesTo(rule, line, own)))
        largest.set(taxAndBearer(rule), { rule, amount });
    }
  return largest;
}

/** A tax with what of it falls on a line, by the line's place in the terms. */
type ChargeOnLine = { index: number; tax: TaxFigure };

/**
 * An amount in minor units over the lines on which a tax falls, by what each has of the premium; by the shares where there is
 * no premium.
 */
export function dividedCharge(
  { rule, charge, amount }: { rule: TaxRule; charge: TaxCharge; amount: bigint },
  terms: LayerTerms,
  premiums: readonly bigint[],
): ChargeOnLine[] {
  const { taxId, code, name, rate, basis, borneBy } = rule;
  const falls = terms.lines.map((line) => appliesTo(rule, line, terms));
  const own = (amounts: readonly bigint[]) => falls.map((isOn, index) => (isOn ? (amounts[index] ?? 0n) : 0n));
  const byPremium = own(premiums);
  const hasPremium = byPremium.every((one) => one >= 0n) && sum(byPremium) > 0n;
  const weights = hasPremium ? byPremium : own(terms.lines.map((line) => line.share));
  if (sum(weights) === 0n) return [];
  return allocate(amount, weights).flatMap((part, index) =>
    part === 0n ? [] : [{ index, tax: { taxId, code, name, rate, basis, borneBy, charge, amount: part } }],
  );
}

/** What a new placement is charged per policy: each flat amount, and what each percentage lacks of its minimum. §2. */
export function chargesOn(terms: LayerTerms, lines: readonly LineFigures[]): ChargeOnLine[] {
  const premiums = lines.map((line) => line.sharePremium);
  const flats = [...largestOf([terms], 'flat').values()].map((one) => ({ ...one, charge: 'FLAT' as const }));
  const lacking = [...largestOf([terms], 'minimum')].map(([tax, { rule, amount }]) => ({
    rule,
    charge: 'MINIMUM' as const,
    amount: amount - taxTotal(lines, tax, null),
  }));
  return [...flats, ...lacking].filter((one) => one.amount > 0n).flatMap((one) => dividedCharge(one, terms, premiums));
}
