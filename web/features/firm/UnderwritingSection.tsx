import { saveUnderwriting } from '../../../domain/firm/settings.ts';
import { Bound } from '../../ui/Bound.tsx';
import { FormSection } from '../../ui/FormPage.tsx';
import { RateField } from '../../ui/RateField.tsx';
import { FirmData, type Firm } from './FirmData.tsx';
import { SettingForm } from './SettingForm.tsx';
import { useSettingForm } from './use-setting-form.ts';

/** What underwriting works out with. */
export function UnderwritingSection() {
  return <FirmData>{(firm) => <UnderwritingForm firm={firm} />}</FirmData>;
}

function UnderwritingForm({ firm }: { firm: Firm }) {
  const state = useSettingForm({
    name: 'underwriting',
    endpoint: saveUnderwriting,
    saved: { short_rate: String(firm.underwriting.short_rate) },
    version: firm.version,
    bodyOf: (values) => values,
    done: 'Underwriting settings saved',
  });
  const { control } = state.form;
  return (
    <SettingForm title="Cancellation" detail="What endorsements are worked out with." {...{ state }}>
      <FormSection title="At short rate" columns={1}>
        <Bound {...{ control }} name="short_rate">
          {(field) => (
            <RateField
              label="Given back of the unearned premium"
              hint="It counts for endorsements approved from now on. Approved ones keep theirs."
              required
              {...field}
            />
          )}
        </Bound>
      </FormSection>
    </SettingForm>
  );
}
