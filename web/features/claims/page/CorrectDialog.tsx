import * as z from 'zod/mini';
import { claimBody, editFirstForm, submitClaim } from '../../../../domain/claims/contract.ts';
import { valuesOf } from '../../../../domain/forms.ts';
import { useFirmToday } from '../../../api/firm-day.ts';
import { toastProblem } from '../../../api/toast-problem.ts';
import { useWrite } from '../../../api/use-endpoint.ts';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { useDialogForm } from '../../../ui/dialogs/use-dialog-form.ts';
import { FormArea, FormDay, FormMoney, FormText } from '../../../ui/forms/FormFields.tsx';
import { ofShape } from '../../../ui/forms/use-contract-form.ts';
import { Notice } from '../../../ui/notices/Notice.tsx';
import { toastSuccess } from '../../../ui/notices/toast.ts';
import { stepInput } from '../../records/use-steps.ts';
import type { ClaimRecord } from '../form/claim-form.ts';

const SHAPE = z.pick(claimBody, {
  claimreserve: true,
  data_loss_date: true,
  cedantclaimnumber: true,
  claim_desc: true,
});

/** Corrects what a checker sent a claim back for, in the specification's first form, and submits it again. C20. */
export function CorrectDialog({ claim, onClose }: { claim: ClaimRecord; onClose: () => void }) {
  const today = useFirmToday();
  const save = useWrite(editFirstForm);
  const submit = useWrite(submitClaim, {
    onProblem: (problem) => toastProblem('Corrected, but not submitted', problem),
  });
  const { currency, number } = claim;
  const { form, dialog } = useDialogForm({
    ...ofShape(SHAPE),
    initial: valuesOf(SHAPE, claim),
    send: async (body) => {
      const saved = await save.mutateAsync({
        query: { ...body, claimreserve: String(body.claimreserve), id: String(claim.id) },
      });
      await submit.mutateAsync(stepInput(saved)).then(
        () => toastSuccess('Claim submitted', `${number} waits for approval.`),
        // The toast shows it; the correction is kept.
        () => undefined,
      );
      return saved;
    },
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`Correct ${number}`}
      description="All else of the first form stays; its other fields are changed with Edit."
      action="Correct and submit"
      {...{ ...dialog, onClose }}
    >
      {claim.decision_reason !== null && (
        <Notice tone="bad" title={`Rejected by ${claim.decided_by?.name ?? ''}`}>
          {claim.decision_reason}
        </Notice>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <FormMoney {...{ form, currency }} name="claimreserve" label="Reserve, 100%" />
        <FormDay {...{ form }} name="data_loss_date" label="Date of loss" max={today} />
        <FormText {...{ form }} name="cedantclaimnumber" label="Cedant’s claim number" />
      </div>
      <FormArea {...{ form }} name="claim_desc" label="What happened" rows={3} />
    </FormDialog>
  );
}
