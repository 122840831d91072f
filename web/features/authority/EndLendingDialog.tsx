import { endLending } from '../../../domain/authority/contract.ts';
import { PERMISSION_WORDS } from '../../../domain/permission-words.ts';
import { CallDialog } from '../../ui/dialogs/CallDialog.tsx';
import type { Lending } from './lending-columns.tsx';

/** Ends a loan of a right before its last day. */
export function EndLendingDialog({ loan, onClose }: { loan: Lending; onClose: () => void }) {
  const right = PERMISSION_WORDS[loan.permission].label.toLowerCase();
  return (
    <CallDialog
      call={endLending}
      input={{ params: { id: String(loan.id) }, body: { version: loan.version } }}
      danger
      {...{ onClose }}
      title={`End the loan to ${loan.borrower.name}?`}
      effect={`${loan.borrower.name} can no longer ${right} by it, at once. What was decided stays.`}
      action="End loan"
      done={'Loan ended'}
      failed={'Loan not ended'}
    />
  );
}
