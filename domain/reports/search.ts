import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { RECORDS, SEARCHED } from '../records/kinds.ts';
import { amountOut, recordId, text } from '../wire.ts';

/** What search finds, in the order in which it shows them. */
const FOUND = ['party', 'note', ...SEARCHED, 'file'] as const;
export type FoundKind = (typeof FOUND)[number];

/** Parties, notes, records and files by name, number or party, for the command palette. */
export const searchRecords = endpoint({
  method: 'GET',
  path: `${SCA}/aggregate/search`,
  access: 'signed_in',
  effect: 'read',
  summary: 'Parties, notes, records and files by name, number or party, at most 24.',
  query: z.object({ searchValue: text({ min: 2, max: 100, message: 'Type at least 2 characters.' }) }),
  reply: z.array(
    z.object({
      kind: z.enum(FOUND),
      id: recordId,
      title: z.string(),
      /** Its parties, or whose it is. */
      detail: z.string(),
      /** The code of its branch; null of what is the firm's, and of what says it by its record. */
      branch: z.nullable(z.string()),
      state: z.string(),
      /** What it is of, or what is open of it; null where that says nothing or is not the caller's to see. */
      currency: z.nullable(z.string()),
      amount: z.nullable(amountOut),
      /** The record that a file hangs on. */
      of: z.nullable(z.object({ entity: z.enum(RECORDS), id: recordId })),
    }),
  ),
});
