import { Send } from 'lucide-react';
import { saveMailSettings, sendTestMail } from '../../../domain/firm/settings.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { Bound } from '../../ui/Bound.tsx';
import { Button } from '../../ui/Button.tsx';
import { FormSection } from '../../ui/FormPage.tsx';
import { TextArea, TextField } from '../../ui/TextField.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { FirmData, type Firm } from './FirmData.tsx';
import { SettingForm, useMayManage } from './SettingForm.tsx';
import { useSettingForm } from './use-setting-form.ts';

/** In whose name mails leave. */
export function MailSection() {
  return <FirmData>{(firm) => <MailForm firm={firm} />}</FirmData>;
}

function TestMailButton({ dirty }: { dirty: boolean }) {
  const send = useWrite(sendTestMail, {
    onSuccess: ({ to, by }) =>
      toastSuccess(
        `Test mail to ${to} queued`,
        by === 'SMTP' ? 'It leaves by the mail server.' : 'No mail server is set: it is written into the outbox.',
      ),
    onProblem: (problem) => toastProblem('No test mail', problem),
  });
  return (
    <Button
      icon={<Send size={14} aria-hidden="true" />}
      busy={send.isPending}
      disabledReason={dirty ? 'Save your changes first: it shows what is saved.' : undefined}
      onClick={() => send.mutate({})}
    >
      Send a test mail to me
    </Button>
  );
}

function MailForm({ firm }: { firm: Firm }) {
  const mayManage = useMayManage();
  const state = useSettingForm({
    name: 'mail',
    endpoint: saveMailSettings,
    saved: firm.mail,
    version: firm.version,
    bodyOf: (values) => values,
    done: 'Mail saved',
  });
  const { control } = state.form;
  return (
    <SettingForm
      title="Mail"
      detail="The address and the server are set where the product is installed."
      {...{ state }}
      tools={mayManage && <TestMailButton dirty={state.dirty} />}
    >
      <FormSection title="Sender" columns={2}>
        <Bound {...{ control }} name="from_name">
          {(field) => <TextField label="Name of the sender" hint="Before the address" maxLength={100} {...field} />}
        </Bound>
        <Bound {...{ control }} name="reply_to">
          {(field) => <TextField label="Replies go to" type="email" maxLength={254} {...field} />}
        </Bound>
        <Bound {...{ control }} name="signature">
          {(field) => <TextArea label="Signature" className="col-span-full" rows={4} maxLength={1000} {...field} />}
        </Bound>
      </FormSection>
    </SettingForm>
  );
}
