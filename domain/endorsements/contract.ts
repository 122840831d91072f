import * as z from 'zod/mini';
import { decisionBody, decisionCalls, decisionPreview, people, postingQuery } from '../decision-calls.ts';
import { draftCalls } from '../draft-calls.ts';
import { DOCUMENT_MEDIA, endpoint, SCA } from '../endpoint.ts';
import { noteRow, instalmentRows } from '../placements/contract.ts';
import { documentReply } from '../placements/documents.ts';
import { RISK_TERMS, textShape } from '../placements/fields.ts';
import { WORD_FIELDS } from './words.ts';
import { KINDS } from '../records/kinds.ts';
import {
  amount,
  amountOut,
  branchParam,
  day,
  idText,
  instant,
  optionalText,
  rate,
  rateOut,
  recordId,
  ref,
  saved,
  SHARE,
  text,
} from '../wire.ts';
import { SET_OFFS } from '../placements/instalments.ts';
import { BASES, ISSUED_TYPES } from './bases.ts';
import { ENDORSEMENT_STATUSES } from './states.ts';

/** A security from the effective date on, in % of the whole. */
export const endorsedLine = z.object({
  security: recordId,
  share: rate(SHARE),
  commission: z.optional(z.nullable(rate(SHARE))),
  brokerage: z.optional(z.nullable(rate(SHARE))),
});

const endorsementFields = {
  policy: recordId,
  endorsementtype: z.enum(ISSUED_TYPES, 'Choose a type.'),
  effective_date: day('Enter the day from which it holds.'),
  description: text({ min: 3, max: 2000, message: 'Say what changes, in 3 to 2,000 characters.' }),
  /** Absent: keyed where a premium is given, else the type's usual one. */
  basis: z.optional(z.nullable(z.enum(BASES, 'Choose how the premium is worked out.'))),
  /** 100 % premium, keyed: always positive, whichever way it goes. */
  premium: z.optional(z.nullable(amount('Enter an amount.'))),
  sum_insured: z.optional(z.nullable(amount('Sum insured must be more than 0.'))),
  /** Of premium before a change of securities or a cancellation: how the keyed amount was worked out. §2. */
  reason: optionalText(2000),
  /** Of a keyed additional premium that puts a limit back: the claim that used it, and how much at 100 %. C12. */
  reinstates: z.optional(
    z.nullable(z.object({ claim: recordId, amount: amount('Enter how much of the limit is put back.') })),
  ),
  /** Of a slip of several sections: the one whose sum insured and premium it moves, by its place; null: all in proportion. */
  section: z.optional(z.nullable(z.int('Choose a section of this slip.'))),
  insurance_end_date: z.optional(z.nullable(day('Enter the last day of cover.'))),
  cedant_commission: z.optional(z.nullable(rate(SHARE))),
  brokerage: z.optional(z.nullable(rate(SHARE))),
  fac: z.optional(z.nullable(rate(SHARE))),
  /** Without premium only: on what days the instalments of the original that are not due yet are paid instead. */
  instalments: z.optional(z.nullable(instalmentRows)),
  /** Of a return: against which instalments it is set; absent: the last. §2 Terms and due dates. */
  set_off: z.optional(z.nullable(z.enum(SET_OFFS, 'Choose what it is set against.'))),
  securities: z.optional(z.nullable(z.array(endorsedLine).check(z.maxLength(100, 'At most 100 securities.')))),
  /** Without premium only: words from its date on; what is left out stays. §2 NIL. */
  insured: z.optional(z.nullable(recordId)),
  ...textShape({
    interest: RISK_TERMS.interest,
    excess: RISK_TERMS.excess,
    territory: RISK_TERMS.situation,
    conditions: RISK_TERMS.conditions,
  }),
  clauses: z.optional(
    z.nullable(
      z
        .array(z.object({ id: recordId, wording_version: z.int('Choose a wording.') }), 'Choose one from the list.')
        .check(z.maxLength(200, 'At most 200 clauses.')),
    ),
  ),
};
export const endorsementBody = z.object(endorsementFields);
/** A renewal makes the linked draft of the next period, and no endorsement; all else that is sent is not looked at. §2. */
const newEndorsement = z.discriminatedUnion(
  'endorsementtype',
  [endorsementBody, z.looseObject({ policy: recordId, endorsementtype: z.literal('RENEWAL') })],
  'Choose a type.',
);

/** Figures in total, signed: what is given back is negative. */
const totals = {
  premium: amountOut,
  fac_premium: amountOut,
  commission: amountOut,
  brokerage: amountOut,
  tax: amountOut,
  netpayable: amountOut,
  debit_note: amountOut,
};
export const endorsementTotals = z.object(totals);

const movedLine = z.object({
  security: ref,
  share: rateOut,
  sharepremium: amountOut,
  commission: amountOut,
  brokerage: amountOut,
  tax: amountOut,
  deductions: amountOut,
  netpayable: amountOut,
});

/** A word that reads otherwise from its date on. */
const changedWord = z.object({
  field: z.enum(WORD_FIELDS),
  label: z.string(),
  before: z.string(),
  after: z.string(),
});

/** A section of a slip of several, as it is now. */
const sectionNow = z.object({ name: z.string(), sum_insured: z.nullable(amountOut), premium: z.nullable(amountOut) });

