import * as z from 'zod/mini';
import { decisionCalls, people } from '../decision-calls.ts';
import { draftCalls } from '../draft-calls.ts';
import { DOCUMENT_MEDIA, endpoint } from '../endpoint.ts';
import { documentReply } from '../placements/documents.ts';
import { KINDS } from '../records/kinds.ts';
import {
  amount,
  amountOut,
  branchListQuery,
  branchParam,
  branchRef,
  currencyCode,
  day,
  idText,
  idsText,
  listReply,
  optionalText,
  recordId,
  ref,
  saved,
  selectedIds,
} from '../wire.ts';
import { RECEIPT_STATUSES } from '../receipts/states.ts';
import { ADJUSTMENT_KINDS } from './kinds.ts';
import { ADJUSTMENT_STATUSES } from './states.ts';
import { adjustmentTable } from './table.ts';

const status = z.enum(ADJUSTMENT_STATUSES);
const kind = z.enum(ADJUSTMENT_KINDS, 'Choose what it is for.');

const fields = {
  note: recordId,
  kind,
  amount: amount('Amount must be more than 0.'),
  day: day('Enter the day on which it is booked.'),
  /** The tax that was withheld: of a certificate alone. */
  tax: z.optional(z.nullable(recordId)),
  /** The number of the certificate. */
  certificate: optionalText(60),
  reason: optionalText(500),
  /** Of a net settlement: the claim from which premium is kept back, and the receipts that are approved with it. C8. */
  claim: z.optional(z.nullable(recordId)),
  receipts: z.optional(z.array(recordId).check(z.maxLength(100, 'At most 100 receipts.'))),
};

const noteRef = z.object({ id: recordId, number: z.string() });
const waitingReceipt = z.object({
  id: recordId,
  number: z.nullable(z.string()),
  payer: z.string(),
  amount: amountOut,
  status: z.enum(RECEIPT_STATUSES),
});
export const adjustmentRecord = z.object({
  id: recordId,
  version: z.int(),
  status,
  kind,
  number: z.nullable(z.string()),
  branch: branchRef,
  note: noteRef,
  policy: z.nullable(ref),
  party: ref,
  currency: z.string(),
  amount: amountOut,
  day: z.string(),
  tax: z.nullable(ref),
  certificate: z.string(),
  reason: z.string(),
  /** What it took off the parts of the note once it was approved. */
  /** `party` of a security's part; a tax and our brokerage are of none. */
  parts: z.array(z.object({ part: recordId, name: z.string(), party: z.nullable(recordId), amount: amountOut })),
  claim: z.nullable(ref),
  receipts: z.array(waitingReceipt),
  /** What each security keeps back from which claim invoice. */
  kept: z.array(z.object({ security: ref, invoice: noteRef, amount: amountOut })),
  ...people,
});

const base = KINDS.adjustment.path;

export const listAdjustments = endpoint({
  method: 'GET',
  path: `${base}/items`,
  access: 'receipts.view',
  effect: 'read',
  summary: 'What settles or lessens notes without cash, paged.',
  query: z.object({
    ...branchListQuery,
    ...selectedIds,
    status: z.optional(status),
    kind: z.optional(kind),
    currency: z.optional(currencyCode),
    note: z.optional(idText),
  }),
  reply: listReply(adjustmentTable.row),
});
export const {
  get: getAdjustment,
  save: saveAdjustment,
  edit: editAdjustment,
} = draftCalls(KINDS.adjustment, {
  body: z.object(fields),
  record: adjustmentRecord,
  saved,
  words: {
    one: 'One adjustment with what it took off the parts of its note.',
    save: 'Saves a tax certificate, a write-off, a kept bank charge, uncollectable premium or a net settlement as a draft.',
  },
});
export const getAdjustable = endpoint({
  method: 'GET',
  path: `${base}/note`,
  access: 'receipts.view',
  effect: 'read',
  summary: 'What can be done to a debit note without cash: what is outstanding, its taxes, what the firm may bear.',
  query: z.object({ note: idText, branch: branchParam }),
  reply: z.object({
    note: noteRef,
    policy: z.nullable(ref),
    party: ref,
    currency: z.string(),
    amount: amountOut,
    outstanding: amountOut,
    /** What of the limit of its currency is left for this note. */
    bearable: amountOut,
    /** Taxes in force and of the note, with what a certificate can still pay of them. */
    taxes: z.array(z.object({ ...ref.shape, open: amountOut })),
  }),
});
export const getNettable = endpoint({
  method: 'GET',
  path: `${base}/net`,
  access: 'receipts.view',
  effect: 'read',
  summary:
    'How a claim may be settled net: the whole debit notes of its reinsured, and what of one each security keeps.',
  query: z.object({
    claim: idText,
    note: z.optional(idText),
    /** Those that are approved with it; the money of the others is not in hand yet. */
    receipts: z.optional(idsText),
    branch: branchParam,
  }),
  reply: z.object({
    currency: z.string(),
    /** Notes on which nothing is settled, oldest due first, at most 100. */
    notes: z.array(z.object({ ...noteRef.shape, policy: z.string(), amount: amountOut, due_on: z.string() })),
    /** Receipts of the claim that wait for their approval. */
    receipts: z.array(waitingReceipt),
    /** By security: what it owes of the claim, its premium on the note, what is left to pay; empty without a note. */
    securities: z.array(z.object({ security: ref, owes: amountOut, premium: amountOut, pays: amountOut })),
    in_hand: amountOut,
    /** Our brokerage and the taxes of the note, which what is in hand covers. */
    needed: amountOut,
    refusals: z.array(z.string()),
  }),
});
export const makeAdjustmentAdvice = endpoint({
  method: 'PUT',
  path: `${base}/document`,
  access: 'receipts.view',
  effect: 'write',
  summary: 'Makes the advice to each security of what uncollectable premium takes off its credit notes.',
  query: z.object({ id: idText, branch: branchParam }),
  media: DOCUMENT_MEDIA,
  reply: z.array(documentReply),
});
export const adjustmentCalls = decisionCalls(KINDS.adjustment);
export const {
  submit: submitAdjustment,
  withdraw: withdrawAdjustment,
  preview: previewAdjustment,
  approve: approveAdjustment,
  disable: disableAdjustment,
  reverse: reverseAdjustment,
} = adjustmentCalls;
