import { saveRetention, saveSessions } from '../../../domain/firm/settings.ts';
import { Bound } from '../../ui/Bound.tsx';
import { FormSection } from '../../ui/FormPage.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FirmData, type Firm } from './FirmData.tsx';
import { typedNumber } from './firm-words.ts';
import { SettingForm } from './SettingForm.tsx';
import { useSettingForm } from './use-setting-form.ts';

const asText = <K extends string>(values: Record<K, number>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])) as Record<K, string>;
const asNumbers = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typedNumber(value)]));

/** How long a session lasts, and how long what has served its time is kept. */
export function SessionsSection() {
  return (
    <FirmData>
      {(firm) => (
        <div className="grid gap-8">
          <SessionsForm firm={firm} />
          <RetentionForm firm={firm} />
        </div>
      )}
    </FirmData>
  );
}

function SessionsForm({ firm }: { firm: Firm }) {
  const state = useSettingForm({
    name: 'sessions',
    endpoint: saveSessions,
    saved: asText(firm.sessions),
    version: firm.version,
    bodyOf: asNumbers,
    done: 'Sessions saved',
  });
  const { control } = state.form;
  return (
    <SettingForm
      title="Sessions and retention"
      detail="When people sign in again. A second factor is asked by role."
      {...{ state }}
    >
      <FormSection title="Sessions" columns={2}>
        <Bound {...{ control }} name="session_hours">
          {(field) => (
            <TextField
              label="Hours a session lasts"
              hint="1 to 12. Sessions that are open keep their end."
              required
              inputMode="numeric"
              maxLength={2}
              {...field}
            />
          )}
        </Bound>
        <Bound {...{ control }} name="idle_minutes">
          {(field) => (
            <TextField
              label="Minutes without a call"
              hint="5 to 720. It counts at once, for every session."
              required
              inputMode="numeric"
              maxLength={3}
              {...field}
            />
          )}
        </Bound>
      </FormSection>
    </SettingForm>
  );
}

const KINDS = [
  { name: 'jobs_years', label: 'Finished jobs, years', hint: 'Exports, imports and other work in the background' },
  { name: 'mails_years', label: 'Mails, years', hint: 'That a mail was sent; its text goes when it leaves' },
  { name: 'imports_years', label: 'Imported files, years', hint: 'The records made from them stay' },
  {
    name: 'personal_years',
    label: 'Personal values in the audit trail, years',
    hint: 'Names and addresses; what was done stays',
  },
  { name: 'attempts_days', label: 'Failed sign-ins, days', hint: 'Counted to slow an account down' },
] as const;

function RetentionForm({ firm }: { firm: Firm }) {
  const state = useSettingForm({
    name: 'retention',
    endpoint: saveRetention,
    saved: asText(firm.retention),
    version: firm.version,
    bodyOf: asNumbers,
    done: 'Retention saved',
  });
  const { control } = state.form;
  return (
    <SettingForm
      part
      title="Retention"
      detail="What is older is removed within the hour and cannot be brought back. Books, documents and what was done are never removed."
      {...{ state }}
    >
      <FormSection title="Kept for" columns={2}>
        {KINDS.map(({ name, label, hint }) => (
          <Bound key={name} {...{ control, name }}>
            {(field) => <TextField {...{ label, hint }} required inputMode="numeric" maxLength={3} {...field} />}
          </Bound>
        ))}
      </FormSection>
    </SettingForm>
  );
}
