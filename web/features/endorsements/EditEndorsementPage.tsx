import { getEndorsement } from '../../../domain/endorsements/contract.ts';
import { getPolicy } from '../../../domain/policies/contract.ts';
import { can, useSession } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ErrorState, NoRights, PageSkeleton } from '../../ui/States.tsx';
import { useId } from '../ledger/use-id.ts';
import { firmToday } from '../policies/firm-day.ts';
import { EndorsementForm } from './EndorsementForm.tsx';

export function EditEndorsementPage() {
  const session = useSession();
  const id = useId();
  const creates = can(session, 'policies.create');
  const own = useEndpoint(getEndorsement, { params: { id } }, { enabled: creates });
  const policyId = String(own.data?.policy.id ?? 0);
  const asks = creates && own.data !== undefined;
  const policy = useEndpoint(getPolicy, { params: { id: policyId }, query: {} }, { enabled: asks });
  const error = own.error ?? policy.error;
  if (session !== null && own.data !== undefined && policy.data !== undefined)
    return (
      <EndorsementForm
        key={`${own.data.id} ${own.data.version}`}
        policy={policy.data}
        record={own.data}
        today={firmToday(session.user.firm.timeZone)}
      />
    );
  if (creates && error === null) return <PageSkeleton />;
  return (
    <>
      <PageTitle title="Edit endorsement" />
      {creates && error !== null ? <ErrorState error={error} onRetry={() => void own.refetch()} /> : <NoRights />}
    </>
  );
}
