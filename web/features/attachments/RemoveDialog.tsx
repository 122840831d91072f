import { removeAttachment } from '../../../domain/attachments/contract.ts';
import { useDialogForm } from '../../api/use-dialog-form.ts';
import { Bound } from '../../ui/Bound.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { TextArea } from '../../ui/TextField.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import type { Attachment } from './load-attachment.ts';

/** Takes a file off its record, with the reason that stands in the history. */
export function RemoveDialog({ file, onClose }: { file: Attachment; onClose: () => void }) {
  const { form, busy, dirty, refusal, submit } = useDialogForm({
    endpoint: removeAttachment,
    initial: { reason: '' },
    schema: removeAttachment.body,
    bodyOf: (values) => values,
    inputOf: (values) => ({ params: { id: String(file.id) }, body: values }),
    onDone: () => {
      toastSuccess('File removed', file.name);
      onClose();
    },
  });
  return (
    <FormDialog
      title="Remove file"
      description={`“${file.name}” can then no longer be opened. That it was here, and why it was removed, stays in the history.`}
      action="Remove file"
      onSubmit={submit}
      refusal={refusal?.message}
      {...{ onClose, busy, dirty }}
    >
      <Bound control={form.control} name="reason">
        {(field) => <TextArea {...field} label="Reason" required rows={2} maxLength={500} />}
      </Bound>
    </FormDialog>
  );
}
