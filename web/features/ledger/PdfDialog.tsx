import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { saveFile, type Downloaded } from '../../api/download.ts';
import { DocumentPreview } from '../../ui/dialogs/DocumentPreview.tsx';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Identifies the answers about this document. */
  name: string;
  /** Makes the document, or brings the one that was made. */
  load: () => Promise<Downloaded>;
  onMail?: (() => void) | undefined;
  /** What is known of it: to whom it was sent. */
  below?: ReactNode;
};

/** The document of a record: made at its first opening, shown, then printed or downloaded. */
export function PdfDialog({ open, onClose, title, name, load, onMail, below }: Props) {
  const file = useQuery({ queryKey: ['pdf', name], queryFn: load, enabled: open, staleTime: Infinity });
  return (
    <DocumentPreview
      {...{ open, onClose, title, onMail, below }}
      file={file.data?.blob}
      error={file.error}
      onRetry={() => void file.refetch()}
      onDownload={() => {
        if (file.data !== undefined) saveFile(file.data);
      }}
    />
  );
}
