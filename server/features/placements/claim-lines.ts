import { linesOn, type PolicyStack } from '../../../domain/endorsements/layers.ts';
import { laterOf } from '../../../domain/values/day.ts';
import type { Rate } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';

type OfClaim = { id: number; branchId: number };

/** Keeps the lines that bear a claim, in place of those of before. C1. */
export async function keepClaimLines(
  ctx: Ctx,
  claim: OfClaim,
  lines: readonly { securityId: number; line: Rate }[],
): Promise<void> {
  await ctx.db.deleteFrom('claim_lines').where('claim_id', '=', claim.id).execute();
  if (lines.length === 0) return;
  await ctx.db
    .insertInto('claim_lines')
    .values(
      lines.map(({ securityId, line }, index) => ({
        branch_id: claim.branchId,
        claim_id: claim.id,
        security_id: securityId,
        position: index + 1,
        line,
      })),
    )
    .execute();
}

/** A change of securities before a loss of which nothing was called: its claim is borne by the lines as they are now. C1, C19. */
export async function renewClaimLines(ctx: Ctx, policyId: number, stack: PolicyStack): Promise<void> {
  const claims = await ctx.db
    .selectFrom('claims')
    .select(['id', 'branch_id', 'loss_date'])
    .where('policy_id', '=', policyId)
    .where('branch_id', 'in', ctx.scope)
    .where('status', '!=', 'DISABLED')
    .orderBy('id')
    .execute();
  for (const { id, branch_id: branchId, loss_date: lossOn } of claims) {
    const lines = linesOn(stack, laterOf(lossOn, stack.period.start));
    await keepClaimLines(
      ctx,
      { id, branchId },
      lines.map(({ securityId, share }) => ({ securityId, line: share })),
    );
  }
}
