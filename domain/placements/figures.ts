import { allocate } from '../values/decimal.ts';
import { sum } from '../values/money.ts';
import { groupedAmounts, ratesOn, type KnownTotals, type PremiumLine } from './figure-groups.ts';
import { chargesOn } from './tax-charges.ts';
import { percentOf, type Rate } from '../values/rate.ts';

const TAX_BASES = ['GROSS', 'NET_OF_COMMISSION', 'BROKERAGE', 'COMMISSION'] as const;
export type TaxBasis = (typeof TAX_BASES)[number];
const BORNE_BY = ['SECURITY', 'REINSURED', 'BROKER'] as const;
export type BorneBy = (typeof BORNE_BY)[number];
export type Market = 'LOCAL' | 'LONDON';

/** A dated tax or levy as it applies on the inception date. §2 Taxes and levies. */
export type TaxRule = {
  taxId: number;
  code: string;
  name: string;
  rate: Rate;
  /** An amount per policy, in minor units, and no percentage. */
  flat?: bigint | null;
  /** What the percentage comes to at least on the policy, in minor units. */
  minimum?: bigint | null;
  basis: TaxBasis;
  borneBy: BorneBy;
  appliesTo: 'ALL' | 'RESIDENT' | 'NON_RESIDENT';
  market: Market | null;
  classId: number | null;
};

/** One security's line; percentages are of the whole (100%). An override absent means the policy's own. */
export type PlacementLine = {
  securityId: number;
  resident: boolean;
  share: Rate;
  commission?: Rate | null;
  brokerage?: Rate | null;
};

/**
 * Rule 1 rounded every line by itself, an additional premium before it was spread over its days, and each layer of a return;
 * a policy that was approved under it keeps it for its life, or the cents between the two would come into its next
 * endorsement. §2 The rounding rule.
 */
export type FiguresRule = 1 | 2;

/** The terms from which all figures of a placement follow; amounts in minor units of one currency. */
export type PlacementTerms = {
  /** Absent: the present one. */
  rule?: FiguresRule;
  premium: bigint;
  fac: Rate;
  commission: Rate;
  brokerage: Rate;
  market: Market;
  classIds: readonly number[];
  lines: readonly PlacementLine[];
  taxes: readonly TaxRule[];
};

/** Everything that figures follow from, save the premium itself. */
export type LayerTerms = Omit<PlacementTerms, 'premium'>;

export type TaxFigure = {
  taxId: number;
  code: string;
  name: string;
  rate: Rate;
  /** Absent: the percentage of its basis; else what is reckoned once on the policy. */
  charge?: TaxCharge | null;
  /** The least that its rule asks for on the policy. */
  minimum?: bigint | null;
  basis: TaxBasis;
  borneBy: BorneBy;
  amount: bigint;
};

/** An amount per policy, or what a tax's percentage lacks of its minimum on the policy. §2 Taxes and levies. */
export const TAX_CHARGES = ['FLAT', 'MINIMUM'] as const;
export type TaxCharge = (typeof TAX_CHARGES)[number];

export type LineFigures = {
  securityId: number;
  share: Rate;
  sharePremium: bigint;
  commission: bigint;
  brokerage: bigint;
  taxes: TaxFigure[];
  taxOfSecurity: bigint;
  taxOfReinsured: bigint;
  taxOfBroker: bigint;
  deductions: bigint;
  netPayable: bigint;
};
/** What is kept of the figures of a line with it. */
export type KeptFigures = Pick<LineFigures, 'commission' | 'brokerage' | 'netPayable'>;

export type PlacementFigures = {
  placed: Rate;
  facPremium: bigint;
  lines: LineFigures[];
  commission: bigint;
  brokerage: bigint;
  taxOfSecurity: bigint;
  taxOfReinsured: bigint;
  taxOfBroker: bigint;
  netPayable: bigint;
  debitNote: bigint;
};

/** premium = sum insured × rate, in minor units, rounded once. §2. */
export function premiumFromRate(sumInsured: bigint, rate: Rate): bigint {
  return percentOf(sumInsured, rate);
}

/** A tax at an amount in minor units. */
function taxFigure({ taxId, code, name, rate, minimum, basis, borneBy }: TaxRule, amount: bigint): TaxFigure {
  return { taxId, code, name, rate, ...(minimum != null && { minimum }), basis, borneBy, amount };
}

/** The figures of lines, by the groups in which they are rounded once; where a group's total is known, that is divided. §2. */
export function groupedFigures(lines: readonly PremiumLine[], terms: LayerTerms, known?: KnownTotals): LineFigures[] {
  return groupedAmounts(lines, terms, known).map(({ line, sharePremium, commission, brokerage, taxes }) =>
    taxedLine(
      { securityId: line.securityId, share: line.share, sharePremium, commission, brokerage },
      taxes.map(({ tax, amount }) => taxFigure(tax, amount)),
    ),
  );
}

