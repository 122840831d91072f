import { CLAIM_STATES, STAGE_LABELS, type ClaimStage, type ClaimStatus } from '../../../domain/claims/states.ts';
import type { State, Tone as StateTone } from '../../../domain/states.ts';
import type { Tone } from '../../ui/marks/Badge.tsx';

const TONES: Record<StateTone, Tone> = {
  neutral: 'neutral',
  waiting: 'warn',
  good: 'good',
  bad: 'bad',
  muted: 'neutral',
};

/** The badge of a state. */
export function badgeOf(state: Pick<State<string>, 'label' | 'tone'>): { label: string; tone: Tone } {
  return { label: state.label, tone: TONES[state.tone] };
}

const STAGE_TONES: Record<ClaimStage, Tone> = {
  NOTIFIED: 'neutral',
  CALLED: 'warn',
  PART_COLLECTED: 'warn',
  COLLECTED: 'info',
  SETTLED: 'good',
  CLOSED: 'neutral',
};

/** The badge of a claim: where it is once it is approved, else its state. */
export const claimBadge = ({ status, stage }: { status: ClaimStatus; stage: ClaimStage | null }) =>
  stage === null ? badgeOf(CLAIM_STATES[status]) : { label: STAGE_LABELS[stage], tone: STAGE_TONES[stage] };
