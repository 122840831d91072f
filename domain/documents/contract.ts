import * as z from 'zod/mini';
import { endpoint, fileReply, SCA } from '../endpoint.ts';
import { byId, idText, instant, recordId, ref } from '../wire.ts';
import { sendingRow } from './sending.ts';
import { PAPERED } from '../records/kinds.ts';

const documentRow = z.object({
  id: recordId,
  kind: z.string(),
  number: z.string(),
  issue: z.int(),
  /** 1, or more where it replaces another, with the reason. */
  copy: z.int(),
  reason: z.string(),
  /** The number of the document that replaces it, which may be its own number; null for the one that counts. */
  replaced_by: z.nullable(z.string()),
  /** As it was when the document was made, and whose page that is; null where it is nobody's of the registers. */
  party: z.string(),
  party_id: z.nullable(recordId),
  /** The note that it is the paper of. */
  note_id: z.nullable(recordId),
  sha256: z.string(),
  code: z.string(),
  made_by: ref,
  made_at: instant,
  /** To whom it was sent by mail, the latest first. */
  sendings: z.array(sendingRow),
  /** Where a mail with it left to, or is about to: each address once. */
  mailed_to: z.array(z.string()),
});

export const listDocuments = endpoint({
  method: 'GET',
  path: `${SCA}/document/items`,
  access: 'policy_documents.view',
  effect: 'read',
  summary: 'Documents made of one record.',
  query: z.object({ record_kind: z.enum(PAPERED), record_id: idText }),
  reply: z.array(documentRow),
});
export const getDocument = endpoint({
  method: 'GET',
  path: `${SCA}/document/{id}`,
  access: 'policy_documents.view',
  effect: 'read',
  summary: 'The PDF of a document.',
  params: byId,
  media: ['application/pdf'],
  reply: fileReply,
});
export const verifyDocument = endpoint({
  method: 'GET',
  path: `${SCA}/document/verify/{code}`,
  access: 'public',
  effect: 'read',
  summary: 'What anyone holding a document may check it against.',
  params: z.object({ code: z.string().check(z.regex(/^[A-Z0-9-]{8,40}$/, 'Not a code.')) }),
  reply: z.object({
    kind: z.string(),
    number: z.string(),
    date: z.string(),
    party: z.string(),
    total: z.string(),
    sha256: z.string(),
    /** Whether it still counts: one may have been replaced, or taken back with its record. */
    status: z.enum(['ISSUED', 'SUPERSEDED', 'VOID']),
    /** The number of the document that replaces it. */
    replaced_by: z.nullable(z.string()),
  }),
});
