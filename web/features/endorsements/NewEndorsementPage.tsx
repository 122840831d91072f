import { getPolicy } from '../../../domain/policies/contract.ts';
import { can, useSession } from '../../api/session.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { ErrorState, NoRights, PageSkeleton } from '../../ui/States.tsx';
import { useId } from '../ledger/use-id.ts';
import { firmToday } from '../policies/firm-day.ts';
import { EndorsementForm } from './EndorsementForm.tsx';

export function NewEndorsementPage() {
  const session = useSession();
  const id = useId();
  const creates = can(session, 'policies.create');
  const { data, error, refetch } = useEndpoint(getPolicy, { params: { id }, query: {} }, { enabled: creates });
  if (session !== null && creates && data !== undefined)
    return <EndorsementForm key={data.id} policy={data} today={firmToday(session.user.firm.timeZone)} />;
  if (creates && error === null) return <PageSkeleton />;
  return (
    <>
      <PageTitle title="New endorsement" />
      {creates && error !== null ? <ErrorState error={error} onRetry={() => void refetch()} /> : <NoRights />}
    </>
  );
}
