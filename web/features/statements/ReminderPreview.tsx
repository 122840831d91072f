import type { WireReply } from '../../../domain/endpoint.ts';
import { type listReminders, MOST_PREVIEWED, previewReminders } from '../../../domain/statements/contract.ts';
import { fetchFile } from '../../api/download.ts';
import { PaperPreview } from '../../ui/dialogs/PaperPreview.tsx';

type Props = { rows: WireReply<typeof listReminders>['data']; onClose: () => void };

/** The letters as they would leave now. */
export function ReminderPreview({ rows, onClose }: Props) {
  const items = rows.slice(0, MOST_PREVIEWED).map((row) => row.id);
  return (
    <PaperPreview
      title="Letters as they would leave"
      of={['reminders', items]}
      fetch={() => fetchFile(previewReminders, { body: { items } }, { name: 'reminders.pdf' })}
      note={
        rows.length > items.length
          ? `The letters of the first ${items.length} instalments of ${rows.length.toLocaleString('en')}.`
          : undefined
      }
      {...{ onClose }}
    />
  );
}
