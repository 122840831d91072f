import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { byId, identified, idText, instant, recordId, ref, text } from '../wire.ts';
import { RECORDS } from '../records/kinds.ts';

/** Hours in which a note may still be changed by who wrote it. */
export const EDIT_HOURS = 24;
export const MAX_NOTE = 4000;
const TEXT = 'Write 1 to 4,000 characters.';

export const noteText = text({ min: 1, max: MAX_NOTE, message: TEXT });

export const recordNote = z.object({
  id: recordId,
  version: z.int(),
  text: z.string(),
  made_by: ref,
  made_at: instant,
  edited_at: z.nullable(instant),
  may_edit: z.boolean(),
  may_delete: z.boolean(),
});

export const listRecordNotes = endpoint({
  method: 'GET',
  path: `${SCA}/note/items`,
  access: 'signed_in',
  effect: 'read',
  summary: 'Notes on a record, newest first, for those who may view it.',
  query: z.object({ entity: z.enum(RECORDS, 'Not a record that takes notes.'), id: idText }),
  reply: z.object({ may_add: z.boolean(), data: z.array(recordNote) }),
});
export const saveRecordNote = endpoint({
  method: 'POST',
  path: `${SCA}/note/save`,
  access: 'signed_in',
  effect: 'write',
  summary: 'Leaves a note on a record.',
  body: z.object({ entity: z.enum(RECORDS, 'Not a record that takes notes.'), id: recordId, text: noteText }),
  reply: recordNote,
});
export const editRecordNote = endpoint({
  method: 'PUT',
  path: `${SCA}/note/edit`,
  access: 'signed_in',
  effect: 'write',
  summary: 'Changes a note of one’s own within 24 hours.',
  body: z.object({ ...identified, text: noteText }),
  reply: recordNote,
});
export const deleteRecordNote = endpoint({
  method: 'DELETE',
  path: `${SCA}/note/{id}`,
  access: 'signed_in',
  effect: 'write',
  summary: 'Deletes a note: who wrote it, or a manager.',
  params: byId,
  reply: z.object({ id: recordId }),
});
