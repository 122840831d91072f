import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../../ui/Button.tsx';
import { InstantText } from '../../ui/Figures.tsx';
import { SentLines } from './SentLines.tsx';
import { downloadDocument, type DocumentRow } from './use-documents.ts';

type Props = {
  label: string;
  document: DocumentRow | undefined;
  onOpen: (document: DocumentRow) => void;
  /** Makes it, or says why it cannot be made yet. */
  act?: ReactNode;
  note?: ReactNode;
};

/** One document of a record: what it is, its number, who made it; open or download it, or make it. */
export function DocumentLine({ label, document, onOpen, act, note }: Props) {
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-2">
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap gap-x-2 font-medium">
          {label}
          {document !== undefined && <span className="font-normal text-mute tabular-nums">{document.number}</span>}
        </p>
        <p dir="auto" className="truncate text-xs text-mute">
          {document === undefined ? (
            (note ?? 'Not made yet')
          ) : (
            <>
              {document.party} · made by {document.made_by}, <InstantText value={document.made_at} />
            </>
          )}
        </p>
      </div>
      <div className="flex items-center gap-1.5">
        {act}
        {document !== undefined && (
          <>
            <Button onClick={() => onOpen(document)} aria-label={`Open ${label.toLowerCase()} ${document.number}`}>
              Open
            </Button>
            <IconButton
              label={`Download ${document.number}`}
              icon={<Download size={14} aria-hidden="true" />}
              onClick={() => void downloadDocument(document)}
            />
          </>
        )}
      </div>
      {document !== undefined && <SentLines sendings={document.sendings} />}
    </li>
  );
}
