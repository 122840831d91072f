import { getSlip } from '../../../domain/policies/london.ts';
import { POLICY_STATES } from '../../../domain/policies/states.ts';
import { mayIn } from '../../../domain/states.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { EmptyState, ErrorState, PageSkeleton } from '../../ui/States.tsx';
import { useFirst } from '../../ui/use-first.ts';
import { slipHref } from '../ledger/record-links.ts';
import { useId } from '../ledger/use-id.ts';
import { FormLoader } from './NewPolicyPage.tsx';
import { SlipForm } from './SlipForm.tsx';
import type { SlipRecord } from './slip-values.ts';

export function EditSlipPage() {
  const id = useId();
  const { data, error, isFetching, refetch } = useEndpoint(getSlip, { params: { id } });
  if (error !== null && data === undefined) {
    return (
      <>
        <PageTitle title="Edit London slip" />
        <ErrorState error={error} onRetry={() => void refetch()} />
      </>
    );
  }
  // An answer from before might be of an older version: the form begins with what is there now.
  return <Opened key={id} record={data} fresh={!isFetching} />;
}

type OpenedProps = { record: SlipRecord | undefined; fresh: boolean };

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
          action={<LinkButton href={slipHref(first.id)}>Open the slip</LinkButton>}
        >
          {first.status === 'PENDING' && 'Its maker can withdraw it, then edit it.'}
        </EmptyState>
      </>
    );
  }
  return <FormLoader>{(needs) => <SlipForm key={first.id} record={first} {...needs} />}</FormLoader>;
}
