/** What moves a claim: its movements, who agrees them, the invoices of what was called, set-off and net settlement. */
import * as z from 'zod/mini';
import { decisionBody, decisionCalls, decisionPreview, people } from '../decision-calls.ts';
import { draftCalls } from '../draft-calls.ts';
import { DOCUMENT_MEDIA, endpoint } from '../endpoint.ts';
import { documentReply } from '../placements/documents.ts';
import { KINDS } from '../records/kinds.ts';
import {
  amount,
  amountOut,
  branchParam,
  day,
  dayOrNone,
  idText,
  instant,
  optionalText,
  rateOut,
  recordId,
  ref,
  saved,
  text,
} from '../wire.ts';
import { AGREEMENTS, MOVEMENT_STATUSES, MOVEMENT_TYPES } from './states.ts';
import { movementTable } from './table.ts';

const claims = KINDS.claim.path;
const base = KINDS.movement.path;

const movementFields = {
  claim: recordId,
  type: z.enum(MOVEMENT_TYPES, 'Choose what moves.'),
  movement_date: day('Enter its date.'),
  reason: text({ min: 3, max: 1000, message: 'Say why, in 3 to 1,000 characters.' }),
  /** At 100 %: a new estimate, what is called now, the final amount, the fee, what was recovered; none to close. */
  amount: z.optional(z.nullable(amount('Amount must be more than 0.'))),
  /** Of a cash call that nobody owes: who agrees pays. C9. */
  ex_gratia: z.optional(z.boolean()),
  agreed: z.optional(z.array(recordId).check(z.maxLength(100, 'At most 100 securities.'))),
  /** The reinsured's own day of simultaneous payment. C14. */
  planned_on: z.optional(z.nullable(day('Enter the planned day.'))),
  /** To whose order a fee is paid, where that is not the reinsured. C10. */
  payee: optionalText(150),
};
export const movementBody = z.object(movementFields);

const figures = z.object({
  incurred: amountOut,
  called: amountOut,
  outstanding: amountOut,
  fees: amountOut,
  ex_gratia: amountOut,
  salvage: amountOut,
});
/** A claim's amounts at 100 % and ours. */
const standing = z.object({ whole: figures, ours: figures });

/** How many movements of the claim were approved when this was worked out: with another one it may come out otherwise. */
const moved = z.int();

/** What a movement does: the claim before and after it, each security's part with what was called of it before. */
const effect = {
  currency: z.string(),
  moved,
  before: standing,
  after: z.nullable(standing),
  ours: amountOut,
  /** Of an ex gratia payment, what those who did not agree would have borne. C9. */
  left_with_reinsured: amountOut,
  securities: z.array(z.object({ security: ref, line: rateOut, before: amountOut, now: amountOut, after: amountOut })),
};
export const movementEffect = z.object({
  ...effect,
  faults: z.array(z.object({ field: z.string(), message: z.string() })),
  warnings: z.array(z.string()),
  due_on: z.nullable(z.string()),
});

const agreementRow = z.object({
  security: ref,
  /** Whether the movement waits for it: each of a local policy; in London the leader, or both leads. C13. */
  required: z.boolean(),
  answer: z.enum(AGREEMENTS),
  answered_on: z.nullable(z.string()),
  reference: z.string(),
  remark: z.string(),
  asked_at: z.nullable(instant),
  times_asked: z.int(),
});

export const movementRecord = z.object({
  id: recordId,
  version: z.int(),
  status: z.enum(MOVEMENT_STATUSES),
  number: z.string(),
  claim: z.object({ id: recordId, number: z.string(), policy: ref, reinsured: ref, insured: ref }),
  branch: ref,
  type: z.enum(MOVEMENT_TYPES),
  movement_date: z.string(),
  reason: z.string(),
  amount: z.nullable(amountOut),
  ex_gratia: z.boolean(),
  agreed: z.array(ref),
  planned_on: z.nullable(z.string()),
  payee: z.string(),
  posted_on: z.nullable(z.string()),
  due_on: z.nullable(z.string()),
  ...effect,
  agreement: z.nullable(z.enum(AGREEMENTS)),
  agreements: z.array(agreementRow),
  notes: z.array(z.object({ id: recordId, kind: z.string(), number: z.string(), party: ref, amount: amountOut })),
  ...people,
});

export const {
  get: getMovement,
  save: saveMovement,
  edit: editMovement,
} = draftCalls(KINDS.movement, {
  body: movementBody,
  record: movementRecord,
  saved,
  words: {
    one: 'One movement with what it does by security, its agreement, its notes and who did what.',
    save: 'Saves a movement of an approved claim as a draft.',
  },
});
export const effectOfMovement = endpoint({
  method: 'POST',
  path: `${base}/effect`,
  access: 'claims.view',
  effect: 'read',
  summary: 'What a movement as typed would do to its claim; nothing is saved.',
  body: z.object({ ...movementFields, reason: z.optional(z.string()) }),
  reply: movementEffect,
});
export const listMovements = endpoint({
  method: 'GET',
  path: `${base}/items`,
  access: 'claims.view',
  effect: 'read',
  summary: 'The movements of one claim, in their order.',
  query: z.object({ claim: idText }),
  reply: z.array(movementTable.row),
});

