import type { Sent } from '../../../domain/endpoint.ts';
import { getLetterhead, previewLetterhead } from '../../../domain/firm/settings.ts';
import { fetchFile } from '../../api/download.ts';
import { PaperPreview } from '../../ui/dialogs/PaperPreview.tsx';

type Values = Sent<typeof previewLetterhead>['body'];

/** A page with the letterhead as it prints; with values that are not saved yet, where there are some. */
export function LetterheadPreview({ values, onClose }: { values: Values | null; onClose: () => void }) {
  return (
    <PaperPreview
      title="Letterhead"
      of={['letterhead', values]}
      fetch={() => (values === null ? fetchFile(getLetterhead, {}) : fetchFile(previewLetterhead, { body: values }))}
      {...{ onClose }}
    />
  );
}
