import { useQueryClient } from '@tanstack/react-query';
import { DOCUMENT_LABELS, listDocuments } from '../../../domain/documents/contract.ts';
import { supersedeBody, supersedeDocument } from '../../../domain/documents/superseding.ts';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';
import type { DocumentRow } from './use-documents.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { FormArea } from '../../ui/forms/FormFields.tsx';

type Props = { document: DocumentRow; onClose: () => void; onDone?: () => void };

/** Makes a document again in place of one that was issued: what that does, and why it is done. */
export function SupersedeDialog({ document, onClose, onDone }: Props) {
  const client = useQueryClient();
  const noun = (DOCUMENT_LABELS[document.kind] ?? 'document').toLowerCase();
  const supersede = useWrite(supersedeDocument);
  const { form, dialog } = useDialogForm({
    shape: supersedeBody,
    body: ({ reason }) => ({ id: document.id, reason }),
    initial: { reason: '' },
    send: (body) => supersede.mutateAsync({ body }),
    onDone: ({ number }) => {
      toastSuccess(`${number} was replaced`, 'The old one is kept and marked as superseded.');
      void client.invalidateQueries({ queryKey: [listDocuments.path] });
      onDone?.();
      onClose();
    },
  });
  const sent = document.sendings.filter((one) => one.status !== 'FAILED').flatMap((one) => one.to);
  return (
    <FormDialog
      size="md"
      title={`Replace ${noun} ${document.number}`}
      action={`Replace ${noun}`}
      {...{ onClose, ...dialog }}
    >
      <section>
        <h3 className="mb-1.5 text-xs font-medium text-mute">What will happen</h3>
        <ul className="grid list-disc gap-1 pl-4.5 marker:text-mute">
          <li>It is made anew from what was booked, with the letterhead and the accounts as they are now.</li>
          <li>The number stays; the verification code is a new one.</li>
          <li>The old one is kept as it was issued. A check of its code says that it was superseded.</li>
          <li>
            {sent.length === 0
              ? 'It was sent to nobody by mail.'
              : `No mail goes out. The old one was sent to ${[...new Set(sent)].join(', ')}.`}
          </li>
        </ul>
      </section>
      <FormArea {...{ form }} name="reason" label="Reason" rows={3} />
    </FormDialog>
  );
}
