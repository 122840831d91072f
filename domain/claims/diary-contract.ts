/** The diary of a claim: what a colleague is to look at again, and when. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { day, idText, instant, recordId, ref, text } from '../wire.ts';

/** A note on a claim with the day on which a colleague is to look at it again; it comes in their work. */
const diaryEntry = z.object({
  id: recordId,
  due_on: z.string(),
  text: z.string(),
  colleague: ref,
  made_by: ref,
  made_at: instant,
  done_by: z.nullable(ref),
  done_at: z.nullable(instant),
});
export const listDiary = endpoint({
  method: 'GET',
  path: `${SCA}/claim/diary`,
  access: 'claims.view',
  effect: 'read',
  summary: 'The diary of a claim: what is to be done first, then what was done.',
  query: z.object({ claim: idText }),
  reply: z.array(diaryEntry),
});
export const saveDiary = endpoint({
  method: 'POST',
  path: `${SCA}/claim/diary`,
  access: 'claims.create',
  effect: 'write',
  summary: 'Puts a note with a day in the diary of a claim, for a colleague or oneself.',
  body: z.object({
    claim: recordId,
    due_on: day('Enter the day on which to look at it again.'),
    colleague: recordId,
    text: text({ min: 1, max: 1000, message: 'Write 1 to 1,000 characters.' }),
  }),
  reply: diaryEntry,
});
export const doneDiary = endpoint({
  method: 'PUT',
  path: `${SCA}/claim/diary/done`,
  access: 'claims.create',
  effect: 'write',
  summary: 'Says that what the diary asks for was done.',
  body: z.object({ id: recordId }),
  reply: diaryEntry,
});
