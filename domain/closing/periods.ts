/** Financial years and their months, which are closed and reopened. §3 Dates, §8 posting date. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import type { Day } from '../values/day.ts';
import { instant, text } from '../wire.ts';
import { financialYear } from './year.ts';
import { effects } from '../firm/shapes.ts';

const MONTH = 'Choose a month.';
/** A month as "2026-03". */
export const month = z.string(MONTH).check(z.regex(/^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/, MONTH));

/** Why a month is opened again, or what was booked at its end undone. */
export const closingReason = text({ min: 5, max: 500, message: 'Give a reason of 5 to 500 characters.' });

/** The first day of a month. */
export const dayOfMonth = (text: string): Day => `${text}-01`;

export const periodRow = z.object({
  month: z.string(),
  closed: z.boolean(),
  closed_at: z.nullable(instant),
  closed_by: z.nullable(z.string()),
  entries: z.int(),
  /** Drafts and what waits for a decision, with a posting date in the month. */
  undecided: z.int(),
  /** The month has ended: only then can it be closed. */
  ended: z.boolean(),
});

export const periods = endpoint({
  method: 'GET',
  path: `${SCA}/period/items`,
  access: 'registers.view',
  effect: 'read',
  summary: 'The months of a financial year with what is booked and undecided in them; this year unless one is named.',
  query: z.object({
    year: z.optional(financialYear),
  }),
  reply: z.object({
    year: z.int(),
    label: z.string(),
    first: z.int(),
    last: z.int(),
    /** Since when, and by whom, where the year is closed in a branch of the caller. */
    closing: z.nullable(z.object({ at: instant, by: z.string() })),
    data: z.array(periodRow),
  }),
});
export const closingEffects = endpoint({
  method: 'GET',
  path: `${SCA}/period/preview`,
  access: 'firm.manage',
  effect: 'read',
  summary: 'What closing or reopening a month would do.',
  query: z.object({ month }),
  reply: effects,
});
export const closePeriod = endpoint({
  method: 'PUT',
  path: `${SCA}/period/close`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Closes a month that has ended: nothing more is posted into it.',
  body: z.object({ month }),
  reply: z.object({ month: z.string(), closed: z.boolean() }),
});
export const reopenPeriod = endpoint({
  method: 'PUT',
  path: `${SCA}/period/reopen`,
  access: 'firm.manage',
  effect: 'write',
  summary: 'Opens a closed month again, with a reason.',
  body: z.object({ month, reason: closingReason }),
  reply: z.object({ month: z.string(), closed: z.boolean() }),
});
