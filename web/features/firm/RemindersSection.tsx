import { remindersBody, saveReminders } from '../../../domain/firm/settings.ts';
import { valuesOf } from '../../../domain/forms.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { FormText } from '../../ui/forms/FormFields.tsx';
import { FormSection } from '../../ui/forms/FormPage.tsx';
import { ofShape } from '../../ui/forms/use-contract-form.ts';
import { type Firm, FirmData } from './FirmData.tsx';
import { SettingForm } from './SettingForm.tsx';
import { useSettingForm } from './use-setting-form.ts';

/** From how many days overdue reinsureds are reminded. */
export function RemindersSection() {
  return <FirmData>{(firm) => <RemindersForm firm={firm} />}</FirmData>;
}

const LETTERS = [
  { name: 'first', label: 'Reminder, days overdue' },
  { name: 'second', label: 'Second reminder, days overdue' },
  { name: 'final', label: 'Final reminder, days overdue' },
] as const;

function RemindersForm({ firm }: { firm: Firm }) {
  const save = useWrite(saveReminders);
  const state = useSettingForm({
    name: 'reminders',
    ...ofShape(remindersBody),
    saved: valuesOf(remindersBody, firm.reminders),
    version: firm.version,
    send: (body) => save.mutateAsync({ body }),
    done: 'Reminders saved',
  });
  const { form } = state;
  return (
    <SettingForm
      title="Reminders"
      detail="When reinsureds are reminded of premium. On the day of a premium warranty that is not met they stop."
      {...{ state }}
    >
      <FormSection title="Letters" columns={3}>
        {LETTERS.map((letter) => (
          <FormText key={letter.name} {...{ form, ...letter }} maxLength={3} inputMode="numeric" />
        ))}
      </FormSection>
    </SettingForm>
  );
}
