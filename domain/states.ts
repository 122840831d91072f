import { AppError } from './errors.ts';

/** The states that a record which is decided goes through, as data: labels, tones, moves. §4 States. */
export type Tone = 'neutral' | 'waiting' | 'good' | 'bad' | 'muted';
export type Act = 'edit' | 'submit' | 'withdraw' | 'decide' | 'disable' | 'pay' | 'reverse';

export type State<S extends string> = {
  label: string;
  tone: Tone;
  /** The act that is possible here and the states that it may lead to. */
  moves: Partial<Record<Act, readonly S[]>>;
};

/** Whether an act is possible in a state. */
export function mayIn<S extends string>(states: Record<S, State<S>>, status: S, act: Act): boolean {
  return states[status].moves[act] !== undefined;
}

const ACT_LABELS: Record<Act, string> = {
  edit: 'editing it',
  submit: 'submitting it',
  withdraw: 'withdrawing it',
  decide: 'deciding it',
  disable: 'disabling it',
  pay: 'paying it',
  reverse: 'reversing it',
};

/** Refuses an act that the state does not allow. Throws WRONG_STATE. §4. */
export function assertMay<S extends string>(states: Record<S, State<S>>, status: S, act: Act): void {
  if (!mayIn(states, status, act))
    throw new AppError('WRONG_STATE', { status: states[status].label.toLowerCase(), action: ACT_LABELS[act] });
}
