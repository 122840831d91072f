/** The example of the product's page, for tests and for looking at. */
import type { DocumentInput, PartyInput } from './kinds/common.ts';
import type { CreditNoteInput } from './kinds/credit-note.ts';
import type { DebitNoteInput } from './kinds/debit-note.ts';
import type { PaymentVoucherInput, ReceiptInput } from './kinds/money-papers.ts';
import type { ReinsuranceSlipInput, SecurityLine, SlipTerms } from './kinds/slip.ts';
import type { StatementInput, StatementRow } from './kinds/statement.ts';

export const document = (number: string): DocumentInput => ({
  number,
  day: '2026-11-21',
  firm: {
    name: 'Slipway Reinsurance Brokers Limited',
    addressLines: ['14th Floor, Britam Tower', 'Hospital Road, Upper Hill', 'P.O. Box 43220, 00100 Nairobi, Kenya'],
    phone: '+254 20 555 0199',
    email: 'accounts@slipway.example',
    registration: 'Licensed by the Insurance Regulatory Authority, IRA/RB/0042 · PIN P051234567X',
  },
  branchName: 'Nairobi',
  verification: { code: '7QF4-K2MN-93TX', url: 'https://slipway.example/verify/7QF4-K2MN-93TX' },
});

export const cedant: PartyInput = {
  name: 'Jubilee Allied Insurance Company Limited',
  addressLines: ['Jubilee Insurance House, Wabera Street', 'P.O. Box 30376, 00100 Nairobi', 'Kenya'],
  attention: 'Reinsurance Department',
};

export const bank = {
  accountName: 'Slipway Reinsurance Brokers Client Account',
  bankName: 'Standard Chartered Bank Kenya',
  branch: 'Chiromo Road',
  accountNumber: '0102 4567 8900',
  currency: 'KES',
  swift: 'SCBLKENX',
};

export const debitNote: DebitNoteInput = {
  ...document('DN/NBO/2026/000012'),
  reinsured: cedant,
  currency: 'KES',
  particulars: {
    brokerReference: 'NBO/FIR/2026/00087',
    insured: 'Mombasa Cement & Steel Works Limited',
    coverClass: 'Fire',
    coverSubclass: 'Industrial all risks',
    startDay: '2027-01-01',
    endDay: '2027-12-31',
    cedantPolicyNumber: 'JAI/IAR/77821/26',
    sumInsured: 500_000_000_00n,
    territory: 'Kenya',
    excess: '10% of each and every loss, minimum KES 500,000.00',
    rate: 250_000n,
    premium: 1_250_000_00n,
    fac: 60_000_000n,
    facPremium: 750_000_00n,
    base: { share: 60_000_000n, premium: 1_250_000_00n, unearned: false },
  },
  commission: { percent: 25_000_000n, amount: 187_500_00n },
  taxes: [],
  amountDue: 562_500_00n,
  instalments: [{ dueDay: '2027-01-31', amount: 562_500_00n }],
  terms: ['Premium payment warranty: the premium is to be paid in full within 60 days of inception, by 2 March 2027.'],
  bank,
};

export const instalments: DebitNoteInput = {
  ...debitNote,
  instalments: [
    { dueDay: '2027-01-01', amount: 140_625_00n },
    { dueDay: '2027-04-01', amount: 140_625_00n },
    { dueDay: '2027-07-01', amount: 140_625_00n },
    { dueDay: '2027-10-01', amount: 140_625_00n },
  ],
};

