/** Papers after a change of securities and after a cancellation, of the example, for tests and for looking at. */
import type { CreditNoteInput } from './kinds/credit-note.ts';
import type { DebitNoteInput } from './kinds/debit-note.ts';
import type { EndorsementSlipInput } from './kinds/endorsement-slip.ts';
import type { LondonCoverNoteInput, LondonReinsuranceSlipInput } from './kinds/london-slip.ts';
import type { ReinsuranceSlipInput } from './kinds/slip.ts';
import * as london from './samples-london.ts';
import { creditNote, debitNote, document, reinsuranceSlip } from './samples.ts';

// From 8 August 2027 146 of 365 days are left: of 1,250,000.00 500,000.00 is unearned. Continental's 15 % goes to Bluewater.
const OFF = '2027-08-08';
const changeOfSecurities = london.endorsement('Change of securities', 'Bluewater takes the line of Continental');

const endorsed = {
  ...reinsuranceSlip.slip,
  endorsement: { ...changeOfSecurities, description: 'The terms as they stand with endorsement E1.' },
};

/** Continental is off from 8 August and keeps what was earned: 187,500.00 less 75,000.00. */
export const coverNoteAfterChange: ReinsuranceSlipInput = {
  ...reinsuranceSlip,
  ...document('NBO/FIR/2026/00087/C2'),
  slip: endorsed,
  securities: [
    {
      name: 'Africa Specialty Re',
      written: 25_000_000n,
      signed: 25_000_000n,
      premium: 312_500_00n,
      reference: 'ASR/FAC/26/1187',
    },
    {
      name: 'Bluewater Reinsurance Company Limited',
      written: 35_000_000n,
      signed: 35_000_000n,
      premium: 325_000_00n,
      reference: 'BW-26-0091',
    },
    { name: creditNote.security.name, offFrom: OFF, premium: 112_500_00n, reference: 'CRE/26/F/552' },
  ],
};

const { brokerage: _, ...unnamed } = endorsed;
/** The same of a firm that keeps its brokerage off cover notes. */
export const coverNoteWithoutBrokerage: ReinsuranceSlipInput = { ...coverNoteAfterChange, slip: unnamed };

const { rate: _rate, ...keyed } = reinsuranceSlip.slip;
/** Cancelled from 8 August: 60 % of 500,000.00 is given back. */
export const coverNoteCancelled: ReinsuranceSlipInput = {
  ...reinsuranceSlip,
  ...document('NBO/FIR/2026/00087/C2'),
  slip: {
    ...keyed,
    premium: 750_000_00n,
    facPremium: 450_000_00n,
    cancelled: { from: OFF, lastDay: '2027-08-07' },
    endorsement: london.endorsement('Cancellation pro rata', 'The terms as they stand with endorsement E1.'),
  },
  securities: reinsuranceSlip.securities.map((line) => ({ ...line, premium: ((line.premium ?? 0n) * 3n) / 5n })),
};

export const endorsementSlipChange: EndorsementSlipInput = {
  ...london.endorsementSlip(changeOfSecurities, 0n),
  securities: [
    { name: 'Africa Specialty Re', before: 25_000_000n, after: 25_000_000n, premium: 0n },
    {
      name: 'Bluewater Reinsurance Company Limited',
      before: 20_000_000n,
      after: 35_000_000n,
      premium: 75_000_00n,
      reference: 'BW-26-0091',
    },
    { name: creditNote.security.name, before: 15_000_000n, after: 0n, offFrom: OFF, premium: -75_000_00n },
  ],
};

const unearned = { share: 15_000_000n, premium: 500_000_00n, unearned: true };
const ofChange = {
  premium: 0n,
  base: unearned,
  sharepremium: 75_000_00n,
  commission: 18_750_00n,
  brokerageAmount: 3_750_00n,
  endorsementtype: 'Change of securities',
  endorsement: changeOfSecurities,
} as const;

/** Bluewater for the line that it takes on, resident: no withholding tax. */
export const creditNoteOfChange: CreditNoteInput = {
  ...creditNote,
  ...ofChange,
  credit_note_reference: 'CN/NBO/2027/000061',
  security: {
    name: 'Bluewater Reinsurance Company Limited',
    addressLines: ['Wharf House, Moi Avenue', 'Mombasa, Kenya'],
  },
  offer: 35_000_000n,
  share: 35_000_000n,
  taxes: [],
  deductions: 22_500_00n,
  netpayable: 52_500_00n,
  underwriterReference: 'BW-26-0091',
  dueDay: '2027-10-07',
  terms: ['Due once, on 7 October 2027.'],
};

const RETURNED = { taxes: [{ name: 'withholding tax', percent: 5_000_000n, amount: 3_750_00n }] };
/** Continental gives back the rest of the year; half is set against its credit note, half it owes. */
export const returnDebitNoteOfChange: CreditNoteInput = {
  ...creditNote,
  ...ofChange,
  ...RETURNED,
  credit_note_reference: 'DN/NBO/2027/000019',
  deductions: 26_250_00n,
  netpayable: 48_750_00n,
  underwriterReference: 'CRE/26/F/552',
  dueDay: '2027-09-07',
  setAgainst: { notes: [{ number: 'CN/NBO/2026/000036', amount: 24_375_00n }], left: 24_375_00n },
  ...(debitNote.bank && { bank: debitNote.bank }),
};

