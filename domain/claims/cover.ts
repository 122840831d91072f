import { type Warranty, WARRANTY_LABELS, warrantyDay } from '../placements/instalments.ts';
import { addDays, type Day, daysBetween, showDay } from '../values/day.ts';

/** The rules that a loss is checked against; each warns and none refuses. C17, §8 date of loss. */
export const COVER_RULES = ['PERIOD', 'RETROACTIVE', 'CANCELLED', 'WARRANTY', 'CONDITION', 'NOTIFICATION'] as const;
export type CoverRule = (typeof COVER_RULES)[number];
type CoverWarning = { rule: CoverRule; sentence: string };

/** A policy as at a date of loss. */
export type CoverAtLoss = {
  period: { start: Day; end: Day };
  cancelledFrom: Day | null;
  /** Claims made: losses before this day are not covered. */
  retroactiveOn: Day | null;
  notificationDays: number | null;
  warranty: Warranty | null;
  /** Whether all that the warranty asks for was settled by its day. */
  settledInTime: boolean;
};
type Loss = { lossOn: Day; notifiedOn: Day };

const OUTSIDE = 'Date of loss is outside the period of insurance.';

function periodWarnings({ period, cancelledFrom, retroactiveOn }: CoverAtLoss, { lossOn }: Loss): CoverWarning[] {
  const warnings: CoverWarning[] = [];
  if (lossOn < period.start && (retroactiveOn === null || lossOn < retroactiveOn))
    warnings.push(
      retroactiveOn === null
        ? { rule: 'PERIOD', sentence: OUTSIDE }
        : { rule: 'RETROACTIVE', sentence: `${OUTSIDE} Cover reaches back to ${showDay(retroactiveOn)}.` },
    );
  if (cancelledFrom !== null && lossOn >= cancelledFrom)
    warnings.push({ rule: 'CANCELLED', sentence: `The policy was cancelled from ${showDay(cancelledFrom)}.` });
  else if (lossOn > period.end) warnings.push({ rule: 'PERIOD', sentence: OUTSIDE });
  return warnings;
}

// What is settled after the day cures neither; a loss before it is covered by either.
function warrantyWarnings({ warranty, settledInTime, period }: CoverAtLoss, { lossOn }: Loss): CoverWarning[] {
  if (warranty === null || settledInTime) return [];
  const day = warrantyDay(warranty, period.start);
  if (lossOn <= day) return [];
  return warranty.kind === 'PPW'
    ? [{ rule: 'WARRANTY', sentence: `${WARRANTY_LABELS.PPW} of ${showDay(day)} was not met: cover may be void.` }]
    : [{ rule: 'CONDITION', sentence: `Premium was not paid: cover ended on ${showDay(day)}.` }];
}

function notificationWarnings({ notificationDays }: CoverAtLoss, { lossOn, notifiedOn }: Loss): CoverWarning[] {
  if (notificationDays === null || notifiedOn <= addDays(lossOn, notificationDays)) return [];
  const days = daysBetween(lossOn, notifiedOn);
  const sentence = `Notified ${days} days after the loss; the policy allows ${notificationDays}.`;
  return [{ rule: 'NOTIFICATION', sentence }];
}

/** What a date of loss raises against the cover; the claim is kept all the same. C17. */
export function coverWarnings(cover: CoverAtLoss, loss: Loss): CoverWarning[] {
  return [...periodWarnings(cover, loss), ...warrantyWarnings(cover, loss), ...notificationWarnings(cover, loss)];
}

/** How far apart two losses of one policy may be and still look like the same one. */
const TWIN_DAYS = 3;
/** Whether two losses of one policy may be the same: within three days. */
export const mayBeTwins = (a: Day, b: Day): boolean => Math.abs(daysBetween(a, b)) <= TWIN_DAYS;
/** The days of loss that may be the same as this one. */
export const twinDays = (day: Day): { from: Day; to: Day } => ({
  from: addDays(day, -TWIN_DAYS),
  to: addDays(day, TWIN_DAYS),
});
