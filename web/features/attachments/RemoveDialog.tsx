import { removeAttachment } from '../../../domain/attachments/contract.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { ReasonDialog } from '../../ui/dialogs/ReasonDialog.tsx';
import type { Attachment } from './load-attachment.ts';

/** Takes a file off its record, with the reason that the history keeps. */
export function RemoveDialog({ file, onClose }: { file: Attachment; onClose: () => void }) {
  const remove = useWrite(removeAttachment);
  return (
    <ReasonDialog
      title="Remove file"
      description={`“${file.name}” can no longer be opened. The history keeps that it was here and why it was removed.`}
      action="Remove file"
      shape={removeAttachment.body}
      send={(reason) => remove.mutateAsync({ params: { id: String(file.id) }, body: { reason } })}
      done={() => ['File removed', file.name]}
      rows={2}
      {...{ onClose }}
    />
  );
}
