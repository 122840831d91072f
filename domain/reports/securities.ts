import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { amountOut, branchParam, listQuery, rateOut, recordId, ref } from '../wire.ts';

/** What a security has of a placement, signed: what is given back by an endorsement is negative. */
const figures = {
  sharepremium: amountOut,
  commission: amountOut,
  brokerage: amountOut,
  tax: amountOut,
  deductions: amountOut,
  netpayable: amountOut,
  /** Paid to the security, or set off against a return. */
  paid: amountOut,
  balance: amountOut,
};

export const scheduleRow = z.object({
  security: ref,
  /** The number of the endorsement; null for the original. */
  endorsement: z.nullable(z.string()),
  effective_date: z.string(),
  /** The signed line, % of the whole, from that day on. */
  share: rateOut,
  ...figures,
  /** Null before approval, and where an endorsement moved no money. */
  note: z.nullable(z.object({ id: recordId, number: z.string() })),
  due_on: z.nullable(z.string()),
});

/** Schedule of securities of one policy (§6): lines, nets, paid, balance, by the original and each approved endorsement. */
export const scheduleOfSecurities = endpoint({
  method: 'GET',
  path: `${SCA}/underwriting/ss`,
  access: 'policies.view',
  effect: 'read',
  summary: 'Schedule of securities of one policy or slip: lines, nets, paid and balance, endorsements with them.',
  query: z.object({
    param: z
      .string('Choose a policy.')
      .check(z.trim(), z.minLength(1, 'Choose a policy.'), z.maxLength(40, 'Choose a policy.')),
    branch: branchParam,
    format: listQuery.format,
  }),
  reply: z.object({
    policy: ref,
    currency: z.string(),
    data: z.array(scheduleRow),
    /** Each security with all of its rows, its line as it stands now. */
    securities: z.array(z.object({ security: ref, share: rateOut, ...figures })),
    total: z.object(figures),
  }),
});
