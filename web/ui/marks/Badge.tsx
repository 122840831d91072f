import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'info';

const TONES: Record<Tone, string> = {
  neutral: 'bg-hover text-mute',
  good: 'bg-goodsoft text-good',
  warn: 'bg-warnsoft text-warn',
  bad: 'bg-badsoft text-bad',
  info: 'bg-infosoft text-info',
};

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={clsx(
        'inline-flex h-5 items-center gap-1.5 rounded px-1.5 text-2xs font-medium whitespace-nowrap',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}

/** A state: its word, and a dot whose colour repeats the word for those who see colours. */
export function StatusBadge({ label, tone }: { label: string; tone: Tone }) {
  return (
    <Badge tone={tone}>
      <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-current" />
      {label}
    </Badge>
  );
}
