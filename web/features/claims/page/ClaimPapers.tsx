import { makeClaimStatement, makeLossAdvice } from '../../../../domain/claims/papers.ts';
import { can, useSession } from '../../../api/session.ts';
import { toastProblem } from '../../../api/toast-problem.ts';
import { useWrite } from '../../../api/use-endpoint.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { EmptyState } from '../../../ui/notices/States.tsx';
import { toastSuccess } from '../../../ui/notices/toast.ts';
import type { ClaimRecord } from '../form/claim-form.ts';
import { PapersCard } from '../PapersCard.tsx';

/** The papers of a claim besides its invoices: its statement, and the advice of the loss to each security. */
export function ClaimPapers({ claim: { id, status } }: { claim: ClaimRecord }) {
  const statement = useWrite(makeClaimStatement, {
    onSuccess: (paper) => toastSuccess('Statement made', paper.number),
    onProblem: (problem) => toastProblem('Statement not made', problem),
  });
  const advice = useWrite(makeLossAdvice, {
    onSuccess: (papers) =>
      toastSuccess(papers.length === 1 ? 'Loss advice made' : `${papers.length} loss advices made`, 'One a security.'),
    onProblem: (problem) => toastProblem('Loss advices not made', problem),
  });
  const query = { id: String(id) };
  return (
    <PapersCard
      kind="claim"
      {...{ id }}
      generates={can(useSession(), 'claims.generate') && status === 'APPROVED'}
      actions={
        <>
          <Button size="sm" busy={advice.isPending} onClick={() => advice.mutate({ query })}>
            Make loss advices
          </Button>
          <Button size="sm" busy={statement.isPending} onClick={() => statement.mutate({ query })}>
            Make statement
          </Button>
        </>
      }
      empty={<EmptyState title="No documents yet.">Its invoices are under Money.</EmptyState>}
    />
  );
}
