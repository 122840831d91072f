import { generateInvoice } from '../../../../domain/claims/movement-contract.ts';
import { can, useSession } from '../../../api/session.ts';
import { toastProblem } from '../../../api/toast-problem.ts';
import { useWrite } from '../../../api/use-endpoint.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { toastSuccess } from '../../../ui/notices/toast.ts';
import type { MovementRecord } from './movement-form.ts';
import { PapersCard } from '../PapersCard.tsx';

/** The papers of a movement; the invoices of what it called are made here, too. */
export function MovementPapers({ movement: { id, claim, notes } }: { movement: MovementRecord }) {
  const make = useWrite(generateInvoice, {
    onSuccess: (papers) => toastSuccess('Invoices made', papers.map(({ number }) => number).join(', ')),
    onProblem: (problem) => toastProblem('Invoices not made', problem),
  });
  const onMake = () => make.mutate({ query: { id: String(claim.id), movement: String(id) } });
  return (
    <PapersCard
      kind="movement"
      {...{ id }}
      generates={can(useSession(), 'claims.generate')}
      numbers={notes.map((note) => note.number)}
      actions={
        <Button size="sm" busy={make.isPending} onClick={onMake}>
          Make invoices
        </Button>
      }
      empty={
        <EmptyState title="No documents yet.">
          {notes.length === 0
            ? 'A movement that calls or brings back money has a paper for each of its notes.'
            : `${notes.length} notes are issued; their papers are made here.`}
        </EmptyState>
      }
    />
  );
}
