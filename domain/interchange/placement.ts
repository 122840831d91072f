/** A placement as it leaves the firm and comes in: the shape of the file, in the market's terms. docs/interchange. */
import * as z from 'zod/mini';
import { LIMIT_BASES } from '../claims/states.ts';
import { COVER_TRIGGERS } from '../placements/claim-terms.ts';
import { WRITTEN_BASES } from '../slips/signing.ts';
import { TAX_CHARGES } from '../placements/figures.ts';
import { POLICY_STATUSES } from '../placements/states.ts';
import { parseDay } from '../values/day.ts';
import { atMost } from '../wire.ts';

/** What says that a file is a placement, which version of it this is, and after which record of the market. */
export const PLACEMENT_SCHEMA = 'urn:slipway:placement';
export const PLACEMENT_VERSION = '1.0';
export const PLACEMENT_STANDARD = 'Core Data Record 3.2';
/** The versions that are read. */
export const VERSIONS_READ: readonly string[] = [PLACEMENT_VERSION];

const SHORT = 250;
const TERM = 2000;
const LONG = 20_000;

/** Text as it can be kept: well formed, without the NUL sign that no database takes. */
const optionalText = (max: number) =>
  z.string('Give a text.').check(
    z.maxLength(max, atMost(max).message),
    z.refine(
      (value) => !value.includes('\u0000') && value.isWellFormed(),
      'This text holds signs that are no characters.',
    ),
  );
const named = (max: number) => optionalText(max).check(z.minLength(1, 'This cannot be empty.'));
const oneOf = <const V extends readonly [string, ...string[]]>(values: V) =>
  z.enum(values, `Give one of ${values.join(', ')}.`);

const DAY = 'Give a day as YYYY-MM-DD.';
const day = z.string(DAY).check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/, DAY),
  z.refine((value) => parseDay(value) !== null, DAY),
);
const AMOUNT = 'Give an amount as decimal text, such as "1250000.00".';
const amount = z.string(AMOUNT).check(z.regex(/^\d{1,15}(?:\.\d{1,4})?$/, AMOUNT));
const signed = z.string(AMOUNT).check(z.regex(/^-?\d{1,15}(?:\.\d{1,4})?$/, AMOUNT));
const PERCENT = 'Give a percentage from 0 to 100 as decimal text, such as "12.5".';
const percent = z.string(PERCENT).check(z.regex(/^(?:100(?:\.0{1,6})?|\d{1,2}(?:\.\d{1,6})?)$/, PERCENT));
const REINSTATED = 'Give a percentage from 0 to 1,000 as decimal text, such as "100".';
const CURRENCY = 'Give a currency as its ISO 4217 code, such as "KES".';
const currency = z.string(CURRENCY).check(z.regex(/^[A-Z]{3}$/, CURRENCY));
const COUNTRY = 'Give a country as its ISO 3166 code, such as "KE".';
const country = z.nullable(z.string(COUNTRY).check(z.regex(/^[A-Z]{2}$/, COUNTRY)));
const TIME = 'Give a time as 00:01.';
const time = z.nullable(z.string(TIME).check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, TIME)));
const WHOLE = 'Give a whole number.';
const whole = (least: number, most: number) =>
  z.int(WHOLE).check(z.minimum(least, `At least ${least}.`), z.maximum(most, `At most ${most}.`));
const flag = z.boolean('Give true or false.');
const OBJECT = 'This must be an object.';
const record = <S extends z.core.$ZodLooseShape>(shape: S) => z.strictObject(shape, OBJECT);
const many = <T extends z.ZodMiniType>(item: T, most: number) =>
  z.array(item, 'This must be a list.').check(z.maxLength(most, `At most ${most} entries.`));

const party = record({
  name: named(150),
  address: optionalText(SHORT),
  country,
  /** The number under which it is registered as a company. */
  registration_number: optionalText(60),
  /** Of a syndicate or of a company of the London market. */
  market_number: optionalText(60),
});
export type PlacementParty = z.output<typeof party>;

