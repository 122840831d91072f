/** What a London slip says beyond its policy, under the headings of the Market Reform Contract. §1, §7. */
import * as z from 'zod/mini';
import { amount, day, optionalText, rate, recordId, text } from '../wire.ts';
import type { Day } from '../values/day.ts';
import { HUNDRED, type Rate } from '../values/rate.ts';
import {
  AGREEMENT_TERMS,
  FISCAL_TERMS,
  INFORMATION_TERM,
  REMUNERATION_TERMS,
  RISK_TERMS,
  SECTION_TERMS,
  SECURITY_TERMS,
  SETTLEMENT_TERMS,
  SHORT,
  TERM,
  textShape,
} from '../placements/fields.ts';
import type { Section } from './sections.ts';
import { WRITTEN_BASES } from './signing.ts';

const short = z.optional(text(SHORT));
const term = z.optional(text(TERM));

/** Unique market reference: B, the broker's number of 4 digits, up to 12 letters and digits. §1. */
const UMR = /^B\d{4}[A-Z0-9]{1,12}$/;
/** Letters and digits behind the broker number. */
const PLACES = 12;
const UMR_MESSAGE = 'A UMR is B, the broker number of 4 digits and up to 12 letters or digits.';
const CLOCK = z.optional(
  z.string('Enter a time as 00:01.').check(z.regex(/^(?:$|(?:[01]\d|2[0-3]):[0-5]\d)$/, 'Enter a time as 00:01.')),
);

/** Something to be done by a day, and what holds until then and what follows if it is not. */
export const subjectivity = z.object({
  what: text({ min: 1, ...TERM, message: 'Say what is to be done, in at most 2,000 characters.' }),
  by: z.optional(z.nullable(day('Enter the day by which it is to be done.'))),
  until_met: term,
  consequence: term,
});

export const taxPayable = z.object({
  tax: text({ min: 1, ...SHORT, message: 'Name the tax, in at most 250 characters.' }),
  payable_by: short,
});

const riskDetails = z.object({
  umr: z.optional(z.string(UMR_MESSAGE).check(z.trim(), z.regex(/^(?:$|B\d{4}[A-Z0-9]{1,12})$/, UMR_MESSAGE))),
  start_time: CLOCK,
  end_time: CLOCK,
  ...textShape(RISK_TERMS),
  subjectivities: z.optional(z.array(subjectivity).check(z.maxLength(50, 'At most 50 subjectivities.'))),
  taxes_payable: z.optional(z.array(taxPayable).check(z.maxLength(20, 'At most 20 taxes.'))),
});

/** The carrier's stamp and reference on its line; the line itself is the placement's. */
const stamp = z.object({
  security: recordId,
  stamp: optionalText(30),
  reference: optionalText(30),
  to_stand: z.optional(z.boolean()),
});

const securityDetails = z.object({
  ...textShape(SECURITY_TERMS),
  written_basis: z.optional(z.enum(WRITTEN_BASES, 'Choose % of whole or % of order.')),
  signed_basis: z.optional(z.enum(WRITTEN_BASES, 'Choose % of whole or % of order.')),
  stamps: z.optional(z.array(stamp).check(z.maxLength(100, 'At most 100 securities.'))),
});

const subscription = z.object({
  leader: z.optional(z.nullable(recordId)),
  /** Agrees claims with the leader from the threshold; and up to which amount, in the thresholds' currency, one alone does. C13. */
  second_lead: z.optional(z.nullable(recordId)),
  single_agreement_limit: z.optional(z.nullable(amount('Enter an amount.'))),
  ...textShape(AGREEMENT_TERMS),
  settlement_due_date: z.optional(z.nullable(day('Enter the settlement due date.'))),
  ...textShape(SETTLEMENT_TERMS),
});

const PERCENT = 'Enter a percentage from 0 to 100.';
export const riskCode = z.object({
  code: z
    .string('A risk code has two letters or digits.')
    .check(z.trim(), z.regex(/^[A-Z0-9]{2}$/, 'A risk code has two letters or digits.')),
  percent: rate(PERCENT),
});

const fiscal = z.object({
  ...textShape(FISCAL_TERMS),
  country_of_origin: z.optional(z.string('Choose a country.').check(z.regex(/^(?:$|[A-Z]{2})$/, 'Choose a country.'))),
  risk_codes: z.optional(z.array(riskCode).check(z.maxLength(20, 'At most 20 risk codes.'))),
});

const remuneration = z.object(textShape(REMUNERATION_TERMS));