/** Nothing is left of it, so there is nothing to pay and no day by which. */
export const returnDebitNoteSetOff: CreditNoteInput = {
  ...returnDebitNoteOfChange,
  setAgainst: { notes: [{ number: 'CN/NBO/2026/000036', amount: 48_750_00n }], left: 0n },
};

const { rate: _ofOriginal, ...particulars } = debitNote.particulars;
const returned = {
  ...debitNote,
  ...document('CN/NBO/2027/000060'),
  endorsement: london.endorsement('Return premium', 'Stock in the second warehouse taken off'),
  particulars: {
    ...particulars,
    premium: 100_000_00n,
    facPremium: 60_000_00n,
    base: { share: 60_000_000n, premium: 100_000_00n, unearned: false },
  },
  commission: { percent: 25_000_000n, amount: 15_000_00n },
  amountDue: 45_000_00n,
  instalments: [],
  terms: [],
};

export const returnCreditNoteSetOff: DebitNoteInput = {
  ...returned,
  setAgainst: { notes: [{ number: 'DN/NBO/2026/000012', amount: 45_000_00n }], left: 0n },
};

/** Two notes were open, and not for as much. */
export const returnCreditNotePartly: DebitNoteInput = {
  ...returned,
  setAgainst: {
    notes: [
      { number: 'DN/NBO/2026/000012', amount: 20_000_00n },
      { number: 'DN/NBO/2027/000003', amount: 12_500_00n },
    ],
    left: 12_500_00n,
  },
};

const CANCELLED = {
  cancelled: { from: OFF, lastDay: '2027-08-07' },
  endorsement: london.endorsement('Cancellation pro rata', 'Works sold'),
};
/** The notes of a cancellation say beside the period from when there is none. */
export const returnCreditNoteOfCancellation: DebitNoteInput = {
  ...returned,
  endorsement: CANCELLED.endorsement,
  particulars: {
    ...particulars,
    cancelled: CANCELLED.cancelled,
    premium: 500_000_00n,
    facPremium: 300_000_00n,
    base: { share: 60_000_000n, premium: 500_000_00n, unearned: false },
  },
  commission: { percent: 25_000_000n, amount: 75_000_00n },
  amountDue: 225_000_00n,
  setAgainst: { notes: [{ number: 'DN/NBO/2026/000012', amount: 225_000_00n }], left: 0n },
};
export const returnDebitNoteOfCancellation: CreditNoteInput = {
  ...returnDebitNoteOfChange,
  ...CANCELLED,
  premium: 500_000_00n,
  base: { share: 15_000_000n, premium: 500_000_00n, unearned: false },
  endorsementtype: CANCELLED.endorsement.type,
};

/** An additional premium is due once, whatever the original's instalments. */
export const additionalPremium: DebitNoteInput = {
  ...returned,
  ...document('DN/NBO/2027/000018'),
  endorsement: london.endorsement('Additional premium', 'Boiler house added'),
  instalments: [{ dueDay: '2027-09-07', amount: 45_000_00n }],
  terms: ['Due once, on 7 September 2027.'],
};

const UMR = 'B1234NBOMAR26000041';
export const londonDebitNote: DebitNoteInput = {
  ...debitNote,
  currency: 'USD',
  particulars: { ...debitNote.particulars, umr: UMR },
  ...(debitNote.bank && { bank: { ...debitNote.bank, currency: 'USD' } }),
};
export const londonCreditNote: CreditNoteInput = {
  ...creditNote,
  currency: 'USD',
  umr: UMR,
  underwriterReference: 'SYN26/00117',
};

/** A London line that a change of securities made larger: each part with the base that it was worked out on. */
export const londonReinsuranceSlipAfterChange: LondonReinsuranceSlipInput = {
  ...london.londonReinsuranceSlip,
  amended: 'The terms as they stand with endorsement NBO/MAR/2026/00041/E1.',
  parts: [
    {
      label: 'Share premium, original',
      base: { share: 24_000_000n, premium: 120_000_00n, unearned: false },
      amount: 28_800_00n,
    },
    {
      label: 'E1 Change of securities',
      base: { share: 18_000_000n, premium: 48_000_00n, unearned: true },
      amount: 8_640_00n,
    },
  ],
  line: { ...london.londonReinsuranceSlip.line, signed: 42_000_000n, signedOfOrder: 70_000_000n },
  sharePremium: 37_440_00n,
  commission: { percent: 25_000_000n, amount: 9_360_00n },
  brokerage: { percent: 5_000_000n, amount: 1_872_00n },
  netPayable: 26_208_00n,
};

export const londonCoverNoteAfterChange: LondonCoverNoteInput = {
  ...london.londonCoverNote,
  lines: [
    { ...london.londonSlip.lines[0]!, signed: 42_000_000n, signedOfOrder: 70_000_000n },
    london.londonSlip.lines[1]!,
  ],
  premiums: [37_440_00n, 21_600_00n],
  departed: [
    {
      name: 'Continental Reinsurance Public Limited Company',
      offFrom: OFF,
      stamp: 'CON 2791',
      reference: 'CON26/00117',
      premium: 12_960_00n,
    },
  ],
};

/** A firm whose address is long, and all of one word. */
export const farAddress = {
  ...reinsuranceSlip,
  verification: {
    code: '7QF4-K2MN-93TX',
    url: 'https://placements.slipway-reinsurance-brokers-of-east-africa.example.co.ke/verify/7QF4-K2MN-93TX',
  },
};
