import { AppError } from '../errors.ts';
import { addDays, type Day, daysBetween } from '../values/day.ts';
import { type CurrencyCode, showMoney, sum } from '../values/money.ts';
import { convert, type ExchangeRate } from '../values/rate.ts';
import type { LimitBasis } from './states.ts';

/** The currency that a claim is kept in, and its rate to the policy's, which limit and excess alone are held against. C4. */
export type ClaimCurrency = { currency: CurrencyCode; policyCurrency: CurrencyCode; rate: ExchangeRate };

/** A claim's amount in minor units of the policy's currency. C4. */
export function inPolicyCurrency(amount: bigint, { currency, policyCurrency, rate }: ClaimCurrency): bigint {
  return convert(amount, { from: currency, to: policyCurrency, rate });
}

/** What holds a policy's claims, in minor units of its currency: at the date of loss, and what others have used of it. C3. */
export type PolicyLimit = {
  basis: LimitBasis;
  sumInsured: bigint;
  reinstated: bigint;
  /** Incurred of the policy's other claims. */
  others: readonly bigint[];
  /** Whether fees count towards it. */
  feesWithin: boolean;
};

/** What the limit leaves to one claim; below nothing where others have used more than all of it. C3. */
export function limitFor(limit: PolicyLimit): bigint {
  return limit.basis === 'EACH_LOSS' ? limit.sumInsured : limit.sumInsured + limit.reinstated - sum(limit.others);
}

/** What of a claim counts towards the limit, at 100 % in its own currency. C3. */
export const towardsLimit = (
  claim: { incurred: bigint; fees: bigint },
  { feesWithin }: Pick<PolicyLimit, 'feesWithin'>,
) => (feesWithin ? claim.incurred + claim.fees : claim.incurred);

/** Says that a claim is above what its limit leaves, or nothing. §8 claim reserve. */
export function limitWarning(claim: bigint, limit: PolicyLimit, currency: ClaimCurrency): string | null {
  const held = inPolicyCurrency(claim, currency);
  const left = limitFor(limit);
  if (held <= left) return null;
  if (limit.basis === 'EACH_LOSS') return 'Reserve exceeds the sum insured.';
  const shown = showMoney({ amount: left > 0n ? left : 0n, currency: currency.policyCurrency });
  return `Reserve exceeds the sum insured: other claims leave ${shown} of it.`;
}

/** What is called is held to the limit. Throws OVER_LIMIT. C3, §8. */
export function assertWithinLimit(claim: bigint, limit: PolicyLimit, currency: ClaimCurrency): void {
  const left = limitFor(limit);
  if (inPolicyCurrency(claim, currency) <= left) return;
  const shown = showMoney({ amount: left > 0n ? left : 0n, currency: currency.policyCurrency });
  throw new AppError('OVER_LIMIT', { left: shown });
}

/** What of the limit a claim has used and nothing has put back yet: all amounts in minor units of the policy's currency. C12. */
export function leftToReinstate(claim: { incurred: bigint; sumInsured: bigint; reinstated: bigint }): bigint {
  const { incurred, sumInsured, reinstated } = claim;
  const left = (incurred < sumInsured ? incurred : sumInsured) - reinstated;
  return left > 0n ? left : 0n;
}
export const OVER_REINSTATED = 'More than the claim used of the limit.';

/** Days that a call above the policy's cash-loss limit is due in. C14. */
export const CASH_LOSS_DAYS = 15;
/** How long before a planned day of simultaneous payment the securities are to know of it. C14. */
const NOTICE_DAYS = 14;

type Calling = {
  approvedOn: Day;
  /** The firm's days for claims. */
  claimDays: number;
  /** The reinsured's own planned day of simultaneous payment. */
  plannedOn: Day | null;
  /** The call at 100 %, in the policy's currency. */
  amount: bigint;
  cashLossLimit: bigint | null;
};

/** The day on which the securities' parts of a call are due. C14. */
export function callDueOn({ approvedOn, claimDays, plannedOn, amount, cashLossLimit }: Calling): Day {
  if (plannedOn !== null) return plannedOn;
  const days = cashLossLimit !== null && amount > cashLossLimit ? CASH_LOSS_DAYS : claimDays;
  return addDays(approvedOn, days);
}

/** Says that the securities would know of a planned day too late, or nothing. C14. */
export function noticeWarning(plannedOn: Day | null, approvedOn: Day): string | null {
  if (plannedOn === null || daysBetween(approvedOn, plannedOn) >= NOTICE_DAYS) return null;
  return `Securities need ${NOTICE_DAYS} days’ notice of simultaneous payment.`;
}
