import type { LineStage } from '../../../domain/policies/line-stages.ts';
import type { Rate } from '../../../domain/values/rate.ts';
import type { Tone } from '../../ui/Badge.tsx';

/** How far a line or a slip has come, in colour. */
export const STAGE_TONES: Record<LineStage, Tone> = {
  OFFERED: 'neutral',
  QUOTED: 'info',
  WRITTEN: 'warn',
  SIGNED: 'good',
};

type Placing = 'OVER' | 'FULL' | 'UNDER';

/** How the written lines stand to the order. */
export const PLACING: Record<Placing, { label: string; tone: Tone }> = {
  OVER: { label: 'Over-placed', tone: 'info' },
  FULL: { label: 'Fully placed', tone: 'good' },
  UNDER: { label: 'Under-placed', tone: 'warn' },
};

export function placingOf({ over, short }: { over: Rate; short: Rate }): Placing {
  if (short > 0n) return 'UNDER';
  return over > 0n ? 'OVER' : 'FULL';
}
