import { EmptyState } from '../ui/States.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';

/** Stands in for a screen whose file does not exist yet. */
export function NotBuiltPage() {
  return (
    <>
      <PageTitle title="Not built yet" />
      <EmptyState title="This screen is being built." />
    </>
  );
}
