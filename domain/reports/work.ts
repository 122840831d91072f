import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { KIND_NAMES } from '../records/kinds.ts';
import { amountOut, branchParam, instant, recordId } from '../wire.ts';

/** So many instalments or policies that wait are counted; beyond that, only that there are more. */
export const MOST_WAITING = 1_000;

/** What was counted to one more than that, as it travels. */
export const waitingOf = (found: number) =>
  found > MOST_WAITING ? { count: MOST_WAITING, more: true } : { count: found };

/** Why something waits: to approve; sent back; to pay; signed lines of a London slip to be notified; a basis to be declared; the diary of a claim. */
const REASONS = ['APPROVE', 'REJECTED', 'PAY', 'NOTIFY', 'DECLARE', 'DIARY'] as const;
/** Of a kind of record so many that wait for one reason are sent. */
export const MOST_TASKS = 50;

/** What waits for the caller: approvals, rejected back, vouchers to pay. */
export const myWork = endpoint({
  method: 'GET',
  path: `${SCA}/aggregate/mywork`,
  access: 'signed_in',
  effect: 'read',
  summary: 'What waits for the caller.',
  query: z.object({ branch: branchParam }),
  reply: z.object({
    data: z.array(
      z.object({
        kind: z.enum(KIND_NAMES),
        /** Of a policy, whether it is a slip of London. */
        london: z.boolean(),
        reason: z.enum(REASONS),
        id: recordId,
        number: z.string(),
        /** The code of its branch. */
        branch: z.string(),
        title: z.string(),
        currency: z.string(),
        amount: amountOut,
        since: instant,
      }),
    ),
    /** For which reasons more wait than are sent. */
    more: z.array(z.enum(REASONS)),
  }),
});
