import type { EndorsementType } from '../endorsements/endorsements.ts';
import { AppError, invalid } from '../errors.ts';
import type { Day } from '../values/day.ts';

/** A claim on a policy that is to be endorsed or disabled; amounts ours, in minor units. C19. */
export type ClaimOnPolicy = {
  number: string;
  lossOn: Day;
  /** Pending, or approved and not closed. */
  open: boolean;
  called: bigint;
  paid: bigint;
};
type Endorsing = { type: EndorsementType; date: Day };

const GIVES_BACK: ReadonlySet<EndorsementType> = new Set(['RP', 'CANCEL_PRORATA', 'CANCEL_SHORT']);

/** What a claim refuses of an endorsement, or null. C19. */
export function claimRefusal({ type, date }: Endorsing, claims: readonly ClaimOnPolicy[]): string | null {
  const called = claims.filter((claim) => claim.called > 0n);
  if (type === 'CANCEL_FLAT') {
    const [first] = called;
    return first ? `${first.number} was called: the policy cannot be cancelled from its first day.` : null;
  }
  if (type !== 'SEC') return null;
  const borne = called.find((claim) => date <= claim.lossOn);
  return borne ? `${borne.number} was called of the securities at its date of loss: choose a day after it.` : null;
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
