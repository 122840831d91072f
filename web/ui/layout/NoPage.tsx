import { ErrorState, NoRights, PageSkeleton, type ListLink } from '../notices/States.tsx';
import { PageTitle } from './PageTitle.tsx';

type Props = {
  title: string;
  /** Whether this user may see it at all, and what else to say of one who may not. */
  may?: boolean;
  lacking?: string;
  error?: unknown;
  refetch?: () => unknown;
  /** Where its like are: offered when there is none of this id. */
  list?: ListLink;
};

/** A page that cannot be shown, yet or at all: its skeleton, or under the page's own name why it is not there. */
export function NoPage({ title, may = true, lacking, error = null, refetch, list }: Props) {
  if (may && error === null) return <PageSkeleton />;
  return (
    <>
      <PageTitle title={title} />
      {may ? (
        <ErrorState
          error={error}
          {...(refetch !== undefined && { onRetry: () => void refetch() })}
          {...(list !== undefined && { list })}
        />
      ) : (
        <NoRights {...(lacking !== undefined && { title: lacking })} />
      )}
    </>
  );
}
