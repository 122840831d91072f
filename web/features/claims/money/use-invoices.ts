import { generateInvoice } from '../../../../domain/claims/movement-contract.ts';
import { can, useSession } from '../../../api/session.ts';
import { toastProblem } from '../../../api/toast-problem.ts';
import { useWrite } from '../../../api/use-endpoint.ts';
import { toastSuccess } from '../../../ui/notices/toast.ts';
import type { ClaimRecord } from '../form/claim-form.ts';

export type ClaimNote = ClaimRecord['notes'][number];
type Paper = { id: number; number: string };

/** Makes the invoices of what was called, of one security or of all; the same call again gives the same papers. C15. */
export function useInvoices(claim: ClaimRecord, onMade: (papers: readonly Paper[]) => void) {
  const session = useSession();
  const write = useWrite(generateInvoice, {
    onSuccess: (papers) => {
      const [first] = papers;
      if (first !== undefined)
        toastSuccess(
          papers.length === 1 ? 'Invoice made' : `${papers.length} invoices made`,
          papers.length === 1 ? first.number : claim.number,
        );
      onMade(papers);
    },
    onProblem: (problem) => toastProblem('Invoices not made', problem),
  });
  const id = String(claim.id);
  const missing = claim.notes.filter((note) => note.document === null);
  return {
    mayMake: can(session, 'claims.generate') && missing.length > 0,
    making: write.isPending,
    makeAll: () => write.mutate({ query: { id } }),
    makeOne: ({ movement, party }: ClaimNote) =>
      write.mutate({ query: { id, movement: String(movement.id), security: String(party.id) } }),
  };
}

export type Invoices = ReturnType<typeof useInvoices>;
