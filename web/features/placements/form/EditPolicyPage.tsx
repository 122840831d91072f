import { getPolicy } from '../../../../domain/placements/contract.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { useWorkIn } from '../../../api/work-in.ts';
import { LISTS } from '../../../paths.ts';
import { NoPage } from '../../../ui/layout/NoPage.tsx';
import { useRecordId } from '../../../ui/hooks/use-record-id.ts';
import { PolicyFormLoader } from './NewPolicyPage.tsx';
import { OpenedForm } from './OpenedForm.tsx';

export function EditPolicyPage() {
  const id = useRecordId();
  const { data, error, isFetching, refetch } = useEndpoint(getPolicy, { params: { id }, query: {} });
  useWorkIn(data?.branch);
  if (error !== null && data === undefined)
    return <NoPage title="Edit policy" {...{ error, refetch }} list={LISTS.policies} />;
  // An answer from before might be of an older version: the form begins with what is there now.
  return (
    <OpenedForm key={id} record={data} fresh={!isFetching}>
      {(record) => <PolicyFormLoader record={record} />}
    </OpenedForm>
  );
}
