/** What all policies of a bordereau have in common, and the columns in which a row says otherwise. */
import * as z from 'zod/mini';
import { policyFields } from '../placements/contract.ts';
import { isPaymentTerms, type PaymentTerms } from '../placements/terms.ts';
import { day, recordId, text } from '../wire.ts';
import type { ImportField, ImportTarget } from './targets.ts';

const ADDRESS = 'Address must be 3 to 250 characters.';
/** The most securities that a file has in common, and that a row names. */
const MOST_COMMON = 40;
const MOST_IN_ROW = 10;

/** How lines are entered: in percent of the whole (100%), or of what is ceded. */
const LINE_BASES = ['WHOLE', 'CEDED'] as const;
/** What comes first where a day is written in numbers alone. */
const DAY_ORDERS = ['DAY_FIRST', 'MONTH_FIRST'] as const;

/** A security that the rows have in common. */
export const commonLine = z.object({
  security: recordId,
  share: policyFields.fac,
  commission: policyFields.rate,
  brokerage: policyFields.rate,
});

/** Dates and amounts by hand are of one policy. */
const termsByCode = z.custom<PaymentTerms>(
  (value) => typeof value === 'string' && isPaymentTerms(value),
  'Choose payment terms.',
);

/** The values of every row that has none of its own. A row that names a security has none of these securities. */
export const bordereauCommon = z.object({
  reinsured: z.optional(policyFields.reinsured),
  cover_type: z.optional(policyFields.cover_type),
  currency: z.optional(policyFields.currency),
  dateoffered: z.optional(day('Enter the date on which it was offered.')),
  fac: z.optional(policyFields.fac),
  cedant_commission: z.optional(policyFields.cedant_commission),
  brokerage: z.optional(policyFields.brokerage),
  territory: policyFields.territory,
  payment_terms: z.optional(termsByCode),
  remittance_days: policyFields.remittance_days,
  securities: z.optional(z.array(commonLine).check(z.maxLength(MOST_COMMON, `At most ${MOST_COMMON} securities.`))),
  /** Absent: of the whole. */
  line_basis: z.optional(z.enum(LINE_BASES, 'Choose what the lines are percent of.')),
  /** Absent: the day comes first. */
  day_order: z.optional(z.enum(DAY_ORDERS, 'Choose what comes first in a date.')),
  /** Insureds of a name that is not in the register are added to it, with this address where the row has none. */
  add_insureds: z.optional(z.boolean()),
  insured_address: z.optional(text({ min: 3, max: 250, message: ADDRESS })),
});
export type BordereauCommon = z.output<typeof bordereauCommon>;

const security = (n: number): ImportField[] => [
  {
    key: `security_${n}`,
    label: `Security ${n}`,
    aliases: [`reinsurer ${n}`, `market ${n}`, `security${n} name`, `reinsurer ${n} name`],
    example: n === 1 ? 'Acacia Reinsurance Limited' : '',
    ...(n === 1 && { hint: 'A row that names a security has none of those in common.' }),
  },
  {
    key: `share_${n}`,
    label: `Share ${n}`,
    aliases: [
      `share ${n} %`,
      `line ${n}`,
      `line ${n} %`,
      `signed line ${n}`,
      `security ${n} share`,
      `reinsurer ${n} share`,
    ],
    example: n === 1 ? '25%' : '',
  },
];

