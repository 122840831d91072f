import type { Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { notePlan, type Plan } from './booking.ts';
import { netPlan } from './netting.ts';
import type { Adjustment } from './queries.ts';

/** What approving an adjustment would do now, on its note alone or between its note and a claim; throws why it cannot be approved. */
export const planOf = (ctx: Ctx, adjustment: Adjustment, how: { lock: boolean; day: Day }): Promise<Plan> =>
  adjustment.kind === 'NET_SETTLEMENT' ? netPlan(ctx, adjustment, how) : notePlan(ctx, adjustment, how);
