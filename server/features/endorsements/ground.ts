import type { Ground } from '../../../domain/endorsements/bases.ts';
import type { History } from '../../../domain/endorsements/replaying.ts';
import { taxesAt } from '../../../domain/placements/tax-place.ts';
import type { Placement } from '../../../domain/placements/placement.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { taxRulesOn } from '../placements/queries.ts';

/** A policy as first approved with its approved endorsements, for what takes effect before one of them. */
export const historyOf = ({ first, original, endorsements }: Placement): History => ({
  first,
  sumInsured: original.sumInsured,
  approved: endorsements,
});

/** What an endorsement of a policy from this day is worked out on: the policy with all its approved endorsements. */
export async function groundOf(
  ctx: Ctx,
  { stack, original, current, adjustment, branch, riskCountry: country, currency }: Placement,
  date: Day,
): Promise<Ground> {
  const firm = await ctx.db.selectFrom('firm').select('short_rate').executeTakeFirstOrThrow();
  return {
    stack,
    original: { premium: original.premium, sumInsured: original.sumInsured },
    sumInsured: current.sumInsured,
    adjustment,
    shortRate: firm.short_rate,
    taxes: taxesAt(await taxRulesOn(ctx, date), { branchId: branch.id, country, currency }),
  };
}
