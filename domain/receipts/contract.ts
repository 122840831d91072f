import * as z from 'zod/mini';
import { leftParam } from '../closing/left.ts';
import { DOCUMENT_MEDIA, endpoint } from '../endpoint.ts';
import { decisionCalls, people } from '../decision-calls.ts';
import { draftCalls } from '../draft-calls.ts';
import { documentReply } from '../placements/documents.ts';
import { PURPOSES } from '../firm/bank-accounts.ts';
import { KINDS } from '../records/kinds.ts';
import {
  amount,
  amountOut,
  branchListQuery,
  branchParam,
  branchRef,
  byId,
  currencyCode,
  day,
  dayOrNone,
  dayParam,
  idsUpTo,
  idText,
  identified,
  listReply,
  optionalText,
  recordId,
  ref,
  saved,
  searchValue,
  selectedIds,
} from '../wire.ts';
import { RECEIPT_METHODS, RECEIPT_STATUSES, RECEIPT_TYPES, TYPED_METHODS } from './states.ts';
import { openNoteTable, receiptTable } from './table.ts';

const status = z.enum(RECEIPT_STATUSES);
const proposal = z.object({
  note: recordId,
  amount: amount('Amount must be more than 0.'),
  /** What it settles of a note in another currency; without it at the rates of the day. M5. */
  note_amount: z.optional(amount('Enter what it settles.')),
});

const receiptFields = {
  dateOfIssue: day('Enter the day on which the bank received it.'),
  receiptType: z.enum(RECEIPT_TYPES, 'Choose what it was received for.'),
  /** How it came in; without one, by bank transfer. An offset is refused with where it is entered. */
  method: z.optional(z.enum(TYPED_METHODS, 'Choose how it came in.')),
  reinsured: recordId,
  receiptAmount: amount('Amount must be more than 0.'),
  currency: currencyCode,
  /** Ours that it came into; without one the default of its currency and purpose. */
  bank_account: z.optional(recordId),
  brokerRef: optionalText(60),
  bank_reference: optionalText(60),
  narrationRef: optionalText(500),
  /** Proposed allocation to debit notes; it takes effect at the approval. */
  allocations: z.optional(z.array(proposal).check(z.maxLength(500, 'At most 500 notes.'))),
};

const allocationRow = z.object({
  note: z.object({ id: recordId, number: z.string() }),
  /** None of an invoice of the firm itself. */
  policy: z.nullable(ref),
  /** What is taken of the receipt. */
  amount: amountOut,
  /** What it settles of its note; of one in the receipt's currency the same. */
  note_amount: amountOut,
  note_currency: z.string(),
  /** Of an invoice of ours: where its money lies, and how much of it is still to be drawn from the client bank. */
  fee: z.nullable(z.object({ bank: z.enum(PURPOSES), undrawn: amountOut })),
  day: z.nullable(z.string()),
  effective: z.boolean(),
});

const passing = z.object({
  id: recordId,
  number: z.nullable(z.string()),
  status,
  branch: branchRef,
  amount: amountOut,
  day: z.string(),
});

const { made_by: maker, ...others } = people;
export const receiptRecord = z.object({
  id: recordId,
  version: z.int(),
  status,
  receiptNumber: z.nullable(z.string()),
  branch: branchRef,
  receiptType: z.enum(RECEIPT_TYPES),
  method: z.enum(RECEIPT_METHODS),
  /** A cheque that the payer's bank did not pay. */
  bounced: z.boolean(),
  dateOfIssue: z.string(),
  reinsured: ref,
  currency: z.string(),
  receiptAmount: amountOut,
  /** Ours that it came into; none where its cash comes from another branch. */
  bank_account: z.nullable(ref),
  /** The receipt of another branch from which its cash comes. */
  source: z.nullable(z.object({ id: recordId, number: z.string(), branch: branchRef })),
  bank_reference: z.string(),
  narrationRef: z.string(),
  brokerRef: z.string(),
  allocated: amountOut,
  /** What vouchers give back of it to its payer, pending, approved or paid. */
  refunded: amountOut,
  /** What receipts of other branches hold or took of it, and which they are. */
  passed_on: amountOut,
  passings: z.array(passing),
  left: amountOut,
  allocations: z.array(allocationRow),
  issuedBy: maker,
  ...others,
});

const base = KINDS.receipt.path;

