import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { amountOut, branchParam, rateOut, ref, format } from '../wire.ts';
import { scheduleTable, scheduleTotals } from './tables.ts';

/** Schedule of securities of one policy (§6): lines, nets, paid, balance, by the original and each approved endorsement. */
export const scheduleOfSecurities = endpoint({
  method: 'GET',
  path: `${SCA}/underwriting/ss`,
  access: 'policies.view',
  effect: 'read',
  oneRecord: true,
  summary: 'Schedule of securities of one policy or slip: lines, nets, paid and balance, endorsements with them.',
  query: z.object({
    param: z
      .string('Choose a policy.')
      .check(z.trim(), z.minLength(1, 'Choose a policy.'), z.maxLength(40, 'Choose a policy.')),
    branch: branchParam,
    format,
  }),
  reply: z.object({
    policy: ref,
    currency: z.string(),
    data: z.array(scheduleTable.row),
    /** Each security with all of its rows, and its line as it is now: none of a security that has left. */
    securities: z.array(z.object({ security: ref, share: rateOut, ...scheduleTotals.row.shape })),
    total: scheduleTotals.row,
    /** What the claims of the policy called of each security, in the claims' own currency; null to who may not see claims. */
    claims: z.nullable(
      z.array(
        z.object({ security: ref, currency: z.string(), called: amountOut, collected: amountOut, open: amountOut }),
      ),
    ),
  }),
});
