import { Fragment } from 'react';
import { DOCUMENT_LABELS } from '../../../../domain/documents/labels.ts';
import { can, useSession } from '../../../api/session.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { NoteLink } from '../../../ui/marks/NameLink.tsx';
import { ErrorState, Skeleton } from '../../../ui/notices/States.tsx';
import { DocumentDesk, useDocumentDesk } from '../../documents/DocumentDesk.tsx';
import { BundleLine, DocumentLine } from '../../documents/DocumentLine.tsx';
import { useDocuments, type DocumentRow } from '../../documents/use-documents.ts';
import type { PolicyRecord } from '../form/policy-values.ts';
import { fileOf } from './make-documents.ts';
import { DOCUMENTS_OF, type DocumentMaker, type PolicyDocument } from './use-make-documents.ts';

type Props = { record: PolicyRecord; maker: DocumentMaker };

/** The papers of a policy: the slip at any time, the others once it is approved. §4 Numbers. */
export function DocumentsTab({ record, maker }: Props) {
  const session = useSession();
  const documents = useDocuments('policy', record.id);
  const generates = can(session, 'policy_documents.generate');
  const desk = useDocumentDesk(generates);
  if (documents.error !== null && documents.data === undefined)
    return <ErrorState error={documents.error} onRetry={() => void documents.refetch()} />;
  const rows = documents.data;
  const make = async (kind: PolicyDocument) => {
    const made = await maker.run([kind]);
    if (made.length === 1) desk.open(made[0] ?? null);
  };
  return (
    <Card flush title="Documents">
      <ul className="divide-y divide-line">
        {DOCUMENTS_OF[record.market].map((kind) => {
          const label = DOCUMENT_LABELS[kind] ?? kind;
          if (rows === undefined) return <LineSkeleton key={kind} label={label} />;
          const made = besideTheirOwn(rows.filter((row) => row.kind === kind));
          const state = stateOf(kind, record, made);
          const act = state.makes !== null && (
            <Button
              busy={maker.making === kind || maker.making === 'all'}
              disabledReason={state.whyNot}
              onClick={() => (generates ? void make(kind) : desk.openAll(unissued(kind, record)))}
            >
              {generates ? state.makes : 'View'}
            </Button>
          );
          if (made.length === 0) {
            const notes = notesOf(kind, record);
            const note = state.whyNot ?? (notes.length === 0 ? undefined : <NotMade {...{ notes }} />);
            return <DocumentLine key={kind} {...{ label, act, note }} document={undefined} onOpen={desk.open} />;
          }
          const counting = made.filter((row) => row.replaced_by === null);
          return [
            counting.length > 1 && (
              <BundleLine
                key={`${kind} all`}
                label={`${counting.length} ${noun(kind)}s`}
                onOpen={() =>
                  desk.openAll({
                    title: `All ${noun(kind)}s of ${record.broker_reference}`,
                    // Another one among them is another file.
                    name: `documents ${counting.map((row) => row.id).join(' ')}`,
                    load: () => fileOf(kind, record),
                  })
                }
              />
            ),
            ...made.map((row, index) => (
              <DocumentLine
                key={row.id}
                label={label}
                document={row}
                onOpen={desk.open}
                act={index === made.length - 1 && act}
                more={desk.entriesOf(row)}
                onSendAgain={generates ? () => desk.mail(row) : undefined}
              />
            )),
          ];
        })}
        {/* What was taken off the credit notes since. */}
        {rows
          ?.filter((row) => row.kind === 'uncollectable-advice')
          .map((row) => (
            <DocumentLine
              key={row.id}
              label={DOCUMENT_LABELS[row.kind] ?? row.kind}
              document={row}
              onOpen={desk.open}
              more={desk.entriesOf(row)}
              onSendAgain={generates ? () => desk.mail(row) : undefined}
            />
          ))}
      </ul>
      <DocumentDesk desk={desk} rows={rows} />
    </Card>
  );
}

/** What who may not issue it sees of a paper: it is marked on every page, and nothing of it is kept. */
const unissued = (kind: PolicyDocument, record: PolicyRecord) => ({
  title: `${DOCUMENT_LABELS[kind] ?? kind} of ${record.broker_reference}, not issued`,
  name: `unissued ${kind} ${record.id} ${record.version}`,
  load: () => fileOf(kind, record),
});

/** A document that replaces another comes right after it. */
function besideTheirOwn(rows: readonly DocumentRow[]): DocumentRow[] {
  return [...new Set(rows.map((row) => row.number))].flatMap((number) => rows.filter((row) => row.number === number));
}

const noun = (kind: PolicyDocument): string =>
  (DOCUMENT_LABELS[kind] ?? kind).toLowerCase().replace('london', 'London');

type Note = PolicyRecord['notes'][number];

/** Notes from the approval, before their paper is made. */
function notesOf(kind: PolicyDocument, record: PolicyRecord): Note[] {
  const noteKind = kind === 'debit-note' ? 'DN' : kind === 'credit-note' ? 'CN' : null;
  return record.notes.filter((note) => note.kind === noteKind && note.endorsement === null);
}

/** Of many the first and the last, which have all numbers between them. */
function NotMade({ notes }: { notes: readonly Note[] }) {
  const [first, last] = [notes[0], notes.at(-1)];
  const many = notes.length > 2;
  return (
    <>
      {(many ? [first, last] : notes).map((note, index) =>
        note === undefined ? null : (
          <Fragment key={note.id}>
            {index > 0 && (many ? ' to ' : ', ')}
            <NoteLink {...{ note }} />
          </Fragment>
        ),
      )}{' '}
      · not made yet
    </>
  );
}

// Made before approval too, and of one version of the terms. §4 Numbers.
const VERSIONED: ReadonlySet<PolicyDocument> = new Set(['reinsurance-slip', 'london-slip', 'london-reinsurance-slip']);

type State = { makes: string | null; whyNot: string | undefined };

/** What can be made of a kind now, and why not. */
function stateOf(kind: PolicyDocument, record: PolicyRecord, made: readonly DocumentRow[]): State {
  const several = kind === 'credit-note' || kind === 'london-reinsurance-slip' ? 's' : '';
  if (record.status === 'DISABLED') return { makes: null, whyNot: 'The policy is disabled' };
  // An endorsement makes another issue of what says the terms; the one before is kept.
  const current = made.some((row) => row.issue === record.version + record.current.endorsements);
  if (VERSIONED.has(kind)) {
    const needed = kind !== 'london-slip' && record.securities.length === 0;
    const whyNot = needed ? 'Add the securities to which it is offered' : undefined;
    if (made.length === 0) return { makes: `Make ${noun(kind)}${several}`, whyNot };
    // A slip is of one version of the terms: what was changed since asks for another.
    return { makes: current ? null : 'Make a new version', whyNot };
  }
  if (made.length > 0) {
    const amended = kind === 'cover-note' && record.current.endorsements > 0 && !current;
    return { makes: amended ? 'Make it as endorsed' : null, whyNot: undefined };
  }
  const whyNot = record.status === 'APPROVED' ? undefined : 'Can be made once the policy is approved';
  return { makes: whyNot === undefined ? `Make ${noun(kind)}${several}` : null, whyNot };
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
