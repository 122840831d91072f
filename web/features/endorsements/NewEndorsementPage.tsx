import { getPolicy } from '../../../domain/placements/contract.ts';
import { POLICY_STATES } from '../../../domain/placements/states.ts';
import { can, useSession, type Session } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useWorkIn } from '../../api/work-in.ts';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { EmptyState, PageSkeleton } from '../../ui/notices/States.tsx';
import { useFirst } from '../../ui/hooks/use-first.ts';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { firmToday } from '../placements/form/firm-day.ts';
import type { PolicyRecord } from '../placements/form/policy-values.ts';
import { EndorsementForm } from './EndorsementForm.tsx';
import { neverCovered } from '../placements/page/endorsable.ts';
import { LISTS, placementHref } from '../../paths.ts';
import { showDay } from '../../ui/marks/format.ts';

export function NewEndorsementPage() {
  const session = useSession();
  const id = useRecordId();
  const creates = can(session, 'policies.create');
  const { data, error, isFetching, refetch } = useEndpoint(
    getPolicy,
    { params: { id }, query: {} },
    { enabled: creates },
  );
  useWorkIn(data?.branch);
  if (session !== null && creates && (data !== undefined || error === null))
    return <Opened key={id} policy={data} fresh={!isFetching} session={session} />;
  return <NoPage title="New endorsement" may={creates} {...{ error, refetch }} list={LISTS.policies} />;
}

type OpenedProps = { policy: PolicyRecord | undefined; fresh: boolean; session: Session };

/** Keeps the policy that the form began with, to say when it was endorsed since. */
function Opened({ policy, fresh, session }: OpenedProps) {
  const first = useFirst(policy, fresh);
  if (first === undefined) return <PageSkeleton />;
  const why = whyNotEndorsed(first);
  if (why !== null)
    return (
      <>
        <PageTitle title="New endorsement" />
        <EmptyState
          title={`${first.broker_reference} ${why}.`}
          action={<LinkButton href={placementHref(first)}>Open the policy</LinkButton>}
        >
          Only an approved policy that still covers is endorsed.
        </EmptyState>
      </>
    );
  return <EndorsementForm policy={first} today={firmToday(session.user.firm.timeZone)} />;
}

function whyNotEndorsed(policy: PolicyRecord): string | null {
  const { status, current } = policy;
  if (status !== 'APPROVED') return `is ${POLICY_STATES[status].label.toLowerCase()} and cannot be endorsed`;
  if (current.cancelled_from === null || !neverCovered(policy)) return null;
  return `is cancelled from ${showDay(current.cancelled_from)}: nothing is left to endorse`;
}