/** Security C, a non-resident with withholding tax. */
export const creditNote: CreditNoteInput = {
  ...document('CN/NBO/2026/000036'),
  credit_note_reference: 'CN/NBO/2026/000036',
  dateoffered: '2026-11-10',
  currency: 'KES',
  security: {
    name: 'Continental Reinsurance Public Limited Company',
    addressLines: ['St Nicholas House, 10th Floor', 'Catholic Mission Street', 'Lagos, Nigeria'],
  },
  broker_reference: 'NBO/FIR/2026/00087',
  reinsured: cedant.name,
  cover_type: 'Fire · Industrial all risks',
  cedant_policy_number: 'JAI/IAR/77821/26',
  cedant_commission: 25_000_000n,
  insuredname: 'Mombasa Cement & Steel Works Limited',
  insurance_start_date: '2027-01-01',
  insurance_end_date: '2027-12-31',
  excess: '10% of each and every loss, minimum KES 500,000.00',
  territory: 'Kenya',
  sum_insured: 500_000_000_00n,
  premium: 1_250_000_00n,
  offer: 15_000_000n,
  share: 15_000_000n,
  brokerage: 5_000_000n,
  fac: 60_000_000n,
  sharepremium: 187_500_00n,
  base: { share: 15_000_000n, premium: 1_250_000_00n, unearned: false },
  commission: 46_875_00n,
  brokerageAmount: 9_375_00n,
  taxes: [{ name: 'withholding tax', percent: 5_000_000n, basis: 'gross share premium', amount: 9_375_00n }],
  deductions: 65_625_00n,
  netpayable: 121_875_00n,
  endorsementtype: 'New',
  dueDay: '2027-03-02',
};

/** The same figures in a currency without decimals: the last instalment takes the rest. */
export const creditNoteInYen: CreditNoteInput = {
  ...creditNote,
  currency: 'JPY',
  sum_insured: 500_000_000n,
  premium: 1_250_000n,
  sharepremium: 187_500n,
  base: { share: 15_000_000n, premium: 1_250_000n, unearned: false },
  commission: 46_875n,
  brokerageAmount: 9_375n,
  taxes: [{ name: 'withholding tax', percent: 5_000_000n, basis: 'gross share premium', amount: 9_375n }],
  deductions: 65_625n,
  netpayable: 121_875n,
  instalments: [
    { dueDay: '2027-01-31', amount: 30_468n },
    { dueDay: '2027-05-01', amount: 30_468n },
    { dueDay: '2027-07-31', amount: 30_468n },
    { dueDay: '2027-10-31', amount: 30_471n },
  ],
  terms: ['4 instalments, quarterly.'],
};

const slip: SlipTerms = {
  type: 'Facultative reinsurance, proportional',
  insured: 'Mombasa Cement & Steel Works Limited',
  insuredAddress: 'Plot 12, Changamwe Industrial Area, Mombasa',
  coverClass: 'Fire',
  coverSubclass: 'Industrial all risks',
  startDay: '2027-01-01',
  endDay: '2027-12-31',
  interest:
    'Buildings, plant, machinery, stock in trade and business interruption (indemnity period 12 months), as in the original policy.',
  currency: 'KES',
  sumInsured: 500_000_000_00n,
  excess: '10% of each and every loss, minimum KES 500,000.00',
  territory: 'Kenya',
  brokerReference: 'NBO/FIR/2026/00087',
  cedantPolicyNumber: 'JAI/IAR/77821/26',
  rate: 250_000n,
  premium: 1_250_000_00n,
  fac: 60_000_000n,
  facPremium: 750_000_00n,
  terms: ['Premium payment warranty: the premium is to be paid in full within 60 days of inception, by 2 March 2027.'],
  commission: 25_000_000n,
  brokerage: 5_000_000n,
  taxes: [
    {
      name: 'Withholding tax',
      percent: 5_000_000n,
      basis: 'gross share premium',
      securities: ['Continental Reinsurance Public Limited Company'],
    },
  ],
};

