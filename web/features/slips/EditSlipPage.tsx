import { getSlip } from '../../../domain/slips/contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { ErrorState } from '../../ui/notices/States.tsx';
import { useId } from '../ledger/use-id.ts';
import { FormLoader } from '../placements/form/NewPolicyPage.tsx';
import { OpenedForm } from '../placements/form/OpenedForm.tsx';
import { SlipForm } from './SlipForm.tsx';

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
  return (
    <OpenedForm key={id} record={data} fresh={!isFetching}>
      {(record) => <FormLoader>{(needs) => <SlipForm key={record.id} record={record} {...needs} />}</FormLoader>}
    </OpenedForm>
  );
}
