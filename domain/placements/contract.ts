import { MINIMUM_KEPT } from './adjustment.ts';
import { claimTermsBody, claimTermsReply } from './claim-terms.ts';
import { ACCEPTANCE_FIELDS, PLACEMENT_TEXTS, textReply, textShape } from './fields.ts';
import * as z from 'zod/mini';
import { people } from '../decision-calls.ts';
import { draftCalls } from '../draft-calls.ts';
import { endpoint } from '../endpoint.ts';
import {
  SHARE,
  amount,
  amountOut,
  atMost,
  branchRef,
  countryCode,
  currencyCode,
  day,
  dayParam,
  idText,
  instant,
  optionalDay,
  rate,
  rateOut,
  recordId,
  ref,
  saved,
  text,
} from '../wire.ts';
import { TAX_CHARGES } from './figures.ts';
import { KINDS } from '../records/kinds.ts';
import { isTermsOfPayment, type TermsOfPayment } from './terms.ts';
import { COVERS, PAYMENTS, POLICY_STATUSES } from './states.ts';

const status = z.enum(POLICY_STATUSES);
/** Any code of the two forms, which saving a policy looks for among those that the firm offers, or by hand. */
const paymentTerms = z.custom<TermsOfPayment>(
  (value) => typeof value === 'string' && isTermsOfPayment(value),
  'Choose payment terms.',
);

/** A part of a premium with the day on which it is paid. */
export const newInstalment = z.object({ due_on: day('Enter a day.'), amount: amount('Enter an amount.') });
export const instalmentRows = z.array(newInstalment).check(z.maxLength(60, 'At most 60 instalments.'));

/** A security on the placement: written line (offer) and signed line (share) in % of the whole. */
export const securityLine = z.object({
  security: recordId,
  offer: z.optional(rate(SHARE)),
  share: rate(SHARE),
  commission: z.optional(z.nullable(rate(SHARE))),
  brokerage: z.optional(z.nullable(rate(SHARE))),
  /** Its acceptance: the day, the security's reference, and who there accepted it. */
  written_on: optionalDay,
  reference: z.optional(text(ACCEPTANCE_FIELDS.reference.limit)),
  accepted_by: z.optional(text(ACCEPTANCE_FIELDS.accepted_by.limit)),
});

/** What a placement has in either market; only its lines are entered differently. */
export const policyFields = {
  reinsured: recordId,
  insured: recordId,
  cover_type: recordId,
  /** Absent or null: the branch's. */
  risk_country: z.optional(countryCode),
  /** Whose business it is, of the branch. Absent: as it was, of a new one who makes it; null: who made it. */
  producer: z.optional(z.nullable(recordId)),
  dateoffered: day('Enter the date on which it was offered.'),
  insurance_start_date: day('Enter the first day of cover.'),
  insurance_end_date: day('Enter the last day of cover.'),
  currency: currencyCode,
  sum_insured: amount('Sum insured must be more than 0.'),
  rate: z.optional(z.nullable(rate('Rate must be between 0 and 100.'))),
  /** Absent: it follows from sum insured × rate. */
  premium: z.optional(z.nullable(amount('Premium must be more than 0.'))),
  /** An adjustable premium: all three, or none for a flat one. */
  adjustment_basis: z.optional(z.nullable(text(atMost(200)))),
  adjustment_rate: z.optional(z.nullable(rate('Adjustment rate must be between 0 and 100.'))),
  minimum_premium: z.optional(z.nullable(amount('Enter the minimum premium, or 0 where there is none.'))),
  /** What a cancellation keeps of the minimum; absent: all of it. */
  minimum_kept: z.optional(z.enum(MINIMUM_KEPT, 'Choose what a cancellation keeps of the minimum.')),
  fac: rate(SHARE),
  cedant_commission: rate(SHARE),
  brokerage: rate(SHARE),
  excess_amount: z.optional(z.nullable(amount('Enter an amount.'))),
  ...textShape(PLACEMENT_TEXTS),
  payment_terms: paymentTerms,
  /** With terms by hand alone; they add up to the debit note. */
  instalments: z.optional(z.nullable(instalmentRows)),
  remittance_days: z.optional(
    z
      .int('Days must be from 0 to 365.')
      .check(z.minimum(0, 'Days must be from 0 to 365.'), z.maximum(365, 'Days must be from 0 to 365.')),
  ),
  warranty: z.optional(
    z.nullable(
      z.object({
        kind: z.enum(['PPW', 'PPC'], 'Choose a warranty or a condition.'),
        days: z
          .int('Days must be from 1 to 365.')
          .check(z.minimum(1, 'Days must be from 1 to 365.'), z.maximum(365, 'Days must be from 1 to 365.')),
      }),
    ),
  ),
  /** What it says of its claims; absent: as it was, of a new one the usual. */
  claim_terms: z.optional(claimTermsBody),
  /** By id: with the wording that the policy has already, else the newest; or with the version that is named. */
  clauses: z.optional(
    z
      .array(z.union([recordId, z.object({ id: recordId, wording_version: z.int() })], 'Choose one from the list.'))
      .check(z.maxLength(200, 'At most 200 clauses.')),
  ),
  securities: z.array(securityLine).check(z.maxLength(100, 'At most 100 securities.')),
};

export const policyBody = z.object(policyFields);

