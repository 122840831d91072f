import type { previewClaim } from '../../../domain/claims/contract.ts';
import type { Day } from '../../../domain/values/day.ts';
import { limitWarning } from '../../../domain/claims/limits.ts';
import type { Reply } from '../../../domain/endpoint.ts';
import { showDay } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { bookedOn, decisionHead, whyNot } from '../decisions.ts';
import { assertSharesHold, CLAIM_STEPS } from './actions.ts';
import { limitOf, policyAtLoss, twinsOf, warningsOf } from './at-loss.ts';
import { ADVISE, adviceDue } from './large.ts';
import { currencyOf, readClaim } from './queries.ts';

/** What approving this claim means: it posts nothing; its warnings are those of its cover, limit and likeness. §4. */
export async function claimPreview(ctx: Ctx, id: number, chosen: Day | undefined): Promise<Reply<typeof previewClaim>> {
  const claim = await readClaim(ctx, id);
  // It has a day of its own: another is refused.
  await bookedOn(ctx, CLAIM_STEPS, { record: claim, chosen });
  const atLoss = await policyAtLoss(ctx, claim.policy_id, claim.loss_date);
  const head = await decisionHead(ctx, CLAIM_STEPS, claim);
  const open = claim.status !== 'APPROVED' && claim.status !== 'DISABLED';
  const limit = await limitOf(ctx, atLoss, claim.id);
  const twins = await twinsOf(ctx, { policyId: claim.policy_id, lossOn: claim.loss_date, claimId: claim.id });
  const large = await adviceDue(ctx, claim, atLoss);
  const cover = await warningsOf(ctx, atLoss, claim.notified_on);
  const warnings = [
    ...cover.map((one) => one.sentence),
    limitWarning(claim.claim_reserve, limit, currencyOf(claim, atLoss)) ?? '',
    ...twins.map((one) => `${one.number} has a loss of ${showDay(one.loss_date)} on the same policy: is it this one?`),
    large === null ? '' : ADVISE,
  ].filter((one) => one !== '');
  return {
    ...head,
    why_not: head.why_not ?? (open ? await whyNot(() => assertSharesHold(ctx, claim)) : null),
    warnings: open ? warnings : [],
    notes: [],
    journal: [],
  };
}
