import { clsx } from 'clsx';
import { useState, type ReactNode } from 'react';
import { Button } from '../../ui/buttons/Button.tsx';

type ProgressProps = {
  words: string;
  percent: number | null;
  shown: string;
  /** What came of it, instead of what is being done. */
  ended?: string | undefined;
  /** What stops it, in room that stays when it is gone; left out where nothing does. */
  stop?: ReactNode;
};

/** How far work in the background is; without a number it is under way. */
export function ProgressBar({ words, percent, shown, ended, stop }: ProgressProps) {
  return (
    <div className="grid gap-2">
      <div className={clsx('flex items-center gap-3', stop === undefined ? 'justify-between' : 'min-h-7')}>
        <p className="font-medium">{ended ?? `${words}…`}</p>
        <p className="text-mute tabular-nums">{shown}</p>
        {stop !== undefined && <div className="ml-auto">{stop}</div>}
      </div>
      <progress
        aria-label={words}
        max={100}
        {...(percent === null ? {} : { value: percent })}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-hover [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-brand"
      />
    </div>
  );
}

type BatchProps = {
  words: string;
  done: number;
  of: number;
  /** What a batch that no longer runs came to; undefined while it runs. */
  ended: string | undefined;
  /** Stops it; null for who may not. */
  stop: (() => void) | null;
  stopping: boolean;
};

/** How far a batch is, over its rows. Who watched it keeps it when it has ended, so that no row moves under the pointer. */
export function BatchProgress({ words, done, of, ended, stop, stopping }: BatchProps) {
  const [watched] = useState(ended === undefined);
  if (!watched) return null;
  const percent = of === 0 ? 0 : Math.floor((done * 100) / of);
  return (
    <div className="mb-4">
      <ProgressBar
        {...{ words, percent, ended }}
        shown={`${done} of ${of}`}
        stop={
          ended === undefined &&
          stop !== null && (
            <Button size="sm" busy={stopping} onClick={stop}>
              Stop
            </Button>
          )
        }
      />
    </div>
  );
}
