import { ReportSkeleton } from '../../ui/notices/ReportSkeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/notices/States.tsx';

type Props = {
  error: unknown;
  refetch: () => unknown;
  /** Why its days are no period, as the field of the first one says: no figures come. */
  fault?: string | undefined;
  /** How much stands above its rows, in rem: bars, a chart. */
  above?: number | undefined;
};

/** What is there instead of a report's figures: its shape until they come, or why they do not. */
export function ReportWait({ error, refetch, fault, above }: Props) {
  if (fault !== undefined)
    return <EmptyState title="No figures for these days.">Choose a first day that is not after the last.</EmptyState>;
  return error === null ? (
    <ReportSkeleton {...{ above }} />
  ) : (
    <ErrorState {...{ error }} onRetry={() => void refetch()} />
  );
}
