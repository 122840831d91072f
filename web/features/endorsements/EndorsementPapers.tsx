import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { DOCUMENT_LABELS, listDocuments } from '../../../domain/documents/contract.ts';
import { makeEndorsementSlip } from '../../../domain/endorsements/contract.ts';
import { makeSlipCreditNote, makeSlipDebitNote } from '../../../domain/policies/london.ts';
import { makeCreditNotes, makeDebitNote } from '../../../domain/policies/contract.ts';
import { call } from '../../api/client.ts';
import { can, useSession } from '../../api/session.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { toastSuccess } from '../../ui/toast.ts';
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

/** The papers of an endorsement, once it is approved. */
export function EndorsementPapers({ record }: { record: EndorsementRecord }) {
  const session = useSession();
  const client = useQueryClient();
  const documents = useDocuments('endorsement', record.id);
  const generates = can(session, 'policy_documents.generate');
  const desk = useDocumentDesk(generates);
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
  const complete = rows.filter((row) => row.replaced_by === null).length > record.notes.length;
  return (
    <Card
      flush
      title="Documents"
      actions={
        generates &&
        !complete && (
          <Button size="sm" busy={making} onClick={() => void make()}>
            Make documents
          </Button>
        )
      }
    >
      {rows.length === 0 ? (
        <EmptyState title="No documents yet.">The endorsement slip and its notes will be here.</EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {rows.map((row) => (
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
      )}
      <DocumentDesk desk={desk} rows={documents.data} />
    </Card>
  );
}