export const listReceipts = endpoint({
  method: 'GET',
  path: `${base}/items`,
  access: 'receipts.view',
  effect: 'read',
  summary: 'Receipts, paged.',
  query: z.object({
    ...branchListQuery,
    ...selectedIds,
    status: z.optional(status),
    reinsured: z.optional(idText),
    currency: z.optional(currencyCode),
    left: leftParam('RECEIPTS', 'UNALLOCATED'),
  }),
  reply: listReply(receiptTable.row),
});
export const {
  get: getReceipt,
  save: saveReceipt,
  edit: editReceipt,
} = draftCalls(KINDS.receipt, {
  body: z.object(receiptFields),
  record: receiptRecord,
  saved: z.object({ ...saved.shape, warnings: z.array(z.string()) }),
  words: { one: 'One receipt with its allocations.', save: 'Saves a new receipt as a draft.' },
});
const passedFields = z.pick(z.object(receiptFields), {
  receiptType: true,
  receiptAmount: true,
  narrationRef: true,
  allocations: true,
});
const passes = {
  path: `${base}/passon`,
  access: 'receipts.pass_on',
  effect: 'write',
  reply: z.object({ ...saved.shape, warnings: z.array(z.string()) }),
} as const;
export const passCashOn = endpoint({
  ...passes,
  method: 'POST',
  summary:
    'Saves as a draft what of a receipt is for notes of another branch: a receipt there whose cash comes from it.',
  body: z.object({ ...passedFields.shape, source: recordId, into: recordId }),
});
export const editPassedCash = endpoint({
  ...passes,
  method: 'PUT',
  summary: 'Changes such a draft, or one that was rejected.',
  body: z.object({ ...passedFields.shape, ...identified }),
});
/** So many open notes of a payer are offered; others are looked for. */
export const OFFERED_NOTES = 500;
export const findOpenNotes = endpoint({
  method: 'GET',
  path: `${base}/opennotes`,
  access: 'receipts.view',
  effect: 'read',
  summary:
    'Open debit notes of a reinsured, oldest due first: the first 500 of those that are looked for, and those that are named by their ids.',
  query: z.object({
    reinsured: idText,
    currency: currencyCode,
    branch: branchParam,
    searchValue,
    notes: z.optional(idsUpTo(OFFERED_NOTES)),
  }),
  reply: z.array(openNoteTable.row),
});
export const findForeignNotes = endpoint({
  method: 'GET',
  path: `${base}/foreignnotes`,
  access: 'receipts.view',
  effect: 'read',
  summary:
    'Open debit notes of a payer in other currencies than a receipt, oldest due first, at most 500, with the rates of a day.',
  query: z.object({ reinsured: idText, currency: currencyCode, day: dayParam, branch: branchParam }),
  reply: z.object({
    notes: z.array(openNoteTable.row),
    /** Of the receipt's currency and of each note's, base units for one unit; null where the firm has none for the day. */
    rates: z.array(z.object({ currency: z.string(), rate: z.nullable(z.string()) })),
  }),
});
export const receiptCalls = decisionCalls(KINDS.receipt);
export const {
  submit: submitReceipt,
  withdraw: withdrawReceipt,
  preview: previewReceipt,
  approve: approveReceipt,
  disable: disableReceipt,
  reverse: reverseReceipt,
} = receiptCalls;
export const allocateReceipt = endpoint({
  method: 'PUT',
  path: `${base}/allocate`,
  access: 'allocations.create',
  effect: 'write',
  summary: 'Allocates what is left of an approved receipt.',
  body: z.object({
    ...identified,
    allocations: z.array(proposal).check(z.minLength(1, 'Choose a note.'), z.maxLength(500, 'At most 500 notes.')),
  }),
  reply: saved,
});
export const bounceReceipt = endpoint({
  method: 'PUT',
  path: `${base}/bounce/{id}`,
  access: 'reversals.decide',
  effect: 'write',
  summary: 'Reverses the receipt of a cheque that the payer’s bank did not pay, with its allocations.',
  params: byId,
  body: receiptCalls.reverse.body,
  reply: saved,
});
export const makeReceiptDocument = endpoint({
  method: 'PUT',
  path: `${base}/receipt`,
  access: 'receipts.view',
  effect: 'write',
  summary: 'Makes the receipt document; figures sent must be those booked.',
  query: z.object({
    id: idText,
    dateOfIssue: dayOrNone,
    narrationRef: z.optional(z.string()),
    reinsured: z.optional(z.string()),
    brokerRef: z.optional(z.string()),
    receiptNumber: z.optional(z.string()),
    receiptType: z.optional(z.string()),
    receiptAmount: z.optional(z.string()),
    currency: z.optional(z.string()),
    issuedBy: z.optional(z.string()),
  }),
  media: DOCUMENT_MEDIA,
  reply: documentReply,
});
export const makeReceiptDocument2 = endpoint({
  method: 'PUT',
  path: `${base}/receipt2`,
  access: 'receipts.view',
  effect: 'write',
  summary: 'Makes the receipt document from its id.',
  query: z.object({ id: idText, branch: branchParam, issuedby: z.optional(z.string()) }),
  media: DOCUMENT_MEDIA,
  reply: documentReply,
});
