import type { LineStage } from '../../../domain/policies/line-stages.ts';
import type { Tone } from '../../ui/Badge.tsx';

/** How far a line or a slip has come, in colour. */
export const STAGE_TONES: Record<LineStage, Tone> = {
  OFFERED: 'neutral',
  QUOTED: 'info',
  WRITTEN: 'warn',
  SIGNED: 'good',
};