const decided = decisionCalls(KINDS.movement);
export const submitMovement = decided.submit;
export const withdrawMovement = decided.withdraw;
export const previewMovement = endpoint({
  ...decided.preview,
  reply: z.object({ ...decisionPreview.shape, ...effect }),
});
export const approveMovement = endpoint({
  ...decided.approve,
  /** With `moved` of the preview, an approval of what the claim no longer is, is refused. */
  body: z.optional(z.object({ ...decisionBody.def.innerType.shape, moved: z.optional(moved) })),
});
export const disableMovement = decided.disable;

/** What a security answered, or that it is asked again: the newest answer counts and the trail keeps the others. C13. */
export const answerAgreement = endpoint({
  method: 'PUT',
  path: `${claims}/agreement`,
  access: 'claims.create',
  effect: 'write',
  summary: 'Keeps what a security answered to a movement: agreed, denied or disputed, when and with which reference.',
  body: z.object({
    movement: recordId,
    security: recordId,
    answer: z.enum(AGREEMENTS, 'Choose what it answered.'),
    answered_on: z.optional(z.nullable(day('Enter the day of its answer.'))),
    reference: optionalText(60),
    remark: optionalText(1000),
  }),
  reply: agreementRow,
});
export const askAgreement = endpoint({
  method: 'POST',
  path: `${claims}/agreement/ask`,
  access: 'claims.create',
  effect: 'write',
  summary: 'Mails the securities that have not agreed a movement yet, those that are named or all of them.',
  body: z.object({ movement: recordId, securities: z.optional(z.array(recordId).check(z.maxLength(100))) }),
  reply: z.object({ asked: z.array(ref), without_address: z.array(ref) }),
});

/** The specification's call. Figures that are sent must be those booked; repeated it makes no second invoice. C15. */
export const generateInvoice = endpoint({
  method: 'GET',
  path: `${claims}/generateinvoice`,
  access: 'claims.generate',
  effect: 'write',
  summary: 'Makes the claim invoices of one security or of all: of a movement, or of every call not yet documented.',
  query: z.object({
    id: z.optional(idText),
    movement: z.optional(idText),
    userId: z.optional(z.string()),
    security: z.optional(z.string()),
    premium: z.optional(z.string()),
    share: z.optional(z.string()),
    brokerage: z.optional(z.string()),
    brokerref: z.optional(z.string()),
    claimreserve: z.optional(z.string()),
    currency: z.optional(z.string()),
    lossdate: dayOrNone,
    description: z.optional(z.string()),
    branch: branchParam,
    claimshare: z.optional(z.string()),
  }),
  media: DOCUMENT_MEDIA,
  reply: z.array(documentReply),
});

/**
 * What may be set off of a claim, and against which of the reinsured's notes. A set-off is a voucher of kind SET_OFF
 * (`paymentvoucher/save` with `claim` and `note`): it holds the claim's money from its submission. C7.
 */
export const findSetOff = endpoint({
  method: 'GET',
  path: `${claims}/setoff`,
  access: 'claims.view',
  effect: 'read',
  summary: 'What was collected on a claim and is free, and the debit notes of the reinsured it can be set against.',
  query: z.object({ claim: idText }),
  reply: z.object({
    currency: z.string(),
    free: amountOut,
    notes: z.array(
      z.object({ id: recordId, number: z.string(), policy: ref, due_on: z.string(), outstanding: amountOut }),
    ),
  }),
});
/** The premium that puts back what a loss used of the limit. C12. */
export const reinstatementOf = endpoint({
  method: 'GET',
  path: `${claims}/reinstatement`,
  access: 'claims.view',
  effect: 'read',
  summary: 'The reinstatement premium of a claim as the policy has it, as the endorsement to be keyed.',
  query: z.object({ claim: idText, amount: z.optional(amount('Enter an amount.')) }),
  reply: z.object({
    currency: z.string(),
    reinstated: amountOut,
    limit: amountOut,
    percent: rateOut,
    as_to_time: z.boolean(),
    days_left: z.int(),
    days: z.int(),
    premium: amountOut,
    securities: z.array(z.object({ security: ref, amount: amountOut })),
    why_not: z.nullable(z.string()),
  }),
});
/** The additional premium as an endorsement that an underwriter submits; without commission or brokerage. C12. */
export const draftReinstatement = endpoint({
  method: 'POST',
  path: `${claims}/reinstatement`,
  access: 'policies.create',
  effect: 'write',
  summary: 'Drafts the endorsement by which the limit that a claim used is put back for its premium.',
  body: z.object({
    claim: recordId,
    /** All that the claim used and was not put back, where it is left out. */
    amount: z.optional(z.nullable(amount('Enter how much of the limit is put back.'))),
  }),
  reply: saved,
});
