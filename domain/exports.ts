/** Files of lists and reports: how far one is while it is made. */
import * as z from 'zod/mini';
import { endpoint, SCA } from './endpoint.ts';

const NAME = 'Not the name of an export.';

export const exportProgress = endpoint({
  method: 'GET',
  path: `${SCA}/export/progress`,
  access: 'signed_in',
  effect: 'read',
  summary:
    'How many rows of one’s own export are written, and whether it waits for its turn; null where none of that name is under way.',
  query: z.object({ name: z.string(NAME).check(z.regex(/^[\w-]{8,64}$/, NAME)) }),
  reply: z.object({ rows: z.nullable(z.int()), waits: z.boolean() }),
});
