import type { ReactNode } from 'react';
import { POLICY_STATES } from '../../../../domain/placements/states.ts';
import { mayIn } from '../../../../domain/states.ts';
import { LinkButton } from '../../../ui/buttons/Button.tsx';
import { PageTitle } from '../../../ui/layout/PageTitle.tsx';
import { EmptyState, PageSkeleton } from '../../../ui/notices/States.tsx';
import { useFirst } from '../../../ui/hooks/use-first.ts';
import type { PolicyRecord } from './policy-values.ts';
import { placementHref } from '../../../paths.ts';

type Props<R> = { record: R | undefined; fresh: boolean; children: (record: R) => ReactNode };

/** Keeps the record that the form began with: a later answer must not take what is being typed. */
export function OpenedForm<R extends PolicyRecord>({ record, fresh, children }: Props<R>) {
  const first = useFirst(record, fresh);
  if (first === undefined) return <PageSkeleton />;
  if (mayIn(POLICY_STATES, first.status, 'edit')) return children(first);
  return (
    <>
      <PageTitle title={first.broker_reference} />
      <EmptyState
        title={`${first.broker_reference} is ${POLICY_STATES[first.status].label.toLowerCase()} and cannot be edited.`}
        action={
          <LinkButton href={placementHref(first)}>
            {first.market === 'LONDON' ? 'Open the slip' : 'Open the policy'}
          </LinkButton>
        }
      >
        {first.status === 'PENDING' && 'Its maker can withdraw it, then edit it.'}
      </EmptyState>
    </>
  );
}
