import { sql } from 'kysely';
import { type CoverAtLoss, coverWarnings, twinDays } from '../../../domain/claims/cover.ts';
import type { PolicyLimit } from '../../../domain/claims/limits.ts';
import type { ClaimStatus, LimitBasis } from '../../../domain/claims/states.ts';
import { linesOn } from '../../../domain/endorsements/layers.ts';
import {
  openUnderWarranty,
  type SettledInstalment,
  type Warranty,
  warrantyDay,
} from '../../../domain/placements/instalments.ts';
import type { Placement } from '../../../domain/placements/placement.ts';
import { type Day, laterOf } from '../../../domain/values/day.ts';
import { sum } from '../../../domain/values/money.ts';
import { convert, PAR, type Rate } from '../../../domain/values/rate.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { reinstatedOn } from '../endorsements/reinstatement.ts';
import { claimTermsOf } from '../placements/claim-terms.ts';
import { placementAt } from '../placements/placement.ts';

type LineAtLoss = { securityId: number; name: string; line: Rate };

/** A policy as at a date of loss: what bears the loss, what limits it, and what the policy asks of a claim. C1, C3. */
export type AtLoss = {
  placement: Placement;
  lossOn: Day;
  lines: LineAtLoss[];
  /** Σ lines. */
  share: Rate;
  sumInsured: bigint;
  limitBasis: LimitBasis;
  feesWithin: boolean;
  cashLossLimit: bigint | null;
  notificationDays: number | null;
  retroactiveOn: Day | null;
};

/** Reads a policy as at a date of loss; a loss before its first day is borne by its first lines. C1. */
export async function policyAtLoss(ctx: Ctx, policyId: number, lossOn: Day): Promise<AtLoss> {
  const [placement, terms] = await Promise.all([
    placementAt(ctx, { id: policyId }, lossOn),
    claimTermsOf(ctx, policyId),
  ]);
  const names = new Map(placement.securities.map((one) => [one.securityId, one.name]));
  const day = laterOf(lossOn, placement.original.period.start);
  const lines = linesOn(placement.stack, day).map(({ securityId, share }) => ({
    securityId,
    name: names.get(securityId) ?? '',
    line: share,
  }));
  return {
    placement,
    lossOn,
    lines,
    share: sum(lines.map((one) => one.line)),
    sumInsured: placement.current.sumInsured,
    limitBasis: terms.limit_basis,
    feesWithin: terms.fees_within_limit,
    cashLossLimit: terms.cash_loss_limit,
    notificationDays: terms.notification_days,
    retroactiveOn: terms.retroactive_on,
  };
}

/** Whether all that a warranty asks for was settled by its day, whatever was settled or taken back since. C17. */
async function settledInTime(ctx: Ctx, policyId: number, due: { warranty: Warranty; start: Day }): Promise<boolean> {
  const day = warrantyDay(due.warranty, due.start);
  const { rows } = await sql<SettledInstalment>`
    select i.sequence, i.due_on as "dueOn", i.amount,
      coalesce((select sum(s.amount) from settlements s where s.item_id = i.id and s.day <= ${day}), 0)::bigint as settled
    from notes n join open_items i on i.note_id = n.id
    where n.policy_id = ${policyId} and n.branch_id = any(${[...ctx.scope]}::int[]) and n.endorsement_id is null
      and n.debit_note_id is null and n.purpose = 'PREMIUM' and n.status = 'ISSUED'
    order by i.due_on, i.sequence`.execute(ctx.db);
  return openUnderWarranty(rows, day) <= 0n;
}

/** What a loss raises against the cover of its policy. C17. */
export async function warningsOf(ctx: Ctx, atLoss: AtLoss, notifiedOn: Day) {
  const { placement, lossOn, retroactiveOn, notificationDays } = atLoss;
  const { warranty, current, cancelledFrom } = placement;
  const { start } = placement.original.period;
  const cover: CoverAtLoss = {
    period: { start, end: current.period.end },
    cancelledFrom,
    retroactiveOn,
    notificationDays,
    warranty,
    settledInTime: warranty === null || (await settledInTime(ctx, placement.id, { warranty, start })),
  };
  return coverWarnings(cover, { lossOn, notifiedOn });
}

/** What the policy's other claims have used of its limit, and what was put back of it, in its currency. C3. */
export async function limitOf(ctx: Ctx, atLoss: AtLoss, claimId: number | null): Promise<PolicyLimit> {
  const { placement, limitBasis, sumInsured, feesWithin } = atLoss;
  const [rows, reinstated] = await Promise.all([
    ctx.db
      .selectFrom('claims')
      .select(['currency', 'incurred', 'fees', 'exchange_rate'])
      .where('policy_id', '=', placement.id)
      .where('branch_id', 'in', ctx.scope)
      .where('status', '=', 'APPROVED')
      .where('id', '!=', claimId ?? 0)
      .execute(),
    reinstatedOn(ctx, placement.id),
  ]);
  const used = rows.map(({ currency, incurred, fees, exchange_rate: rate }) =>
    convert(feesWithin ? incurred + fees : incurred, { from: currency, to: placement.currency, rate: rate ?? PAR }),
  );
  return { basis: limitBasis, sumInsured, reinstated, others: used, feesWithin };
}

/** Claims of a policy with a loss within three days of this one: perhaps the same. */
export async function twinsOf(ctx: Ctx, loss: { policyId: number; lossOn: Day; claimId: number | null }) {
  const { from, to } = twinDays(loss.lossOn);
  const rows = await ctx.db
    .selectFrom('claims')
    .select(['id', 'number', 'loss_date', 'description', 'status', 'currency', 'claim_reserve'])
    .where('policy_id', '=', loss.policyId)
    .where('branch_id', 'in', ctx.scope)
    .where('status', '!=', 'DISABLED')
    .where('loss_date', '>=', from)
    .where('loss_date', '<=', to)
    .where('id', '!=', loss.claimId ?? 0)
    .orderBy('loss_date')
    .orderBy('id')
    .limit(20)
    .execute();
  return rows.map((row) => ({ ...row, status: row.status as ClaimStatus }));
}
