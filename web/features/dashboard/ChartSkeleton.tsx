import { Skeleton } from '../../ui/notices/States.tsx';

/** A chart before its figures: its room is kept, so that nothing moves when they come. */
export function ChartSkeleton({ tall = false }: { tall?: boolean }) {
  return (
    <div aria-busy="true" className={`grid content-between ${tall ? 'h-[22.5rem]' : 'h-[16.5rem]'}`}>
      <output className="sr-only">Loading</output>
      <Skeleton className="w-48" />
      <div className="flex h-48 items-end gap-3">
        {['h-3/4', 'h-1/2', 'h-2/3', 'h-1/3', 'h-1/2', 'h-1/4'].map((height, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a fixed drawing
          <span key={index} aria-hidden="true" className={`skeleton block flex-1 ${height}`} />
        ))}
      </div>
    </div>
  );
}
