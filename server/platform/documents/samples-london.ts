/** A London placement and the endorsements of the example, for tests and for looking at. */
import type { EndorsementInput } from './kinds/common.ts';
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

const line = (name: string, written: string, signed: string): LondonLine => ({
  name,
  leader: name.includes('2791'),
  stamp: `${name.slice(0, 3).toUpperCase()} 2791`,
  reference: `${name.slice(0, 3).toUpperCase()}26/00117`,
  writtenOn: '12 Nov 2026',
  written,
  toStand: name.startsWith('Bluewater'),
  signed,
  signedOfOrder: signed === '24' ? '40' : '30',
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
    line('Syndicate 2791 Thameside', '40', '24'),
    line('Bluewater Reinsurance Company Limited', '18', '18'),
    line('Continental Reinsurance Public Limited Company', '30', '18'),
  ],
  totals: { written: '88', signed: '60', signedOfOrder: '100' },
};

export const londonCoverNote: LondonCoverNoteInput = {
  ...londonSlip,
  ...document('NBO/MAR/2026/00041/C3'),
  currency: 'USD',
  premiums: ['28800.00', '21600.00', '21600.00'],
  facPremium: '72000.00',
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
  interest: 'Goods of every description, sea and inland, as in the original policy.',
  situation: 'Worldwide to and from East Africa',
  currency: 'USD',
  sumInsured: '12000000.00',
  excess: 'USD 25,000.00 each and every loss',
  premium: '120000.00',
  fac: '60',
  line: londonSlip.lines[0]!,
  writtenBasis: '% of whole',
  signedOfOrder: true,
  sharePremium: '28800.00',
  commission: { percent: '25', amount: '7200.00' },
  brokerage: { percent: '5', amount: '1440.00' },
  taxes: [],
  netPayable: '20160.00',
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
  ['Africa Specialty Re', '25', '25000.00', '17500.00'],
  ['Bluewater Reinsurance Company Limited', '20', '20000.00', '14000.00'],
  [creditNote.security.name, '15', '15000.00', '9750.00'],
] as const;

const MONEY = { premium: '100000.00', facPremium: '60000.00', commission: '15000.00', debitNote: '45000.00' };
type Sign = '' | '-';
const signed = (sign: Sign, amount: string): string => `${sign}${amount}`;

/** The slip of an endorsement that asks for money, gives it back, or moves none. */
export const endorsementSlip = (of: EndorsementInput, sign: Sign | 'none'): EndorsementSlipInput => ({
  ...document('NBO/FIR/2026/00087/E1'),
  reinsured: cedant,
  endorsement: of,
  terms,
  currency: 'KES',
  money:
    sign === 'none'
      ? { premium: '0.00', facPremium: '0.00', commission: '0.00', debitNote: '0.00' }
      : {
          premium: signed(sign, MONEY.premium),
          facPremium: signed(sign, MONEY.facPremium),
          commission: signed(sign, MONEY.commission),
          debitNote: signed(sign, MONEY.debitNote),
        },
  securities: SIGNED.map(([name, share, premium, net]) => ({
    name,
    share,
    premium: sign === 'none' ? '0.00' : signed(sign, premium),
    net: sign === 'none' ? '0.00' : signed(sign, net),
  })),
});
