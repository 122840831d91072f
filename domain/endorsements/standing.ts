/** A policy as its approved endorsements have made it, on any day. §2 Endorsements. */
import * as z from 'zod/mini';
import { endpoint, SCA } from '../endpoint.ts';
import { INSTALMENT_STATES, type InstalmentState } from './replan.ts';
import { COVERS } from '../placements/states.ts';
import { ENDORSEMENT_TYPES } from './endorsements.ts';
import { amountOut, dayParam, idText, rateOut, recordId, ref } from '../wire.ts';
import { endorsementTotals } from './contract.ts';

const instalmentStates = Object.keys(INSTALMENT_STATES) as [InstalmentState, ...InstalmentState[]];

export const paymentSchedule = endpoint({
  method: 'GET',
  path: `${SCA}/endorsement/schedule`,
  access: 'policies.view',
  effect: 'read',
  summary:
    'The instalments of what the reinsured owes on a policy as they stand: settled, set off, not to be collected, cancelled, moved by which endorsement.',
  query: z.object({ policy: idText }),
  reply: z.object({
    currency: z.string(),
    /** What an endorsement may put on other days: open on the original and not due. */
    not_due: amountOut,
    instalments: z.array(
      z.object({
        id: recordId,
        note: ref,
        endorsement: z.nullable(ref),
        due_on: z.string(),
        amount: amountOut,
        set_off: amountOut,
        /** Written back, as it cannot be collected: paid by nobody. G9. */
        uncollectable: amountOut,
        paid: amountOut,
        outstanding: amountOut,
        state: z.enum(instalmentStates),
        changed_by: z.nullable(ref),
      }),
    ),
  }),
});

/** The original or an endorsement with what it brought; `standing` says whether the totals have it in them. */
const part = z.object({
  endorsement: z.nullable(recordId),
  number: z.string(),
  endorsementtype: z.enum(ENDORSEMENT_TYPES),
  effective_date: z.string(),
  standing: z.boolean(),
  ...endorsementTotals.shape,
});

const placedLine = z.object({
  security: ref,
  resident: z.boolean(),
  share: rateOut,
  commission: rateOut,
  brokerage: rateOut,
});

export const policyStanding = endpoint({
  method: 'GET',
  path: `${SCA}/endorsement/standing`,
  access: 'policies.view',
  effect: 'read',
  oneRecord: true,
  summary:
    'An approved policy as at a day, or with all its endorsements: what each part brought, per security, and who bears it from when.',
  query: z.object({ policy: idText, asat: dayParam }),
  reply: z.object({
    asat: z.nullable(z.string()),
    currency: z.string(),
    cover: z.nullable(z.enum(COVERS)),
    sum_insured: amountOut,
    insurance_end_date: z.string(),
    cancelled_from: z.nullable(z.string()),
    parts: z.array(part),
    totals: endorsementTotals,
    /** Of all standing parts, signed lines as on the day; one that only gave back has a share of nothing. */
    securities: z.array(
      z.object({
        security: ref,
        share: rateOut,
        sharepremium: amountOut,
        commission: amountOut,
        brokerage: amountOut,
        tax: amountOut,
        tax_of_reinsured: amountOut,
        deductions: amountOut,
        netpayable: amountOut,
      }),
    ),
    /** The lines in the order of the days from which they hold; `until` is null for those that hold to the end. */
    placements: z.array(
      z.object({
        from: z.string(),
        until: z.nullable(z.string()),
        number: z.nullable(z.string()),
        in_force: z.boolean(),
        lines: z.array(placedLine),
      }),
    ),
  }),
});