/** One security's figures from its share premium, in minor units; each component rounded by itself: rule 1. */
export function lineFigures(line: PlacementLine, sharePremium: bigint, terms: LayerTerms): LineFigures {
  const commission = percentOf(sharePremium, line.commission ?? terms.commission);
  const brokerage = percentOf(sharePremium, line.brokerage ?? terms.brokerage);
  const basisAmounts: Record<TaxBasis, bigint> = {
    GROSS: sharePremium,
    NET_OF_COMMISSION: sharePremium - commission,
    BROKERAGE: brokerage,
    COMMISSION: commission,
  };
  const taxes = ratesOn(line, terms).map((tax) => taxFigure(tax, percentOf(basisAmounts[tax.basis], tax.rate)));
  return taxedLine({ securityId: line.securityId, share: line.share, sharePremium, commission, brokerage }, taxes);
}

/** A line's figures once its taxes are known: those of today's rules, or those that it was booked with. §2. */
export function taxedLine(
  line: Pick<LineFigures, 'securityId' | 'share' | 'sharePremium' | 'commission' | 'brokerage'>,
  taxes: TaxFigure[],
): LineFigures {
  const borne = (by: BorneBy) => sum(taxes.filter((tax) => tax.borneBy === by).map((tax) => tax.amount));
  const taxOfSecurity = borne('SECURITY');
  const deductions = line.commission + line.brokerage + taxOfSecurity;
  return {
    ...line,
    taxes,
    taxOfSecurity,
    taxOfReinsured: borne('REINSURED'),
    taxOfBroker: borne('BROKER'),
    deductions,
    netPayable: line.sharePremium - deductions,
  };
}

/** What the lines of a placement come to: the fac premium is what their share premiums add up to. §2. */
export function totalFigures(lines: LineFigures[]): PlacementFigures {
  const total = (pick: (line: LineFigures) => bigint) => sum(lines.map(pick));
  const facPremium = total((line) => line.sharePremium);
  const commission = total((line) => line.commission);
  const taxOfReinsured = total((line) => line.taxOfReinsured);
  return {
    placed: total((line) => line.share),
    facPremium,
    lines,
    commission,
    brokerage: total((line) => line.brokerage),
    taxOfSecurity: total((line) => line.taxOfSecurity),
    taxOfReinsured,
    taxOfBroker: total((line) => line.taxOfBroker),
    netPayable: total((line) => line.netPayable),
    debitNote: facPremium - commission + taxOfReinsured,
  };
}

/** The figures of a premium by percentages alone: what is reckoned once on the policy is not in them. §2. */
export function ratedFigures(terms: PlacementTerms): PlacementFigures {
  const shares = terms.lines.map((line) => line.share);
  const placed = sum(shares);
  const facPremium = percentOf(terms.premium, placed);
  const parts = placed === 0n ? shares.map(() => 0n) : allocate(facPremium, shares);
  const lines = terms.lines.map((line, index) => ({ line, sharePremium: parts[index] ?? 0n }));
  return totalFigures(
    terms.rule === 1
      ? lines.map(({ line, sharePremium }) => lineFigures(line, sharePremium, terms))
      : groupedFigures(lines, terms),
  );
}

/**
 * All figures of a placement, in minor units: per security and in total, flat amounts and minima of taxes included. While the
 * lines do not fill the order they cover the placed part. debitNote = Σ net + Σ brokerage + Σ tax (security's and
 * reinsured's), always. §2.
 */
export function placementFigures(terms: PlacementTerms): PlacementFigures {
  const rated = ratedFigures(terms);
  const charges = chargesOn(terms, rated.lines);
  if (charges.length === 0) return rated;
  return totalFigures(
    rated.lines.map((line, index) =>
      taxedLine(line, [...line.taxes, ...charges.filter((one) => one.index === index).map((one) => one.tax)]),
    ),
  );
}

/** The taxes that notes carry: the securities' and the reinsured's. */
export function taxOf({ taxOfSecurity, taxOfReinsured }: PlacementFigures): bigint {
  return taxOfSecurity + taxOfReinsured;
}

/** Amounts per tax over all securities, in order of first use. */
export function taxTotals(
  figures: PlacementFigures,
  borneBy: readonly BorneBy[],
): { taxId: number; code: string; name: string; amount: bigint }[] {
  const totals = new Map<number, { taxId: number; code: string; name: string; amount: bigint }>();
  for (const tax of figures.lines.flatMap((line) => line.taxes)) {
    if (!borneBy.includes(tax.borneBy)) continue;
    const known = totals.get(tax.taxId);
    totals.set(tax.taxId, {
      taxId: tax.taxId,
      code: tax.code,
      name: tax.name,
      amount: (known?.amount ?? 0n) + tax.amount,
    });
  }
  return [...totals.values()].filter((tax) => tax.amount !== 0n);
}