const policyTotals = z.object({
  ...totals,
  sum_insured: amountOut,
  insurance_end_date: z.string(),
  cancelled_from: z.nullable(z.string()),
});

/** How many endorsements of the policy were approved when this was worked out: with another one it may come out otherwise. */
const endorsed = z.int();

export const endorsementEffect = z.object({
  currency: z.string(),
  endorsed,
  faults: z.array(z.object({ field: z.string(), message: z.string() })),
  warnings: z.array(z.string()),
  /** What it lies before, so that its amount is keyed, with a reason. */
  across: z.nullable(z.string()),
  days_left: z.int(),
  days_in_period: z.int(),
  alternatives: z.array(
    z.object({ basis: z.enum(BASES), endorsementtype: z.enum(ISSUED_TYPES), chosen: z.boolean(), ...totals }),
  ),
  change: z.nullable(endorsementTotals),
  words: z.array(changedWord),
  securities: z.array(movedLine),
  notes: z.array(z.object({ kind: z.enum(['DN', 'CN']), party: z.string(), amount: amountOut })),
  /**
   * Against which instalments a return is set when it is approved today, and what is left of it: the reinsured's, or what the
   * securities give back where the reinsured gets nothing.
   */
  set_off: z.nullable(
    z.object({
      to: z.enum(['REINSURED', 'SECURITY']),
      instalments: z.array(z.object({ note: z.string(), party: z.string(), due_on: z.string(), amount: amountOut })),
      refund: amountOut,
    }),
  ),
  before: policyTotals,
  /** The placement in force before it: what a change of securities starts from. */
  in_force: z.object({
    fac: rateOut,
    cedant_commission: rateOut,
    brokerage: rateOut,
    securities: z.array(
      z.object({
        security: ref,
        resident: z.boolean(),
        share: rateOut,
        commission: z.nullable(rateOut),
        brokerage: z.nullable(rateOut),
      }),
    ),
    sections: z.array(sectionNow),
  }),
  after: z.nullable(policyTotals),
});

export const endorsementRecord = z.object({
  id: recordId,
  version: z.int(),
  status: z.enum(ENDORSEMENT_STATUSES),
  number: z.string(),
  policy: z.object({
    id: recordId,
    broker_reference: z.string(),
    market: z.enum(['LOCAL', 'LONDON']),
    reinsured: ref,
    insured: ref,
  }),
  branch: ref,
  endorsementtype: z.enum(ISSUED_TYPES),
  effective_date: z.string(),
  description: z.string(),
  currency: z.string(),
  sum_insured: z.nullable(amountOut),
  /** The section that it moves, by its place and name. */
  section: z.nullable(z.string()),
  insurance_end_date: z.nullable(z.string()),
  typed: endorsementBody,
  /** Against the words in force before it. */
  words: z.array(changedWord),
  figures: endorsementTotals,
  securities: z.array(movedLine),
  notes: z.array(noteRow),
  posted_on: z.nullable(z.string()),
  ...people,
  updated_at: instant,
});

const base = KINDS.endorsement.path;
const drafts = draftCalls(KINDS.endorsement, {
  body: endorsementBody,
  record: endorsementRecord,
  saved,
  words: {
    one: 'One endorsement with its figures, notes and who did what.',
    save: 'Saves an endorsement of a local policy as a draft and gives it its number on the policy; RENEWAL makes the draft policy of the next period.',
  },
});
export const getEndorsement = drafts.get;
export const editEndorsement = drafts.edit;
/** A new one is saved at the address of its policy's market. */
export const saveEndorsement = endpoint({
  ...drafts.save,
  path: `${SCA}/underwriting/endorsement`,
  body: newEndorsement,
});
export const saveSlipEndorsement = endpoint({
  ...saveEndorsement,
  path: `${SCA}/londonslip/endorsement`,
  summary:
    'Saves an endorsement of a London slip as a draft and gives it its number on the slip; RENEWAL makes the draft slip of the next period.',
});
export const effectOfEndorsement = endpoint({
  method: 'POST',
  path: `${base}/effect`,
  access: 'policies.view',
  effect: 'read',
  summary: 'What an endorsement as typed would do, each way of working it out side by side; nothing is saved.',
  body: z.object({ ...endorsementFields, description: z.optional(z.string()) }),
  reply: endorsementEffect,
});
export const makeEndorsementSlip = endpoint({
  method: 'PUT',
  path: `${base}/slip`,
  access: 'policy_documents.view',
  effect: 'write',
  summary: 'Makes the endorsement slip of an approved endorsement.',
  query: z.object({ id: idText, branch: branchParam, endorsementtype: z.optional(z.string()) }),
  media: DOCUMENT_MEDIA,
  reply: documentReply,
});

const decided = decisionCalls(KINDS.endorsement);
export const submitEndorsement = decided.submit;
export const withdrawEndorsement = decided.withdraw;
export const previewEndorsement = endpoint({
  ...decided.preview,
  query: postingQuery,
  reply: z.object({ ...decisionPreview.shape, endorsed, figures: z.nullable(endorsementTotals) }),
});
export const approveEndorsement = endpoint({
  ...decided.approve,
  /** With `endorsed` of the preview, an approval of what the policy no longer is, is refused. */
  body: z.optional(z.object({ ...decisionBody.def.innerType.shape, endorsed: z.optional(endorsed) })),
});
export const disableEndorsement = decided.disable;
