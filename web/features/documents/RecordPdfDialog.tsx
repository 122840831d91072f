import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PaperedKind } from '../../../domain/records/kinds.ts';
import type { Permission } from '../../../domain/permissions.ts';
import type { Downloaded } from '../../api/download.ts';
import { can, useSession } from '../../api/session.ts';
import { PdfDialog } from '../ledger/PdfDialog.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { MailDialog } from './MailDialog.tsx';
import { SentLines } from './SentLines.tsx';
import { SupersedeDialog } from './SupersedeDialog.tsx';
import { useDocuments } from './use-documents.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  name: string;
  record: { kind: PaperedKind; id: number };
  /** One of these lets somebody send it. */
  sends: readonly Permission[];
  load: () => Promise<Downloaded>;
};

/** The paper of a receipt or a voucher: made at its first opening, shown, sent by mail, and to whom it was sent. */
export function RecordPdfDialog({ open, onClose, title, name, record, sends, load }: Props) {
  const session = useSession();
  const documents = useDocuments(record.kind, record.id, open);
  const client = useQueryClient();
  const [mailing, setMailing] = useState(false);
  const [replacing, setReplacing] = useState(false);
  // The last issue is the one that is shown.
  const document = documents.data?.at(-1);
  const maySend = sends.some((permission) => can(session, permission));
  const loadThenLook = async () => {
    const file = await load();
    void documents.refetch();
    return file;
  };
  return (
    <>
      <PdfDialog
        {...{ open, onClose, title, name }}
        load={loadThenLook}
        below={
          document !== undefined && (
            <div className="mt-2 grid justify-items-start gap-2">
              <SentLines sendings={document.sendings} onAgain={maySend ? () => setMailing(true) : undefined} />
              {maySend && (
                <Button size="sm" onClick={() => setReplacing(true)}>
                  Replace…
                </Button>
              )}
            </div>
          )
        }
        onMail={maySend && document !== undefined ? () => setMailing(true) : undefined}
      />
      {replacing && document !== undefined && (
        <SupersedeDialog
          document={document}
          onClose={() => setReplacing(false)}
          onDone={() => void client.invalidateQueries({ queryKey: ['pdf', name] })}
        />
      )}
      {mailing && document !== undefined && <MailDialog document={document} onClose={() => setMailing(false)} />}
    </>
  );
}