/** A contract of several sections says here where one differs from the risk details; what is left empty is theirs. */
export const section = z.object({
  name: text({ min: 1, ...SHORT, message: 'Name the section, in at most 250 characters.' }),
  ...textShape(SECTION_TERMS),
  sum_insured: z.optional(z.nullable(amount('Enter an amount.'))),
  /** Where it is less than the sum insured. */
  limit_amount: z.optional(z.nullable(amount('Enter an amount.'))),
  premium: z.optional(z.nullable(amount('Enter an amount.'))),
});

/** The fields of a slip by its MRC headings; a draft may leave any of them empty, the completeness check says what is missing. */
export const slipFields = z.strictObject({
  risk: riskDetails,
  information: z.optional(text(INFORMATION_TERM.limit)),
  security: securityDetails,
  subscription,
  fiscal,
  remuneration,
  sections: z.optional(z.array(section).check(z.maxLength(20, 'At most 20 sections.'))),
});
/** A whole contract as its check reads it: amounts of its sections in minor units. */
export type Slip = Omit<z.output<typeof slipFields>, 'sections'> & { sections?: readonly Section[] | undefined };

/** The headings in the order in which a slip has them. */
export const SLIP_HEADINGS = {
  RISK: 'Risk details',
  INFORMATION: 'Information',
  SECURITY: 'Security details',
  SUBSCRIPTION: 'Subscription agreement',
  FISCAL: 'Fiscal and regulatory',
  REMUNERATION: 'Broker remuneration and deductions',
  SECTIONS: 'Sections',
} as const;
export type SlipHeading = keyof typeof SLIP_HEADINGS;

/** A security as the placement has it, percentages of the whole; `bureau` settles through the market's bureau. */
export type SlipLine = {
  securityId: number;
  name: string;
  bureau: boolean;
  written: Rate;
  writtenOn: Day | null;
  signed: Rate;
};

/** What a slip takes from its policy: nothing of it is keyed twice. Amounts in minor units of `currency`. */
export type SlipFacts = {
  brokerNumber: string;
  reinsured: string;
  insured: string;
  start: Day;
  end: Day;
  currency: string;
  sumInsured: bigint;
  premium: bigint;
  order: Rate;
  /** The cedant's commission and our brokerage, in % of the premium. */
  commission: Rate;
  brokerage: Rate;
  /** The taxes that its figures deduct or add, by name. */
  taxes: readonly string[];
  /** Those of them that the securities bear. */
  taxesOfSecurities: readonly string[];
  clauses: readonly { code: string; title: string }[];
  lines: readonly SlipLine[];
  /** The codes of the register of countries (ISO 3166). */
  countries: ReadonlySet<string>;
  /** The last day of the premium payment warranty or condition, when there is one. */
  warrantyDay: Day | null;
};

/** Whether a text is a UMR, and of this broker when its number is known. */
export function isUmr(umr: string, brokerNumber?: string): boolean {
  return UMR.test(umr) && (brokerNumber === undefined || umr.slice(1, 5) === brokerNumber);
}

/**
 * The UMR of a slip, made from the broker number and what the slip's own reference says of it (branch, year, number),
 * whatever format the firm chose for its references: `NBO/LDN/2026/000123` and `SLP-LDN-NBO-26-0123` of broker 1234 are both
 * `B1234NBO26000123`. Unique as the reference is: a branch has letters alone, and its sequence goes on when a format
 * changes. Null when broker number or reference are not of that form, or the number outgrows the 12 places. §1, §4 Numbers.
 */
export function umrOf(brokerNumber: string, brokerReference: string): string | null {
  const parts = brokerReference.split(/[/.-]/);
  const [kind, other, year = '', number = ''] = parts.slice(-4);
  const branch = (kind === 'LDN' ? other : kind) ?? '';
  if (parts.length < 4 || !/^[A-Z]{2,5}$/.test(branch) || !/^(?:\d{2}|\d{4})$/.test(year) || !/^\d+$/.test(number))
    return null;
  const room = PLACES - branch.length - 2;
  const sequence = number.replace(/^0+/, '').padStart(room < 6 ? room : 6, '0');
  const umr = `B${brokerNumber}${branch}${year.slice(-2)}${sequence}`;
  return isUmr(umr, brokerNumber) ? umr : null;
}

/** Whether an allocation of premium to risk codes is of the whole, each code once. */
export function allocatesAll(codes: readonly { code: string; percent: Rate }[]): boolean {
  const total = codes.reduce((sum, one) => sum + one.percent, 0n);
  return total === HUNDRED && new Set(codes.map((one) => one.code)).size === codes.length;
}
