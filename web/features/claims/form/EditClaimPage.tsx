import { getClaim } from '../../../../domain/claims/contract.ts';
import { CLAIM_STATES } from '../../../../domain/claims/states.ts';
import { mayIn } from '../../../../domain/states.ts';
import { can, useSession } from '../../../api/session.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { useWorkIn } from '../../../api/work-in.ts';
import { claimHref, LISTS } from '../../../paths.ts';
import { LinkButton } from '../../../ui/buttons/Button.tsx';
import { NoPage } from '../../../ui/layout/NoPage.tsx';
import { EmptyState, PageSkeleton } from '../../../ui/notices/States.tsx';
import { useFirst } from '../../../ui/hooks/use-first.ts';
import { useRecordId } from '../../../ui/hooks/use-record-id.ts';
import { AmendForm } from './AmendForm.tsx';
import { valuesOfClaim, type ClaimRecord } from './claim-form.ts';
import { ClaimForm } from './ClaimForm.tsx';

export function EditClaimPage() {
  const id = useRecordId();
  const may = can(useSession(), 'claims.create');
  const { data, error, isFetching, refetch } = useEndpoint(getClaim, { params: { id } }, { enabled: may });
  useWorkIn(data?.branch);
  if (!may || data === undefined) return <NoPage title="Claim" {...{ may, error, refetch }} list={LISTS.claims} />;
  // An answer from before might be of an older version: the form begins with what is there now.
  return <Opened key={data.id} read={data} fresh={!isFetching} />;
}

/** Works on the claim as it was when it was opened: a later version is refused by the server, not silently taken over. */
function Opened({ read, fresh }: { read: ClaimRecord; fresh: boolean }) {
  const data = useFirst(read, fresh);
  if (data === undefined) return <PageSkeleton />;
  const state = CLAIM_STATES[data.status];
  const keep = `claim.${data.id}`;
  if (data.status === 'APPROVED') return <AmendForm claim={data} {...{ keep }} />;
  if (!mayIn(CLAIM_STATES, data.status, 'edit')) {
    return (
      <EmptyState
        title={`This claim is ${state.label.toLowerCase()}.`}
        action={<LinkButton href={claimHref(data.id)}>Open the claim</LinkButton>}
      >
        A draft or a rejected claim can be changed; of an approved one, what moves no money.
      </EmptyState>
    );
  }
  return (
    <ClaimForm
      title={`Edit ${data.number}`}
      detail={`${data.branch.name} · ${state.label}`}
      keep={keep}
      initial={valuesOfClaim(data)}
      editing={{ id: data.id, version: data.version }}
      edited={data}
    />
  );
}
