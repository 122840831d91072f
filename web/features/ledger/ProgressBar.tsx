/** How far work in the background is; without a number it is under way. */
export function ProgressBar({ words, percent, shown }: { words: string; percent: number | null; shown: string }) {
  return (
    <div className="grid gap-2">
      <div className="flex justify-between gap-3">
        <p className="font-medium">{words}…</p>
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
