import { taxTotals, type Market, type PlacementFigures } from '../placements/figures.ts';
import { WARRANTY_LABELS, warrantyDay, type KeyedInstalment, type Warranty } from '../placements/instalments.ts';
import type { TermsOfPayment } from '../placements/terms.ts';
import type { SlipParts } from './contract.ts';
import type { Rate } from '../values/rate.ts';
import type { Day } from '../values/day.ts';
import { slipFindings } from './check.ts';
import { figuredTerms, withFigures } from './from-figures.ts';
import type { Section } from './sections.ts';
import type { SlipFinding, SlipStage } from './terms.ts';
import type { Slip, SlipFacts } from './slip.ts';

/** A line as the check reads it: percentages of the whole; `market` says whether it settles through the bureau. */
type CheckedLine = {
  securityId: number;
  name: string;
  market: Market;
  written: Rate;
  writtenOn: Day | null;
  signed: Rate;
  toStand: boolean;
  stamp: string;
  reference: string;
};

/** A slip with what it has besides its sections: the UMR that the server made, and its lines. */
type SlipToCheck = {
  sections: SlipParts;
  bySection: readonly Section[];
  umr: string;
  lines: readonly CheckedLine[];
  warranty: Warranty | null;
  paymentTerms: TermsOfPayment;
  /** As entered by hand. */
  instalments?: readonly KeyedInstalment[];
  figures: PlacementFigures;
  facts: Omit<SlipFacts, 'lines' | 'warrantyDay' | 'taxes' | 'taxesOfSecurities'>;
};

/** What the contract says in full: with the UMR and the stamps in their places, and what its figures say of it. §7. */
function wholeSlip({ bySection, umr, lines, warranty, figures, facts, ...slip }: SlipToCheck): Slip {
  const { paymentTerms, instalments } = slip;
  const figured = figuredTerms({ ...facts, bySection, paymentTerms, instalments, lines: figures.lines });
  const payment = [figured.payment_terms, ...(warranty === null ? [] : [WARRANTY_LABELS[warranty.kind]])].join('. ');
  const sections = withFigures(slip.sections, { ...figured, payment_terms: payment });
  return {
    ...sections,
    sections: bySection,
    risk: { ...sections.risk, umr },
    security: {
      ...sections.security,
      stamps: lines.map((line) => ({
        security: line.securityId,
        stamp: line.stamp,
        reference: line.reference,
        to_stand: line.toStand,
      })),
    },
  };
}

const NO_UMR =
  'There is no unique market reference: enter the firm’s Lloyd’s broker number in Settings, then save the slip again.';

/** The name by which a call and its form know the place of a finding. */
export function fieldOfCall(field: string): string {
  if (field === 'insurancecompany') return 'insured';
  const line = /^(securities\.\d+)\.(?:offer|share)$/.exec(field);
  if (line) return `${line[1] ?? ''}.written`;
  return /^(?:risk|information|security|subscription|fiscal|remuneration|sections)(?:\.|$)/.test(field)
    ? `slip.${field}`
    : field;
}

/** The last day of a premium payment warranty or condition, counted from the first day of cover. */
function lastDay(start: Day, warranty: Warranty | null): Day | null {
  return warranty === null || start === '' ? null : warrantyDay(warranty, start);
}

const taxNames = (figures: PlacementFigures, borneBy: Parameters<typeof taxTotals>[1]): string[] =>
  taxTotals(figures, borneBy).map((tax) => tax.name);

/**
 * What a carrier's checker would object to in a slip now, its fields named as in the call. Once somebody has written,
 * the lines need their stamps and signatures too. §7 underwriting.
 */
export function findingsOf(slip: SlipToCheck): SlipFinding[] {
  const { facts, lines } = slip;
  const stage: SlipStage = lines.some((line) => line.written > 0n) ? 'SIGNED' : 'OFFER';
  const all: SlipFacts = {
    ...facts,
    warrantyDay: lastDay(facts.start, slip.warranty),
    taxes: taxNames(slip.figures, ['SECURITY', 'REINSURED']),
    taxesOfSecurities: taxNames(slip.figures, ['SECURITY']),
    lines: lines.map(({ securityId, name, market, written, writtenOn, signed }) => ({
      securityId,
      name,
      bureau: market === 'LONDON',
      written,
      writtenOn,
      signed,
    })),
  };
  return slipFindings(wholeSlip(slip), all, stage).map((finding) => ({
    ...finding,
    field: fieldOfCall(finding.field),
    // The UMR is made, not entered: what is missing is the number that it is made from.
    ...(finding.field === 'risk.umr' && slip.umr === '' && { message: NO_UMR }),
  }));
}

/** Lloyd's broker number in the four digits of a UMR; "" where the firm has none. */
export function fourDigits(brokerNumber: string): string {
  return brokerNumber === '' ? '' : brokerNumber.padStart(4, '0');
}
