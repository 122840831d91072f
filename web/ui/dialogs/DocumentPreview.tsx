import { Download, Mail, Printer } from 'lucide-react';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { Button } from '../buttons/Button.tsx';
import { Dialog } from './Dialog.tsx';
import { ErrorState, Skeleton } from '../notices/States.tsx';

type DocumentPreviewProps = {
  open: boolean;
  onClose: () => void;
  /** "Debit note DN/NBO/2026/000012". */
  title: string;
  /** The PDF; undefined while it is being made. */
  file: Blob | undefined;
  error?: unknown;
  onRetry?: () => void;
  onDownload: () => void;
  onMail?: (() => void) | undefined;
  downloadLabel?: string;
  /** Under the paper: to whom it was sent. */
  below?: ReactNode;
};

/** A document as it will be printed, then downloaded, printed or sent. */
export function DocumentPreview({
  open,
  onClose,
  title,
  file,
  error,
  onRetry,
  onDownload,
  onMail,
  downloadLabel = 'Download PDF',
  below,
}: DocumentPreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const failed = error !== undefined && error !== null;
  return (
    <Dialog
      {...{ open, onClose, title }}
      size="full"
      footer={
        <>
          {onMail !== undefined && (
            <Button icon={<Mail size={14} aria-hidden="true" />} disabled={file === undefined} onClick={onMail}>
              Send by mail…
            </Button>
          )}
          <Button
            icon={<Printer size={14} aria-hidden="true" />}
            disabled={file === undefined}
            onClick={() => frame.current?.contentWindow?.print()}
          >
            Print
          </Button>
          <Button
            variant="primary"
            icon={<Download size={14} aria-hidden="true" />}
            disabled={file === undefined}
            onClick={onDownload}
          >
            {downloadLabel}
          </Button>
        </>
      }
    >
      {failed && <ErrorState error={error} {...(onRetry === undefined ? {} : { onRetry })} />}
      {!failed && file === undefined && <PaperSkeleton />}
      {!failed && file !== undefined && <Paper file={file} title={title} frame={frame} />}
      {below}
    </Dialog>
  );
}

type PaperProps = { file: Blob; title: string; frame: RefObject<HTMLIFrameElement | null> };

function Paper({ file, title, frame }: PaperProps) {
  // The address belongs to the browser and must be released: an outside resource, hence an effect.
  useEffect(() => {
    const made = URL.createObjectURL(file);
    // The viewer of some browsers opens with a list of pages, which leaves little room for the paper.
    frame.current?.setAttribute('src', `${made}#navpanes=0&view=FitH`);
    return () => URL.revokeObjectURL(made);
  }, [file, frame]);
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers refuse to show a PDF in a sandboxed frame
    <iframe
      ref={frame}
      title={title}
      className="h-[calc(100dvh-12rem)] w-full rounded-md border border-line bg-hover"
    />
  );
}

function PaperSkeleton() {
  return (
    <div className="mx-auto grid aspect-[1/1.414] h-[calc(100dvh-12rem)] max-w-full content-start gap-4 rounded-md border border-line bg-panel p-10">
      <output className="sr-only">The document is being made</output>
      <Skeleton className="h-5 w-1/3" />
      <Skeleton className="w-1/2" />
      <Skeleton className="mt-8" />
      <Skeleton />
      <Skeleton className="w-3/4" />
    </div>
  );
}
