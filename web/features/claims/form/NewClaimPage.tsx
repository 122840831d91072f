import { coverAtLoss } from '../../../../domain/claims/contract.ts';
import { useFirmToday } from '../../../api/firm-day.ts';
import { can, useSession } from '../../../api/session.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { LISTS } from '../../../paths.ts';
import { NoPage } from '../../../ui/layout/NoPage.tsx';
import { PageSkeleton } from '../../../ui/notices/States.tsx';
import { useAddress } from '../../../ui/hooks/use-address.ts';
import { blankClaim } from './claim-form.ts';
import { ClaimForm } from './ClaimForm.tsx';

/** A new claim; `?policy=…` fills in the policy. */
export function NewClaimPage() {
  const session = useSession();
  const [address] = useAddress();
  const today = useFirmToday();
  const policy = address['policy'];
  const may = can(session, 'claims.create');
  const named = useEndpoint(
    coverAtLoss,
    { query: { policy: policy ?? '0', data_loss_date: today } },
    { enabled: may && policy !== undefined },
  );
  if (session === null || !may) return <NoPage title="New claim" may={false} list={LISTS.claims} />;
  if (policy !== undefined && named.data === undefined && named.error === null) return <PageSkeleton />;
  const { user } = session;
  const found = named.data?.policy;
  const initial = blankClaim({
    notified_on: today,
    handler: { id: String(user.id), label: user.name },
    ...(found !== undefined && { policy: { id: String(found.id), label: found.broker_reference } }),
  });
  return (
    <ClaimForm
      key={policy ?? ''}
      title="New claim"
      detail={`${user.branch.name} · kept as you type`}
      keep={['claim.new', policy].filter((part) => part !== undefined).join('.')}
      initial={initial}
      editing={null}
    />
  );
}
