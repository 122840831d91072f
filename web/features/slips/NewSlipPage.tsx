import { FormLoader } from '../placements/form/NewPolicyPage.tsx';
import { SlipForm } from './SlipForm.tsx';

export function NewSlipPage() {
  return (
    <FormLoader title="New London slip">
      {(needs) => <SlipForm key={needs.session.user.branch.id} {...needs} />}
    </FormLoader>
  );
}
