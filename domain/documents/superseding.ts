import * as z from 'zod/mini';
import { DOCUMENT_MEDIA, endpoint, SCA } from '../endpoint.ts';
import { documentReply } from '../placements/documents.ts';
import { recordId, text } from '../wire.ts';

export const supersedeBody = z.object({
  id: recordId,
  reason: text({ min: 5, max: 500, message: 'Say why in 5 to 500 characters.' }),
});

/** Makes a document again in place of one that was issued, which is kept as it was. §7 Documents. */
export const supersedeDocument = endpoint({
  method: 'PUT',
  path: `${SCA}/document/supersede`,
  access: 'policy_documents.view',
  effect: 'write',
  summary: 'Makes a document anew in the place of one that was issued, for a reason; the old one is kept.',
  body: supersedeBody,
  media: DOCUMENT_MEDIA,
  reply: documentReply,
});
