import { removeAttachment } from '../../../domain/attachments/contract.ts';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';
import type { Attachment } from './load-attachment.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { ofShape } from '../../ui/forms/use-contract-form.ts';
import { FormArea } from '../../ui/forms/FormFields.tsx';

/** Takes a file off its record, with the reason that the history keeps. */
export function RemoveDialog({ file, onClose }: { file: Attachment; onClose: () => void }) {
  const remove = useWrite(removeAttachment);
  const { form, dialog } = useDialogForm({
    ...ofShape(removeAttachment.body),
    initial: { reason: '' },
    send: (body) => remove.mutateAsync({ params: { id: String(file.id) }, body }),
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
      {...{ onClose, ...dialog }}
    >
      <FormArea {...{ form }} name="reason" label="Reason" rows={2} />
    </FormDialog>
  );
}
