import { Send } from 'lucide-react';
import { mailBody, saveMailSettings, sendTestMail } from '../../../domain/firm/settings.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { FormArea, FormText } from '../../ui/forms/FormFields.tsx';
import { FormSection } from '../../ui/forms/FormPage.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';
import { type Firm, FirmData } from './FirmData.tsx';
import { SettingForm, useMayManage } from './SettingForm.tsx';
import { useSettingForm } from './use-setting-form.ts';
import { ofShape } from '../../ui/forms/use-contract-form.ts';

/** In whose name mails leave. */
export function MailSection() {
  return <FirmData>{(firm) => <MailForm firm={firm} />}</FirmData>;
}

function TestMailButton({ dirty }: { dirty: boolean }) {
  const send = useWrite(sendTestMail, {
    onSuccess: ({ to, by }) =>
      toastSuccess(
        `Test mail to ${to} queued`,
        by === 'SMTP' ? 'The mail server sends it.' : 'No mail server is set, so it is kept in the outbox.',
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
  const save = useWrite(saveMailSettings);
  const state = useSettingForm({
    name: 'mail',
    ...ofShape(mailBody),
    saved: firm.mail,
    version: firm.version,
    send: (body) => save.mutateAsync({ body }),
    done: 'Mail saved',
  });
  const { form } = state;
  return (
    <SettingForm
      title="Mail"
      detail="The address and the server are set where the product is installed."
      {...{ state }}
      tools={mayManage && <TestMailButton dirty={state.dirty} />}
    >
      <FormSection title="Sender" columns={2}>
        <FormText {...{ form }} name="from_name" label="Name of the sender" hint="Before the address" />
        <FormText {...{ form }} name="reply_to" label="Replies go to" type="email" />
        <FormArea {...{ form }} name="signature" label="Signature" className="col-span-full" rows={4} />
      </FormSection>
    </SettingForm>
  );
}
