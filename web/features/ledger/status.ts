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
