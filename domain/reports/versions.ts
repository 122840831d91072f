import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { RECORDS } from '../records/kinds.ts';
import { idText, instant } from '../wire.ts';

const rowId = z.string().check(z.regex(/^\d{1,18}$/, 'Not a version.'));
const version = z.object({
  /** The row of the trail that holds it. */
  id: z.string(),
  at: instant,
  by: z.string(),
  action: z.string(),
});

export const recordDiff = endpoint({
  method: 'GET',
  path: `${SCA}/audit/diff`,
  access: 'signed_in',
  effect: 'read',
  summary:
    'What differs between two versions of a record, in words; without them, between what was last decided and the record as it is.',
  query: z.object({
    entity: z.enum(RECORDS),
    id: idText,
    from: z.optional(rowId),
    to: z.optional(rowId),
  }),
  reply: z.object({
    versions: z.array(version),
    /** Its last decision, where there was one. */
    decision: z.nullable(z.object({ action: z.string(), at: instant, by: z.string() })),
    /** Null where nothing is decided yet and the request names no version: then nothing is compared. */
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
    changes: z.array(
      z.object({
        field: z.string(),
        label: z.string(),
        before: z.nullable(z.string()),
        after: z.nullable(z.string()),
      }),
    ),
  }),
});
