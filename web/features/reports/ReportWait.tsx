import { EmptyState, ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import { useAfter } from '../../ui/hooks/use-after.ts';

type Props = {
  error: unknown;
  refetch: () => unknown;
  /** Why its days are no period, as the field of the first one says: no figures come. */
  fault?: string | undefined;
};

/** What is there instead of a report's figures: its shape until they come, or why they do not. */
export function ReportWait({ error, refetch, fault }: Props) {
  if (fault !== undefined)
    return <EmptyState title="No figures for these days.">Choose a first day that is not after the last.</EmptyState>;
  return error === null ? <ReportSkeleton /> : <ErrorState {...{ error }} onRetry={() => void refetch()} />;
}

/** A report before its figures, in its shape; nothing at all for a short wait. */
function ReportSkeleton() {
  const visible = useAfter(true);
  return (
    <div
      aria-busy="true"
      className={`grid gap-4 rounded-lg border border-line bg-panel p-4 ${visible ? '' : 'invisible'}`}
    >
      <output className="sr-only">Loading</output>
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
