import type { WireReply } from '../../../domain/endpoint.ts';
import type { getAdjustment } from '../../../domain/adjustments/contract.ts';

export type AdjustmentRecord = WireReply<typeof getAdjustment>;

/** What an adjustment is called: its number once approved, before that the draft's own. */
export function adjustmentName(adjustment: { id: number; number: string | null }): string {
  return adjustment.number ?? `Adjustment #${adjustment.id}`;
}
