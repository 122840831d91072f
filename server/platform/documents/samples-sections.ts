/** Papers of a slip of two sections, of instalments by hand and of taxes per policy, for tests and for looking at. */
import { notedSections, ofReinsured, ofSecurity, splitBySection } from '../../../domain/slips/section-split.ts';
import { sectionsAfter, type Section } from '../../../domain/slips/sections.ts';
import { negateFigures } from '../../../domain/placements/figure-sums.ts';
import { placementFigures, type PlacementFigures, type TaxRule } from '../../../domain/placements/figures.ts';
import { payingWords } from '../../../domain/placements/instalments.ts';
import type { SlipSectionFigures } from './kinds/by-section.ts';
import type { CreditNoteInput } from './kinds/credit-note.ts';
import type { DebitNoteInput } from './kinds/debit-note.ts';
import type { EndorsementSlipInput } from './kinds/endorsement-slip.ts';
import type { LondonReinsuranceSlipInput } from './kinds/london-slip.ts';
import type { ReinsuranceSlipInput } from './kinds/slip.ts';
import { londonCreditNote, londonDebitNote, returnCreditNotePartly } from './samples-endorsed.ts';
import * as london from './samples-london.ts';
import { debitNote, document, reinsuranceSlip } from './samples.ts';

const SECTIONS: readonly Section[] = [
  { name: 'Cargo by sea', sumInsured: 9_000_000_00n, limitAmount: 7_000_000_00n, premium: 90_000_00n },
  {
    name: 'Cargo on inland waters, and while it is stored at the landing stages of the lake',
    sumInsured: 3_000_000_00n,
    limitAmount: null,
    premium: 30_000_00n,
  },
];

const WITHHOLDING: TaxRule = {
  taxId: 1,
  code: 'WHT',
  name: 'withholding tax',
  rate: 5_000_000n,
  basis: 'GROSS',
  borneBy: 'SECURITY',
  appliesTo: 'NON_RESIDENT',
  market: null,
  classId: null,
};
const figuresOf = (premium: bigint): PlacementFigures =>
  placementFigures({
    premium,
    fac: 60_000_000n,
    commission: 25_000_000n,
    brokerage: 5_000_000n,
    market: 'LONDON',
    classIds: [],
    lines: [
      { securityId: 1, resident: true, share: 24_000_000n },
      { securityId: 2, resident: true, share: 18_000_000n },
      { securityId: 3, resident: false, share: 18_000_000n },
    ],
    taxes: [WITHHOLDING],
  });

const whole = figuresOf(120_000_00n);
const whenNew = notedSections(SECTIONS, null);

/** USD 120,000.00 of 100 %: 54,000.00 less 25 % by sea, and 18,000.00. */
export const debitNoteBySection: DebitNoteInput = {
  ...londonDebitNote,
  particulars: {
    ...londonDebitNote.particulars,
    sumInsured: 12_000_000_00n,
    premium: 120_000_00n,
    facPremium: whole.facPremium,
    base: { share: 60_000_000n, premium: 120_000_00n, unearned: false },
  },
  commission: { percent: 25_000_000n, amount: whole.commission },
  amountDue: whole.debitNote,
  bySection: splitBySection(ofReinsured(whole), whenNew),
  instalments: [{ dueDay: '2027-01-31', amount: whole.debitNote }],
};

const last = whole.lines[2]!;
/** The closing of a security with withholding tax, paid in two. */
export const creditNoteBySection: CreditNoteInput = {
  ...londonCreditNote,
  sum_insured: 12_000_000_00n,
  premium: 120_000_00n,
  offer: 18_000_000n,
  share: 18_000_000n,
  sharepremium: last.sharePremium,
  base: { share: 18_000_000n, premium: 120_000_00n, unearned: false },
  commission: last.commission,
  brokerageAmount: last.brokerage,
  taxes: [{ name: 'withholding tax', percent: 5_000_000n, amount: last.taxOfSecurity }],
  deductions: last.deductions,
  netpayable: last.netPayable,
  bySection: splitBySection(ofSecurity(last), whenNew),
  instalments: [
    { dueDay: '2027-03-02', amount: last.netPayable / 2n },
    { dueDay: '2027-08-30', amount: last.netPayable - last.netPayable / 2n },
  ],
  terms: ['By dates and amounts.'],
};

