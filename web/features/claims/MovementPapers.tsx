import { DOCUMENT_LABELS } from '../../../domain/documents/contract.ts';
import { generateInvoice } from '../../../domain/claims/movement-contract.ts';
import { can, useSession } from '../../api/session.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';
import { DocumentDesk, useDocumentDesk } from '../documents/DocumentDesk.tsx';
import { DocumentLine } from '../documents/DocumentLine.tsx';
import { useDocuments } from '../documents/use-documents.ts';
import type { MovementRecord } from './movement-form.ts';

/** The papers of a movement: opened, sent by mail, replaced; the invoices of what it called are made here, too. */
export function MovementPapers({ movement }: { movement: MovementRecord }) {
  const generates = can(useSession(), 'claims.generate');
  const { data, error, refetch } = useDocuments('movement', movement.id);
  const desk = useDocumentDesk(generates);
  const make = useWrite(generateInvoice, {
    onSuccess: (papers) => toastSuccess('Invoices made', papers.map(({ number }) => number).join(', ')),
    onProblem: (problem) => toastProblem('Invoices not made', problem),
  });
  if (data === undefined)
    return error === null ? (
      <Skeleton className="h-24 w-full" />
    ) : (
      <ErrorState {...{ error }} onRetry={() => void refetch()} />
    );
  const made = new Set(data.map((row) => row.number));
  const missing = movement.notes.some((note) => !made.has(note.number));
  return (
    <Card
      flush
      title="Documents"
      actions={
        generates &&
        missing && (
          <Button
            size="sm"
            busy={make.isPending}
            onClick={() => make.mutate({ query: { id: String(movement.claim.id), movement: String(movement.id) } })}
          >
            Make invoices
          </Button>
        )
      }
    >
      {data.length === 0 ? (
        <EmptyState title="No documents yet.">
          {movement.notes.length === 0
            ? 'A movement that calls or brings back money has a paper for each of its notes.'
            : `${movement.notes.length} notes are issued; their papers are made here.`}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {data.map((row) => (
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
      <DocumentDesk desk={desk} rows={data} />
    </Card>
  );
}
