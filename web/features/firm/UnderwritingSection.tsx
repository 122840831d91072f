import { saveUnderwriting, underwritingBody } from '../../../domain/firm/settings.ts';
import { FormRate, FormSwitch } from '../../ui/forms/FormFields.tsx';
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
    <SettingForm
      title="Cancellation and cover notes"
      detail="What endorsements are worked out with, and what the reinsured’s paper names."
      {...{ state }}
    >
      <FormSection title="At short rate" columns={1}>
        <FormRate
          {...{ form }}
          name="short_rate"
          label="Given back of the unearned premium"
          hint="It counts for endorsements approved from now on. Approved ones keep theirs."
        />
      </FormSection>
      <FormSection title="Cover notes" columns={1}>
        <FormSwitch
          {...{ form }}
          name="brokerage_on_cover_notes"
          label="Name our brokerage"
          hint="It counts for cover notes made from now on. A London cover note never names it."
        />
      </FormSection>
    </SettingForm>
  );
}
