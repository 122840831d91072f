import type { ReactNode } from 'react';
import { DOCUMENT_LABELS } from '../../../domain/documents/labels.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import { DocumentDesk, useDocumentDesk } from '../documents/DocumentDesk.tsx';
import { DocumentLine } from '../documents/DocumentLine.tsx';
import { useDocuments } from '../documents/use-documents.ts';

type Props = {
  kind: 'claim' | 'movement';
  id: number;
  /** Whether the user makes, sends and replaces them. */
  generates: boolean;
  /** What makes them. */
  actions: ReactNode;
  /** Their numbers, where these are known: once all are made, nothing is left to make. */
  numbers?: readonly string[];
  empty: ReactNode;
};

/** The papers of a claim or of a movement: opened, sent by mail, replaced. */
export function PapersCard({ kind, id, generates, actions, numbers, empty }: Props) {
  const { data, error, refetch } = useDocuments(kind, id);
  const desk = useDocumentDesk(generates);
  if (data === undefined)
    return error === null ? (
      <Skeleton className="h-24 w-full" />
    ) : (
      <ErrorState {...{ error }} onRetry={() => void refetch()} />
    );
  const isComplete = numbers?.every((number) => data.some((row) => row.number === number)) ?? false;
  return (
    <Card flush title="Documents" actions={generates && !isComplete && actions}>
      {data.length === 0 ? (
        empty
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
