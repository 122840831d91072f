import { formTitle } from '../placements/form/policy-values.ts';
import { getSlip } from '../../../domain/slips/contract.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useWorkIn } from '../../api/work-in.ts';
import { LISTS } from '../../paths.ts';
import { NoPage } from '../../ui/layout/NoPage.tsx';
import { useRecordId } from '../../ui/hooks/use-record-id.ts';
import { FormLoader } from '../placements/form/NewPolicyPage.tsx';
import { OpenedForm } from '../placements/form/OpenedForm.tsx';
import { SlipForm } from './SlipForm.tsx';

export function EditSlipPage() {
  const id = useRecordId();
  const { data, error, isFetching, refetch } = useEndpoint(getSlip, { params: { id } });
  useWorkIn(data?.branch);
  if (error !== null && data === undefined)
    return <NoPage title="Edit London slip" {...{ error, refetch }} list={LISTS.slips} />;
  // An answer from before might be of an older version: the form begins with what is there now.
  return (
    <OpenedForm key={id} record={data} fresh={!isFetching}>
      {(record) => (
        <FormLoader title={formTitle(record, 'New London slip')}>
          {(needs) => <SlipForm key={record.id} record={record} {...needs} />}
        </FormLoader>
      )}
    </OpenedForm>
  );
}
