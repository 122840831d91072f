import { planReminders, previewReminders } from '../../../domain/statements/contract.ts';
import { fetchFile } from '../../api/download.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { PaperPreview } from '../../ui/dialogs/PaperPreview.tsx';
import { showCount } from '../../ui/fields/whole-number.ts';
import type { Reminded } from './reminded.ts';

/** The letters as they would leave now: the first of them, where there are many. */
export function ReminderPreview({ of: body, onClose }: { of: Reminded; onClose: () => void }) {
  const { data } = useEndpoint(planReminders, { body });
  const [shown, letters] = [data?.previewed ?? 0, data?.letters ?? 0];
  return (
    <PaperPreview
      title="Letters as they would leave"
      of={['reminders', body]}
      fetch={() => fetchFile(previewReminders, { body }, { name: 'reminders.pdf' })}
      note={
        letters > shown
          ? `${shown === 1 ? 'The first letter' : `The first ${showCount(shown)} letters`} of ${showCount(letters)}.`
          : undefined
      }
      {...{ onClose }}
    />
  );
}
