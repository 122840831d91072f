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
  idText,
  lengths,
  listReply,
  optionalDay,
  optionalText,
  rate,
  rateOut,
  recordId,
  ref,
  saved,
  selectedIds,
  text,
} from '../wire.ts';
import { INVOICE_KINDS } from './kinds.ts';
import { INVOICE_STATUSES } from './states.ts';
import { invoiceTable } from './table.ts';

const status = z.enum(INVOICE_STATUSES);
const kind = z.enum(INVOICE_KINDS, 'Choose what it is for.');
const ACCOUNT = 'Choose an income account.';

/** One line: what for, on which income account, how many at which price, with which tax at how much. */
export const invoiceLine = z.object({
  description: text(lengths('Description', 2, 200)),
  account: text({ min: 1, max: 10, message: ACCOUNT }),
  /** The sub-ledger account: a party, of an account that is kept by party. */
  sub_account: z.optional(z.nullable(recordId)),
  quantity: amount('Quantity must be more than 0.'),
  price: amount('Amount must be more than 0.'),
  tax: z.optional(z.nullable(recordId)),
  /** The register’s on its day, of a credit its invoice’s; left out, or the same. */
  tax_rate: z.optional(z.nullable(rate('Rate must be between 0 and 100.'))),
});

const fields = {
  /** The invoice of which it gives back; absent of an invoice. */
  credits: z.optional(z.nullable(recordId)),
  kind,
  party: recordId,
  currency: currencyCode,
  /** The code of payment terms, from the day on which it is booked; else a due date. */
  terms: optionalText(20),
  due_on: optionalDay,
  reference: optionalText(60),
  narration: optionalText(500),
  lines: z.array(invoiceLine).check(z.minLength(1, 'Enter at least one line.'), z.maxLength(100, 'At most 100 lines.')),
};

const named = z.object({ id: recordId, number: z.nullable(z.string()) });
export const invoiceRecord = z.object({
  id: recordId,
  version: z.int(),
  status,
  number: z.nullable(z.string()),
  branch: branchRef,
  kind,
  party: ref,
  currency: z.string(),
  net: amountOut,
  tax: amountOut,
  amount: amountOut,
  terms: z.string(),
  /** As entered; null where terms say it. */
  due_on: z.nullable(z.string()),
  posted_on: z.nullable(z.string()),
  reference: z.string(),
  narration: z.string(),
  lines: z.array(
    z.object({
      description: z.string(),
      account: z.string(),
      account_name: z.string(),
      sub_account: z.nullable(ref),
      quantity: z.string(),
      price: amountOut,
      net: amountOut,
      tax: z.nullable(ref),
      tax_rate: z.nullable(rateOut),
      tax_amount: amountOut,
    }),
  ),
  /** The invoice that it gives back of. */
  credits: z.nullable(z.object({ ...named.shape, outstanding: amountOut })),
  /** Its credits that are not disabled, and what of it they give back. */
  credited_by: z.array(z.object({ ...named.shape, status, amount: amountOut })),
  /** The schedule that drafted it, and for which day. */
  schedule: z.nullable(z.object({ id: recordId, day: z.string() })),
  /** Once it is approved: what is left to pay, and when. */
  note: z.nullable(
    z.object({
      id: recordId,
      void: z.boolean(),
      settled: amountOut,
      outstanding: amountOut,
      due: z.array(z.object({ due_on: z.string(), amount: amountOut, outstanding: amountOut })),
    }),
  ),
  ...people,
});

const base = KINDS.invoice.path;

export const listInvoices = endpoint({
  method: 'GET',
  path: `${base}/items`,
  access: 'invoices.view',
  effect: 'read',
  summary: 'The firm’s own invoices and their credits, paged.',
  query: z.object({
    ...branchListQuery,
    ...selectedIds,
    status: z.optional(status),
    kind: z.optional(kind),
    currency: z.optional(currencyCode),
    party: z.optional(idText),
  }),
  reply: listReply(invoiceTable.row),
});
export const {
  get: getInvoice,
  save: saveInvoice,
  edit: editInvoice,
} = draftCalls(KINDS.invoice, {
  body: z.object(fields),
  record: invoiceRecord,
  saved,
  words: {
    one: 'One invoice or credit with its lines, and what of it is paid.',
    save: 'Saves an invoice of the firm itself, or a credit of one, as a draft.',
  },
});
export const invoiceCalls = decisionCalls(KINDS.invoice);
export const {
  submit: submitInvoice,
  withdraw: withdrawInvoice,
  preview: previewInvoice,
  approve: approveInvoice,
  disable: disableInvoice,
  reverse: reverseInvoice,
} = invoiceCalls;
export const invoiceTaxes = endpoint({
  method: 'GET',
  path: `${base}/taxes`,
  access: 'invoices.view',
  effect: 'read',
  summary: 'The taxes that an invoice to a party may have today, or a credit of an invoice, each with its rate.',
  query: z.object({ party: idText, currency: currencyCode, credits: z.optional(idText), branch: branchParam }),
  reply: z.array(z.object({ id: recordId, code: z.string(), name: z.string(), rates: z.array(rateOut) })),
});
export const makeInvoiceDocument = endpoint({
  method: 'PUT',
  path: `${base}/document`,
  access: 'invoices.view',
  effect: 'write',
  summary: 'Makes the invoice, or the credit note of a credit, as a paper.',
  query: z.object({ id: idText, branch: branchParam }),
  media: DOCUMENT_MEDIA,
  reply: documentReply,
});
