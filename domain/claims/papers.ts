/** The papers of a claim besides its invoices: made once of each state, and anew when what they say has changed. §7. */
import * as z from 'zod/mini';
import { DOCUMENT_MEDIA, endpoint } from '../endpoint.ts';
import { documentReply } from '../placements/documents.ts';
import { KINDS } from '../records/kinds.ts';
import { branchParam, idText, text } from '../wire.ts';

const base = KINDS.claim.path;
const makes = { method: 'PUT', access: 'claims.generate', effect: 'write', media: DOCUMENT_MEDIA } as const;

export const makeLossAdvice = endpoint({
  ...makes,
  path: `${base}/lossadvice`,
  summary:
    'Makes the advice of a loss to each security that bears it, or to one; of a large loss it counts as advised.',
  query: z.object({
    id: idText,
    branch: branchParam,
    /** By id or by name; all of them where it is left out. */
    security: z.optional(text({ max: 150, message: 'Choose a security.' })),
  }),
  reply: z.array(documentReply),
});
export const makeClaimStatement = endpoint({
  ...makes,
  path: `${base}/statement`,
  summary: 'Makes the statement of one claim to the reinsured, as it is today.',
  query: z.object({ id: idText, branch: branchParam }),
  reply: documentReply,
});
export const makeSalvageNotes = endpoint({
  ...makes,
  path: `${base}/salvagenote`,
  summary: 'Makes the salvage notes to the reinsured: of one movement, or of all.',
  query: z.object({ id: idText, branch: branchParam, movement: z.optional(idText) }),
  reply: z.array(documentReply),
});
