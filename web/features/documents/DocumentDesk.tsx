import { useState } from 'react';
import { DOCUMENT_LABELS } from '../../../domain/documents/labels.ts';
import type { Downloaded } from '../../api/download.ts';
import type { MenuEntry } from '../../ui/buttons/Menu.tsx';
import { PdfDialog } from '../ledger/PdfDialog.tsx';
import { MailDialog } from './MailDialog.tsx';
import { SupersedeDialog } from './SupersedeDialog.tsx';
import { loadDocument, type DocumentRow } from './use-documents.ts';

type Shown = Pick<DocumentRow, 'id' | 'number' | 'kind'>;
/** Several documents as one file: “3 credit notes”. */
type Bundle = { title: string; name: string; load: () => Promise<Downloaded> };

/** What is being done with the documents of a record: one is open, sent or replaced, or several are open as one file. */
export function useDocumentDesk(mayMake: boolean) {
  const [opened, open] = useState<Shown | null>(null);
  const [bundle, openAll] = useState<Bundle | null>(null);
  const [mailing, mail] = useState<Shown | null>(null);
  const [replacing, replace] = useState<DocumentRow | null>(null);
  const entriesOf = (document: DocumentRow): MenuEntry[] =>
    mayMake && document.replaced_by === null
      ? [
          { label: 'Send by mail…', onSelect: () => mail(document) },
          { label: 'Replace…', onSelect: () => replace(document) },
        ]
      : [];
  return { mayMake, opened, open, bundle, openAll, mailing, mail, replacing, replace, entriesOf };
}

type Desk = ReturnType<typeof useDocumentDesk>;

const titleOf = ({ kind, number }: Shown) => `${DOCUMENT_LABELS[kind] ?? 'Document'} ${number}`;

/** The dialogs of a desk. */
export function DocumentDesk({ desk, rows }: { desk: Desk; rows: readonly DocumentRow[] | undefined }) {
  const { opened, bundle, mailing, replacing } = desk;
  const superseded = rows?.find((row) => row.id === opened?.id)?.replaced_by;
  return (
    <>
      {opened !== null && (
        <PdfDialog
          open
          onClose={() => desk.open(null)}
          title={typeof superseded === 'string' ? `${titleOf(opened)} (superseded)` : titleOf(opened)}
          name={`document ${opened.id}`}
          load={() => loadDocument(opened)}
          onMail={desk.mayMake && typeof superseded !== 'string' ? () => desk.mail(opened) : undefined}
        />
      )}
      {bundle !== null && <PdfDialog open onClose={() => desk.openAll(null)} {...bundle} />}
      {mailing !== null && <MailDialog document={mailing} onClose={() => desk.mail(null)} />}
      {replacing !== null && <SupersedeDialog document={replacing} onClose={() => desk.replace(null)} />}
    </>
  );
}