const participation = record({
  insurer: party,
  lead: flag,
  /** Agrees larger and disputed claims with the leader. */
  second_lead: z.optional(flag),
  /** In % of `written_lines_basis`; of the whole for a local placement. Null: quoted only. */
  written_line: z.nullable(percent),
  /** In % of the whole. */
  signed_line: percent,
  line_to_stand: flag,
  stamp: optionalText(30),
  quoted_on: z.nullable(day),
  quote_reference: optionalText(60),
  written_on: z.nullable(day),
  reference: optionalText(30),
  signed_on: z.nullable(day),
  signing_reference: optionalText(60),
  /** Where it differs from the contract's. */
  ceding_commission: z.nullable(percent),
  brokerage: z.nullable(percent),
  /** What was worked out or booked; not read back. */
  figures: record({
    premium: signed,
    ceding_commission: signed,
    brokerage: signed,
    taxes: many(
      record({
        code: named(40),
        name: optionalText(SHORT),
        rate: percent,
        /** An amount per policy, or what the percentage lacks of its minimum on the policy. */
        charge: z.optional(oneOf(TAX_CHARGES)),
        borne_by: oneOf(['SECURITY', 'REINSURED', 'BROKER']),
        amount: signed,
      }),
      50,
    ),
    deductions: signed,
    net_payable: signed,
  }),
});
export type Participation = z.output<typeof participation>;

const clause = record({
  reference: named(60),
  title: optionalText(SHORT),
  wording_version: whole(1, 1_000_000),
  wording: optionalText(200_000),
});

const subjectivity = record({
  what: named(TERM),
  by: z.nullable(day),
  until_met: optionalText(TERM),
  consequence: optionalText(TERM),
});

const section = record({
  name: named(SHORT),
  interest: optionalText(TERM),
  limit: optionalText(TERM),
  excess: optionalText(TERM),
  situation: optionalText(TERM),
  conditions: optionalText(LONG),
  /** Files of before have none of these two. */
  sum_insured: z.optional(z.nullable(amount)),
  limit_amount: z.optional(z.nullable(amount)),
  premium: z.nullable(amount),
});

/** What a London contract says beyond the placement, by the headings of the Market Reform Contract. */
const contract = record({
  type: optionalText(SHORT),
  limit: optionalText(TERM),
  conditions: optionalText(LONG),
  subjectivities: many(subjectivity, 50),
  choice_of_law: optionalText(SHORT),
  jurisdiction: optionalText(SHORT),
  premium_payment_terms: optionalText(TERM),
  taxes_payable: many(record({ tax: named(SHORT), payable_by: optionalText(SHORT) }), 20),
  information: optionalText(LONG),
  insurers_liability: optionalText(LONG),
  written_lines_basis: oneOf(WRITTEN_BASES),
  signed_lines_basis: z.nullable(oneOf(WRITTEN_BASES)),
  signing_provisions: optionalText(LONG),
  contract_changes: optionalText(TERM),
  other_agreement_parties: optionalText(TERM),
  claims_agreement_parties: optionalText(TERM),
  claims_agreement_basis: optionalText(TERM),
  delegated_claims_authority: optionalText(TERM),
  expert_fees: optionalText(TERM),
  /** Up to which amount one party alone agrees a claim, in the currency of the firm's thresholds. */
  single_agreement_limit: z.optional(z.nullable(amount)),
  settlement_due_date: z.nullable(day),
  bureau_arrangements: optionalText(TERM),
  non_bureau_arrangements: optionalText(TERM),
  tax_payable_by_insurers: optionalText(TERM),
  country_of_origin: country,
  overseas_broker: optionalText(SHORT),
  regulatory_client_classification: optionalText(SHORT),
  risk_codes: many(
    record({
      code: z
        .string('A risk code has two letters or digits.')
        .check(z.regex(/^[A-Z0-9]{2}$/, 'A risk code has two letters or digits.')),
      premium_allocation: percent,
    }),
    20,
  ),
  brokerage_terms: optionalText(TERM),
  fees_payable_by_client: optionalText(TERM),
  other_deductions: optionalText(TERM),
  sections: many(section, 20),
});
export type PlacementContract = z.output<typeof contract>;

