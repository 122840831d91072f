import { useState } from 'react';
import { DOCUMENT_LABELS } from '../../../domain/documents/contract.ts';
import { can, useSession } from '../../api/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorState, Skeleton } from '../../ui/States.tsx';
import { MailDialog } from '../documents/MailDialog.tsx';
import { DocumentLine } from '../documents/DocumentLine.tsx';
import { loadDocument, useDocuments, type DocumentRow } from '../documents/use-documents.ts';
import { PdfDialog } from '../ledger/PdfDialog.tsx';
import type { PolicyRecord } from './policy-values.ts';
import { DOCUMENTS_OF, type DocumentMaker, type PolicyDocument } from './use-make-documents.ts';

type Props = { record: PolicyRecord; maker: DocumentMaker };

/** The papers of a policy: the slip at any time, the others once it is approved. §4 Numbers. */
export function DocumentsTab({ record, maker }: Props) {
  const session = useSession();
  const documents = useDocuments('policy', record.id);
  const [opened, setOpened] = useState<Pick<DocumentRow, 'id' | 'number' | 'kind'> | null>(null);
  const [mailing, setMailing] = useState(false);
  if (documents.error !== null && documents.data === undefined)
    return <ErrorState error={documents.error} onRetry={() => void documents.refetch()} />;
  const rows = documents.data;
  const generates = can(session, 'policy_documents.generate');
  const make = async (kind: PolicyDocument) => {
    const made = await maker.run([kind]);
    if (made.length === 1) setOpened(made[0] ?? null);
  };
  return (
    <Card flush title="Documents">
      <ul className="divide-y divide-line">
        {DOCUMENTS_OF[record.market].map((kind) => {
          const label = DOCUMENT_LABELS[kind] ?? kind;
          if (rows === undefined) return <LineSkeleton key={kind} label={label} />;
          const made = rows.filter((row) => row.kind === kind);
          const state = stateOf(kind, record, made);
          const act = generates && state.makes !== null && (
            <Button
              busy={maker.making === kind || maker.making === 'all'}
              disabledReason={state.whyNot}
              onClick={() => void make(kind)}
            >
              {state.makes}
            </Button>
          );
          if (made.length === 0) {
            const numbers = numbersOf(kind, record);
            const note = state.whyNot ?? (numbers === '' ? undefined : `${numbers} · not made yet`);
            return <DocumentLine key={kind} {...{ label, act, note }} document={undefined} onOpen={setOpened} />;
          }
          return made.map((row, index) => (
            <DocumentLine
              key={row.id}
              label={label}
              document={row}
              onOpen={setOpened}
              act={index === made.length - 1 && act}
            />
          ));
        })}
      </ul>
      {opened !== null && (
        <PdfDialog
          open
          onClose={() => setOpened(null)}
          title={`${DOCUMENT_LABELS[opened.kind] ?? 'Document'} ${opened.number}`}
          name={`document ${opened.id}`}
          load={() => loadDocument(opened)}
          onMail={generates ? () => setMailing(true) : undefined}
        />
      )}
      {mailing && opened !== null && <MailDialog document={opened} onClose={() => setMailing(false)} />}
    </Card>
  );
}

/** Numbers that were given at the approval, before their paper is made. */
function numbersOf(kind: PolicyDocument, record: PolicyRecord): string {
  const wanted = kind === 'debit-note' ? 'DN' : kind === 'credit-note' ? 'CN' : null;
  const numbers = record.notes
    .filter((note) => note.kind === wanted && note.endorsement === null)
    .map((note) => note.number);
  return numbers.length > 2 ? `${numbers[0] ?? ''} to ${numbers.at(-1) ?? ''}` : numbers.join(', ');
}

// Made before approval too, and of one version of the terms. §4 Numbers.
const VERSIONED: ReadonlySet<PolicyDocument> = new Set(['reinsurance-slip', 'london-slip', 'london-reinsurance-slip']);

type State = { makes: string | null; whyNot: string | undefined };

/** What can be made of a kind now, and why not. */
function stateOf(kind: PolicyDocument, record: PolicyRecord, made: readonly DocumentRow[]): State {
  const noun = (DOCUMENT_LABELS[kind] ?? kind).toLowerCase().replace('london', 'London');
  const several = kind === 'credit-note' || kind === 'london-reinsurance-slip' ? 's' : '';
  if (record.status === 'DISABLED') return { makes: null, whyNot: 'The policy is disabled' };
  if (VERSIONED.has(kind)) {
    const needed = kind !== 'london-slip' && record.securities.length === 0;
    const whyNot = needed ? 'Add the securities to which it is offered' : undefined;
    if (made.length === 0) return { makes: `Make ${noun}${several}`, whyNot };
    // A slip is of one version of the terms: what was changed since asks for another.
    return { makes: made.some((row) => row.issue === record.version) ? null : 'Make a new version', whyNot };
  }
  if (made.length > 0) return { makes: null, whyNot: undefined };
  const whyNot = record.status === 'APPROVED' ? undefined : 'Can be made once the policy is approved';
  return { makes: whyNot === undefined ? `Make ${noun}${several}` : null, whyNot };
}

function LineSkeleton({ label }: { label: string }) {
  return (
    <li className="grid min-h-13 content-center gap-2 px-4">
      <span className="sr-only">{label}: loading</span>
      <Skeleton className="w-40" />
      <Skeleton className="w-64" />
    </li>
  );
}
