import { allocate } from '../values/decimal.ts';
import { sum } from '../values/money.ts';
import { percentOf, type Rate } from '../values/rate.ts';
import type { LayerTerms, PlacementLine, TaxBasis, TaxRule } from './figures.ts';

/** A line with its share premium in minor units. */
export type PremiumLine = { line: PlacementLine; sharePremium: bigint };
/**
 * What a group of lines comes to where that is known already: by the group's name and the lines' shares together; null where
 * it is worked out.
 */
export type KnownTotals = (group: string, shares: Rate) => bigint | null;

/** Whether a tax falls on a line, by its residence, the market and the class. §2 Taxes and levies. */
export function appliesTo(tax: TaxRule, line: PlacementLine, terms: LayerTerms): boolean {
  if (tax.appliesTo === 'RESIDENT' && !line.resident) return false;
  if (tax.appliesTo === 'NON_RESIDENT' && line.resident) return false;
  if (tax.market !== null && tax.market !== terms.market) return false;
  return tax.classId === null || terms.classIds.includes(tax.classId);
}

/** The taxes that are a percentage on a line. */
export const ratesOn = (line: PlacementLine, terms: LayerTerms): TaxRule[] =>
  terms.taxes.filter((tax) => (tax.flat ?? null) === null && appliesTo(tax, line, terms));

type Rates = Pick<LayerTerms, 'commission' | 'brokerage'>;

const commissionRate = (line: PlacementLine, terms: Rates) => line.commission ?? terms.commission;
const brokerageRate = (line: PlacementLine, terms: Rates) => line.brokerage ?? terms.brokerage;

// Lines whose tax is on another commission or brokerage are another group: their tax is not in proportion to the premium.
const BASIS_RATE: Record<TaxBasis, (line: PlacementLine, terms: Rates) => Rate | null> = {
  GROSS: () => null,
  NET_OF_COMMISSION: commissionRate,
  COMMISSION: commissionRate,
  BROKERAGE: brokerageRate,
};

/** The groups that a line is in: those of its commission, its brokerage and each of its taxes. §2. */
export function groupsOf(line: PlacementLine, terms: LayerTerms) {
  const taxes = ratesOn(line, terms);
  return {
    commission: `commission ${commissionRate(line, terms)}`,
    brokerage: `brokerage ${brokerageRate(line, terms)}`,
    taxes: taxes.map((tax) => ({
      tax,
      group: `tax ${tax.taxId} ${tax.rate} ${tax.basis} ${tax.borneBy} ${BASIS_RATE[tax.basis](line, terms) ?? ''}`,
    })),
  };
}

type Member = PremiumLine & { group: string; basis: bigint; rate: Rate };

// Weights of one sign; lines without a premium share by their percentages.
function weightsOf(members: readonly Member[]): bigint[] {
  const premiums = members.map((one) => one.sharePremium);
  const whole = sum(premiums);
  if (whole === 0n) return members.map((one) => one.line.share);
  return whole < 0n ? premiums.map((premium) => -premium) : premiums;
}

/** Each member's part of its group's total: rounded once and divided by largest remainder in proportion to the premium. */
function divided(members: readonly Member[], known: KnownTotals): Map<PlacementLine, bigint> {
  const parts = new Map<PlacementLine, bigint>();
  for (const [group, own] of Map.groupBy(members, (one) => one.group)) {
    const shares = sum(own.map((one) => one.line.share));
    const total = known(group, shares) ?? percentOf(sum(own.map((one) => one.basis)), own[0]?.rate ?? 0n);
    const amounts = total === 0n ? [] : allocate(total, weightsOf(own));
    for (const [index, one] of own.entries()) parts.set(one.line, amounts[index] ?? 0n);
  }
  return parts;
}

/** What a line's premium is divided into before anybody bears it. */
type LineAmounts = PremiumLine & {
  commission: bigint;
  brokerage: bigint;
  taxes: { tax: TaxRule; amount: bigint }[];
};

/**
 * Commission, brokerage and taxes of lines, each rounded once on the total of the lines with the same rate and divided over
 * them, so that the totals are the percentage of the premium to the minor unit. §2 The rounding rule.
 */
export function groupedAmounts(
  lines: readonly PremiumLine[],
  terms: LayerTerms,
  known: KnownTotals = () => null,
): LineAmounts[] {
  const grouped = lines.map((one) => ({ ...one, groups: groupsOf(one.line, terms) }));
  const shared = (name: 'commission' | 'brokerage', rateOf: typeof commissionRate) =>
    divided(
      grouped.map(({ line, sharePremium, groups }) => ({
        line,
        sharePremium,
        group: groups[name],
        basis: sharePremium,
        rate: rateOf(line, terms),
      })),
      known,
    );
  const commissions = shared('commission', commissionRate);
  const brokerages = shared('brokerage', brokerageRate);
  const basisOf: Record<TaxBasis, (one: PremiumLine) => bigint> = {
    GROSS: (one) => one.sharePremium,
    NET_OF_COMMISSION: (one) => one.sharePremium - (commissions.get(one.line) ?? 0n),
    BROKERAGE: (one) => brokerages.get(one.line) ?? 0n,
    COMMISSION: (one) => commissions.get(one.line) ?? 0n,
  };
  const taxed = terms.taxes.map((tax) => {
    const members = grouped.flatMap(({ line, sharePremium, groups }) => {
      const own = groups.taxes.find((one) => one.tax === tax);
      const basis = basisOf[tax.basis]({ line, sharePremium });
      return own ? [{ line, sharePremium, group: own.group, basis, rate: tax.rate }] : [];
    });
    return { tax, amounts: divided(members, known) };
  });
  return grouped.map(({ line, sharePremium }) => ({
    line,
    sharePremium,
    commission: commissions.get(line) ?? 0n,
    brokerage: brokerages.get(line) ?? 0n,
    taxes: taxed.flatMap(({ tax, amounts }) => {
      const amount = amounts.get(line);
      return amount === undefined ? [] : [{ tax, amount }];
    }),
  }));
}
