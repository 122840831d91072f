import type { EndorsementType } from '../endorsements/endorsements.ts';
import { AppError, invalid } from '../errors.ts';
import type { Day } from '../values/day.ts';
import { sum } from '../values/money.ts';
import { formatRate, type Rate } from '../values/rate.ts';

/** A claim on a policy that is to be endorsed or disabled; amounts ours, in minor units. C19. */
export type ClaimOnPolicy = {
  number: string;
  lossOn: Day;
  /** Pending, or approved and not closed. */
  open: boolean;
  called: bigint;
  paid: bigint;
  /** Our share of an approved one, in % of 100 %, where it is what the lines made at the date of loss; null of any other. C1. */
  share: Rate | null;
};
/** `order` is what the lines of a change of securities come to, in % of 100 %. */
type Endorsing = { type: EndorsementType; date: Day; order?: Rate | undefined };

/** What claims ask to know of an endorsement as it was typed. C19. */
export const endorsingOf = (
  { endorsement_type: type, effective_date: date }: { endorsement_type: EndorsementType; effective_date: Day },
  { securities }: { securities?: readonly { share: Rate }[] | null | undefined },
): Endorsing => ({ type, date, ...(securities && { order: sum(securities.map((one) => one.share)) }) });

const GIVES_BACK: ReadonlySet<EndorsementType> = new Set(['RP', 'CANCEL_PRORATA', 'CANCEL_SHORT']);

/** What a claim refuses of an endorsement, or null. C19. */
export function claimRefusal({ type, date, order }: Endorsing, claims: readonly ClaimOnPolicy[]): string | null {
  const called = claims.filter((claim) => claim.called > 0n);
  if (type === 'CANCEL_FLAT') {
    const [first] = called;
    return first ? `${first.number} was called: the policy cannot be cancelled from its first day.` : null;
  }
  if (type !== 'SEC') return null;
  const borne = called.find((claim) => date <= claim.lossOn);
  if (borne) return `${borne.number} was called of the securities at its date of loss: choose a day after it.`;
  const held = claims.find(({ share, lossOn }) => date <= lossOn && share !== null && share !== order);
  if (!held?.share || order === undefined) return null;
  const shares = `${formatRate(held.share)}% of its loss is ours, and these lines would bear ${formatRate(order)}%`;
  return `${held.number} is approved: ${shares}. Choose a day after it, or disable the claim and enter it again.`;
}

/** Why premium is given back for a reason alone, or null: a claim is open, or was paid. C19. */
export function claimReason({ type }: Pick<Endorsing, 'type'>, claims: readonly ClaimOnPolicy[]): string | null {
  if (!GIVES_BACK.has(type)) return null;
  const claim = claims.find((one) => one.open) ?? claims.find((one) => one.paid > 0n);
  if (!claim) return null;
  const what = claim.open ? 'is open' : 'was paid';
  return `${claim.number} ${what}: say why premium is given back.`;
}

/** Refuses what a claim forbids. Throws CLAIMED; VALIDATION where it asks for a reason. C19. */
export function assertClaimsAllow(
  endorsing: Endorsing,
  claims: readonly ClaimOnPolicy[],
  decision: { reason: string | undefined } | null,
): void {
  const refusal = claimRefusal(endorsing, claims);
  if (refusal !== null) throw new AppError('CLAIMED', { why: refusal });
  const needed = decision === null ? null : claimReason(endorsing, claims);
  if (needed !== null && (decision?.reason ?? '').trim() === '') throw invalid({ field: 'reason', message: needed });
}

/** An approved policy is not disabled once something was called. Throws CLAIMED. C19. */
export function assertNothingCalled(claims: readonly ClaimOnPolicy[]): void {
  const called = claims.find((claim) => claim.called > 0n);
  if (called) throw new AppError('CLAIMED', { why: `${called.number} was called: the policy cannot be disabled.` });
}
