import * as z from 'zod/mini';
import { leftParam } from '../closing/left.ts';
import { DOCUMENT_MEDIA, endpoint } from '../endpoint.ts';
import { decisionCalls, people, person } from '../decision-calls.ts';
import { draftCalls } from '../draft-calls.ts';
import { documentReply } from '../placements/documents.ts';
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
  identified,
  idText,
  instant,
  listReply,
  optionalText,
  recordId,
  ref,
  saved,
  selectedIds,
  text,
  versionField,
} from '../wire.ts';
import { PURPOSES } from '../firm/bank-accounts.ts';
import { AMOUNT_KINDS, VOUCHER_KINDS } from './kinds.ts';
import { NETTED_PURPOSES } from './netting.ts';
import { VOUCHER_STATUSES } from './states.ts';
import { voucherTable } from './table.ts';
import { OUTCOMES } from '../statements/tables.ts';

const status = z.enum(VOUCHER_STATUSES);
const AMOUNT = 'Amount must be more than 0.';

const common = {
  currency: currencyCode,
  bank_date: day('Enter the day on which it will be paid.'),
  /** Ours that it is paid from; without one the default of its currency and purpose. */
  bank_account: z.optional(recordId),
  narration: optionalText(500),
};
/** Premium to one security against its credit notes; `item` is a row of findPoliciesBySecurity. */
const premiumFields = {
  ...common,
  security: recordId,
  /** Paid ahead of what was received, which a manager approves for a reason. */
  override: z.optional(z.boolean()),
  items: z
    .array(z.object({ item: recordId, amount: amount(AMOUNT) }))
    .check(z.minLength(1, 'Choose what to pay.'), z.maxLength(500, 'At most 500 items.')),
  /** What the security owes that is set against it: a row of voucherOwing with an amount of it. M15. */
  nets: z.optional(
    z.array(z.object({ note: recordId, amount: amount(AMOUNT) })).check(z.maxLength(200, 'At most 200 notes.')),
  ),
};
/** Any other voucher: of an amount that its maker names. */
const otherFields = {
  ...common,
  kind: z.enum(AMOUNT_KINDS, 'Choose what it is for.'),
  amount: amount(AMOUNT),
  tax: z.optional(z.nullable(recordId)),
  account: z.optional(z.nullable(z.string().check(z.regex(/^\d{4}$/, 'Choose an account.')))),
  payee: z.optional(z.nullable(recordId)),
  /** The claim that it pays out or sets off, is made good for, or drawn back from. C6, C7, C11. */
  claim: z.optional(z.nullable(recordId)),
  /** Of a claim: the expert to whom its fees are payable instead of to the reinsured. C10. */
  to_order: optionalText(150),
  /** A claim paid ahead of what was collected and made good, a refund ahead of what came back: a manager says why. C6, M17. */
  override: z.optional(z.boolean()),
  /** The note that a making good is for; the debit note that a set-off settles; the credit note that is refunded. */
  note: z.optional(z.nullable(recordId)),
  /** The receipt whose unallocated cash is refunded: its payer is the payee. */
  receipt: z.optional(z.nullable(recordId)),
  /** Of a tax or drawing: what was paid too much before and is taken besides the amount, and not paid again. M15. */
  set_off: z.optional(amount('Enter what is set off.')),
  /** Of a transfer: the account of ours that it goes to; of a conversion the default of its currency is taken without one. M6. */
  into_account: z.optional(z.nullable(recordId)),
  /** Of a conversion: the currency that is bought, and how much of it. */
  into_currency: z.optional(z.nullable(currencyCode)),
  into_amount: z.optional(amount('Enter what is bought.')),
};

/** What can be set against a voucher, or is: a note that its payee owes, or the note whose tax or brokerage was paid too much. M15. */
export const netted = {
  /** The id of the note, or of the part that was paid too much. */
  item: recordId,
  note: z.string(),
  purpose: z.enum(NETTED_PURPOSES),
  policy: z.nullable(ref),
  insured: z.string(),
};
/** An account of ours; one that stands in until the firm has entered its own has no number. */
const ownBank = z.object({ id: recordId, name: z.string(), bank: z.string(), number: z.string() });

