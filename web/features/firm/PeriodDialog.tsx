import { closePeriod, closingEffects, reopenPeriod } from '../../../domain/firm/periods.ts';
import { useDialogForm } from '../../ui/dialogs/use-dialog-form.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { FormArea } from '../../ui/forms/FormFields.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { ErrorState, Skeleton } from '../../ui/notices/States.tsx';
import { toastSuccess } from '../../ui/notices/toast.ts';
import { EffectsNotice } from './EffectsNotice.tsx';
import { monthName, type Period } from './PeriodsSection.tsx';

type Props = { row: Period; onClose: () => void };

/** Closes an open month or reopens a closed one; what that does is shown first. */
export function PeriodDialog({ row, onClose }: Props) {
  return row.closed ? <ReopenDialog {...{ row, onClose }} /> : <CloseDialog {...{ row, onClose }} />;
}

function Effects({ month }: { month: string }) {
  const { data, error, refetch } = useEndpoint(closingEffects, { query: { month } });
  if (error !== null) return <ErrorState {...{ error }} onRetry={() => void refetch()} />;
  return data === undefined ? <Skeleton className="h-16 w-full" /> : <EffectsNotice {...data} />;
}

function CloseDialog({ row, onClose }: Props) {
  const close = useWrite(closePeriod, {
    onSuccess: () => {
      toastSuccess(`${monthName(row)} is closed`);
      onClose();
    },
    onProblem: (problem) => {
      toastProblem(`${monthName(row)} is not closed`, problem);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      {...{ onClose }}
      title={`Close ${monthName(row)}?`}
      effect="It can be reopened with a reason."
      action="Close month"
      busy={close.isPending}
      onConfirm={() => close.mutate({ body: { month: row.month } })}
    >
      <Effects month={row.month} />
    </ConfirmDialog>
  );
}

function ReopenDialog({ row, onClose }: Props) {
  const reopen = useWrite(reopenPeriod);
  const { form, dialog } = useDialogForm({
    shape: reopenPeriod.body,
    body: ({ reason }) => ({ month: row.month, reason }),
    initial: { reason: '' },
    send: (body) => reopen.mutateAsync({ body }),
    onDone: () => {
      toastSuccess(`${monthName(row)} is open again`);
      onClose();
    },
  });
  return (
    <FormDialog title={`Reopen ${monthName(row)}?`} action="Reopen month" {...{ onClose, ...dialog }}>
      <Effects month={row.month} />
      <FormArea {...{ form }} name="reason" label="Reason" hint="It stays in the audit trail." rows={2} />
    </FormDialog>
  );
}