export const figuresLine = z.object({
  security: ref,
  resident: z.boolean(),
  /** The largest line that the firm has approved for the security; none when null. */
  line_limit: z.nullable(rateOut),
  rated_on: z.nullable(z.string()),
  offer: rateOut,
  share: rateOut,
  commission_rate: rateOut,
  brokerage_rate: rateOut,
  written_on: z.nullable(z.string()),
  reference: z.string(),
  accepted_by: z.string(),
  sharepremium: amountOut,
  commission: amountOut,
  brokerage: amountOut,
  taxes: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      rate: rateOut,
      /** Null: the percentage; else an amount per policy, or what the percentage lacks of its minimum. */
      charge: z.nullable(z.enum(TAX_CHARGES)),
      borne_by: z.string(),
      amount: amountOut,
    }),
  ),
  deductions: amountOut,
  netpayable: amountOut,
});

export const noteRow = z.object({
  id: recordId,
  kind: z.enum(['DN', 'CN']),
  number: z.string(),
  party: ref,
  amount: amountOut,
  settled: amountOut,
  due_on: z.string(),
  posted_on: z.string(),
  status: z.string(),
  /** The endorsement that it was issued for; null: the original. */
  endorsement: z.nullable(recordId),
});

export const policyRecord = z.object({
  id: recordId,
  version: z.int(),
  status,
  market: z.enum(['LOCAL', 'LONDON']),
  broker_reference: z.string(),
  branch: branchRef,
  reinsured: ref,
  insured: ref,
  cover_type: z.object({ id: recordId, name: z.string(), class: z.nullable(z.string()) }),
  risk_country: z.nullable(z.string()),
  producer: ref,
  dateoffered: z.string(),
  insurance_start_date: z.string(),
  insurance_end_date: z.string(),
  currency: z.string(),
  sum_insured: amountOut,
  rate: z.nullable(rateOut),
  premium: amountOut,
  /** The premium is a deposit, adjusted to what is declared. */
  adjustment: z.nullable(
    z.object({
      basis: z.string(),
      rate: rateOut,
      minimum_premium: amountOut,
      minimum_kept: z.enum(MINIMUM_KEPT),
      /** Cover has ended and nothing was declared. */
      declaration_due: z.boolean(),
    }),
  ),
  fac: rateOut,
  cedant_commission: rateOut,
  brokerage: rateOut,
  ...textReply(PLACEMENT_TEXTS),
  excess_amount: z.nullable(amountOut),
  payment_terms: paymentTerms,
  /** As entered by hand; none with other terms. */
  instalments: z.array(z.object({ due_on: z.string(), amount: amountOut })),
  remittance_days: z.int(),
  warranty: z.nullable(z.object({ kind: z.enum(['PPW', 'PPC']), days: z.int() })),
  claim_terms: claimTermsReply,
  /** As in the wording that the policy keeps; `latest_version` names a newer one. */
  clauses: z.array(
    z.object({
      id: recordId,
      code: z.string(),
      title: z.string(),
      wording_version: z.int(),
      latest_version: z.int(),
    }),
  ),
  securities: z.array(figuresLine),
  figures: z.object({
    placed: rateOut,
    fac_premium: amountOut,
    commission: amountOut,
    brokerage: amountOut,
    tax: amountOut,
    netpayable: amountOut,
    debit_note: amountOut,
  }),
  /**
   * The policy with its approved endorsements: as at a day, or with all of them. The other fields are the original's.
   */
  current: z.object({
    asat: z.nullable(z.string()),
    endorsements: z.int(),
    sum_insured: amountOut,
    premium: amountOut,
    insurance_end_date: z.string(),
    cancelled_from: z.nullable(z.string()),
    fac_premium: amountOut,
    commission: amountOut,
    brokerage: amountOut,
    tax: amountOut,
    netpayable: amountOut,
    debit_note: amountOut,
  }),
  cover: z.nullable(z.enum(COVERS)),
  renewed_from: z.nullable(ref),
  renewal: z.nullable(ref),
  not_renewed_reason: z.nullable(z.string()),
  notes: z.array(noteRow),
  received: amountOut,
  /** How far what is asked for is paid; null where there is nothing to pay. */
  payment: z.nullable(z.enum(PAYMENTS)),
  posted_on: z.nullable(z.string()),
  ...people,
  updated_at: instant,
});

const base = KINDS.policy.path;

const drafts = draftCalls(KINDS.policy, {
  body: policyBody,
  record: policyRecord,
  saved,
  words: {
    one: 'One policy with its figures, as at any day, notes and who did what.',
    save: 'Saves a new policy as a draft and gives it its broker reference.',
  },
});
export const getPolicy = endpoint({ ...drafts.get, query: z.object({ asat: dayParam }) });
export const savePolicy = drafts.save;
export const editPolicy = drafts.edit;

/** Policies of the reinsured that carry the same number in an overlapping period: likely the same risk twice. */
export const sameNumber = endpoint({
  method: 'GET',
  path: `${base}/samenumber`,
  access: 'policies.view',
  effect: 'read',
  summary:
    'Other policies of a reinsured with the same policy number of its own, in a period that overlaps; at most 10.',
  query: z.object({
    reinsured: idText,
    number: text({ ...PLACEMENT_TEXTS.cedant_policy_number.limit, min: 1 }),
    start: day('Enter the first day of cover.'),
    end: day('Enter the last day of cover.'),
    /** The policy itself. */
    policy: z.optional(idText),
  }),
  reply: z.array(ref),
});
