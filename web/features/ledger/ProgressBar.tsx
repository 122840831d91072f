import { useState } from 'react';

type ProgressProps = {
  words: string;
  percent: number | null;
  shown: string;
  /** What came of it, instead of what is being done. */
  ended?: string | undefined;
};

/** How far work in the background is; without a number it is under way. */
export function ProgressBar({ words, percent, shown, ended }: ProgressProps) {
  return (
    <div className="grid gap-2">
      <div className="flex justify-between gap-3">
        <p className="font-medium">{ended ?? `${words}…`}</p>
        <p className="text-mute tabular-nums">{shown}</p>
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
};

/** How far a batch is, over its rows. Who watched it keeps it when it has ended, so that no row moves under the pointer. */
export function BatchProgress({ words, done, of, ended }: BatchProps) {
  const [watched] = useState(ended === undefined);
  if (!watched) return null;
  const percent = of === 0 ? 0 : Math.floor((done * 100) / of);
  return (
    <div className="mb-4">
      <ProgressBar {...{ words, percent, ended }} shown={`${done} of ${of}`} />
    </div>
  );
}
