import { useQuery } from '@tanstack/react-query';
import { type fetchFile, saveFile } from '../../api/download.ts';
import { DocumentPreview } from './DocumentPreview.tsx';

type Props = {
  title: string;
  /** By what the paper is known again while the dialog is open. */
  of: readonly unknown[];
  fetch: () => ReturnType<typeof fetchFile>;
  /** What of it is not on the paper. */
  note?: string | undefined;
  onClose: () => void;
};

/** A paper as it would print now; nothing of it is kept. */
export function PaperPreview({ title, of, fetch, note, onClose }: Props) {
  const file = useQuery({ queryKey: of, queryFn: fetch, gcTime: 0, retry: false });
  return (
    <DocumentPreview
      open
      {...{ onClose, title }}
      file={file.data?.blob}
      error={file.error}
      onRetry={() => void file.refetch()}
      onDownload={() => {
        if (file.data !== undefined) saveFile(file.data);
      }}
      below={note !== undefined && <p className="text-sm text-mute">{note}</p>}
    />
  );
}
