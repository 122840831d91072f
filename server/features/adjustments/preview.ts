import type { previewAdjustment } from '../../../domain/adjustments/contract.ts';
import type { Reply } from '../../../domain/endpoint.ts';
import { AppError } from '../../../domain/errors.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { bookedOn, decisionHead } from '../decisions.ts';
import { exchangeWarnings, journalPreview } from '../ledger/preview.ts';
import { planOf } from './plan.ts';
import { ADJUSTMENT_STEPS } from './money.ts';
import { readAdjustment } from './queries.ts';

type Preview = Reply<typeof previewAdjustment>;

/** What approving this adjustment will do; where it no longer fits its note, the refusal's own sentence instead. §4 */
export async function adjustmentPreview(ctx: Ctx, id: number, chosen: Day | undefined): Promise<Preview> {
  const adjustment = await readAdjustment(ctx, id);
  const day = await bookedOn(ctx, ADJUSTMENT_STEPS, { record: adjustment, chosen });
  const head = { ...(await decisionHead(ctx, { ...ADJUSTMENT_STEPS, day }, adjustment)), notes: [] };
  if (adjustment.number !== null) return { ...head, warnings: [], journal: [] };
  try {
    const { lines, madeGood } = await planOf(ctx, adjustment, { lock: false, day });
    const shown = [...lines, ...madeGood].filter((line) => line.amount !== 0n);
    const warnings = exchangeWarnings(lines, ctx.firm.baseCurrency);
    return { ...head, warnings, journal: await journalPreview(ctx, shown, adjustment.currency) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...head, warnings: [error.errors[0]?.message ?? error.message], journal: [] };
  }
}
