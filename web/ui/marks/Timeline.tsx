import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import type { Tone } from './Badge.tsx';
import { parseDay } from '../../../domain/values/day.ts';
import { DayText, InstantText } from './Figures.tsx';

export type TimelineEvent = {
  id: string | number;
  /** Instant of the wire, or a day. */
  at: string;
  who: ReactNode;
  /** "approved the policy". */
  what: ReactNode;
  detail?: ReactNode;
  tone?: Tone;
};

const DOTS: Record<Tone, string> = {
  neutral: 'bg-mute',
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad',
  info: 'bg-info',
};

const isDay = (at: string) => parseDay(at) !== null;

/** History, the latest first. */
export function Timeline({ events, label = 'History' }: { events: readonly TimelineEvent[]; label?: string }) {
  return (
    <ol aria-label={label} className="grid">
      {events.map((event, index) => (
        <li key={event.id} className="relative grid grid-cols-[1rem_minmax(0,1fr)] gap-2 pb-4 last:pb-0">
          {index < events.length - 1 && (
            <span aria-hidden="true" className="absolute top-3 bottom-[-0.4rem] left-[0.2rem] w-px bg-line" />
          )}
          <span
            aria-hidden="true"
            className={clsx('relative mt-1.5 size-2 rounded-full ring-3 ring-bg', DOTS[event.tone ?? 'neutral'])}
          />
          <div className="min-w-0">
            <p>
              <span className="font-medium">{event.who}</span> {event.what}
            </p>
            {event.detail !== undefined && <div className="mt-0.5 text-mute wrap-anywhere">{event.detail}</div>}
            <p className="text-xs text-mute">
              {isDay(event.at) ? <DayText value={event.at} /> : <InstantText value={event.at} />}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
