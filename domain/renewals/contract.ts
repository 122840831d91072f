/** What expires and what becomes of it: the renewal list, batches of renewals, notices to the reinsureds. §6, §7. */
import * as z from 'zod/mini';
import { mailFields } from '../documents/sending.ts';
import { endpoint, SCA } from '../endpoint.ts';
import {
  amountOut,
  atMost,
  branchListQuery,
  branchParam,
  byId,
  currencyCode,
  dayOrNone,
  idText,
  instant,
  listReply,
  rateOut,
  recordId,
  ref,
  saved,
  text,
} from '../wire.ts';
import { BATCH_STATES, RENEWAL_STATES } from './states.ts';
import { renewalTable, renewalTotals } from './table.ts';

const base = `${SCA}/underwriting/renewals`;
const CHOOSE = 'Choose policies.';
const idsUpTo = (most: number) =>
  z.array(recordId, CHOOSE).check(z.minLength(1, CHOOSE), z.maxLength(most, `At most ${most} policies at once.`));

/** `startdate` and `enddate` are the first and last day on which cover may end: the next 60 days when absent. */
const expiryQuery = {
  ...branchListQuery,
  startdate: dayOrNone,
  enddate: dayOrNone,
  /** A class takes its subclasses with it. */
  cover_type: z.optional(idText),
  reinsured: z.optional(idText),
  security: z.optional(idText),
  currency: z.optional(currencyCode),
  market: z.optional(z.enum(['LOCAL', 'LONDON'], 'market must be LOCAL or LONDON.')),
  state: z.optional(z.enum(RENEWAL_STATES, 'Not a state of a renewal.')),
};

export const listRenewals = endpoint({
  method: 'GET',
  path: base,
  access: 'reports.production',
  effect: 'read',
  summary: 'Policies of both markets that expire in a range, as endorsed, and how far their renewal is, with totals.',
  query: z.object(expiryQuery),
  reply: z.object({
    ...listReply(renewalTable.row).shape,
    startdate: z.string(),
    enddate: z.string(),
    base_currency: z.string(),
    totals: z.array(renewalTotals.row),
    base_total: amountOut,
  }),
});

/** Those that nothing is done about yet, counted to a thousand, for who renews them: of the next 60 days. */
export const countRenewals = endpoint({
  method: 'GET',
  path: `${base}/count`,
  access: 'reports.production',
  effect: 'read',
  summary: 'How many policies expire in the next 60 days that nobody has renewed or left yet, and until when that is.',
  query: z.object({ branch: branchParam }),
  reply: z.object({ count: z.int(), more: z.optional(z.boolean()), enddate: z.string() }),
});

/** The calendar shows so many days at most. */
export const MOST_EXPIRY_DAYS = 366;

const { start: _start, length: _length, sort: _sort, format: _format, ...expiryFilters } = expiryQuery;
export const expiryDays = endpoint({
  method: 'GET',
  path: `${base}/days`,
  access: 'reports.production',
  effect: 'read',
  summary:
    'How many policies of both markets expire on each day of a range of a year at most, and how many are still to do.',
  query: z.object(expiryFilters),
  reply: z.array(z.object({ day: z.string(), policies: z.int(), open: z.int() })),
});

export const renewalEffect = endpoint({
  method: 'POST',
  path: `${base}/effect`,
  access: 'policies.create',
  effect: 'read',
  summary: 'What renewing these policies would do: which become drafts, and why the others do not.',
  body: z.object({ ids: idsUpTo(500) }),
  reply: z.array(
    z.object({
      policy: z.object({ id: recordId, number: z.string(), reinsured: z.string(), insured: z.string() }),
      /** The period of the draft. */
      period: z.object({ start: z.string(), end: z.string() }),
      /** Why it cannot be renewed; null when it can. */
      problem: z.nullable(z.string()),
      /** What to know of its draft. */
      notes: z.array(z.string()),
    }),
  ),
});

