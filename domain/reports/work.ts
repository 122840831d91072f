import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { KIND_NAMES } from '../records/kinds.ts';
import { amountOut, branchParam, instant, recordId } from '../wire.ts';

/** So many instalments or policies that wait are counted; beyond that, only that there are more. */
export const MOST_WAITING = 1_000;

/** What was counted to one more than that, as it travels. */
export const waitingOf = (found: number) =>
  found > MOST_WAITING ? { count: MOST_WAITING, more: true } : { count: found };

/** What waits for the caller: approvals, rejected back, vouchers to pay. */
export const myWork = endpoint({
  method: 'GET',
  path: `${SCA}/aggregate/mywork`,
  access: 'signed_in',
  effect: 'read',
  summary: 'What waits for the caller.',
  query: z.object({ branch: branchParam }),
  reply: z.array(
    z.object({
      kind: z.enum(KIND_NAMES),
      /** Of a policy, whether it is a slip of London. */
      london: z.boolean(),
      /** To approve; sent back; to pay; signed lines of a London slip to be notified; a basis to be declared; the diary of a claim. */
      reason: z.enum(['APPROVE', 'REJECTED', 'PAY', 'NOTIFY', 'DECLARE', 'DIARY']),
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
});
