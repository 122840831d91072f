/** What a placement says of its claims: how its limit holds, which losses it covers, when and how fast they are paid. C3, C12, C14, C17. */
import * as z from 'zod/mini';
import { LIMIT_BASES, type LimitBasis } from '../claims/states.ts';
import type { FieldError } from '../errors.ts';
import { readPositive } from '../ledger/amounts.ts';
import type { Day } from '../values/day.ts';
import { formatAmount } from '../values/money.ts';
import type { Rate } from '../values/rate.ts';
import { amount, amountOut, optionalDay, rate, rateOut } from '../wire.ts';

/** Which losses are covered: those that happen in the period, or those that are claimed in it. C17. */
export const COVER_TRIGGERS = ['OCCURRENCE', 'CLAIMS_MADE'] as const;
export type CoverTrigger = (typeof COVER_TRIGGERS)[number];
export const COVER_TRIGGER_LABELS: Record<CoverTrigger, string> = {
  OCCURRENCE: 'Losses occurring',
  CLAIMS_MADE: 'Claims made',
};

/** The terms as a form and a page name them, in their order. */
export const CLAIM_TERMS = {
  limit_basis: 'Limit',
  fees_within_limit: 'Fees count towards the limit',
  cover_trigger: 'Losses covered',
  retroactive_on: 'Retroactive date',
  notification_days: 'To be notified in',
  cash_loss_limit: 'Cash-loss limit',
  reinstatement_percent: 'Reinstatement premium, %',
  reinstatement_as_to_time: 'Reinstatement as to time',
} as const satisfies Record<keyof ClaimTerms, string>;

const DAYS = 'Days must be from 1 to 3,650.';
/** As typed; what is left out is the usual: each loss, losses occurring, no reinstatement. */
export const claimTermsBody = z.object({
  limit_basis: z.optional(z.enum(LIMIT_BASES, 'Choose how the limit holds.')),
  fees_within_limit: z.optional(z.boolean()),
  reinstatement_percent: z.optional(z.nullable(rate('Enter a percentage from 0 to 1,000.', { max: 1_000_000_000n }))),
  reinstatement_as_to_time: z.optional(z.boolean()),
  cover_trigger: z.optional(z.enum(COVER_TRIGGERS, 'Choose which losses are covered.')),
  retroactive_on: z.optional(optionalDay),
  notification_days: z.optional(z.nullable(z.int(DAYS).check(z.minimum(1, DAYS), z.maximum(3650, DAYS)))),
  cash_loss_limit: z.optional(z.nullable(amount('Cash-loss limit must be more than 0.'))),
});
export const claimTermsReply = z.object({
  limit_basis: z.enum(LIMIT_BASES),
  fees_within_limit: z.boolean(),
  reinstatement_percent: z.nullable(rateOut),
  reinstatement_as_to_time: z.boolean(),
  cover_trigger: z.enum(COVER_TRIGGERS),
  retroactive_on: z.nullable(z.string()),
  notification_days: z.nullable(z.int()),
  cash_loss_limit: z.nullable(amountOut),
});

/** The same as it is kept; the cash-loss limit in minor units of the placement's currency. */
export type ClaimTerms = {
  limit_basis: LimitBasis;
  fees_within_limit: boolean;
  reinstatement_percent: Rate | null;
  reinstatement_as_to_time: boolean;
  cover_trigger: CoverTrigger;
  retroactive_on: Day | null;
  notification_days: number | null;
  cash_loss_limit: bigint | null;
};

type Typed = z.output<typeof claimTermsBody>;
type Of = { currency: string; start: Day };

function faultsOf({ cover_trigger: trigger, retroactive_on: from }: Typed, { start }: Of): FieldError[] {
  if (typeof from !== 'string') return [];
  const field = 'claim_terms.retroactive_on';
  if (trigger !== 'CLAIMS_MADE') return [{ field, message: 'Only a claims-made policy has a retroactive date.' }];
  return from > start ? [{ field, message: 'The retroactive date cannot be after the first day of cover.' }] : [];
}

/** Reads what a placement says of its claims, with the faults of what is wrong. §8. */
export function readClaimTerms(typed: Typed, of: Of): { terms: ClaimTerms; faults: FieldError[] } {
  const { cash_loss_limit: limit = null } = typed;
  const cash = limit === null ? null : readPositive(limit, of.currency);
  const faults = faultsOf(typed, of);
  if (typeof cash === 'string')
    faults.push({ field: 'claim_terms.cash_loss_limit', message: cash.replace(/^Amount/, 'Cash-loss limit') });
  return {
    faults,
    terms: {
      limit_basis: typed.limit_basis ?? 'EACH_LOSS',
      fees_within_limit: typed.fees_within_limit ?? false,
      reinstatement_percent: typed.reinstatement_percent ?? null,
      reinstatement_as_to_time: typed.reinstatement_as_to_time ?? false,
      cover_trigger: typed.cover_trigger ?? 'OCCURRENCE',
      retroactive_on: typed.retroactive_on ?? null,
      notification_days: typed.notification_days ?? null,
      cash_loss_limit: typeof cash === 'bigint' ? cash : null,
    },
  };
}

/** What a placement says of its claims, as its page shows it. */
export const shownClaimTerms = (terms: ClaimTerms, currency: string): z.output<typeof claimTermsReply> => ({
  ...terms,
  cash_loss_limit: terms.cash_loss_limit === null ? null : formatAmount(terms.cash_loss_limit, currency),
});
