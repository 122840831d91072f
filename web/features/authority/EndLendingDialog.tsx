import { endLending } from '../../../domain/authority/contract.ts';
import { PERMISSION_WORDS } from '../../../domain/permission-words.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';
import type { Lending } from './lending-columns.tsx';

/** Ends a loan of a right before its last day. */
export function EndLendingDialog({ loan, onClose }: { loan: Lending; onClose: () => void }) {
  const end = useWrite(endLending, {
    onSuccess: () => {
      toastSuccess('Loan ended');
      onClose();
    },
    onProblem: (problem) => {
      toastProblem('Loan not ended', problem);
      onClose();
    },
  });
  const right = PERMISSION_WORDS[loan.permission].label.toLowerCase();
  return (
    <ConfirmDialog
      open
      danger
      {...{ onClose }}
      title={`End the loan to ${loan.borrower.name}?`}
      effect={`${loan.borrower.name} can no longer ${right} by it, at once. What was decided stays.`}
      action="End loan"
      busy={end.isPending}
      onConfirm={() => end.mutate({ params: { id: String(loan.id) }, body: { version: loan.version } })}
    />
  );
}
