import type { WireReply } from '../../../domain/endpoint.ts';
import type { getAdjustment } from '../../../domain/adjustments/contract.ts';
import type { AdjustmentKind } from '../../../domain/adjustments/kinds.ts';
import { atId, paths } from '../../paths.ts';

export type AdjustmentRecord = WireReply<typeof getAdjustment>;

/** What an adjustment is called: its number once approved, before that the draft's own. */
export function adjustmentName(adjustment: { id: number; number: string | null }): string {
  return adjustment.number ?? `Adjustment #${adjustment.id}`;
}

/** Its form; that of a net settlement is a dialog on its page. */
export const adjustmentEdit = ({ id, kind }: { id: number; kind: AdjustmentKind }): string | undefined =>
  kind === 'NET_SETTLEMENT' ? undefined : atId(paths.adjustmentEdit, id);
