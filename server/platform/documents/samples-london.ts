/** A London placement and the endorsements of the example, for tests and for looking at. */
import type { Cancelled, EndorsementInput } from './kinds/common.ts';
import type { EndorsementSlipInput } from './kinds/endorsement-slip.ts';
import type {
  LondonCoverNoteInput,
  LondonLine,
  LondonReinsuranceSlipInput,
  LondonSlipInput,
  SlipSection,
} from './kinds/london-slip.ts';
import { cedant, clausesOf, creditNote, document, reinsuranceSlip } from './samples.ts';

const heading = (label: string, ...paragraphs: string[]) => ({ label, paragraphs });

const risk: SlipSection = {
  title: 'Risk details',
  headings: [
    heading('Unique Market Reference', 'B1234NBOMAR26000041'),
    heading('Type', 'Facultative reinsurance of marine cargo'),
    heading('Reinsured', cedant.name),
    heading('Original insured', 'Lake Basin Shipping and Lighterage Company Limited'),
    heading('Period', '1 January 2027 to 31 December 2027, both days included, local standard time at Mombasa'),
    heading('Interest', 'Goods of every description, sea and inland, as in the original policy.'),
    heading('Limit or sum insured', 'USD 12,000,000.00 any one conveyance'),
    { label: 'Conditions', clauses: clausesOf(3, 700) },
    {
      label: 'Subjectivity 1',
      pairs: [
        { label: 'What', value: 'Survey of the lighter fleet by an approved surveyor' },
        { label: 'By', value: '28 February 2027' },
        { label: 'Until met', value: 'Lighters are not covered.' },
      ],
    },
    heading('Choice of law and jurisdiction', 'Law of Kenya, courts of Kenya'),
  ],
};

const sections: SlipSection[] = [
  risk,
  { title: 'Information', headings: [heading('Information', 'Loss record of five years, seen and agreed.')] },
  {
    title: 'Security details',
    headings: [
      heading('Reinsurers’ liability', 'Several liability: several and not joint.'),
      heading('Order hereon', '60% of 100%'),
      heading('Basis of written lines', '% of whole'),
    ],
    lines: true,
  },
  { title: 'Subscription agreement', headings: [heading('Slip leader', 'Syndicate 2791 Thameside')] },
  {
    title: 'Fiscal and regulatory',
    headings: [
      {
        label: 'Allocation of premium',
        pairs: [
          { label: 'V', value: '60%' },
          { label: 'W', value: '40%' },
        ],
      },
    ],
  },
  { title: 'Broker remuneration and deductions', headings: [heading('Brokerage', '5% of the premium')] },
];

const line = (name: string, written: bigint, signed: bigint): LondonLine => ({
  name,
  leader: name.includes('2791'),
  stamp: `${name.slice(0, 3).toUpperCase()} 2791`,
  reference: `${name.slice(0, 3).toUpperCase()}26/00117`,
  writtenOn: '2026-11-12',
  written,
  toStand: name.startsWith('Bluewater'),
  signed,
  signedOfOrder: signed === 24_000_000n ? 40_000_000n : 30_000_000n,
});

export const londonSlip: LondonSlipInput = {
  ...document('NBO/MAR/2026/00041/M3'),
  umr: 'B1234NBOMAR26000041',
  brokerReference: 'NBO/MAR/2026/00041',
  reinsured: cedant,
  sections,
  writtenBasis: '% of whole',
  signedOfOrder: true,
  lines: [
    line('Syndicate 2791 Thameside', 40_000_000n, 24_000_000n),
    line('Bluewater Reinsurance Company Limited', 18_000_000n, 18_000_000n),
    line('Continental Reinsurance Public Limited Company', 30_000_000n, 18_000_000n),
  ],
  totals: { written: 88_000_000n, signed: 60_000_000n, signedOfOrder: 100_000_000n },
};

const pairs = (label: string, ...values: [string, string][]) => ({
  label,
  pairs: values.map(([name, value]) => ({ label: name, value })),
});
/** The headings of a slip's sections. */
export const sectionRows = [
  pairs(
    'Section 1: Cargo by sea',
    ['Sum insured', 'USD 9,000,000.00'],
    ['Limit', 'USD 7,000,000.00 any one vessel'],
    ['Premium', 'USD 90,000.00'],
  ),
  pairs(
    'Section 2: Cargo on inland waters, and while it is stored at the landing stages of the lake',
    ['Sum insured', 'USD 3,000,000.00'],
    ['Excess', 'USD 25,000.00 each and every loss'],
    ['Premium', 'USD 30,000.00'],
  ),
  pairs(
    'All sections',
    ['Sum insured', 'USD 12,000,000.00'],
    ['Premium', 'USD 120,000.00'],
    ['Lines', 'The securities’ lines are the same on every section.'],
  ),
];

