import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { listDocuments } from '../../../domain/documents/contract.ts';
import { makeEndorsementSlip } from '../../../domain/endorsements/contract.ts';
import { makeSlipCreditNote, makeSlipDebitNote } from '../../../domain/slips/contract.ts';
import { makeCreditNotes, makeDebitNote } from '../../../domain/placements/documents.ts';
import { call } from '../../api/client.ts';
import { fetchFile } from '../../api/download.ts';
import { can, useSession } from '../../api/session.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { NoteLink, PartyLink } from '../../ui/marks/NameLink.tsx';
import { ErrorState } from '../../ui/notices/States.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';
import { DocumentDesk, useDocumentDesk } from '../documents/DocumentDesk.tsx';
import { DocumentLine } from '../documents/DocumentLine.tsx';
import { useDocuments } from '../documents/use-documents.ts';
import type { EndorsementRecord } from './endorsement-values.ts';

type Paper = 'slip' | 'reinsured' | 'securities';
type Note = EndorsementRecord['notes'][number];

/** Whose note it is: the reinsured's, or of one of the securities. */
function sideOf({ securities }: EndorsementRecord, note: Note): Exclude<Paper, 'slip'> {
  return securities.some((line) => line.security.id === note.party.id) ? 'securities' : 'reinsured';
}

async function makeAll(record: EndorsementRecord): Promise<void> {
  const query = { id: String(record.id) };
  const london = record.policy.market === 'LONDON';
  const sides = new Set(record.notes.map((note) => sideOf(record, note)));
  await call(makeEndorsementSlip, { query });
  if (sides.has('reinsured')) await call(london ? makeSlipDebitNote : makeDebitNote, { query });
  if (sides.has('securities')) await call(london ? makeSlipCreditNote : makeCreditNotes, { query });
}

/** What who may not issue it sees of a paper: it is marked on every page, and nothing of it is kept. */
function unissued(record: EndorsementRecord, paper: Paper, label: string) {
  const input = { query: { id: String(record.id) } };
  const name = { name: `${record.number.replaceAll('/', '-')}.pdf` };
  const london = record.policy.market === 'LONDON';
  const load = () => {
    if (paper === 'slip') return fetchFile(makeEndorsementSlip, input, name);
    if (paper === 'reinsured') return fetchFile(london ? makeSlipDebitNote : makeDebitNote, input, name);
    return london ? fetchFile(makeSlipCreditNote, input, name) : fetchFile(makeCreditNotes, input, name);
  };
  const title = `${label} of ${record.number}, not issued`;
  return { title, name: `unissued ${paper} ${record.id} ${record.version}`, load };
}

/** The papers of an endorsement: those that are made, and making them once it is approved. */
export function useEndorsementPapers(record: EndorsementRecord) {
  const session = useSession();
  const client = useQueryClient();
  const documents = useDocuments('endorsement', record.id);
  const [making, setMaking] = useState(false);
  const make = async () => {
    setMaking(true);
    try {
      await makeAll(record);
      toastSuccess('Documents made', record.number);
    } catch (error) {
      toastProblem('Documents not made', error);
    } finally {
      setMaking(false);
      await client.invalidateQueries({ queryKey: [listDocuments.path] });
    }
  };
  const rows = documents.data ?? [];
  const generates = can(session, 'policy_documents.generate');
  // The slip and one paper for each note.
  const complete = rows.filter((row) => row.replaced_by === null).length > record.notes.length;
  const mayMake = generates && record.status === 'APPROVED' && documents.data !== undefined && !complete;
  return { rows, error: documents.error, retry: () => void documents.refetch(), generates, making, make, mayMake };
}

type Props = { record: EndorsementRecord; papers: ReturnType<typeof useEndorsementPapers> };

/** The endorsement slip, and the notes under the numbers that they got. */
export function EndorsementPapers({ record, papers }: Props) {
  const desk = useDocumentDesk(papers.generates);
  const { rows } = papers;
  if (papers.error !== null && rows.length === 0) return <ErrorState error={papers.error} onRetry={papers.retry} />;
  const views = !papers.generates && record.status === 'APPROVED';
  const later = record.status === 'APPROVED' ? 'Not made yet' : 'Can be made once the endorsement is approved';
  const addresses = [
    {
      key: 'slip',
      paper: 'slip' as const,
      label: 'Endorsement slip',
      made: rows.filter((row) => row.kind === 'endorsement-slip'),
      note: later,
    },
    ...record.notes.map((note) => ({
      key: note.number,
      paper: sideOf(record, note),
      label: note.kind === 'DN' ? 'Debit note' : 'Credit note',
      made: rows.filter((row) => row.number === note.number),
      note: (
        <>
          <NoteLink {...{ note }} /> · <PartyLink inText party={note.party} /> · not made yet
        </>
      ),
    })),
  ];
  return (
    <Card flush title="Documents">
      <ul className="divide-y divide-line">
        {addresses.flatMap(({ key, paper, label, made, note }) =>
          made.length === 0
            ? [
                <DocumentLine
                  key={key}
                  {...{ label, note }}
                  document={undefined}
                  onOpen={desk.open}
                  act={views && <Button onClick={() => desk.openAll(unissued(record, paper, label))}>View</Button>}
                />,
              ]
            : made.map((row) => (
                <DocumentLine
                  key={row.id}
                  label={label}
                  document={row}
                  onOpen={desk.open}
                  more={desk.entriesOf(row)}
                  onSendAgain={papers.generates ? () => desk.mail(row) : undefined}
                />
              )),
        )}
      </ul>
      <DocumentDesk desk={desk} rows={rows} />
    </Card>
  );
}
