import { useQuery } from '@tanstack/react-query';
import type { WireReply } from '../../../domain/endpoint.ts';
import { type listReminders, previewReminders } from '../../../domain/statements/contract.ts';
import { fetchFile, saveFile } from '../../api/download.ts';
import { DocumentPreview } from '../../ui/dialogs/DocumentPreview.tsx';

type Props = { rows: WireReply<typeof listReminders>['data']; onClose: () => void };

const MOST = 200;

/** The letters as they would leave now; nothing of them is kept. */
export function ReminderPreview({ rows, onClose }: Props) {
  const items = rows.slice(0, MOST).map((row) => row.id);
  const file = useQuery({
    queryKey: ['reminders', items],
    queryFn: () => fetchFile(previewReminders, { body: { items } }, { name: 'reminders.pdf' }),
    gcTime: 0,
    retry: false,
  });
  return (
    <DocumentPreview
      open
      {...{ onClose }}
      title="Letters as they would leave"
      file={file.data?.blob}
      error={file.error}
      onRetry={() => void file.refetch()}
      onDownload={() => {
        if (file.data !== undefined) saveFile(file.data);
      }}
    />
  );
}