export const voucherRecord = z.object({
  id: recordId,
  version: z.int(),
  status,
  kind: z.enum(VOUCHER_KINDS),
  number: z.nullable(z.string()),
  branch: branchRef,
  payee: z.nullable(ref),
  /** Where the payee is paid in this currency; null when no account was confirmed. */
  payee_account: z.nullable(
    z.object({
      bank: z.string(),
      branch: z.string(),
      account_name: z.string(),
      account_number: z.string(),
      swift: z.string(),
      currency: z.string(),
      confirmed_by: person,
      confirmed_at: instant,
      /** That it was changed, by whom, and who confirmed it: for 24 hours. §8. */
      notice: z.nullable(z.string()),
    }),
  ),
  tax: z.nullable(ref),
  account: z.nullable(ref),
  /** Whether it may take more than is released, and what it takes so since it was submitted. */
  override: z.boolean(),
  advanced: amountOut,
  claim: z.nullable(ref),
  /** The expert who is paid to the order of the payee; empty where the payee is paid. C10. */
  to_order: z.string(),
  /** The note that a making good is for; the debit note that a set-off settles. */
  note: z.nullable(ref),
  receipt: z.nullable(ref),
  currency: z.string(),
  /** What is paid: what it is for, less what is set off. */
  amount: amountOut,
  set_off: amountOut,
  bank_date: z.string(),
  bank_reference: z.string(),
  /** Ours that it is paid from. */
  bank_account: z.extend(ownBank, { purpose: z.enum(PURPOSES) }),
  /** Of a transfer: ours that it goes to, and in which currency how much comes in there. M6. */
  into: z.nullable(z.object({ account: ownBank, currency: z.string(), amount: amountOut })),
  narration: z.string(),
  items: z.array(
    z.object({
      item: recordId,
      policy: z.nullable(ref),
      insured: z.string(),
      /** None of a risk that came with a history. */
      insured_id: z.nullable(recordId),
      note: z.string(),
      note_id: z.nullable(recordId),
      amount: amountOut,
    }),
  ),
  nets: z.array(z.object({ ...netted, note_id: recordId, insured_id: z.nullable(recordId), amount: amountOut })),
  ...people,
  paid_by: z.nullable(ref),
  paid_at: z.nullable(instant),
  /** Why it was paid without a confirmed account of the payee; empty where there was one. */
  pay_reason: z.string(),
  /** Whether a later payment took back what this paid too much, so that this is not reversed before that. M15. */
  taken_back: z.boolean(),
  /** Whether it is in a payment file that the bank may have. */
  ordered: z.boolean(),
  /** The last advice of it to its payee: of which bank date, its paper, and what became of it. */
  advice: z.nullable(
    z.object({
      batch: recordId,
      day: z.string(),
      outcome: z.enum(OUTCOMES),
      paper: z.nullable(z.object({ id: recordId, number: z.string() })),
      problem: z.string(),
    }),
  ),
});
const base = KINDS.voucher.path;

export const listVouchers = endpoint({
  method: 'GET',
  path: `${base}/items2`,
  access: 'vouchers.view',
  effect: 'read',
  summary: 'Payment vouchers, paged.',
  query: z.object({
    ...branchListQuery,
    ...selectedIds,
    status: z.optional(status),
    kind: z.optional(z.enum(VOUCHER_KINDS)),
    currency: z.optional(currencyCode),
    left: leftParam('VOUCHERS'),
  }),
  reply: listReply(voucherTable.row),
});
export const {
  get: getVoucher,
  save: saveVoucher,
  edit: editVoucher,
} = draftCalls(KINDS.voucher, {
  body: z.object(otherFields),
  record: voucherRecord,
  saved,
  words: {
    one: 'One voucher with its items.',
    save: 'Saves any other voucher as a draft.',
    edit: 'Changes a draft or rejected other voucher.',
  },
});
export const savePremiumVoucher = endpoint({
  method: 'POST',
  path: `${base}/save2`,
  access: 'vouchers.create',
  effect: 'write',
  summary: 'Saves a premium voucher to one security as a draft.',
  body: z.object(premiumFields),
  reply: saved,
});
export const editPremiumVoucher = endpoint({
  method: 'PUT',
  path: `${base}/edit2`,
  access: 'vouchers.create',
  effect: 'write',
  summary: 'Changes a draft or rejected premium voucher.',
  body: z.object({ ...premiumFields, ...identified }),
  reply: saved,
});
export const voucherCalls = decisionCalls(KINDS.voucher);
export const {
  submit: submitVoucher,
  withdraw: withdrawVoucher,
  preview: previewVoucher,
  approve: approveVoucher,
  disable: disableVoucher,
  reverse: reverseVoucher,
} = voucherCalls;
export const payVoucher = endpoint({
  method: 'PUT',
  path: `${base}/pay/{id}`,
  access: 'vouchers.pay',
  effect: 'write',
  summary: 'Pays an approved voucher and books it.',
  params: byId,
  body: z.object({
    version: versionField,
    bank_date: z.optional(day('Enter the day on which the bank paid it.')),
    bank_reference: text({
      min: 1,
      max: 60,
      message: 'Enter the bank reference of the payment, at most 60 characters.',
    }),
    /** Needed where no account of the payee is confirmed. */
    reason: optionalText(500),
  }),
  reply: saved,
});
export const makeVoucherDocument = endpoint({
  method: 'PUT',
  path: `${base}/document`,
  access: 'vouchers.view',
  effect: 'write',
  summary: 'Makes the payment voucher document.',
  query: z.object({ id: idText, branch: branchParam }),
  media: DOCUMENT_MEDIA,
  reply: documentReply,
});
