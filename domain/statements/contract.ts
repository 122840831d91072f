/** Statements of account made together: whose, as at when, and what became of each. M12. */
import * as z from 'zod/mini';
import { endpoint, fileReply, SCA } from '../endpoint.ts';
import { BATCH_STATES } from '../renewals/states.ts';
import {
  atMost,
  branchListQuery,
  branchParam,
  byId,
  day,
  dayParam,
  format,
  listReply,
  recordId,
  saved,
  text,
} from '../wire.ts';
import { BATCH_SIDES, SIDES } from './account.ts';
import {
  accountTable,
  accountTotals,
  BATCH_KINDS,
  batchItemTable,
  batchRow,
  batchTable,
  reminderTable,
  reminderTotals,
} from './tables.ts';

const base = `${SCA}/statements`;
const SIDE = 'Choose reinsureds or securities.';
const CHOOSE = 'Choose parties.';

export const statementAccounts = endpoint({
  method: 'GET',
  path: `${base}/accounts`,
  access: 'reports.money',
  effect: 'read',
  summary: 'Reinsureds or securities of a branch with something open as at any day, by currency.',
  query: z.object({ side: z.enum(SIDES, SIDE), branch: branchParam, asat: dayParam, format }),
  reply: z.object({
    as_at: z.string(),
    data: z.array(accountTable.row),
    totals: z.array(accountTotals.row),
  }),
});

export const startStatements = endpoint({
  method: 'POST',
  path: `${base}/batch`,
  access: 'policy_documents.generate',
  effect: 'write',
  summary: 'Makes statements of account in the background, and mails them where that is wanted: one for each party.',
  body: z.object({
    side: z.enum(SIDES, SIDE),
    asat: day('Enter a day.'),
    /** Those that are chosen; left out: all with a balance. */
    parties: z.optional(
      z.array(recordId, CHOOSE).check(z.minLength(1, CHOOSE), z.maxLength(500, 'At most 500 parties at once.')),
    ),
    mail: z.boolean(),
  }),
  reply: saved,
});

export const listStatementBatches = endpoint({
  method: 'GET',
  path: `${base}/items`,
  access: 'reports.money',
  effect: 'read',
  summary: 'Statements that were made together: as at when, by whom, and how many.',
  query: z.object({
    ...branchListQuery,
    kind: z.optional(z.enum(BATCH_KINDS)),
    side: z.optional(z.enum(BATCH_SIDES, SIDE)),
    state: z.optional(z.enum(BATCH_STATES)),
  }),
  reply: listReply(batchTable.row),
});

export const statementBatch = endpoint({
  method: 'GET',
  path: `${base}/batch/{id}`,
  access: 'reports.money',
  effect: 'read',
  summary: 'How far a batch of statements is, and what became of each party.',
  params: byId,
  query: z.object({ format }),
  reply: z.object({ ...batchRow.shape, data: z.array(batchItemTable.row) }),
});

export const cancelStatements = endpoint({
  method: 'PUT',
  path: `${base}/cancel/{id}`,
  access: 'policy_documents.generate',
  effect: 'write',
  summary: 'Stops a batch of statements: what is made and mailed stays, the rest is left.',
  params: byId,
  reply: saved,
});

export const statementSheet = endpoint({
  method: 'GET',
  path: `${base}/sheet/{id}`,
  access: 'reports.money',
  effect: 'read',
  summary: 'The sheet that was made with a statement of account, as XLSX.',
  params: byId,
  media: ['application/octet-stream'],
  reply: fileReply,
});

/** A preview shows the letters of so many instalments at most. */
export const MOST_PREVIEWED = 200;
const CHOOSE_ITEMS = 'Choose what to remind of.';
const items = (most: number) =>
  z.array(recordId, CHOOSE_ITEMS).check(z.minLength(1, CHOOSE_ITEMS), z.maxLength(most, `At most ${most} at once.`));

export const listReminders = endpoint({
  method: 'GET',
  path: `${base}/reminders`,
  access: 'reports.money',
  effect: 'read',
  summary: 'Overdue instalments of reinsureds that a letter is due for today, and those whose warranty day has come.',
  query: z.object({ branch: branchParam, format }),
  reply: z.object({
    as_at: z.string(),
    data: z.array(reminderTable.row),
    totals: z.array(reminderTotals.row),
  }),
});

/** The same counted, for who sends them: how many instalments, and the day on which the oldest of them was due. */
export const countReminders = endpoint({
  method: 'GET',
  path: `${base}/reminders/count`,
  access: 'reports.money',
  effect: 'read',
  summary: 'How many instalments a letter is due for today, and since when the oldest of them is due.',
  query: z.object({ branch: branchParam }),
  reply: z.object({ count: z.int(), oldest: z.nullable(z.string()) }),
});

export const previewReminders = endpoint({
  method: 'POST',
  path: `${base}/reminders/preview`,
  access: 'policy_documents.generate',
  effect: 'read',
  summary: 'The letters that these instalments would get, one for each reinsured, as PDF; nothing is kept.',
  body: z.object({ items: items(MOST_PREVIEWED) }),
  media: ['application/pdf'],
  reply: fileReply,
});

export const sendReminders = endpoint({
  method: 'POST',
  path: `${base}/reminders/send`,
  access: 'policy_documents.generate',
  effect: 'write',
  summary:
    'Makes a letter for each reinsured of these instalments in the background, and mails it where that is wanted.',
  body: z.object({
    items: items(500),
    mail: z.boolean(),
    /** Why premium is demanded whose warranty day has come. */
    reason: z.optional(text(atMost(500))),
  }),
  reply: saved,
});
