/** Views that are mailed by the calendar: the calls under /view/schedule. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import {
  choice,
  count,
  day as dayColumn,
  hidden,
  id,
  optional,
  sorted,
  text as textColumn,
  version,
} from '../tables/columns.ts';
import { table } from '../tables/table.ts';
import {
  branchListQuery,
  branchRef,
  byId,
  day,
  identified,
  instant,
  listReply,
  recordId,
  ref,
  saved,
  versionField,
} from '../wire.ts';
import { MAILED_EVERY, MAILED_EVERY_LABELS, MAILED_STATES, MAILED_STATUSES, SENDING_STATUSES } from './schedule.ts';

const base = `${SCA}/view/schedule`;
const CHOOSE = 'Choose who gets it.';

export const mailedTable = table({
  id: sorted(id()),
  version: version(),
  name: textColumn('View'),
  every: choice('Leaves', MAILED_EVERY, (every) => MAILED_EVERY_LABELS[every]),
  status: choice('Status', MAILED_STATUSES, (status) => MAILED_STATES[status].label),
  next_on: optional(dayColumn('Next')),
  last_on: optional(dayColumn('Last sent')),
  users: count('People'),
  made_by: textColumn('Made by'),
  branch: hidden(textColumn('Branch')),
});

const fields = {
  every: z.enum(MAILED_EVERY, 'Choose how often.'),
  first_on: day('Enter the first day.'),
  format: z.enum(['xlsx', 'pdf'], 'Choose a spreadsheet or a PDF.'),
  /** A day on which it shows nothing is left out. */
  not_empty: z.boolean(),
  users: z.array(recordId, CHOOSE).check(z.minLength(1, CHOOSE), z.maxLength(20, 'At most 20 people.')),
};

export const listMailed = endpoint({
  method: 'GET',
  path: `${base}/items`,
  access: 'signed_in',
  effect: 'read',
  summary: 'Views that one has mailed, or gets, in the branch; root sees all of them.',
  query: z.object({ ...branchListQuery, status: z.optional(z.enum(MAILED_STATUSES)) }),
  reply: listReply(mailedTable.row),
});
export const getMailed = endpoint({
  method: 'GET',
  path: `${base}/{id}`,
  access: 'signed_in',
  effect: 'read',
  summary: 'One mailed view: when it leaves, who gets it, and what became of each day.',
  params: byId,
  reply: z.object({
    id: recordId,
    version: z.int(),
    status: z.enum(MAILED_STATUSES),
    branch: branchRef,
    name: z.string(),
    every: z.enum(MAILED_EVERY),
    first_on: z.string(),
    next_on: z.nullable(z.string()),
    format: z.enum(['xlsx', 'pdf']),
    not_empty: z.boolean(),
    made_by: ref,
    may_edit: z.boolean(),
    /** Oneself is among those who get it. */
    gets_it: z.boolean(),
    users: z.array(z.object({ ...ref.shape, left: z.boolean() })),
    /** The newest first, at most 100. */
    sendings: z.array(
      z.object({
        day: z.string(),
        user: ref,
        status: z.enum(SENDING_STATUSES),
        message: z.string(),
        at: instant,
      }),
    ),
  }),
});
export const saveMailed = endpoint({
  method: 'POST',
  path: `${base}/save`,
  access: 'signed_in',
  effect: 'write',
  summary: 'Has a view mailed by the calendar to people of the branch, each with what they may see on that day.',
  body: z.object({ view: recordId, ...fields }),
  reply: saved,
});
export const editMailed = endpoint({
  method: 'PUT',
  path: `${base}/edit`,
  access: 'signed_in',
  effect: 'write',
  summary: 'Changes when a view is mailed, as what, and to whom; its maker, or root.',
  body: z.object({ ...identified, ...fields }),
  reply: saved,
});
export const moveMailed = endpoint({
  method: 'PUT',
  path: `${base}/status/{id}`,
  access: 'signed_in',
  effect: 'write',
  summary: 'Pauses a mailed view, has it go on, or stops it for good; its maker, or root.',
  params: byId,
  body: z.object({ version: versionField, status: z.enum(MAILED_STATUSES, 'Choose what it becomes.') }),
  reply: saved,
});
export const leaveMailed = endpoint({
  method: 'PUT',
  path: `${base}/leave/{id}`,
  access: 'signed_in',
  effect: 'write',
  summary: 'Takes oneself off a mailed view.',
  params: byId,
  reply: saved,
});
