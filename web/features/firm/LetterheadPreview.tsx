import { useQuery } from '@tanstack/react-query';
import type { Sent } from '../../../domain/endpoint.ts';
import { getLetterhead, previewLetterhead } from '../../../domain/firm/settings.ts';
import { fetchFile, saveFile } from '../../api/download.ts';
import { DocumentPreview } from '../../ui/dialogs/DocumentPreview.tsx';

type Values = Sent<typeof previewLetterhead>['body'];

/** A page with the letterhead as it prints; with values that are not saved yet, where there are some. */
export function LetterheadPreview({ values, onClose }: { values: Values | null; onClose: () => void }) {
  const file = useQuery({
    queryKey: ['letterhead', values],
    queryFn: () => (values === null ? fetchFile(getLetterhead, {}) : fetchFile(previewLetterhead, { body: values })),
    gcTime: 0,
    retry: false,
  });
  return (
    <DocumentPreview
      open
      {...{ onClose }}
      title="Letterhead"
      file={file.data?.blob}
      error={file.error}
      onRetry={() => void file.refetch()}
      onDownload={() => {
        if (file.data !== undefined) saveFile(file.data);
      }}
    />
  );
}
