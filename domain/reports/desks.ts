/** What each role looks at first, besides the reports that have it already. claims-and-money.md §4. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { KINDS } from '../records/kinds.ts';
import { RENEWAL_STATES } from '../renewals/states.ts';
import { amountOut, branchParam, currencyCode, lengthQuery, recordId, ref } from '../wire.ts';
import { agesTable } from './ageing.ts';

const query = z.object({ branch: branchParam });
const counted = { policies: z.int(), base: amountOut };

/** A director looks so many days ahead, and as many back. */
export const OUTCOME_DAYS = 90;
/** So many reasons are named; the rest are one row. */
export const MOST_REASONS = 4;
export const renewalOutcomes = endpoint({
  method: 'GET',
  path: `${SCA}/underwriting/renewals/outcomes`,
  access: 'reports.production',
  effect: 'read',
  summary: 'What expires in the next 90 days and what became of what expired in the last 90: renewed, lost and why.',
  query,
  reply: z.object({
    base_currency: z.string(),
    /** First and last day of each range. */
    ahead: z.object({
      from: z.string(),
      to: z.string(),
      data: z.array(z.object({ state: z.enum(RENEWAL_STATES), ...counted })),
    }),
    past: z.object({
      from: z.string(),
      to: z.string(),
      data: z.array(z.object({ state: z.enum(RENEWAL_STATES), ...counted })),
    }),
    /** Why policies that expire in either range are not renewed, most first; null is the rest. */
    reasons: z.array(z.object({ reason: z.nullable(z.string()), ...counted })),
  }),
});

export const countWarranties = endpoint({
  method: 'GET',
  path: `${SCA}/underwriting/warranties/count`,
  access: 'reports.production',
  effect: 'read',
  summary: 'How many premium warranties are breached and how many fall due within two weeks, counted to a thousand.',
  query,
  reply: z.object({ broken: z.int(), falling_due: z.int(), more: z.optional(z.boolean()) }),
});

/** A claim of which nothing moved for so long is looked at; money of claims is passed on within so many days. */
export const UNMOVED_DAYS = 30;
export const PASS_ON_DAYS = 5;
/** Of each list so many rows come unless more are asked for, with how many there are: as many as its card shows at first. */
export const FIRST_ROWS = 5;
const withLists = z.extend(query, lengthQuery);
const listOf = <R extends z.ZodMiniType>(row: R) => z.object({ count: z.int(), data: z.array(row) });
const claim = { claim: ref, policy: ref, insured: z.string() };
export const claimsDesk = endpoint({
  method: 'GET',
  path: `${KINDS.claim.path}/desk`,
  access: 'claims.view',
  effect: 'read',
  summary:
    'For who heads claims: those that nothing moved on for 30 days, the diary that is due, what was collected and not paid on for 5 days, how reserves moved this month, and claims notified later than their policy allows.',
  query: withLists,
  reply: z.object({
    from: z.string(),
    unmoved: listOf(
      z.object({ ...claim, currency: currencyCode, outstanding: amountOut, moved_on: z.string(), days: z.int() }),
    ),
    /** Own entries first, then those of colleagues. */
    diary: listOf(
      z.object({ id: recordId, claim: ref, text: z.string(), due_on: z.string(), colleague: ref, mine: z.boolean() }),
    ),
    /** Since the first day on which more had been collected than is paid. */
    to_pass_on: listOf(
      z.object({ ...claim, currency: currencyCode, amount: amountOut, since: z.string(), days: z.int() }),
    ),
    /** Days from the loss to its notification, and how many the policy allows. */
    late_notice: listOf(z.object({ ...claim, days: z.int(), allowed: z.int() })),
    /** Ours, of the month so far: what new claims brought, what reserves rose and fell by. */
    reserves: z.array(
      z.object({ currency: currencyCode, opened: amountOut, raised: amountOut, lowered: amountOut, net: amountOut }),
    ),
  }),
});

export const moneyDesk = endpoint({
  method: 'GET',
  path: `${SCA}/aggregate/moneydesk`,
  access: 'reports.money',
  effect: 'read',
  summary:
    'For who heads finance: unallocated cash by the days since it came, what securities can be paid (released, held back for nobody and on no voucher) by the days since it fell due, and lines of bank statements that nothing matches.',
  query,
  reply: z.object({
    as_at: z.string(),
    unallocated: z.array(agesTable.row),
    /** What the release queue makes available to securities. */
    released: z.array(agesTable.row),
    bank_lines: z.object({ count: z.int(), oldest: z.nullable(z.string()) }),
  }),
});

/** Subjectivities that are to be met by a day that is so near, or passed so recently, are shown. */
export const SUBJECT_AHEAD_DAYS = 30;
export const SUBJECT_PAST_DAYS = 14;
export const underwritingDesk = endpoint({
  method: 'GET',
  path: `${SCA}/underwriting/desk`,
  access: 'policies.create',
  effect: 'read',
  summary:
    'For who underwrites: their own drafts, quotes of theirs that nobody answered, and subjectivities of their slips that are to be met.',
  query: withLists,
  reply: z.object({
    drafts: listOf(
      z.object({
        kind: z.enum(['policy', 'endorsement']),
        id: recordId,
        number: z.string(),
        title: z.string(),
        since: z.string(),
      }),
    ),
    quotes: listOf(
      z.object({
        policy: ref,
        market: z.enum(['LOCAL', 'LONDON']),
        insured: z.string(),
        security: ref,
        quoted_on: z.string(),
        days: z.int(),
      }),
    ),
    subjectivities: listOf(z.object({ policy: ref, insured: z.string(), what: z.string(), by: z.string() })),
  }),
});
