/** Statements of account made together: whose, as at when, and what became of each. M12. */
import * as z from 'zod/mini';
import { endpoint, fileReply, SCA } from '../endpoint.ts';
import { BATCH_STATES } from '../renewals/states.ts';
import {
  atMost,
  branchListQuery,
  branchParam,
  byId,
  currencyCode,
  day,
  dayParam,
  format,
  idsUpTo,
  idText,
  listReply,
  recordId,
  saved,
  searchValue,
  text,
} from '../wire.ts';
import { BATCH_SIDES, SIDES } from './account.ts';
import { REMINDER_LEVELS } from './reminders.ts';
import {
  accountTable,
  accountTotals,
  BATCH_KINDS,
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
  query: z.object({ side: z.enum(SIDES, SIDE), branch: branchParam, asat: dayParam, searchValue, format }),
  reply: z.object({
    as_at: z.string(),
    data: z.array(accountTable.row),
    /** Of all that match, as what follows. */
    totals: z.array(accountTotals.row),
    parties: z.int(),
    /** How many have no address, and the first of them. */
    unaddressed: z.object({ count: z.int(), names: z.array(z.string()) }),
    /** There are more than are shown; a file has all. */
    more: z.optional(z.boolean()),
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
  reply: batchRow,
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

/** Placements that reminders are narrowed to, as many as are selected at once. */
export const MOST_PLACEMENTS = 200;
export const STOPPED = ['yes', 'no'] as const;
const reminderFilters = {
  searchValue,
  party: z.optional(idText),
  level: z.optional(z.enum(REMINDER_LEVELS, 'Not a letter.')),
  currency: z.optional(currencyCode),
  /** Whether their warranty day has come. */
  stopped: z.optional(z.enum(STOPPED, 'yes or no.')),
  policies: z.optional(idsUpTo(MOST_PLACEMENTS)),
};
/** Instalments that are chosen one by one, at most so many. */
export const MOST_CHOSEN = 500;
const CHOOSE_ITEMS = 'Choose what to remind of.';
/** What letters are of: chosen instalments, or all that a letter is due for under the filters of their list. */
const reminded = {
  items: z.optional(
    z
      .array(recordId, CHOOSE_ITEMS)
      .check(z.minLength(1, CHOOSE_ITEMS), z.maxLength(MOST_CHOSEN, `At most ${MOST_CHOSEN} at once.`)),
  ),
  /** What a warranty day stopped is among them only where that is what they are narrowed to. */
  all: z.optional(z.object(reminderFilters)),
};

export const listReminders = endpoint({
  method: 'GET',
  path: `${base}/reminders`,
  access: 'reports.money',
  effect: 'read',
  summary: 'Overdue instalments of reinsureds that a letter is due for today, and those whose warranty day has come.',
  query: z.object({ ...branchListQuery, ...reminderFilters }),
  reply: z.object({ ...listReply(reminderTable.row).shape, as_at: z.string() }),
});

/** Asked for beside the list, whose rows do not wait for it: it reads all that is overdue. */
export const sumReminders = endpoint({
  method: 'GET',
  path: `${base}/reminders/totals`,
  access: 'reports.money',
  effect: 'read',
  summary: 'What all of the reminders that filters leave come to, and how many of them may go.',
  query: z.object({ branch: branchParam, ...reminderFilters }),
  reply: z.object({
    totals: z.array(reminderTotals.row),
    /** Of the caller's branch, from which letters leave: how many of them may go, and how many their warranty day stopped. */
    going: z.int(),
    stopped: z.int(),
  }),
});

/** The same counted to a thousand, for who sends them: how many instalments, and the day on which the oldest of them was due. */
export const countReminders = endpoint({
  method: 'GET',
  path: `${base}/reminders/count`,
  access: 'reports.money',
  effect: 'read',
  summary: 'How many instalments a letter is due for today, and since when the oldest of them is due.',
  query: z.object({ branch: branchParam }),
  reply: z.object({ count: z.int(), more: z.optional(z.boolean()), oldest: z.nullable(z.string()) }),
});

/** How many names a plan says. */
export const MOST_NAMED = 5;

export const planReminders = endpoint({
  method: 'POST',
  path: `${base}/reminders/plan`,
  access: 'policy_documents.generate',
  effect: 'read',
  summary: 'How many letters go to how many reinsureds, which of them have no address, and what a warranty day stops.',
  body: z.object(reminded),
  reply: z.object({
    instalments: z.int(),
    letters: z.int(),
    /** How many of the letters a preview shows. */
    previewed: z.int(),
    /** Reinsureds without an address; the first of them by name. */
    unaddressed: z.int(),
    unaddressed_names: z.array(z.string()),
    /** Notes whose warranty day has come; the first of them by number. */
    stopped: z.int(),
    stopped_notes: z.array(z.string()),
  }),
});

export const previewReminders = endpoint({
  method: 'POST',
  path: `${base}/reminders/preview`,
  access: 'policy_documents.generate',
  effect: 'read',
  summary: 'The letters that these instalments would get, one for each reinsured, as PDF; nothing is kept.',
  body: z.object(reminded),
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
    ...reminded,
    /** Of all: how many instalments their plan had, so that nothing goes that nobody saw. */
    seen: z.optional(z.int('Send how many instalments the plan had.')),
    mail: z.boolean(),
    /** Why premium is demanded whose warranty day has come. */
    reason: z.optional(text(atMost(500))),
  }),
  reply: saved,
});
