import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { ErrorState, PageSkeleton } from '../../ui/notices/States.tsx';

type Props = { title: string; error: unknown; onRetry: () => void };

/** A record's page while there is no record: its skeleton, or under the page's own name why it is not there. */
export function RecordProblem({ title, error, onRetry }: Props) {
  if (error === null) return <PageSkeleton />;
  return (
    <>
      <PageTitle title={title} />
      <ErrorState error={error} onRetry={onRetry} />
    </>
  );
}
