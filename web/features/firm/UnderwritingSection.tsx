import { saveUnderwriting, underwritingBody } from '../../../domain/firm/settings.ts';
import { FormRate } from '../../ui/forms/FormFields.tsx';
import { FormSection } from '../../ui/forms/FormPage.tsx';
import { type Firm, FirmData } from './FirmData.tsx';
import { SettingForm } from './SettingForm.tsx';
import { useSettingForm } from './use-setting-form.ts';
import { valuesOf } from '../../../domain/forms.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { ofShape } from '../../ui/forms/use-contract-form.ts';

/** What underwriting works out with. */
export function UnderwritingSection() {
  return <FirmData>{(firm) => <UnderwritingForm firm={firm} />}</FirmData>;
}

function UnderwritingForm({ firm }: { firm: Firm }) {
  const save = useWrite(saveUnderwriting);
  const state = useSettingForm({
    name: 'underwriting',
    ...ofShape(underwritingBody),
    saved: valuesOf(underwritingBody, firm.underwriting),
    version: firm.version,
    send: (body) => save.mutateAsync({ body }),
    done: 'Underwriting settings saved',
  });
  const { form } = state;
  return (
    <SettingForm title="Cancellation" detail="What endorsements are worked out with." {...{ state }}>
      <FormSection title="At short rate" columns={1}>
        <FormRate
          {...{ form }}
          name="short_rate"
          label="Given back of the unearned premium"
          hint="It counts for endorsements approved from now on. Approved ones keep theirs."
        />
      </FormSection>
    </SettingForm>
  );
}
