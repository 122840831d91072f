import { closePeriod, closingEffects, reopenPeriod } from '../../../domain/firm/periods.ts';
import { useDialogForm } from '../../api/use-dialog-form.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { toastProblem } from '../../api/toast-problem.ts';
import { Bound } from '../../ui/Bound.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { ErrorState, Skeleton } from '../../ui/States.tsx';
import { TextArea } from '../../ui/TextField.tsx';
import { toastSuccess } from '../../ui/toast.ts';
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
  const bodyOf = ({ reason }: { reason: string }) => ({ month: row.month, reason });
  const { form, refusal, submit, ...state } = useDialogForm({
    endpoint: reopenPeriod,
    initial: { reason: '' },
    schema: reopenPeriod.body,
    bodyOf,
    inputOf: (values) => ({ body: bodyOf(values) }),
    onDone: () => {
      toastSuccess(`${monthName(row)} is open again`);
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Reopen ${monthName(row)}?`}
      action="Reopen month"
      {...{ onClose, ...state }}
      refusal={refusal?.message}
      onSubmit={submit}
    >
      <Effects month={row.month} />
      <Bound control={form.control} name="reason">
        {(field) => (
          <TextArea label="Reason" hint="It stays in the audit trail." required rows={2} maxLength={500} {...field} />
        )}
      </Bound>
    </FormDialog>
  );
}
