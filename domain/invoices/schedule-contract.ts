/** Invoices that are drafted again by the calendar: the calls under /invoice/schedule. */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { KINDS } from '../records/kinds.ts';
import {
  amountOut,
  atMost,
  branchListQuery,
  branchRef,
  byId,
  day,
  identified,
  idText,
  instant,
  listReply,
  optionalDay,
  recordId,
  ref,
  saved,
  text,
  versionField,
} from '../wire.ts';
import { INVOICE_KINDS } from './kinds.ts';
import { EVERY, SCHEDULE_STATUSES } from './schedule.ts';
import { scheduleTable } from './schedule-tables.ts';
import { INVOICE_STATUSES } from './states.ts';

const base = `${KINDS.invoice.path}/schedule`;
const { view, create } = KINDS.invoice;

const calendar = {
  every: z.enum(EVERY, 'Choose how often.'),
  first_on: day('Enter the first day.'),
  /** Without one it goes on until it is stopped. */
  last_on: optionalDay,
  terms: text({ min: 1, max: 20, message: 'Choose terms.' }),
};

export const listSchedules = endpoint({
  method: 'GET',
  path: `${base}/items`,
  access: view,
  effect: 'read',
  summary: 'Invoices that are drafted again by the calendar, paged.',
  query: z.object({
    ...branchListQuery,
    status: z.optional(z.enum(SCHEDULE_STATUSES)),
    every: z.optional(z.enum(EVERY)),
    party: z.optional(idText),
  }),
  reply: listReply(scheduleTable.row),
});
export const getSchedule = endpoint({
  method: 'GET',
  path: `${base}/{id}`,
  access: view,
  effect: 'read',
  summary: 'One schedule: what it repeats and when, the drafts that it made, and why one could not be made.',
  params: byId,
  reply: z.object({
    id: recordId,
    version: z.int(),
    status: z.enum(SCHEDULE_STATUSES),
    branch: branchRef,
    invoice: z.object({ id: recordId, number: z.nullable(z.string()) }),
    kind: z.enum(INVOICE_KINDS),
    party: ref,
    currency: z.string(),
    amount: amountOut,
    every: z.enum(EVERY),
    first_on: z.string(),
    last_on: z.nullable(z.string()),
    next_on: z.nullable(z.string()),
    terms: z.string(),
    made_by: ref,
    made_at: instant,
    edited_by: ref,
    /** The days that came, the newest first. */
    days: z.array(
      z.object({
        day: z.string(),
        invoice: z.nullable(
          z.object({ id: recordId, number: z.nullable(z.string()), status: z.enum(INVOICE_STATUSES) }),
        ),
        problem: z.string(),
      }),
    ),
  }),
});
export const saveSchedule = endpoint({
  method: 'POST',
  path: `${base}/save`,
  access: create,
  effect: 'write',
  summary: 'Has an approved invoice drafted again by the calendar.',
  body: z.object({ invoice: recordId, ...calendar }),
  reply: saved,
});
export const editSchedule = endpoint({
  method: 'PUT',
  path: `${base}/edit`,
  access: create,
  effect: 'write',
  summary:
    'Changes when an invoice is drafted again, on which terms, and whose lines its drafts have; the days that came stay.',
  body: z.object({
    ...identified,
    ...calendar,
    /** The approved invoice whose lines the drafts to come have; left out, the same. */
    invoice: z.optional(recordId),
  }),
  reply: saved,
});
export const stopSchedule = endpoint({
  method: 'PUT',
  path: `${base}/stop/{id}`,
  access: create,
  effect: 'write',
  summary: 'Stops a schedule, with the reason. Its drafts stay.',
  params: byId,
  body: z.object({
    version: versionField,
    reason: text({ ...atMost(500), min: 1, message: 'Say why it is stopped, in at most 500 characters.' }),
  }),
  reply: saved,
});