// 8,000.00 of the second section is given back.
const returned = negateFigures(figuresOf(8_000_00n));
const lessened = sectionsAfter(SECTIONS, [{ section: 2, premium: -8_000_00n, sumInsured: 0n }]);
export const returnCreditNoteBySection: DebitNoteInput = {
  ...returnCreditNotePartly,
  currency: 'USD',
  endorsement: { ...london.endorsement('Return premium', 'Stock taken off'), section: '2. Cargo on inland waters' },
  particulars: {
    ...returnCreditNotePartly.particulars,
    premium: 8_000_00n,
    facPremium: -returned.facPremium,
    base: { share: 60_000_000n, premium: 8_000_00n, unearned: false },
  },
  commission: { percent: 25_000_000n, amount: -returned.commission },
  amountDue: -returned.debitNote,
  bySection: splitBySection(ofReinsured(returned), notedSections(lessened, SECTIONS)),
  setAgainst: {
    notes: [
      {
        number: 'DN/NBO/2026/000012',
        amount: 3_600_00n,
        instalments: [
          { dueDay: '2027-04-01', amount: 1_800_00n },
          { dueDay: '2027-07-01', amount: 1_800_00n },
        ],
      },
    ],
    left: 0n,
  },
};

const ofSection = london.endorsementSlip(
  { ...london.endorsement('Additional premium', 'Stock at Port Bell added'), section: '2. Cargo on inland waters' },
  1n,
);

const added = figuresOf(8_000_00n);
const enlarged = sectionsAfter(SECTIONS, [{ section: 2, premium: 8_000_00n, sumInsured: 800_000_00n }]);
/** More of the second section: its slip has the contract's reference and the figures by section. */
export const endorsementSlipBySection: EndorsementSlipInput = {
  ...ofSection,
  currency: 'USD',
  terms: { ...ofSection.terms, umr: londonDebitNote.particulars.umr ?? '', sumInsured: 12_800_000_00n },
  money: {
    premium: 8_000_00n,
    facPremium: added.facPremium,
    commission: added.commission,
    debitNote: added.debitNote,
  },
  bySection: splitBySection(ofReinsured(added), notedSections(enlarged, SECTIONS)),
  securities: added.lines.map(({ share, sharePremium }, index) => ({
    name: ['Syndicate 2791 Thameside', 'Syndicate 1910', 'Continental Reinsurance Public Limited Company'][index] ?? '',
    before: share,
    after: share,
    premium: sharePremium,
  })),
};

const first = whole.lines[0]!;
const shown = (section: Section): SlipSectionFigures => ({
  name: section.name,
  sumInsured: section.sumInsured,
  limit: section.limitAmount === null ? '' : 'USD 7,000,000.00 any one vessel',
  premium: section.premium,
});
export const londonReinsuranceSlipBySection: LondonReinsuranceSlipInput = {
  ...london.londonReinsuranceSlip,
  sections: SECTIONS.map(shown),
  bySection: splitBySection(ofSecurity(first), whenNew),
};

const BY_HAND = [
  { dueOn: '2027-01-15', amount: 200_000_00n },
  { dueOn: '2027-05-31', amount: 162_500_00n },
  { dueOn: '2027-11-30', amount: 200_000_00n },
];
const listed = payingWords({ terms: 'BY_HAND', instalments: BY_HAND }, 'KES');

/** Paid on days of its own; a levy of 0.45 %, at least KES 5,000.00, and stamp duty, which the reinsured bears. */
export const debitNoteByHand: DebitNoteInput = {
  ...debitNote,
  taxes: [
    { name: 'Insurance premium levy', percent: 450_000n, amount: 3_375_00n },
    { name: 'Insurance premium levy', percent: 450_000n, charge: 'MINIMUM', amount: 1_625_00n },
    { name: 'Stamp duty', percent: 0n, charge: 'FLAT', amount: 40_00n },
  ],
  amountDue: 567_540_00n,
  instalments: [
    { dueDay: '2027-01-15', amount: 200_000_00n },
    { dueDay: '2027-05-31', amount: 167_540_00n },
    { dueDay: '2027-11-30', amount: 200_000_00n },
  ],
  terms: ['By dates and amounts.', 'Premium payment warranty: 60 days.'],
};

export const slipByHand: ReinsuranceSlipInput = {
  ...reinsuranceSlip,
  ...document('RS/NBO/2026/000032'),
  slip: {
    ...reinsuranceSlip.slip,
    terms: [`${listed}.`, 'Premium payment warranty: 60 days.'],
    taxes: [
      ...reinsuranceSlip.slip.taxes,
      { name: 'Stamp duty', percent: 0n, charge: 'FLAT', ofReinsured: true },
      { name: 'Insurance premium levy', percent: 450_000n, ofReinsured: true },
    ],
  },
};

/** The local form of a slip of London, with its sections after the sum insured. */
export const slipBySection: ReinsuranceSlipInput = {
  ...slipByHand,
  slip: {
    ...slipByHand.slip,
    currency: 'USD',
    sumInsured: 12_000_000_00n,
    rate: 1_000_000n,
    premium: 120_000_00n,
    facPremium: 72_000_00n,
    terms: ['In full within 30 days.'],
    sections: london.sectionRows,
  },
};
