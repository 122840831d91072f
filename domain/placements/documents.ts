import * as z from 'zod/mini';
import { DOCUMENT_MEDIA, endpoint, SCA } from '../endpoint.ts';
import { branchParam, idText, recordId } from '../wire.ts';

/** A document that was made, or is there already. §6 Document calls. */
export const documentReply = z.object({
  id: recordId,
  number: z.string(),
  kind: z.string(),
  version: z.int(),
  sha256: z.string(),
  url: z.string(),
});
const documentQuery = z.object({
  id: idText,
  branch: branchParam,
  userId: z.optional(z.string()),
  endorsementtype: z.optional(z.string()),
});
/** Who may only view sees a paper that nobody issued, marked so; issuing it is the right of its kind of record. §5, §6. */
const makes = { method: 'PUT', access: 'policy_documents.view', effect: 'write', media: DOCUMENT_MEDIA } as const;
export const makeDebitNote = endpoint({
  ...makes,
  path: `${SCA}/underwriting/debitnote`,
  summary: 'Makes the debit note once; the same call again gives the same document.',
  query: documentQuery,
  reply: documentReply,
});
export const makeCreditNotes = endpoint({
  ...makes,
  path: `${SCA}/underwriting/creditnote`,
  summary: 'Makes the credit note of each security.',
  query: documentQuery,
  reply: z.array(documentReply),
});
export const makeReinsuranceSlip = endpoint({
  ...makes,
  path: `${SCA}/underwriting/reinsuranceslip`,
  summary: 'Makes the reinsurance slip; before approval marked "for offer".',
  query: z.object({ id: idText, branch: branchParam }),
  reply: documentReply,
});
export const makeCoverNote = endpoint({
  ...makes,
  path: `${SCA}/underwriting/covernote`,
  summary: 'Makes the cover note.',
  query: z.object({ id: idText, branch: branchParam }),
  reply: documentReply,
});
