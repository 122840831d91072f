import { useQueryClient } from '@tanstack/react-query';
import { makeAdjustmentAdvice } from '../../../domain/adjustments/contract.ts';
import { listDocuments } from '../../../domain/documents/contract.ts';
import { KINDS } from '../../../domain/records/kinds.ts';
import { can, useSession } from '../../api/session.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { EmptyState, ErrorState } from '../../ui/notices/States.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';
import { DocumentDesk, useDocumentDesk } from '../documents/DocumentDesk.tsx';
import { DocumentLine } from '../documents/DocumentLine.tsx';
import { useDocuments } from '../documents/use-documents.ts';
import type { AdjustmentRecord } from './adjustment-words.ts';

/** The advice to each security of what uncollectable premium takes off its credit note. M3. */
export function AdjustmentPapers({ record }: { record: AdjustmentRecord }) {
  const session = useSession();
  const client = useQueryClient();
  const documents = useDocuments('adjustment', record.id);
  const issues = KINDS.adjustment.issue.some((right) => can(session, right));
  const desk = useDocumentDesk(issues);
  const make = useWrite(makeAdjustmentAdvice, {
    onSuccess: () => {
      toastSuccess('Advice made', record.number ?? '');
      void client.invalidateQueries({ queryKey: [listDocuments.path] });
    },
    onProblem: (problem) => toastProblem('No advice was made', problem),
  });
  const rows = documents.data ?? [];
  // Once it is reversed it is made again, with its mark.
  const current = rows.some((row) => row.issue === record.version);
  return (
    <Card
      flush
      title="Advice to securities"
      actions={
        issues &&
        documents.data !== undefined &&
        !current && (
          <Button size="sm" busy={make.isPending} onClick={() => make.mutate({ query: { id: String(record.id) } })}>
            {rows.length === 0 ? 'Make advice' : 'Make it as reversed'}
          </Button>
        )
      }
    >
      {documents.error !== null && documents.data === undefined && (
        <ErrorState error={documents.error} onRetry={() => void documents.refetch()} />
      )}
      {documents.data?.length === 0 && (
        <EmptyState title="Not made yet.">Each security is told what is taken off its credit note.</EmptyState>
      )}
      <ul className="divide-y divide-line">
        {rows.map((row) => (
          <DocumentLine
            key={row.id}
            label="Debit advice"
            document={row}
            onOpen={desk.open}
            more={desk.entriesOf(row)}
            onSendAgain={issues ? () => desk.mail(row) : undefined}
          />
        ))}
      </ul>
      <DocumentDesk desk={desk} rows={documents.data} />
    </Card>
  );
}
