/** Claims over all policies: the recovery board, events, the register and what claims come to against premium. */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { KINDS } from '../records/kinds.ts';
import {
  amountOut,
  branchParam,
  byId,
  countryCode,
  currencyCode,
  day,
  dayParam,
  format,
  identified,
  idText,
  lengths,
  listQuery,
  listReply,
  optionalDay,
  optionalText,
  recordId,
  ref,
  saved,
  text,
} from '../wire.ts';
import { closingParam, ratesReply } from '../reports/closing-rates.ts';
import { CLAIM_STAGES } from './states.ts';
import {
  claimNoteTable,
  claimTable,
  eventTable,
  recoveryTable,
  registerTable,
  registerTotals,
  UNDERWRITING_GROUPS,
  underwritingTable,
} from './table.ts';

const base = KINDS.claim.path;

export const recoveryBoard = endpoint({
  method: 'GET',
  path: `${base}/recovery`,
  access: 'claims.view',
  effect: 'read',
  summary: 'By security and currency what was called, collected, is overdue and disputed, with its usual days to pay.',
  query: z.object({ branch: branchParam, currency: z.optional(currencyCode), format }),
  reply: z.array(recoveryTable.row),
});
/** An open claim invoice with its claim. */
const recoveryItem = z.object({
  ...claimNoteTable.row.shape,
  claim: ref,
  policy: ref,
  reinsured: z.string(),
  insured: z.string(),
});
export const recoveryItems = endpoint({
  method: 'GET',
  path: `${base}/recoveryitems`,
  access: 'claims.view',
  effect: 'read',
  summary: 'The open claim invoices of a security, oldest due first: the first 500, and whether there are more.',
  query: z.object({ security: idText, branch: branchParam, currency: z.optional(currencyCode) }),
  reply: z.object({ data: z.array(recoveryItem), more: z.optional(z.boolean()) }),
});
const chosen = z.array(recordId).check(z.minLength(1, 'Choose securities.'), z.maxLength(100, 'At most 100 at once.'));
export const reminderEffect = endpoint({
  method: 'POST',
  path: `${base}/reminders/effect`,
  access: 'claims.view',
  effect: 'read',
  summary: 'The reminders that would go to these securities: to whom, with which items and words.',
  body: z.object({ securities: chosen }),
  reply: z.array(
    z.object({
      security: ref,
      to: z.array(z.string()),
      subject: z.string(),
      text: z.string(),
      items: z.array(z.object({ id: recordId, number: z.string(), currency: z.string(), outstanding: amountOut })),
    }),
  ),
});
export const sendReminders = endpoint({
  method: 'POST',
  path: `${base}/reminders`,
  access: 'claims.create',
  effect: 'write',
  summary: 'Mails each of these securities a reminder of its overdue claim invoices.',
  body: z.object({ securities: chosen }),
  reply: z.object({ sent: z.array(ref), without_address: z.array(ref) }),
});

const eventFields = {
  name: text(lengths('Name', 2, 150)),
  first_day: day('Enter its first day.'),
  last_day: optionalDay,
  country: z.optional(countryCode),
  description: optionalText(2000),
};
export const eventBody = z.object(eventFields);
export const listEvents = endpoint({
  method: 'GET',
  path: `${base}/event/items`,
  access: 'claims.view',
  effect: 'read',
  summary: 'Events that hit several policies, paged.',
  query: z.object({ ...listQuery, status: z.optional(z.enum(['ACTIVE', 'INACTIVE'])) }),
  reply: listReply(eventTable.row),
});
export const getEvent = endpoint({
  method: 'GET',
  path: `${base}/event/{id}`,
  access: 'claims.view',
  effect: 'read',
  summary: 'One event with all its claims and each security’s share of them.',
  params: byId,
  reply: z.object({
    id: recordId,
    version: z.int(),
    name: z.string(),
    first_day: z.string(),
    last_day: z.string(),
    country: z.nullable(z.string()),
    country_name: z.nullable(z.string()),
    description: z.string(),
    status: z.enum(['ACTIVE', 'INACTIVE']),
    claims: z.array(claimTable.row),
    securities: z.array(
      z.object({ security: ref, currency: z.string(), incurred: amountOut, called: amountOut, collected: amountOut }),
    ),
  }),
});
export const saveEvent = endpoint({
  method: 'POST',
  path: `${base}/event/save`,
  access: 'claims.create',
  effect: 'write',
  summary: 'Enters an event.',
  body: eventBody,
  reply: saved,
});
export const editEvent = endpoint({
  method: 'PUT',
  path: `${base}/event/edit`,
  access: 'claims.create',
  effect: 'write',
  summary: 'Changes an event, or takes it out of use.',
  body: z.object({
    ...eventFields,
    ...identified,
    status: z.optional(z.enum(['ACTIVE', 'INACTIVE'])),
  }),
  reply: saved,
});

/** What narrows the register. */
const ofRegister = {
  branch: branchParam,
  /** Today where it is left out. */
  asat: dayParam,
  reinsured: z.optional(idText),
  /** Each claim with this security's part of it: its bordereau. */
  security: z.optional(idText),
  cover_type: z.optional(idText),
  event: z.optional(idText),
  currency: z.optional(currencyCode),
  stage: z.optional(z.enum(CLAIM_STAGES)),
  /** What is outstanding is booked nowhere: in base at closing rates. */
  rates: closingParam,
};
/** The register takes what was approved on or before its day, so that a past one never changes. */
export const claimReport = endpoint({
  method: 'GET',
  path: `${base}/claimreport`,
  access: 'reports.production',
  effect: 'read',
  summary: 'The register of claims as at a day, with the movement of a period.',
  query: z.object({
    ...listQuery,
    ...ofRegister,
    /** The first day of the period whose movement is shown; the first of the year of `asat` where it is left out. */
    from: dayParam,
  }),
  reply: z.object({ ...listReply(registerTable.row).shape, asat: z.string(), from: z.string() }),
});
/** Apart from the rows of a page, which do not wait for it. */
export const claimReportTotals = endpoint({
  method: 'GET',
  path: `${base}/claimreport/totals`,
  access: 'reports.production',
  effect: 'read',
  long: true,
  summary: 'What the claims of the register come to as at a day, by currency; in base at closing rates.',
  query: z.object({ ...ofRegister, searchValue: listQuery.searchValue }),
  reply: z.object({
    as_at: z.string(),
    base_currency: z.string(),
    totals: z.array(registerTotals.row),
    /** What is outstanding of all of them; null where it was not asked for. */
    base_total: z.nullable(amountOut),
    rates: ratesReply,
  }),
});
export const underwritingReport = endpoint({
  method: 'GET',
  path: `${base}/underwritingreport`,
  access: 'reports.production',
  effect: 'read',
  long: true,
  summary: 'Premium written and earned, claims and their ratio, by class, reinsured, security or year.',
  query: z.object({
    branch: branchParam,
    by: z.optional(z.enum(UNDERWRITING_GROUPS, 'Choose by what.')),
    asat: dayParam,
    /** Policies that began on or after this day. */
    from: dayParam,
    to: dayParam,
    /** What is incurred is booked only as it is called: in base at closing rates. */
    rates: closingParam,
    format,
  }),
  reply: z.array(underwritingTable.row),
});
