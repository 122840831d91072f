/** What a record is linked with in the books: its notes, its entries, and the bank's lines that are it. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { KIND_NAMES } from '../records/kinds.ts';
import { amountOut, idText, recordId, ref } from '../wire.ts';

/** How many of each are named; the rest are a step away, on the pages of these. */
export const LINKED_MOST = 12;

export const recordLinks = endpoint({
  method: 'GET',
  path: `${SCA}/aggregate/links`,
  access: 'signed_in',
  effect: 'read',
  oneRecord: true,
  summary: 'Notes, journal entries and lines of the bank that belong to a record, for those who may view each.',
  query: z.object({ entity: z.enum(KIND_NAMES), id: idText }),
  reply: z.object({
    notes: z.array(
      z.object({
        id: recordId,
        number: z.string(),
        party: ref,
        currency: z.string(),
        amount: amountOut,
        void: z.boolean(),
      }),
    ),
    /** Null where the caller does not see the ledger. */
    entries: z.nullable(z.array(z.object({ id: recordId, day: z.string(), event: z.string() }))),
    /** Null where the caller does not see the bank's statements. */
    bank_lines: z.nullable(z.array(z.object({ statement: recordId, day: z.string(), text: z.string() }))),
  }),
});