const bySection: SlipSection = {
  ...risk,
  headings: risk.headings.flatMap((one) =>
    one.label === 'Limit or sum insured' ? [heading(one.label, 'USD 10,000,000.00'), ...sectionRows] : [one],
  ),
};
const inSections = [bySection, ...sections.slice(1)];

export const londonSlipInSections: LondonSlipInput = {
  ...londonSlip,
  ...document('NBO/MAR/2026/00041/M4'),
  sections: inSections,
};

export const londonCoverNote: LondonCoverNoteInput = {
  ...londonSlip,
  ...document('NBO/MAR/2026/00041/C3'),
  currency: 'USD',
  premiums: [28_800_00n, 21_600_00n, 21_600_00n],
  departed: [],
  facPremium: 72_000_00n,
  cancelled: null,
};

export const londonCoverNoteInSections: LondonCoverNoteInput = {
  ...londonCoverNote,
  ...document('NBO/MAR/2026/00041/C4'),
  sections: inSections.slice(0, 2),
};

export const londonReinsuranceSlip: LondonReinsuranceSlipInput = {
  ...document('NBO/MAR/2026/00041/R1.3'),
  umr: londonSlip.umr,
  brokerReference: londonSlip.brokerReference,
  security: { name: 'Syndicate 2791 Thameside', addressLines: ['One Lime Street', 'London EC3M 7HA'] },
  reinsured: cedant.name,
  insured: 'Lake Basin Shipping and Lighterage Company Limited',
  cover: 'Facultative reinsurance of marine cargo',
  startDay: '2027-01-01',
  endDay: '2027-12-31',
  cancelled: null,
  interest: 'Goods of every description, sea and inland, as in the original policy.',
  situation: 'Worldwide to and from East Africa',
  currency: 'USD',
  sumInsured: 12_000_000_00n,
  sections: [],
  excess: 'USD 25,000.00 each and every loss',
  premium: 120_000_00n,
  fac: 60_000_000n,
  line: londonSlip.lines[0]!,
  writtenBasis: '% of whole',
  signedOfOrder: true,
  sharePremium: 28_800_00n,
  parts: [
    {
      label: 'Share premium',
      base: { share: 24_000_000n, premium: 120_000_00n, unearned: false },
      amount: 28_800_00n,
    },
  ],
  commission: { percent: 25_000_000n, amount: 7_200_00n },
  brokerage: { percent: 5_000_000n, amount: 1_440_00n },
  taxes: [],
  netPayable: 20_160_00n,
  bySection: [],
  amended: '',
  terms: ['Payable within 60 days of inception.'],
  conditions: [{ title: 'Sanction limitation and exclusion clause', reference: 'LMA 3100' }],
};

export const endorsement = (type: string, description: string): EndorsementInput => ({
  number: 'NBO/FIR/2026/00087/E1',
  type,
  effectiveDay: '2027-08-08',
  description,
});

const { rate: _, ...terms } = reinsuranceSlip.slip;
const SIGNED = [
  ['Africa Specialty Re', 25_000_000n, 25_000_00n],
  ['Bluewater Reinsurance Company Limited', 20_000_000n, 20_000_00n],
  [creditNote.security.name, 15_000_000n, 15_000_00n],
] as const;

const MONEY = { premium: 100_000_00n, facPremium: 60_000_00n, commission: 15_000_00n, debitNote: 45_000_00n };
/** 1n: money is due; −1n: it is given back; 0n: none moves. */
export type Sign = 1n | -1n | 0n;

/** The slip of an endorsement that asks for money, gives it back, or moves none: of a cancellation with its days, of others with the words that change. */
export const endorsementSlip = (
  of: EndorsementInput,
  sign: Sign,
  { cancelled = null, words = [] }: { cancelled?: Cancelled | null; words?: EndorsementSlipInput['words'] } = {},
): EndorsementSlipInput => ({
  ...document('NBO/FIR/2026/00087/E1'),
  reinsured: cedant,
  endorsement: of,
  terms: { ...terms, cancelled },
  words,
  currency: 'KES',
  money: {
    premium: sign * MONEY.premium,
    facPremium: sign * MONEY.facPremium,
    commission: sign * MONEY.commission,
    debitNote: sign * MONEY.debitNote,
  },
  securities: SIGNED.map(([name, share, premium]) => ({ name, before: share, after: share, premium: sign * premium })),
});
