/** What vouchers can be made of. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { KINDS } from '../records/kinds.ts';
import {
  amountOut,
  branchParam,
  currencyCode,
  format,
  idsUpTo,
  idText,
  listQuery,
  listReply,
  recordId,
  ref,
  searchValue,
} from '../wire.ts';
import { netted } from './contract.ts';
import { NETTED_KINDS } from './kinds.ts';
import { releaseTable } from './table.ts';

const base = KINDS.voucher.path;

/** What one security can be paid: a part of a debit note, released as the reinsured pays. */
export const payableItem = z.object({
  item: recordId,
  /** None where the note comes from a history. */
  policy: z.nullable(ref),
  insured: z.string(),
  credit_note: z.object({ id: recordId, number: z.string() }),
  debit_note: z.string(),
  currency: z.string(),
  net: amountOut,
  released: amountOut,
  committed: amountOut,
  paid: amountOut,
  available: amountOut,
  /** Released, and kept because others of the same note were paid beyond what is released to them. */
  held_back: amountOut,
  /** Paid beyond what is released: to be given back. */
  due_back: amountOut,
  due_on: z.string(),
});
export const owingItem = z.object({ ...netted, currency: z.string(), due_on: z.string(), open: amountOut });

/** So much of a security is offered to be paid; what else there is is looked for. */
export const OFFERED_ITEMS = 500;
export const findPoliciesBySecurity = endpoint({
  method: 'GET',
  path: `${base}/findPoliciesBySecurity`,
  access: 'vouchers.view',
  effect: 'read',
  summary:
    'What one security can be paid and has to give back, oldest due first: at most 500 of what is looked for, what is available before what is not, and what is named by its ids.',
  query: z.object({
    security: idText,
    branch: branchParam,
    currency: z.optional(currencyCode),
    searchValue,
    /** Of these policies alone. */
    policies: z.optional(idsUpTo(200)),
    items: z.optional(idsUpTo(OFFERED_ITEMS)),
  }),
  reply: z.array(payableItem),
});
/** Open credit notes that one security shows; findPoliciesBySecurity has the others. */
export const OPEN_NOTES = 20;
export const securitiesAndInvoices = endpoint({
  method: 'GET',
  path: `${SCA}/underwriting/securitiesandinvoices`,
  access: 'vouchers.view',
  effect: 'read',
  summary:
    'Securities to whom something is owed, by name, paged, each with its oldest open credit notes and claim invoices.',
  query: z.object({
    start: listQuery.start,
    length: listQuery.length,
    searchValue: listQuery.searchValue,
    branch: branchParam,
    currency: z.optional(currencyCode),
  }),
  reply: listReply(
    z.object({
      security: ref,
      market: z.enum(['LOCAL', 'LONDON']),
      credit_notes: z.array(payableItem),
      /** It has more open notes than are shown. */
      more_notes: z.optional(z.boolean()),
      /** What it owes on claims. */
      invoices: z.array(
        z.object({
          id: recordId,
          number: z.string(),
          currency: z.string(),
          due_on: z.string(),
          outstanding: amountOut,
        }),
      ),
    }),
  ),
});
export const voucherOwing = endpoint({
  method: 'GET',
  path: `${base}/owing`,
  access: 'vouchers.view',
  effect: 'read',
  summary:
    'What can be set against a voucher: what its payee owes, or was paid too much of. Oldest due first, at most 200.',
  query: z.object({
    kind: z.enum(NETTED_KINDS, `kind must be ${NETTED_KINDS.join(', ')}.`),
    currency: currencyCode,
    /** The security; of a tax remittance the tax. */
    payee: z.optional(idText),
    branch: branchParam,
  }),
  reply: z.array(owingItem),
});

export const refundableNotes = endpoint({
  method: 'GET',
  path: `${base}/refundable`,
  access: 'vouchers.view',
  effect: 'read',
  summary: 'Credit notes of returns that are not refunded in full, oldest first, at most 200.',
  query: z.object({ branch: branchParam, payee: z.optional(idText), note: z.optional(idText) }),
  reply: z.array(
    z.object({
      item: recordId,
      note: z.string(),
      payee: ref,
      policy: ref,
      insured: z.string(),
      currency: z.string(),
      owed: amountOut,
      /** What of it is in hand and on no voucher. */
      available: amountOut,
      /** What waits for what others were paid too much. */
      held_back: amountOut,
    }),
  ),
});

/** Of how many placements at once the release queue is asked for. */
const MOST_RELEASING = 200;

export const listReleases = endpoint({
  method: 'GET',
  path: `${base}/releases`,
  access: 'vouchers.view',
  effect: 'read',
  summary: 'What is released by kind of part and payee, and not yet on a voucher; of all, or of some placements.',
  query: z.object({
    branch: branchParam,
    /** Of the premium notes of these policies and slips alone. */
    policies: z.optional(idsUpTo(MOST_RELEASING)),
    format,
  }),
  reply: z.array(releaseTable.row),
});
