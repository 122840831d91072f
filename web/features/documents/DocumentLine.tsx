import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '../../ui/buttons/Button.tsx';
import { Badge } from '../../ui/marks/Badge.tsx';
import { RowMenu, type MenuEntry } from '../../ui/buttons/Menu.tsx';
import { InstantText } from '../../ui/marks/Figures.tsx';
import { NoteLink, PartyLink, UserLink } from '../../ui/marks/NameLink.tsx';
import { SentLines } from './SentLines.tsx';
import { downloadDocument, type DocumentRow } from './use-documents.ts';

type Props = {
  label: string;
  document: DocumentRow | undefined;
  onOpen: (document: DocumentRow) => void;
  /** Makes it, or says why it cannot be made yet. */
  act?: ReactNode;
  note?: ReactNode;
  /** What else may be done with it. */
  more?: readonly MenuEntry[];
  /** Sends it once more, where the last mail did not leave. */
  onSendAgain?: (() => void) | undefined;
};

/** One document of a record: what it is, its number, who made it; open or download it, or make it. */
export function DocumentLine({ label, document, onOpen, act, note, more = [], onSendAgain }: Props) {
  const superseded = document !== undefined && document.replaced_by !== null;
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-2">
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap gap-x-2 font-medium">
          {label}
          {document !== undefined && (
            <span className="font-normal text-mute tabular-nums">
              {document.note_id === null ? (
                document.number
              ) : (
                <NoteLink note={{ id: document.note_id, number: document.number }} />
              )}
            </span>
          )}
          {superseded && <Badge tone="warn">Superseded</Badge>}
        </p>
        <p dir="auto" className="truncate text-xs text-mute">
          {document === undefined ? (
            (note ?? 'Not made yet')
          ) : (
            <>
              {document.party_id === null ? (
                document.party
              ) : (
                <PartyLink inText party={{ id: document.party_id, name: document.party }} />
              )}{' '}
              · made by <UserLink inText user={document.made_by} />, <InstantText value={document.made_at} />
            </>
          )}
        </p>
        {document !== undefined && document.reason !== '' && (
          <p dir="auto" className="text-xs text-mute wrap-anywhere">
            Made in place of an earlier one: “{document.reason}”
          </p>
        )}
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
            <RowMenu label={`More for ${document.number}`} entries={more} />
          </>
        )}
      </div>
      {document !== undefined && (
        <SentLines sendings={document.sendings} onAgain={superseded ? undefined : onSendAgain} />
      )}
    </li>
  );
}

/** Several documents of one kind, which open as one file. */
export function BundleLine({ label, onOpen }: { label: string; onOpen: () => void }) {
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-2">
      <p className="min-w-0 flex-1 basis-52 font-medium">{label}</p>
      <Button onClick={onOpen} aria-label={`Open all ${label}`}>
        Open all
      </Button>
    </li>
  );
}
