import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { listDocuments } from '../../../domain/documents/contract.ts';
import { DOCUMENT_LABELS } from '../../../domain/documents/labels.ts';
import { supersedeBody, supersedeDocument } from '../../../domain/documents/superseding.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { Effects } from '../../ui/dialogs/Effects.tsx';
import { ReasonDialog } from '../../ui/dialogs/ReasonDialog.tsx';
import type { DocumentRow } from './use-documents.ts';

type Props = { document: DocumentRow; onClose: () => void; onDone?: () => void };

/** Makes a document again in place of one that was issued: what that does, and why it is done. */
export function SupersedeDialog({ document, onClose, onDone }: Props) {
  const client = useQueryClient();
  const noun = (DOCUMENT_LABELS[document.kind] ?? 'document').toLowerCase();
  const supersede = useWrite(supersedeDocument);
  const { mailed_to: mailed } = document;
  return (
    <ReasonDialog
      size="md"
      title={`Replace ${noun} ${document.number}`}
      action={`Replace ${noun}`}
      shape={z.pick(supersedeBody, { reason: true })}
      send={(reason) => supersede.mutateAsync({ body: { id: document.id, reason } })}
      done={({ number }) => [`${number} was replaced`, 'The old one is kept and marked as superseded.']}
      onDone={() => {
        void client.invalidateQueries({ queryKey: [listDocuments.path] });
        onDone?.();
      }}
      rows={3}
      {...{ onClose }}
    >
      <Effects
        effects={[
          'It is made anew from what was booked, with the letterhead and the accounts as they are now.',
          'The number stays; the verification code is a new one.',
          'The old one is kept as it was issued. A check of its code says that it was superseded.',
          mailed.length === 0
            ? 'No mail goes out. The old one was mailed to nobody.'
            : `No mail goes out. The old one was mailed to ${mailed.join(', ')}.`,
        ]}
      />
    </ReasonDialog>
  );
}
