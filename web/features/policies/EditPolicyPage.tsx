import { getPolicy } from '../../../domain/policies/contract.ts';
import { POLICY_STATES } from '../../../domain/policies/states.ts';
import { mayIn } from '../../../domain/states.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { EmptyState, ErrorState, PageSkeleton } from '../../ui/States.tsx';
import { useFirst } from '../../ui/use-first.ts';
import { useId } from '../ledger/use-id.ts';
import { policyHref } from '../ledger/record-links.ts';
import { PolicyFormLoader } from './NewPolicyPage.tsx';
import type { PolicyRecord } from './policy-values.ts';

export function EditPolicyPage() {
  const id = useId();
  const { data, error, isFetching, refetch } = useEndpoint(getPolicy, { params: { id }, query: {} });
  if (error !== null && data === undefined) {
    return (
      <>
        <PageTitle title="Edit policy" />
        <ErrorState error={error} onRetry={() => void refetch()} />
      </>
    );
  }
  // An answer from before might be of an older version: the form begins with what is there now.
  return <Opened key={id} record={data} fresh={!isFetching} />;
}

type OpenedProps = { record: PolicyRecord | undefined; fresh: boolean };

/** Keeps the record that the form began with: a later answer must not take what is being typed. */
function Opened({ record, fresh }: OpenedProps) {
  const first = useFirst(record, fresh);
  if (first === undefined) return <PageSkeleton />;
  if (!mayIn(POLICY_STATES, first.status, 'edit')) {
    return (
      <>
        <PageTitle title={first.broker_reference} />
        <EmptyState
          title={`${first.broker_reference} is ${POLICY_STATES[first.status].label.toLowerCase()} and cannot be edited.`}
          action={<LinkButton href={policyHref(first.id)}>Open the policy</LinkButton>}
        >
          {first.status === 'PENDING' && 'Its maker can withdraw it, then edit it.'}
        </EmptyState>
      </>
    );
  }
  return <PolicyFormLoader record={first} />;
}
