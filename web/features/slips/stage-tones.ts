import type { LineStage } from '../../../domain/slips/line-stages.ts';
import { PLACING_LABELS, type Placing } from '../../../domain/placements/tables.ts';
import type { Rate } from '../../../domain/values/rate.ts';
import type { Tone } from '../../ui/marks/Badge.tsx';

/** How far a line or a slip has come, in colour. */
export const STAGE_TONES: Record<LineStage, Tone> = {
  OFFERED: 'neutral',
  QUOTED: 'info',
  WRITTEN: 'warn',
  SIGNED: 'good',
};

/** How the written lines compare with the order. */
export const PLACING: Record<Placing, { label: string; tone: Tone }> = {
  OVER: { label: PLACING_LABELS.OVER, tone: 'info' },
  FULL: { label: PLACING_LABELS.FULL, tone: 'good' },
  UNDER: { label: PLACING_LABELS.UNDER, tone: 'warn' },
};

export function placingOf({ over, short }: { over: Rate; short: Rate }): Placing {
  if (short > 0n) return 'UNDER';
  return over > 0n ? 'OVER' : 'FULL';
}
