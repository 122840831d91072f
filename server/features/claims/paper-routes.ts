import * as contract from '../../../domain/claims/papers.ts';
import type { Decoded } from '../../../domain/endpoint.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { type Route, serve } from '../../platform/http/mount.ts';
import type { Services } from '../../services.ts';
import { rendering, storeDocument, storeSeveral } from '../documents/store.ts';
import { policyAtLoss } from './at-loss.ts';
import { adviceDue } from './large.ts';
import { claimStatementPlans, lossAdvicePlans, salvageNotePlans } from './loss-papers.ts';
import { lockClaim } from './queries.ts';

/** What the securities of a large loss know of it now: from there each rise by 25 % proposes an advice. C18. */
async function keepAdvised(ctx: Ctx, id: number): Promise<void> {
  const claim = await lockClaim(ctx, id);
  const atLoss = await policyAtLoss(ctx, claim.policy_id, claim.loss_date);
  const advised = await adviceDue(ctx, claim, atLoss);
  if (advised === null) return;
  await ctx.db.updateTable('claims').set({ advised }).where('id', '=', claim.id).execute();
}

async function adviseLoss(ctx: Ctx, { query }: Decoded<typeof contract.makeLossAdvice>, made: unknown) {
  const stored = await storeSeveral(ctx, made);
  if ((query.security ?? '').trim() === '') await keepAdvised(ctx, query.id);
  return stored;
}

/** The papers of claims besides their invoices. */
export function claimPaperRoutes(services: Services): Route[] {
  return [
    serve(contract.makeLossAdvice, adviseLoss, rendering(services, lossAdvicePlans)),
    serve(
      contract.makeClaimStatement,
      (ctx, _input, made) => storeDocument(ctx, made),
      rendering(services, claimStatementPlans),
    ),
    serve(
      contract.makeSalvageNotes,
      (ctx, _input, made) => storeSeveral(ctx, made),
      rendering(services, salvageNotePlans),
    ),
  ];
}
