import { getEndorsement } from '../../../domain/endorsements/contract.ts';
import { ENDORSEMENT_STATES } from '../../../domain/endorsements/states.ts';
import { getPolicy } from '../../../domain/placements/contract.ts';
import { mayIn } from '../../../domain/states.ts';
import { can, useSession, type Session } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useWorkIn } from '../../api/work-in.ts';
import { LISTS } from '../../paths.ts';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { EmptyState, PageSkeleton } from '../../ui/notices/States.tsx';
import { useFirst } from '../../ui/hooks/use-first.ts';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { firmToday } from '../placements/form/firm-day.ts';
import type { PolicyRecord } from '../placements/form/policy-values.ts';
import { endorsementHref, type EndorsementRecord } from './endorsement-values.ts';
import { EndorsementForm } from './EndorsementForm.tsx';

export function EditEndorsementPage() {
  const session = useSession();
  const id = useRecordId();
  const creates = can(session, 'policies.create');
  const own = useEndpoint(getEndorsement, { params: { id } }, { enabled: creates });
  useWorkIn(own.data?.branch);
  const policyId = String(own.data?.policy.id ?? 0);
  const asks = creates && own.data !== undefined;
  const policy = useEndpoint(getPolicy, { params: { id: policyId }, query: {} }, { enabled: asks });
  const error = own.error ?? policy.error;
  const both = own.data !== undefined && policy.data !== undefined;
  if (session !== null && creates && (both || error === null))
    return (
      <Opened
        key={id}
        opened={both ? { record: own.data, policy: policy.data } : undefined}
        fresh={!own.isFetching && !policy.isFetching}
        session={session}
      />
    );
  return <NoPage title="Edit endorsement" may={creates} error={error} refetch={own.refetch} list={LISTS.policies} />;
}

type Opening = { record: EndorsementRecord; policy: PolicyRecord };
type OpenedProps = { opened: Opening | undefined; fresh: boolean; session: Session };

/** Keeps what the form began with: a later answer must not take what is being typed. */
function Opened({ opened, fresh, session }: OpenedProps) {
  const first = useFirst(opened, fresh);
  if (first === undefined) return <PageSkeleton />;
  const { record, policy } = first;
  if (!mayIn(ENDORSEMENT_STATES, record.status, 'edit'))
    return (
      <>
        <PageTitle title={record.number} />
        <EmptyState
          title={`${record.number} is ${ENDORSEMENT_STATES[record.status].label.toLowerCase()} and cannot be edited.`}
          action={<LinkButton href={endorsementHref(record.id)}>Open the endorsement</LinkButton>}
        >
          {record.status === 'PENDING' && 'Its maker can withdraw it, then edit it.'}
          {record.status === 'APPROVED' && 'What it did is undone by another endorsement.'}
        </EmptyState>
      </>
    );
  return <EndorsementForm policy={policy} record={record} today={firmToday(session.user.firm.timeZone)} />;
}