/** What a row of a bordereau may say, whatever the market. */
export const BORDEREAU_FIELDS: readonly ImportField[] = [
  {
    key: 'cedant_policy_number',
    label: 'Policy number',
    aliases: [
      'policy no',
      'policy no.',
      'policy',
      'policy ref',
      'policy reference',
      'cedant policy number',
      'cedant policy no',
      'certificate no',
      'cover no',
      'original policy no',
    ],
    example: 'FIR/2026/00417',
    hint: 'Tells a policy that is there already.',
  },
  {
    key: 'insured',
    label: 'Insured',
    aliases: [
      'original insured',
      'insured name',
      'name of insured',
      'name of the insured',
      'assured',
      'client',
      'client name',
      'policyholder',
      'policy holder',
    ],
    required: true,
    example: 'Kisumu Sugar Works Limited',
  },
  {
    key: 'insured_address',
    label: 'Insured’s address',
    aliases: [
      'insured address',
      "insured's address",
      'address',
      'address of insured',
      'postal address',
      'client address',
    ],
    example: 'P.O. Box 1, Kisumu',
    hint: 'Of insureds that are added.',
  },
  {
    key: 'reinsured',
    label: 'Reinsured',
    aliases: ['cedant', 'ceding company', 'cedent', 'insurer', 'insurance company', 'reassured'],
    example: 'Savannah Insurance Company Limited',
  },
  {
    key: 'class',
    label: 'Class',
    aliases: [
      'class of business',
      'class of insurance',
      'line of business',
      'lob',
      'main class',
      'department',
      'policy type',
      'type of cover',
      'cover type',
      'product',
    ],
    example: 'Fire',
  },
  {
    key: 'subclass',
    label: 'Subclass',
    aliases: ['sub class', 'sub-class', 'subclass of business'],
    example: '',
    hint: 'Empty for the class itself.',
  },
  {
    key: 'insurance_start_date',
    label: 'From',
    aliases: [
      'inception',
      'inception date',
      'start',
      'start date',
      'period from',
      'date from',
      'from date',
      'effective date',
      'effective from',
      'commencement',
      'commencement date',
      'risk inception',
      'policy start date',
      'insurance start date',
    ],
    required: true,
    example: '2026-03-01',
  },
  {
    key: 'insurance_end_date',
    label: 'To',
    aliases: [
      'expiry',
      'expiry date',
      'expiration',
      'end',
      'end date',
      'period to',
      'date to',
      'to date',
      'effective to',
      'risk expiry',
      'policy end date',
      'insurance end date',
      'until',
    ],
    required: true,
    example: '2027-02-28',
    hint: 'The last day of cover.',
  },
  {
    key: 'currency',
    label: 'Currency',
    aliases: ['ccy', 'cur', 'curr', 'currency code', 'original currency'],
    example: 'KES',
  },
  {
    key: 'sum_insured',
    label: 'Sum insured',
    aliases: [
      'tsi',
      'total sum insured',
      'si',
      'sum insured 100%',
      '100% sum insured',
      'gross sum insured',
      'limit',
      'sum assured',
      'sum insured (100%)',
      'tsi (100%)',
      'insured value',
    ],
    required: true,
    example: '500,000,000.00',
  },
  {
    key: 'rate',
    label: 'Rate %',
    aliases: ['rate', 'premium rate', 'gross rate', 'rate (%)', 'premium rate %'],
    example: '0.25%',
    hint: 'Percent, or per mille with its sign ‰.',
  },
  {
    key: 'premium',
    label: 'Premium',
    aliases: [
      '100% premium',
      'premium 100%',
      'gross premium',
      'gross premium 100%',
      'premium (100%)',
      'total premium',
      'original premium',
      'full premium',
    ],
    example: '1,250,000.00',
    hint: 'For 100 %. Empty where it follows from the rate.',
  },
  {
    key: 'fac',
    label: 'Fac %',
    aliases: [
      'fac',
      'cession %',
      'cession',
      'ceded %',
      'ceded',
      'fac share',
      'fac share %',
      'order',
      'order %',
      'order hereon',
      'ri %',
      'ri share %',
      'reinsured %',
      'fac cession %',
      'cession (%)',
      'placed %',
    ],
    example: '60%',
  },
  {
    key: 'cedant_commission',
    label: 'Commission %',
    aliases: [
      'commission',
      'cedant commission',
      'ceding commission',
      'ri commission',
      'ri commission %',
      'ceding commission %',
      'commission rate',
      'comm %',
      'comm',
      'commission (%)',
    ],
    example: '25%',
  },
  {
    key: 'brokerage',
    label: 'Brokerage %',
    aliases: ['brokerage', 'brokerage rate', 'brok %', 'broker commission', 'brokerage (%)'],
    example: '5%',
  },
  {
    key: 'dateoffered',
    label: 'Date offered',
    aliases: ['offer date', 'offered', 'offered on', 'date of offer'],
    example: '2026-02-20',
  },
  {
    key: 'payment_terms',
    label: 'Payment terms',
    aliases: ['terms of payment', 'terms', 'premium payment terms', 'credit terms', 'credit days'],
    example: '30 days',
    hint: 'Days, a number of instalments, or the name of the firm’s terms.',
  },
  {
    key: 'interest',
    label: 'Interest',
    aliases: [
      'interest insured',
      'description',
      'risk description',
      'subject matter',
      'property insured',
      'occupation',
      'occupancy',
    ],
    example: 'Buildings, machinery and stock',
  },
  {
    key: 'territory',
    label: 'Territory',
    aliases: ['situation', 'location', 'risk location', 'territorial limits', 'country'],
    example: 'Kenya',
  },
  {
    key: 'excess_amount',
    label: 'Excess amount',
    aliases: ['deductible amount', 'excess (amount)'],
    example: '250,000.00',
  },
  {
    key: 'excess',
    label: 'Excess',
    aliases: ['deductible', 'deductibles', 'excesses'],
    example: '1% of each loss',
  },
  ...Array.from({ length: MOST_IN_ROW }, (_, index) => security(index + 1)).flat(),
];

/** Places of a row's securities: their columns are `security_n` and `share_n`. */
export const SECURITY_PLACES = Array.from({ length: MOST_IN_ROW }, (_, index) => index + 1);

/** Local policies from a cedant's bordereau, as drafts of a branch. Another market gets another target. */
export const POLICIES_TARGET = {
  key: 'policies',
  title: 'Underwriting',
  nouns: ['draft', 'drafts'],
  create: 'policies.create',
  update: null,
  ofBranch: true,
  placements: 'LOCAL',
  fields: BORDEREAU_FIELDS,
} as const satisfies ImportTarget;
