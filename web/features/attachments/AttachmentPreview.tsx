import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { fileKind } from '../../../domain/attachments/kinds.ts';
import { saveFile } from '../../api/download.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DocumentPreview } from '../../ui/dialogs/DocumentPreview.tsx';
import { ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import { loadAttachment, type Attachment } from './load-attachment.ts';

type Props = { file: Attachment; onClose: () => void };

/** A PDF or an image that was attached, as the browser itself shows it. */
export function AttachmentPreview({ file, onClose }: Props) {
  const query = useQuery({
    queryKey: ['attachment', file.id],
    queryFn: () => loadAttachment(file),
    staleTime: Infinity,
    gcTime: 60_000,
  });
  const download = () => {
    if (query.data !== undefined) saveFile(query.data);
  };
  const retry = () => void query.refetch();
  if (fileKind(file.kind).preview === 'frame') {
    return (
      <DocumentPreview
        open
        title={file.name}
        file={query.data?.blob}
        error={query.error}
        onRetry={retry}
        onDownload={download}
        downloadLabel="Download"
        {...{ onClose }}
      />
    );
  }
  return (
    <Dialog
      open
      size="full"
      title={file.name}
      {...{ onClose }}
      footer={
        <Button
          variant="primary"
          icon={<Download size={14} aria-hidden="true" />}
          disabled={query.data === undefined}
          onClick={download}
        >
          Download
        </Button>
      }
    >
      {query.error !== null && <ErrorState error={query.error} onRetry={retry} />}
      {query.error === null && query.data === undefined && <Skeleton className="h-[60dvh] w-full" />}
      {query.data !== undefined && <Picture blob={query.data.blob} name={file.name} />}
    </Dialog>
  );
}

function Picture({ blob, name }: { blob: Blob; name: string }) {
  const image = useRef<HTMLImageElement>(null);
  // The address belongs to the browser and must be released: an outside resource, hence an effect.
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    image.current?.setAttribute('src', made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return (
    <div className="grid h-[calc(100dvh-12rem)] place-items-center rounded-md border border-line bg-hover p-2">
      <img ref={image} alt={name} className="max-h-full max-w-full object-contain" />
    </div>
  );
}
