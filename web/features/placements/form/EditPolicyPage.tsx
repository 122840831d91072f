import { getPolicy } from '../../../../domain/placements/contract.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { PageTitle } from '../../../ui/layout/PageTitle.tsx';
import { ErrorState } from '../../../ui/notices/States.tsx';
import { useId } from '../../ledger/use-id.ts';
import { PolicyFormLoader } from './NewPolicyPage.tsx';
import { OpenedForm } from './OpenedForm.tsx';

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
  return (
    <OpenedForm key={id} record={data} fresh={!isFetching}>
      {(record) => <PolicyFormLoader record={record} />}
    </OpenedForm>
  );
}