const securities: SecurityLine[] = [
  {
    name: 'Africa Specialty Re',
    detail: 'Nairobi · A− (AM Best)',
    written: 25_000_000n,
    signed: 25_000_000n,
    premium: 312_500_00n,
    reference: 'ASR/FAC/26/1187',
  },
  {
    name: 'Bluewater Reinsurance Company Limited',
    detail: 'Nairobi',
    written: 20_000_000n,
    signed: 20_000_000n,
    premium: 250_000_00n,
  },
  {
    name: 'Continental Reinsurance Public Limited Company',
    detail: 'Lagos · non-resident',
    written: 15_000_000n,
    signed: 15_000_000n,
    premium: 187_500_00n,
  },
];

const wording =
  'No reinsurer shall be deemed to provide cover and no reinsurer shall be liable to pay any claim or provide any benefit hereunder to the extent that the provision of such cover, payment of such claim or provision of such benefit would expose that reinsurer to any sanction, prohibition or restriction under United Nations resolutions or the trade or economic sanctions, laws or regulations of the European Union, United Kingdom or United States of America. ';

export const reinsuranceSlip: ReinsuranceSlipInput = {
  ...document('RS/NBO/2026/000031'),
  reinsured: cedant,
  slip,
  clauses: [
    { title: 'Sanction limitation and exclusion clause', reference: 'LMA 3100', text: wording },
    { title: 'Follow the settlements', text: `${wording}\n\n${wording}` },
    { title: 'Claims co-operation clause', reference: 'NMA 2737', text: wording },
    { title: 'Premium payment clause', reference: 'LSW 3001', text: wording.repeat(2) },
  ],
  securities,
};

export const manyLines = (count: number): SecurityLine[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `Reinsurance Company Number ${index + 1} of the Republic Limited`,
    detail: 'Nairobi',
    written: 3_333_300n,
    signed: 2_000_000n,
    premium: 25_000_00n,
  }));

export const clausesOf = (count: number, length: number) =>
  Array.from({ length: count }, (_, index) => ({
    title: `Clause ${index + 1}`,
    reference: `LMA ${3100 + index}`,
    text: wording.repeat(Math.ceil(length / wording.length)).slice(0, length),
  }));

export const receipt: ReceiptInput = {
  ...document('RC/NBO/2026/000044'),
  receiptNumber: 'RC/NBO/2026/000044',
  dateOfIssue: '2027-02-12',
  reinsured: cedant,
  currency: 'KES',
  receiptAmount: 300_000_00n,
  receiptType: 'Premium',
  bankReference: 'FT27043XK8891',
  bankDate: '2027-02-11',
  narrationRef: 'Half of DN/NBO/2026/000012, balance to follow',
  brokerRef: 'NBO/FIR/2026/00087',
  issuedBy: 'Amina Wanjiru',
  allocations: [
    {
      document: 'DN/NBO/2026/000012',
      currency: 'KES',
      balanceBefore: 562_500_00n,
      settled: 281_250_00n,
      left: 281_250_00n,
      allocated: 281_250_00n,
    },
    {
      document: 'DN/NBO/2026/000009',
      currency: 'KES',
      balanceBefore: 12_500_00n,
      settled: 12_500_00n,
      left: 0n,
      allocated: 12_500_00n,
    },
  ],
  unallocated: 6_250_00n,
};

/** Some of it was used in London. */
export const receiptUsedElsewhere: ReceiptInput = {
  ...receipt,
  elsewhere: [{ number: 'RC/LON/2026/000007', branch: 'London', amount: 6_000_00n }],
  unallocated: 250_00n,
};

/** What was used there, for a document of London. */
export const receiptOfAnotherBranch: ReceiptInput = {
  ...document('RC/LON/2026/000007'),
  receiptNumber: 'RC/LON/2026/000007',
  dateOfIssue: '2027-02-15',
  reinsured: cedant,
  currency: 'KES',
  receiptAmount: 6_000_00n,
  receiptType: 'Premium',
  source: { number: receipt.receiptNumber, branch: 'Nairobi' },
  issuedBy: 'Daniel Okoth',
  allocations: [
    {
      document: 'DN/LON/2026/000003',
      currency: 'KES',
      balanceBefore: 6_000_00n,
      settled: 6_000_00n,
      left: 0n,
      allocated: 6_000_00n,
    },
  ],
  unallocated: 0n,
};

