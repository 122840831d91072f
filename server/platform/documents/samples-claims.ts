/** The papers of one claim, the example of C2 and C11, for tests and for looking at. */
import type {
  ClaimInvoiceInput,
  ClaimStatementInput,
  LossAdviceInput,
  LossInput,
  SalvageNoteInput,
  StandingInput,
} from './kinds/claim-papers.ts';
import { bank, cedant, creditNote, document } from './samples.ts';

const loss: LossInput = {
  claimNumber: 'NBO/CL/2027/000003',
  cedantClaimNumber: 'JAI/C/991',
  brokerReference: 'NBO/FIR/2026/00087',
  reinsured: cedant.name,
  insured: 'Mombasa Cement & Steel Works Limited',
  coverClass: 'Fire · Industrial all risks',
  startDay: '2027-01-01',
  endDay: '2027-12-31',
  lossDay: '2027-05-04',
  notifiedOn: '2027-05-06',
  place: 'Kiln house, Mombasa works',
  cause: 'Overheated bearing of the clinker conveyor',
  description: 'Fire in the kiln house: conveyor, cable ducts and the roof over the second kiln.',
};
const claim = { currency: 'KES', loss, claimShare: 60_000_000n };
const { security } = creditNote;

/** The first call of a claim. */
export const claimInvoice: ClaimInvoiceInput = {
  ...document('INV/NBO/2027/000003'),
  ...claim,
  security,
  called: {
    what: 'cash call',
    reason: 'First payment on account, as the adjuster advised on 2 June.',
    day: '2027-06-04',
  },
  amounts: { now: 4_000_000_00n, inAll: 4_000_000_00n },
  line: 15_000_000n,
  before: 0n,
  amount: 600_000_00n,
  dueDay: '2027-06-30',
  bank,
};

/** The last: what it comes to in all, less what was called before. */
export const finalInvoice: ClaimInvoiceInput = {
  ...claimInvoice,
  number: 'INV/NBO/2027/000011',
  called: { what: 'final settlement', reason: 'Adjuster’s final report of 14 September.', day: '2027-09-20' },
  amounts: { now: 37_000_000_01n, inAll: 37_000_000_01n },
  before: 1_500_000_00n,
  amount: 4_050_000_00n,
  dueDay: '2027-10-20',
};

/** A fee that is paid to the adjuster himself. */
export const feeInvoice: ClaimInvoiceInput = {
  ...claimInvoice,
  number: 'INV/NBO/2027/000007',
  called: { what: 'fee', reason: 'Adjuster’s interim fee note 2027/118.', day: '2027-07-01' },
  amounts: { now: 500_000_00n, inAll: 500_000_00n },
  amount: 75_000_00n,
  payee: 'Upesi Loss Adjusters Limited',
};

const standing = (incurred: bigint, called: bigint, fees = 0n): StandingInput => ({
  incurred,
  called,
  outstanding: incurred - called,
  fees,
  exGratia: 0n,
  salvage: 0n,
});
const figures = {
  whole: standing(42_000_000_00n, 10_000_000_00n, 500_000_00n),
  order: standing(25_200_000_00n, 6_000_000_00n, 300_000_00n),
};

export const lossAdvice: LossAdviceInput = {
  ...document('NBO/CL/2027/000003/A2'),
  ...claim,
  ...figures,
  security,
  line: 15_000_000n,
  own: standing(6_300_000_00n, 1_500_000_00n, 75_000_00n),
  experts: [
    { role: 'Loss adjuster', name: 'Upesi Loss Adjusters Limited', reference: 'ULA/27/0418' },
    { role: 'Lawyer', name: 'Kamau & Hirji Advocates', reference: '' },
  ],
};

/** A loss of which nothing is known but the estimate. */
export const firstAdvice: LossAdviceInput = {
  ...lossAdvice,
  number: 'NBO/CL/2027/000003/A1',
  loss: { ...loss, cedantClaimNumber: '', cause: '', event: 'Cyclone Hidaya', umr: 'B0901HF2700087' },
  whole: standing(39_000_000_00n, 0n),
  order: standing(23_400_000_00n, 0n),
  own: standing(5_850_000_00n, 0n),
  experts: [],
};

export const claimStatement: ClaimStatementInput = {
  ...document('NBO/CL/2027/000003/T5'),
  ...claim,
  ...figures,
  reinsured: cedant,
  asAt: '2027-08-15',
  movements: [
    {
      day: '2027-05-20',
      what: 'Reserve',
      reason: 'Adjuster’s second report: roof and cable ducts.',
      whole: 42_000_000_00n,
      ours: 25_200_000_00n,
    },
    {
      day: '2027-06-04',
      what: 'Cash call',
      reason: 'First payment on account, as the adjuster advised on 2 June.',
      whole: 10_000_000_00n,
      ours: 6_000_000_00n,
    },
    {
      day: '2027-07-01',
      what: 'Fee',
      reason: 'Adjuster’s interim fee note 2027/118.',
      whole: 500_000_00n,
      ours: 300_000_00n,
    },
  ],
  securities: [
    {
      name: 'Continental Reinsurance Public Limited Company',
      line: 25_000_000n,
      called: 2_625_000_00n,
      collected: 2_625_000_00n,
      left: 0n,
    },
    {
      name: 'Lake Basin Reinsurance Corporation',
      line: 20_000_000n,
      called: 2_100_000_00n,
      collected: 2_000_000_00n,
      left: 100_000_00n,
    },
    {
      name: 'Société Africaine d’Assurances et de Réassurances du Bassin du Congo S.A.',
      line: 15_000_000n,
      called: 1_575_000_00n,
      collected: 0n,
      left: 1_575_000_00n,
    },
  ],
  collected: 4_625_000_00n,
  paid: 4_500_000_00n,
  against: [],
};

/** A claim that was noted and has not moved. */
export const emptyStatement: ClaimStatementInput = {
  ...claimStatement,
  number: 'NBO/CL/2027/000003/T1',
  whole: firstAdvice.whole,
  order: firstAdvice.order,
  movements: [],
  securities: claimStatement.securities.map((one) => ({ ...one, called: 0n, collected: 0n, left: 0n })),
  collected: 0n,
  paid: 0n,
};

export const salvageNote: SalvageNoteInput = {
  ...document('DN/NBO/2027/000031'),
  ...claim,
  reinsured: cedant,
  reason: 'Scrap of the conveyor and the roof sheets, sold by tender.',
  day: '2027-11-02',
  recovered: 5_000_000_00n,
  amount: 3_000_000_00n,
  securities: [
    { name: 'Continental Reinsurance Public Limited Company', amount: 1_250_000_00n },
    { name: 'Lake Basin Reinsurance Corporation', amount: 1_000_000_00n },
    { name: 'Société Africaine d’Assurances et de Réassurances du Bassin du Congo S.A.', amount: 750_000_00n },
  ],
  bank,
};

/** The same while a security has not paid what was called of it. */
export const salvageSetOff: SalvageNoteInput = {
  ...salvageNote,
  setAgainst: { notes: [{ number: 'INV/NBO/2027/000003', amount: 600_000_00n }], left: 2_400_000_00n },
};
