import { retentionBody, saveRetention, saveSessions, sessionsBody } from '../../../domain/firm/settings.ts';
import { FormText } from '../../ui/forms/FormFields.tsx';
import { FormSection } from '../../ui/forms/FormPage.tsx';
import { type Firm, FirmData } from './FirmData.tsx';
import { SettingForm } from './SettingForm.tsx';
import { useSettingForm } from './use-setting-form.ts';
import { valuesOf } from '../../../domain/forms.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { ofShape } from '../../ui/forms/use-contract-form.ts';

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
  const save = useWrite(saveSessions);
  const state = useSettingForm({
    name: 'sessions',
    ...ofShape(sessionsBody),
    saved: valuesOf(sessionsBody, firm.sessions),
    version: firm.version,
    send: (body) => save.mutateAsync({ body }),
    done: 'Sessions saved',
  });
  const { form } = state;
  return (
    <SettingForm
      title="Sessions and retention"
      detail="When people sign in again. A second factor is asked by role."
      {...{ state }}
    >
      <FormSection title="Sessions" columns={2}>
        <FormText
          {...{ form }}
          name="session_hours"
          label="Hours a session lasts"
          maxLength={2}
          hint="1 to 12. Sessions that are open keep their end."
          inputMode="numeric"
        />
        <FormText
          {...{ form }}
          name="idle_minutes"
          label="Minutes without a call"
          maxLength={3}
          hint="5 to 720. It counts at once, for every session."
          inputMode="numeric"
        />
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
  const save = useWrite(saveRetention);
  const state = useSettingForm({
    name: 'retention',
    ...ofShape(retentionBody),
    saved: valuesOf(retentionBody, firm.retention),
    version: firm.version,
    send: (body) => save.mutateAsync({ body }),
    done: 'Retention saved',
  });
  const { form } = state;
  return (
    <SettingForm
      part
      title="Retention"
      detail="What is older is removed within the hour and cannot be brought back. Books, documents and what was done are never removed."
      {...{ state }}
    >
      <FormSection title="Kept for" columns={2}>
        {KINDS.map(({ name, label, hint }) => (
          <FormText key={name} {...{ form, name, label, hint }} inputMode="numeric" maxLength={3} />
        ))}
      </FormSection>
    </SettingForm>
  );
}
