import type { Moving } from './movements.ts';
import type { Agreement, LossKind } from './states.ts';

/** The thresholds of the market until the firm dates its own, in minor units of their currency. C13. */
export const MARKET_THRESHOLDS: Readonly<Record<LossKind, { currency: 'GBP'; amount: bigint }>> = {
  FIRST_PARTY: { currency: 'GBP', amount: 200_000_000n },
  THIRD_PARTY: { currency: 'GBP', amount: 100_000_000n },
  NON_PROPORTIONAL: { currency: 'GBP', amount: 500_000_000n },
};

/** What decides who agrees a claim in London, in minor units of the currency of the thresholds. C13. */
export type AgreementTerms = {
  /** The slip's leader and its second lead; null where it names none. */
  leader: number | null;
  second: number | null;
  lossKind: LossKind;
  /** The claim at 100 %; null where it cannot be converted, and counts as above. */
  amount: bigint | null;
  /** From which amount two parties agree it. */
  thresholds: Readonly<Record<LossKind, bigint>>;
  /** Up to which amount one party alone agrees it; null where the slip has no single-agreement clause. */
  singleLimit: bigint | null;
  disputed: boolean;
};

/**
 * The securities that must agree a movement of a London claim: the leader alone, or with the second lead from the
 * threshold or when it is disputed, but one alone within the single-agreement clause. C13.
 */
export function londonParties(terms: AgreementTerms): number[] {
  const { leader, second, amount, singleLimit, disputed } = terms;
  if (leader === null) return second === null ? [] : [second];
  if (second === null || second === leader) return [leader];
  if (!disputed && singleLimit !== null && amount !== null && amount <= singleLimit) return [leader];
  const above = amount === null || amount >= terms.thresholds[terms.lossKind];
  return above || disputed ? [leader, second] : [leader];
}

/** A local claim is agreed by each security for itself. C13. */
export const localParties = (lines: readonly { securityId: number }[]): number[] => lines.map((one) => one.securityId);

/** How a movement is agreed: by all who must, by some, or denied by one of them. C13. */
export function agreementOf(answers: readonly { required: boolean; answer: Agreement }[]): Agreement {
  const required = answers.filter((one) => one.required);
  if (required.some((one) => one.answer === 'DENIED')) return 'DENIED';
  if (required.some((one) => one.answer === 'DISPUTED')) return 'DISPUTED';
  return required.length > 0 && required.every((one) => one.answer === 'AGREED') ? 'AGREED' : 'ASKED';
}

/**
 * Whether a movement asks of the securities what it asked before: the same amount for the same, of the same payers. What they answered to it is their answer then;
 * to another they have answered nothing yet. C13.
 */
export const asksTheSame = (a: Moving, b: Moving): boolean =>
  a.type === b.type &&
  a.amount === b.amount &&
  a.exGratia === b.exGratia &&
  a.agreed.length === b.agreed.length &&
  a.agreed.every((security) => b.agreed.includes(security));
