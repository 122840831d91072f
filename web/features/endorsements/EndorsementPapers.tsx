import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { listDocuments } from '../../../domain/documents/contract.ts';
import { makeEndorsementSlip } from '../../../domain/endorsements/contract.ts';
import { makeSlipCreditNote, makeSlipDebitNote } from '../../../domain/slips/contract.ts';
import { makeCreditNotes, makeDebitNote } from '../../../domain/placements/documents.ts';
import { call } from '../../api/client.ts';
import { can, useSession } from '../../api/session.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { ErrorState } from '../../ui/notices/States.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';
import { DocumentDesk, useDocumentDesk } from '../documents/DocumentDesk.tsx';
import { DocumentLine } from '../documents/DocumentLine.tsx';
import { useDocuments } from '../documents/use-documents.ts';
import type { EndorsementRecord } from './endorsement-values.ts';

async function makeAll({ id, notes, securities, policy }: EndorsementRecord): Promise<void> {
  const query = { id: String(id) };
  const london = policy.market === 'LONDON';
  const ofSecurities = new Set(securities.map((line) => line.security.id));
  await call(makeEndorsementSlip, { query });
  if (notes.some((note) => !ofSecurities.has(note.party.id)))
    await call(london ? makeSlipDebitNote : makeDebitNote, { query });
  if (notes.some((note) => ofSecurities.has(note.party.id)))
    await call(london ? makeSlipCreditNote : makeCreditNotes, { query });
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
  const later = record.status === 'APPROVED' ? 'Not made yet' : 'Can be made once the endorsement is approved';
  const addresses = [
    {
      key: 'slip',
      label: 'Endorsement slip',
      made: rows.filter((row) => row.kind === 'endorsement-slip'),
      note: later,
    },
    ...record.notes.map((note) => ({
      key: note.number,
      label: note.kind === 'DN' ? 'Debit note' : 'Credit note',
      made: rows.filter((row) => row.number === note.number),
      note: `${note.number} · ${note.party.name} · not made yet`,
    })),
  ];
  return (
    <Card flush title="Documents">
      <ul className="divide-y divide-line">
        {addresses.flatMap(({ key, label, made, note }) =>
          made.length === 0
            ? [<DocumentLine key={key} {...{ label, note }} document={undefined} onOpen={desk.open} />]
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
