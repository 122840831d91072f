import * as z from 'zod/mini';
import { endpoint, fileBody, fileReply, SCA } from '../endpoint.ts';
import { byId, idText, instant, recordId, ref, text } from '../wire.ts';
import { RECORDS } from '../records/kinds.ts';
import { SCANS } from './scans.ts';

export const MAX_FILE_BYTES = 20 * 1024 * 1024;
export const MAX_FILES = 100;

const REASON = 'Say why it is removed, in 3 to 500 characters.';
const NAME = 'The name of the file must be 1 to 255 characters.';

export const attachmentRow = z.object({
  id: recordId,
  name: z.string(),
  /** Of `FILE_KINDS`. */
  kind: z.string(),
  size: z.int(),
  sha256: z.string(),
  scan: z.enum(SCANS),
  made_by: ref,
  made_at: instant,
  may_remove: z.boolean(),
});

const record = { entity: z.enum(RECORDS, 'Not a record that takes files.'), id: idText };

export const listAttachments = endpoint({
  method: 'GET',
  path: `${SCA}/attachment/items`,
  access: 'signed_in',
  effect: 'read',
  summary: 'Files attached to a record, oldest first, for those who may view it.',
  query: z.object(record),
  reply: z.object({ may_add: z.boolean(), data: z.array(attachmentRow) }),
});
export const saveAttachment = endpoint({
  method: 'POST',
  path: `${SCA}/attachment/save`,
  access: 'signed_in',
  effect: 'write',
  summary: 'Attaches a file to a record; the same file again gives the one that is there.',
  query: z.object({ ...record, name: text({ min: 1, max: 255, message: NAME }) }),
  upload: { maxBytes: MAX_FILE_BYTES },
  body: fileBody,
  reply: attachmentRow,
});
export const getAttachment = endpoint({
  method: 'GET',
  path: `${SCA}/attachment/{id}`,
  access: 'signed_in',
  effect: 'read',
  summary: 'The file, as a download.',
  params: byId,
  media: ['application/octet-stream'],
  reply: fileReply,
});
export const removeAttachment = endpoint({
  method: 'DELETE',
  path: `${SCA}/attachment/{id}`,
  access: 'signed_in',
  effect: 'write',
  summary: 'Removes a file with a reason: who attached it, or a manager.',
  params: byId,
  body: z.object({ reason: text({ min: 3, max: 500, message: REASON }) }),
  reply: z.object({ id: recordId }),
});