const claimTerms = record({
  limit_basis: oneOf(LIMIT_BASES),
  fees_within_limit: flag,
  trigger: oneOf(COVER_TRIGGERS),
  retroactive_date: z.nullable(day),
  notification_days: z.nullable(whole(1, 3650)),
  cash_loss_limit: z.nullable(amount),
  reinstatement_percent: z.nullable(
    z.string(REINSTATED).check(z.regex(/^(?:1000(?:\.0{1,6})?|\d{1,3}(?:\.\d{1,6})?)$/, REINSTATED)),
  ),
  reinstatement_as_to_time: flag,
});

/**
 * A placement as it is on `as_at`. Amounts are decimal text in the contract's currency with its own decimals,
 * percentages decimal text of the whole unless a member says otherwise. Nothing is left out: what is unknown is "" or null.
 */
export const placementFile = z.strictObject(
  {
    schema: z.literal(PLACEMENT_SCHEMA, `The schema must be "${PLACEMENT_SCHEMA}".`),
    version: z.literal(PLACEMENT_VERSION, `The version must be "${PLACEMENT_VERSION}".`),
    standard: z.literal(PLACEMENT_STANDARD, `The standard must be "${PLACEMENT_STANDARD}".`),
    as_at: day,
    sender: record({ name: named(SHORT), branch: optionalText(SHORT), lloyds_broker_number: optionalText(20) }),
    record: record({
      number: named(60),
      status: oneOf(POLICY_STATUSES),
      version: whole(1, 1_000_000_000),
      cancelled_from: z.nullable(day),
      endorsements: many(
        record({ number: named(60), type: named(40), effective_date: day, description: optionalText(LONG) }),
        1000,
      ),
    }),
    market: oneOf(['LOCAL', 'LONDON']),
    unique_market_reference: z.nullable(optionalText(20)),
    reinsured: party,
    insured: party,
    class_of_business: record({ class: named(150), subclass: z.nullable(named(150)) }),
    country_of_risk: z.optional(country),
    date_offered: day,
    period: record({
      start_date: day,
      start_time: time,
      end_date: day,
      end_time: time,
      time_zone: optionalText(SHORT),
    }),
    interest: optionalText(TERM),
    situation: optionalText(TERM),
    currency,
    sum_insured: amount,
    excess: record({ description: optionalText(TERM), amount: z.nullable(amount) }),
    premium: record({ amount, rate: z.nullable(percent) }),
    order: percent,
    ceding_commission: percent,
    brokerage: percent,
    cedant_policy_number: optionalText(60),
    payment: record({
      terms: z
        .string('Give payment terms such as "LUMP_30".')
        .check(z.regex(/^(?:(?:LUMP|INSTALMENTS)_\d{1,3}|BY_HAND)$/, 'Give payment terms such as "LUMP_30".')),
      /** With the terms BY_HAND: when the premium is paid, as agreed first. */
      instalments: z.optional(many(record({ due_on: day, amount }), 60)),
      remittance_days: whole(0, 365),
      warranty: z.nullable(record({ kind: oneOf(['PPW', 'PPC']), days: whole(1, 365) })),
    }),
    /** What the placement says of its claims; absent where the sender does not say. */
    claims: z.optional(claimTerms),
    clauses: many(clause, 200),
    participations: many(participation, 100),
    figures: record({
      fac_premium: signed,
      ceding_commission: signed,
      brokerage: signed,
      tax: signed,
      net_payable: signed,
      debit_note: signed,
    }),
    contract: z.nullable(contract),
  },
  'The file must hold one object.',
);
export type PlacementFile = z.output<typeof placementFile>;

/** The bytes of a file: the same placement is the same text. */
export function placementText(file: PlacementFile): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}