export const voucher: PaymentVoucherInput = {
  ...document('PV/NBO/2027/000008'),
  what: 'Premium to a security',
  payee: creditNote.security,
  currency: 'KES',
  bankDate: '2027-02-20',
  reference: 'RTGS 88120047',
  narration: 'Release of half of the premium received on DN/NBO/2026/000012',
  items: [
    {
      policy: 'NBO/FIR/2026/00087',
      creditNote: 'CN/NBO/2026/000036',
      debitNote: 'DN/NBO/2026/000012',
      cedant: cedant.name,
      insured: 'Mombasa Cement & Steel Works Limited',
      amount: 60_937_50n,
    },
    {
      policy: 'NBO/MAR/2026/00041',
      creditNote: 'CN/NBO/2026/000021',
      debitNote: 'DN/NBO/2026/000007',
      cedant: 'Britannic General Insurance of Uganda Limited',
      insured: 'Lake Basin Shipping',
      amount: 18_200_00n,
    },
  ],
  total: 79_137_50n,
  payFrom: 'Client account KES, Standard Chartered Bank Kenya',
  bank: {
    ...bank,
    accountName: 'Continental Reinsurance Plc',
    bankName: 'Citibank Nigeria',
    branch: 'Lagos',
    accountNumber: '0045 2210 88',
    swift: 'CITINGLA',
  },
  prepared: { by: 'Peter Otieno', day: '2027-02-18' },
  approved: { by: 'Grace Njeri Mwangi', day: '2027-02-19' },
  paid: { by: 'Amina Wanjiru', day: '2027-02-20' },
};

/** The same, less what the security owes. */
export const voucherLess: PaymentVoucherInput = {
  ...voucher,
  setOff: [
    {
      note: 'DN/NBO/2026/000031',
      what: 'Return of premium',
      policy: 'NBO/FIR/2026/00062',
      insured: 'Highland Tea Packers Limited',
      amount: 41_250_00n,
    },
    { note: 'INV/NBO/2026/000004', what: 'Claim', insured: '', amount: 12_000_00n },
  ],
  total: 25_887_50n,
};

const statementRow = (index: number): StatementRow => ({
  day: `2026-${`${(index % 12) + 1}`.padStart(2, '0')}-14`,
  document: `${index % 3 === 2 ? 'RC' : 'DN'}/NBO/2026/${`${index + 1}`.padStart(6, '0')}`,
  policy: `NBO/FIR/2026/${`${index + 1}`.padStart(5, '0')}`,
  insured:
    index % 4 === 1
      ? 'Mombasa Cement & Steel Works and Allied Industries (East Africa) Limited'
      : 'Lake Basin Shipping',
  due: `2026-${`${(index % 12) + 1}`.padStart(2, '0')}-28`,
  debit: index % 3 === 2 ? 0n : 562_500_00n,
  credit: index % 3 === 2 ? 281_250_00n : 0n,
  balance: 562_500_00n + BigInt(index) * 281_250_00n,
});

export const statement = (rows: number): StatementInput => ({
  ...document('SA/NBO/2026/000005'),
  party: cedant,
  asAt: '2026-11-21',
  currencies: [
    {
      currency: 'KES',
      opening: 0n,
      rows: Array.from({ length: rows }, (_, index) => statementRow(index)),
      totalDebit: 4_500_000_00n,
      totalCredit: 1_125_000_00n,
      balance: 3_375_000_00n,
      ageing: ['Not due', '1–30', '31–60', '61–90', '91–180', '181–365', 'Over 365', 'Unallocated', 'Total'].map(
        (label, index) => ({ label, amount: index === 8 ? 3_375_000_00n : index % 2 ? 0n : 675_000_00n }),
      ),
    },
  ],
});
