import { useAfter } from '../hooks/use-after.ts';
import { Skeleton } from './States.tsx';

/** How high a bar with its key is, in rem. */
const BAR = 3.5;

/** A report before its figures, in its shape, with as much above its rows as it has; nothing at all for a short wait. */
export function ReportSkeleton({ above = 0 }: { above?: number | undefined }) {
  const visible = useAfter(true);
  return (
    <div
      aria-busy="true"
      className={`grid gap-4 rounded-lg border border-line bg-panel p-4 ${visible ? '' : 'invisible'}`}
    >
      <output className="sr-only">Loading</output>
      {above > 0 && (
        <div className="grid content-start gap-8" style={{ height: `${above}rem` }}>
          {Array.from({ length: Math.floor(above / BAR) }, (_, index) => (
            <Skeleton key={index} className="w-full" />
          ))}
        </div>
      )}
      {['w-2/5', 'w-1/3', 'w-1/2', 'w-2/5', 'w-3/5', 'w-1/3'].map((width, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a fixed drawing
        <div key={index} className="flex justify-between gap-8">
          <Skeleton className={width} />
          <Skeleton className="w-24" />
        </div>
      ))}
    </div>
  );
}