export const startRenewals = endpoint({
  method: 'POST',
  path: `${base}/batch`,
  access: 'policies.create',
  effect: 'write',
  summary: 'Renews policies in the background, each once; one that cannot be renewed does not stop the others.',
  body: z.object({ ids: idsUpTo(500) }),
  reply: saved,
});
export const renewalBatch = endpoint({
  method: 'GET',
  path: `${base}/batch/{id}`,
  access: 'policies.create',
  effect: 'read',
  summary: 'How far a batch of renewals is, and what became of each policy.',
  params: byId,
  reply: z.object({
    id: recordId,
    state: z.enum(BATCH_STATES),
    message: z.nullable(z.string()),
    by: z.string(),
    made_at: instant,
    finished_at: z.nullable(instant),
    total: z.int(),
    done: z.int(),
    items: z.array(
      z.object({
        policy: ref,
        insured: z.string(),
        market: z.enum(['LOCAL', 'LONDON']),
        renewal: z.nullable(ref),
        problem: z.nullable(z.string()),
      }),
    ),
  }),
});
export const cancelRenewals = endpoint({
  method: 'PUT',
  path: `${base}/cancel/{id}`,
  access: 'policies.create',
  effect: 'write',
  summary: 'Stops a batch of renewals: what is drafted stays, the rest is left as it is.',
  params: byId,
  reply: saved,
});

export const leaveRenewals = endpoint({
  method: 'PUT',
  path: `${base}/notrenewed`,
  access: 'policies.create',
  effect: 'write',
  summary: 'Says of several policies that they are not renewed, and why; an empty reason takes it back.',
  body: z.object({ ids: idsUpTo(200), reason: text(atMost(500)) }),
  reply: z.array(z.object({ policy: recordId, problem: z.nullable(z.string()) })),
});

const noticePolicy = z.object({ id: recordId, number: z.string(), insured: z.string(), ends: z.string() });
export const noticeEffect = endpoint({
  method: 'POST',
  path: `${base}/notice/effect`,
  access: 'policy_documents.generate',
  effect: 'read',
  summary: 'Which reinsured would be notified of which of these policies, at which addresses, and in which words.',
  body: z.object({ ids: idsUpTo(200) }),
  reply: z.array(
    z.object({
      reinsured: ref,
      /** Where the notice goes; none when no address is known. */
      to: z.array(z.string()),
      policies: z.array(noticePolicy),
      /** Chosen policies that the notice leaves out, and why. */
      left_out: z.array(z.object({ number: z.string(), why: z.string() })),
      subject: mailFields.subject,
      text: z.string(),
    }),
  ),
});
export const sendNotices = endpoint({
  method: 'POST',
  path: `${base}/notice`,
  access: 'policy_documents.generate',
  effect: 'write',
  summary: 'Sends each reinsured one mail about its policies that expire; who has no address is left out.',
  body: z.object({ ids: idsUpTo(200) }),
  reply: z.array(z.object({ reinsured: ref, to: z.array(z.string()), policies: z.int() })),
});
/** Premium and claims of a policy and of those it renewed, five years at most, ours, in its currency. C16. */
const lossRecord = z.object({
  currency: z.string(),
  /** How many policies it is of, a year each. */
  years: z.int(),
  premium: amountOut,
  claims: z.int(),
  incurred: amountOut,
  /** Paid without being owed; counted in the ratio beside what is incurred. C9. */
  ex_gratia: amountOut,
  loss_ratio: z.nullable(rateOut),
});
export type LossRecord = z.output<typeof lossRecord>;

export const lastYear = endpoint({
  method: 'GET',
  path: `${base}/lastyear/{id}`,
  access: 'policies.view',
  effect: 'read',
  summary: 'The terms of the policy that this one renews, as they stand with its endorsements, in the shape of a save.',
  params: byId,
  reply: z.object({
    policy: ref,
    market: z.enum(['LOCAL', 'LONDON']),
    /** As the body of the market's save, percentages and amounts as they travel. */
    terms: z.record(z.string(), z.unknown()),
    /** What the ids in it mean: "party 12". */
    names: z.record(z.string(), z.string()),
    loss_record: lossRecord,
  }),
});
